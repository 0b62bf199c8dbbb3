/* A TeX engine that is forked for each figure.
 *
 * Preloaded into an engine that has read a trusted preamble and now asks its terminal for a line: that
 * first read is the fork point. The engine answers orders on a socket; for each it makes a sibling of
 * itself (a child of the runner, which waits for it), and the sibling confines itself before it reads
 * on. Nothing a figure does is seen by the engine that it was forked from.
 *
 * Order: `struct order`, then the system-call filter, in one packet with two descriptors (standard
 * output and error). Answer: the new process's id. On start: READY, or the engine ends.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CONTROL = 198, HIGHEST = 256, LAST_CAPABILITY = 63, FAILED = 97 };
enum { MOST_INSTRUCTIONS = 2048, OWN_PID = 0x7A5A5A5A };
static const uint32_t READY = 0x4c495645;

struct order {
    uint32_t magic, user, cpu_soft, cpu_hard, processes, files, instructions, unused;
    uint64_t memory, file;
    char folder[256];
};

static struct {
    struct order head;
    struct sock_filter filter[MOST_INSTRUCTIONS];
} packet;

static int served;

static void fail(const char *what)
{
    dprintf(2, "%s: %s\n", what, strerror(errno));
    _exit(FAILED);
}

/* The log is open, and shared with the engine: give this process its own copy. */
static void own_log(void)
{
    static char piece[1 << 16];
    for (int fd = 3; fd < HIGHEST; fd++) {
        struct stat state;
        int flags = fcntl(fd, F_GETFL);
        if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY || fstat(fd, &state) || !S_ISREG(state.st_mode))
            continue;
        int copy = open("figure.log", O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
        if (copy < 0)
            fail("open");
        off_t at = 0;
        ssize_t got;
        while ((got = pread(fd, piece, sizeof piece, at)) > 0) {
            if (write(copy, piece, got) != got)
                fail("write");
            at += got;
        }
        if (got < 0 || lseek(copy, lseek(fd, 0, SEEK_CUR), SEEK_SET) < 0 || dup2(copy, fd) < 0)
            fail("copy");
        close(copy);
    }
}

static void limit(int what, uint64_t soft, uint64_t hard)
{
    struct rlimit value = {soft, hard};
    if (setrlimit(what, &value))
        fail("setrlimit");
}

static void confine(const struct order *order, int out, int err)
{
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0)
        fail("dup2");
    close(nothing);
    close(out);
    close(err);
    close(CONTROL);
    setsid();
    signal(SIGPIPE, SIG_DFL); /* the runner ignores them, and the engine took that over */
    signal(SIGXFSZ, SIG_DFL);
    if (order->user) {
        for (int capability = 0; capability <= LAST_CAPABILITY; capability++)
            if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) && errno != EINVAL)
                fail("capabilities");
        if (setgroups(0, NULL) || setresgid(order->user, order->user, order->user) ||
            setresuid(order->user, order->user, order->user))
            fail("setresuid");
        struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
        struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
        if (syscall(SYS_capset, &head, none))
            fail("capset");
    }
    if (chdir(order->folder))
        fail("chdir");
    umask(077);
    own_log();
    limit(RLIMIT_AS, order->memory, order->memory);
    limit(RLIMIT_FSIZE, order->file, order->file);
    limit(RLIMIT_CORE, 0, 0);
    limit(RLIMIT_NOFILE, order->files, order->files);
    limit(RLIMIT_MEMLOCK, 0, 0);
    limit(RLIMIT_MSGQUEUE, 0, 0);
    limit(RLIMIT_CPU, order->cpu_soft, order->cpu_hard);
    if (order->processes)
        limit(RLIMIT_NPROC, order->processes, order->processes);
    for (uint32_t at = 0; at < order->instructions; at++)
        if (packet.filter[at].k == OWN_PID)
            packet.filter[at].k = (uint32_t)getpid();
    struct sock_fprog program = {(unsigned short)order->instructions, packet.filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
        fail("seccomp");
}

/* Siblings share the place in a file that is open: nothing but the log may be. */
static void check_files(void)
{
    int writable = 0;
    for (int fd = 3; fd < HIGHEST; fd++) {
        struct stat state;
        int flags = fcntl(fd, F_GETFL);
        if (fd == CONTROL || flags < 0 || fstat(fd, &state))
            continue;
        if (!S_ISREG(state.st_mode) || (flags & O_ACCMODE) == O_RDONLY || writable++) {
            dprintf(2, "descriptor %d is open\n", fd);
            _exit(FAILED);
        }
    }
}

static void serve(void)
{
    fflush(NULL);
    check_files();
    if (chdir("/"))
        fail("chdir");
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    if (write(CONTROL, &READY, sizeof READY) != sizeof READY)
        _exit(FAILED);
    for (;;) {
        union { struct cmsghdr align; char room[CMSG_SPACE(2 * sizeof(int))]; } control;
        struct iovec into = {&packet, sizeof packet};
        struct msghdr message = {.msg_iov = &into, .msg_iovlen = 1,
                                 .msg_control = &control, .msg_controllen = sizeof control};
        ssize_t got = recvmsg(CONTROL, &message, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got == 0)
            _exit(0);
        struct cmsghdr *with = CMSG_FIRSTHDR(&message);
        if (got < (ssize_t)sizeof packet.head || packet.head.magic != READY || !with ||
            with->cmsg_len != CMSG_LEN(2 * sizeof(int)) || packet.head.instructions > MOST_INSTRUCTIONS ||
            got != (ssize_t)(sizeof packet.head + packet.head.instructions * sizeof(struct sock_filter)))
            _exit(FAILED);
        int pipes[2];
        memcpy(pipes, CMSG_DATA(with), sizeof pipes);
        packet.head.folder[sizeof packet.head.folder - 1] = 0;
        int32_t child = (int32_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
        if (child == 0) {
            confine(&packet.head, pipes[0], pipes[1]);
            return;
        }
        close(pipes[0]);
        close(pipes[1]);
        if (write(CONTROL, &child, sizeof child) != sizeof child)
            _exit(FAILED);
    }
}

int getc(FILE *from)
{
    static int (*real)(FILE *);
    if (!real)
        real = (int (*)(FILE *))dlsym(RTLD_NEXT, "getc");
    if (from == stdin && !served) {
        served = 1;
        serve();
        return '\n';
    }
    return real(from);
}

/* The log must be readable by the processes that copy it. */
static FILE *open_readable(const char *symbol, const char *path, const char *mode)
{
    FILE *(*real)(const char *, const char *) = (FILE * (*)(const char *, const char *))dlsym(RTLD_NEXT, symbol);
    return real(path, !served && mode[0] == 'w' ? "w+b" : mode);
}

FILE *fopen(const char *path, const char *mode) { return open_readable("fopen", path, mode); }
FILE *fopen64(const char *path, const char *mode) { return open_readable("fopen64", path, mode); }
