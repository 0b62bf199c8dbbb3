/* A program that is forked for each figure.
 *
 * Preloaded into a TeX engine that asks its terminal for a line: that read is the fork point, and the order
 * brings the line. Preloaded into a tool with MATHVIS_LIVE set, its main function is the fork point: what is
 * shared are the libraries that it has loaded, and the order brings its arguments. It answers orders on a
 * socket; for each it makes a sibling of itself (a child of the runner, which waits for it). The sibling for a
 * figure confines itself before it goes on. An engine may also grow: that sibling reads more of what is trusted
 * and asks for a line again, on a socket of its own. Nothing a sibling does is seen by the program that it was
 * forked from.
 *
 * Order: `struct order`, the system-call filter and the words (the line, or the tool's arguments), each ended by
 * a zero byte, in one packet with descriptors: standard input, output and error for a figure, the socket for what
 * grows. Answer: the new process's id. On start: READY, or the program ends.
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
enum { MOST_INSTRUCTIONS = 2048, OWN_PID = 0x7A5A5A5A, STREAMS = 3, MOST_FILES = 16, MOST_NAME = 64 };
enum { MOST_WORDS = 2048, STACK = 8 << 20 };
static const uint32_t READY = 0x4c495645, GROW = 0x574f5247;

struct order {
    uint32_t magic, user, cpu_soft, cpu_hard, processes, files, instructions, words;
    uint64_t memory, file;
    char folder[256];
};

static struct {
    struct order head;
    char rest[MOST_INSTRUCTIONS * sizeof(struct sock_filter) + MOST_WORDS];
} packet;

/* Files that are open for writing, by what they are and what they were called. */
static struct {
    dev_t device;
    ino_t number;
    char name[MOST_NAME];
} made[MOST_FILES];
static int files_made;

static int served;        /* this process is a figure's, or a tool's: nothing more is asked of it */
static const char *line;  /* what is left of the line that the terminal says */

static void fail(const char *what)
{
    dprintf(2, "%s: %s\n", what, strerror(errno));
    _exit(FAILED);
}

static int written_to(int fd, struct stat *state)
{
    int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY && fd != CONTROL && !fstat(fd, state);
}

static int place_of(const struct stat *state)
{
    for (int at = files_made - 1; at >= 0; at--)
        if (made[at].number == state->st_ino && made[at].device == state->st_dev)
            return at;
    return -1;
}

/* The files that are open for writing are shared with the engine: give this process copies of its own. */
static void own_files(void)
{
    static char piece[1 << 16];
    for (int fd = STREAMS; fd < HIGHEST; fd++) {
        struct stat state;
        if (!written_to(fd, &state))
            continue;
        int place = place_of(&state);
        int copy = place < 0 ? -1 : open(made[place].name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
        if (copy < 0 || fstat(copy, &state))
            fail("open");
        made[place].device = state.st_dev;
        made[place].number = state.st_ino;
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

static void confine(const struct order *order, struct sock_filter *filter, const int *streams)
{
    for (int place = 0; place < STREAMS; place++)
        if (dup2(streams[place], place) < 0)
            fail("dup2");
    for (int place = 0; place < STREAMS; place++)
        close(streams[place]);
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
    own_files();
    limit(RLIMIT_AS, order->memory, order->memory);
    limit(RLIMIT_FSIZE, order->file, order->file);
    limit(RLIMIT_CORE, 0, 0);
    limit(RLIMIT_STACK, STACK, STACK);
    limit(RLIMIT_NOFILE, order->files, order->files);
    limit(RLIMIT_MEMLOCK, 0, 0);
    limit(RLIMIT_MSGQUEUE, 0, 0);
    limit(RLIMIT_CPU, order->cpu_soft, order->cpu_hard);
    if (order->processes)
        limit(RLIMIT_NPROC, order->processes, order->processes);
    for (uint32_t at = 0; at < order->instructions; at++)
        if (filter[at].k == OWN_PID)
            filter[at].k = (uint32_t)getpid();
    struct sock_fprog program = {(unsigned short)order->instructions, filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
        fail("seccomp");
}

/* An engine that is to read more of what is trusted: a folder and a socket of its own, and no limits. */
static void grow(const struct order *order, int control)
{
    if (dup2(control, CONTROL) < 0)
        fail("dup2");
    close(control);
    setsid();
    if (chdir(order->folder))
        fail("chdir");
    own_files();
}

/* Siblings share the place in a file that is open: only what can be copied may be, under a name of its own. */
static void check_files(void)
{
    for (int fd = STREAMS; fd < HIGHEST; fd++) {
        struct stat state;
        if (!written_to(fd, &state))
            continue;
        int place = place_of(&state);
        if (!S_ISREG(state.st_mode) || place < 0 || strchr(made[place].name, '/') ||
            (fcntl(fd, F_GETFL) & O_ACCMODE) != O_RDWR) {
            dprintf(2, "descriptor %d is open\n", fd);
            _exit(FAILED);
        }
    }
}

/* Take orders; return in each new process, with the place of its words. */
static char *serve(void)
{
    fflush(NULL);
    check_files();
    if (chdir("/"))
        fail("chdir");
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    if (write(CONTROL, &READY, sizeof READY) != sizeof READY)
        _exit(FAILED);
    for (;;) {
        union { struct cmsghdr align; char room[CMSG_SPACE(STREAMS * sizeof(int))]; } control;
        struct iovec into = {&packet, sizeof packet};
        struct msghdr message = {.msg_iov = &into, .msg_iovlen = 1,
                                 .msg_control = &control, .msg_controllen = sizeof control};
        ssize_t got = recvmsg(CONTROL, &message, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got == 0)
            _exit(0);
        struct cmsghdr *with = CMSG_FIRSTHDR(&message);
        if (got < (ssize_t)sizeof packet.head || (packet.head.magic != READY && packet.head.magic != GROW) || !with ||
            packet.head.instructions > MOST_INSTRUCTIONS || !packet.head.words || packet.head.words > MOST_WORDS)
            _exit(FAILED);
        int grows = packet.head.magic == GROW, count = grows ? 1 : STREAMS;
        size_t filter = packet.head.instructions * sizeof(struct sock_filter), size = filter + packet.head.words;
        if (got != (ssize_t)(sizeof packet.head + size) || with->cmsg_len != CMSG_LEN(count * sizeof(int)) ||
            packet.rest[size - 1])
            _exit(FAILED);
        int streams[STREAMS];
        memcpy(streams, CMSG_DATA(with), count * sizeof(int));
        packet.head.folder[sizeof packet.head.folder - 1] = 0;
        int32_t child = (int32_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
        if (child == 0) {
            if (grows)
                grow(&packet.head, streams[0]);
            else
                confine(&packet.head, (struct sock_filter *)packet.rest, streams);
            served = !grows;
            return packet.rest + filter;
        }
        for (int place = 0; place < count; place++)
            close(streams[place]);
        if (write(CONTROL, &child, sizeof child) != sizeof child)
            _exit(FAILED);
    }
}

int getc(FILE *from)
{
    static int (*real)(FILE *);
    if (!real)
        real = (int (*)(FILE *))dlsym(RTLD_NEXT, "getc");
    if (from != stdin || (served && !line))
        return real(from);
    if (!line)
        line = serve();
    if (*line)
        return (unsigned char)*line++;
    line = NULL;
    return '\n';
}

/* What is written must be readable by the processes that copy it, and is remembered by its name. */
static FILE *open_readable(const char *symbol, const char *path, const char *mode)
{
    FILE *(*real)(const char *, const char *) = (FILE * (*)(const char *, const char *))dlsym(RTLD_NEXT, symbol);
    int writes = !served && mode[0] == 'w';
    FILE *file = real(path, writes ? "w+b" : mode);
    struct stat state;
    if (writes && file && files_made < MOST_FILES && strlen(path) < MOST_NAME && !fstat(fileno(file), &state)) {
        made[files_made].device = state.st_dev;
        made[files_made].number = state.st_ino;
        strcpy(made[files_made++].name, strncmp(path, "./", 2) ? path : path + 2);
    }
    return file;
}

FILE *fopen(const char *path, const char *mode) { return open_readable("fopen", path, mode); }
FILE *fopen64(const char *path, const char *mode) { return open_readable("fopen64", path, mode); }

typedef int entry(int, char **, char **);
typedef int starter(entry *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);

static entry *tool;

/* The arguments are put where the first ones were: some languages look there, whatever main is given. */
static int live_main(int count, char **arguments, char **environment)
{
    char *at = serve(), *end = at + packet.head.words;
    for (int place = 1; place < count; place++) {
        if (at >= end)
            fail("arguments");
        arguments[place] = at;
        at += strnlen(at, (size_t)(end - at)) + 1;
    }
    if (at != end)
        fail("arguments");
    return tool(count, arguments, environment);
}

int __libc_start_main(entry *program, int count, char **arguments, void (*before)(void), void (*after)(void),
                      void (*loader)(void), void *stack)
{
    starter *real = (starter *)dlsym(RTLD_NEXT, "__libc_start_main");
    tool = program;
    return real(getenv("MATHVIS_LIVE") ? live_main : program, count, arguments, before, after, loader, stack);
}
