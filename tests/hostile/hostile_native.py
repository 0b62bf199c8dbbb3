"""Attacks with the system's whole interface in hand, as a program has that took over its own process."""

from hostile_program import ERROR, MEMORY, OUTPUT, TIMEOUT, Program, native

NEIGHBOURS = (
    Program("kill everybody", native("attempt(lambda: os.kill(-1, 9))\nattempt(lambda: os.kill(0, 9))"), (ERROR,), reports=True),
    Program("kill the runner", native("for n in (1, os.getppid(), 2, 3, 4, 5):\n    attempt(lambda: os.kill(n, 9))\n    attempt(lambda: os.kill(n, 19))"), (ERROR,), reports=True),
    Program("trace a neighbour", native("for n in [*range(1, 40), os.getppid()]:\n    say(call(101, 16, n, 0, 0))\n    say(call(101, 0x4206, n, 0, 0))"), (ERROR,), reports=True),
    Program("read a neighbour's memory", native("buffer = ctypes.create_string_buffer(64)\npair = (ctypes.c_size_t * 2)(ctypes.addressof(buffer), 64)\nfor n in range(1, 40):\n    say(call(310, n, ctypes.addressof(pair), 1, ctypes.addressof(pair), 1, 0))\n    attempt(lambda: n != os.getpid() and open(f'/proc/{n}/mem', 'rb').read(1))"), (ERROR,), reports=True, said="denied|False"),
    Program("write to a neighbour's descriptors", native("for n in range(1, 60):\n    for d in range(64):\n        if n != os.getpid():\n            try: open(f'/proc/{n}/fd/{d}', 'wb').write(b'mathvis1')\n            except OSError: continue\n            say(f'wrote to {n} {d}')\nsay('denied')"), (ERROR,), reports=True),
    Program("write to every own descriptor", native("for d in range(3, 1024):\n    if d == log.fileno(): continue\n    try: os.write(d, b'mathvis1' * 100)\n    except OSError: continue\n    say(f'wrote to {d}')\nsay('denied')"), (ERROR,), reports=True),
    Program("reach the runner by every call", native("p = os.getppid()\nfor n in ((16, 0), (311, 0), (312, 0), (434, 0), (203, 0), (144, 0), (141, 0), (256, 0), (279, 0), (200, 9), (129, 9), (62, 9)):\n    say(call(n[0], p, n[1], 0, 0, 0))\nfor n in ((234, p, p, 9), (297, p, p, 9, 0), (251, 1, p, 0), (141, 0, p, 19), (302, p, 0, ctypes.addressof((ctypes.c_ulong * 2)(1, 1)), 0), (424, 0, 9, 0, 0), (438, 0, 0, 0), (440, 0, 0, 0, 0, 0)):\n    say(call(*n))"), (ERROR,), reports=True),
    Program("look into the runner through its files", native("names = 'environ maps smaps mem auxv syscall stack pagemap io timers map_files fd fdinfo ns cwd root exe task/{0}/mem task/{0}/fd'\nfor n in {1, os.getppid(), *range(2, 60)} - {os.getpid()}:\n    for name in names.format(n).split():\n        path = f'/proc/{n}/{name}'\n        try: os.listdir(path) if name in ('fd', 'fdinfo', 'ns', 'map_files') or name.endswith('/fd') else os.readlink(path) if name in ('cwd', 'root', 'exe') else open(path, 'rb').read(1)\n        except OSError: continue\n        say(f'read {path}')\nsay('denied')"), (ERROR,), reports=True),
    Program("change the runner through its files", native("names = 'mem oom_score_adj oom_adj coredump_filter clear_refs comm timerslack_ns loginuid setgroups uid_map gid_map autogroup sched attr/current make-it-fail task/{0}/comm'\nfor n in {1, os.getppid(), *range(2, 60)} - {os.getpid()}:\n    for name in names.format(n).split():\n        try: open(f'/proc/{n}/{name}', 'wb', buffering=0).write(b'0')\n        except OSError: continue\n        say(f'wrote to {n} {name}')\nsay('denied')"), (ERROR,), reports=True),
    Program("read from its own output", native("for d in (1, 2):\n    x = attempt(lambda: os.read(d, 1) or 'nothing')"), (ERROR,), reports=True),
    Program("be killed as if by others", native("for limit in (0, 1):\n    attempt(lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))\n    say(call(160, 0, 0))\nattempt(lambda: os.kill(os.getpid(), 9))\nfor n in range(1, 65):\n    if n not in (4, 6, 7, 8, 11): attempt(lambda: os.kill(os.getpid(), n))"), (ERROR,), reports=True),
    Program("send signals through a file", native("attempt(lambda: fcntl.fcntl(0, fcntl.F_SETOWN, os.getppid()))\nattempt(lambda: fcntl.fcntl(0, 10, 9))"), (ERROR,), reports=True),
    Program("limit a neighbour", native("attempt(lambda: resource.prlimit(os.getppid(), resource.RLIMIT_CPU, (1, 1)))"), (ERROR,), reports=True),
)  # fmt: skip

PRIVILEGES = (
    Program("become root", native("attempt(lambda: os.setuid(0))\nattempt(lambda: os.setresuid(0, 0, 0))\nattempt(lambda: os.setgroups([0]))"), (ERROR,), reports=True),
    Program("new namespaces", native("say(call(272, 0x10000000))\nsay(call(272, 0x00020000))\nsay(call(56, 0x10000000 | 17, 0, 0, 0, 0))\nsay(call(435, 0, 0))"), (ERROR,), reports=True),
    Program("mounts", native("say(call(165, 0, 0, 0, 0, 0))\nsay(call(430, 0, 0))\nsay(call(428, -100, 0, 0))\nsay(call(161, 0))\nsay(call(155, 0, 0))"), (ERROR,), reports=True),
    Program("kernel interfaces", native("for n in (321, 425, 298, 250, 248, 323, 304, 246, 175, 313, 169, 167, 103, 139 + 1000):\n    say(call(n, 0, 0, 0, 0, 0))"), (ERROR,), reports=True),
    Program("loosen the own limits", native("for which in (resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE, resource.RLIMIT_CORE):\n    hard = resource.getrlimit(which)[1]\n    attempt(lambda: 'unlimited' if hard == -1 else resource.setrlimit(which, (hard + 1, hard + 1)) or 'raised')"), (ERROR,), reports=True),
    Program("own program in the folder", native("open('x', 'wb').write(open('/usr/bin/true', 'rb').read())\nattempt(lambda: os.chmod('x', 0o755))\nattempt(lambda: os.execv('./x', ['x']))\nattempt(lambda: os.execv('/bin/sh', ['sh', '-c', 'exit']))"), (ERROR,), reports=True),
    Program("own program in memory", native("m = attempt(lambda: os.memfd_create('x'))\nsay(call(322, -100, 0, 0, 0, 0x1000))"), (ERROR,), reports=True),
    Program("devices and pipes with names", native("attempt(lambda: os.mknod('d', 0o20666, os.makedev(1, 1)))\nattempt(lambda: os.mkfifo('p'))"), (ERROR,), reports=True),
    Program("network", native("attempt(lambda: socket.socket().connect(('127.0.0.1', 80)))\nattempt(lambda: socket.socket(socket.AF_UNIX).bind('s'))\nattempt(lambda: socket.socket(16, 3, 0))\nattempt(lambda: socket.socketpair())"), (ERROR,), reports=True),
)  # fmt: skip

TIME = (
    Program("sleep in every way", native("attempt(lambda: time.sleep(1000))\nattempt(lambda: select.select([], [], [], 1000))\nattempt(lambda: select.poll().poll(1000000))\nsay(call(34))\nattempt(lambda: signal.sigwait([10]))\nsay(call(202, ctypes.addressof(ctypes.c_int(0)), 0, 0, 0, 0, 0))"), (ERROR,), reports=True),
    Program("stop itself", native("attempt(lambda: os.kill(os.getpid(), signal.SIGSTOP))\nsay(call(234, os.getpid(), os.getpid(), 19))"), (ERROR,), reports=True),
    Program("wait for itself", native("attempt(lambda: os.read(os.pipe()[0], 1))\na, b = open('l', 'w'), open('l', 'w')\nattempt(lambda: fcntl.flock(a, fcntl.LOCK_EX) or fcntl.flock(b, fcntl.LOCK_EX))"), (ERROR,), reports=True),
    Program("be polite to death", native("attempt(lambda: os.setpriority(os.PRIO_PROCESS, 0, 19))\nattempt(lambda: os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0)))\nattempt(lambda: os.sched_setaffinity(0, {0}))"), (ERROR,), reports=True),
    Program("outlive the limit of time", native("for n in range(1, 32):\n    if n not in (9, 19): signal.signal(n, signal.SIG_IGN)\nwhile True: pass"), (TIMEOUT,)),
    Program("outlive the engine", native("for _ in range(3):\n    attempt(lambda: os.fork())"), (ERROR,), reports=True),
)  # fmt: skip

RESOURCES = (
    Program("fork bomb", native("for _ in range(200):\n    try:\n        if os.fork() == 0: time.sleep(1000)\n        say('forked')\n    except OSError: pass\nsay('denied')"), (ERROR,), reports=True),
    Program("memory of maps", native("kept = []\nwhile True:\n    kept.append(mmap.mmap(-1, 1 << 24)); kept[-1][:] = b'x' * (1 << 24)"), (ERROR, MEMORY)),
    Program("memory in files", native("kept = []\nfor n in range(100):\n    try:\n        kept.append(os.memfd_create('x')); os.write(kept[-1], b'x' * (1 << 22))\n        say('kept')\n    except OSError: say('denied')"), (ERROR,), reports=True),
    Program("folder filled up", native("n = 0\ntry:\n    while True:\n        open(f'f{n}', 'wb').write(b'x' * 900_000); n += 1\nexcept OSError: say('denied')"), (OUTPUT,)),
    Program("folder nobody may enter, from the start", native("os.makedirs('a/b/c'); open('a/b/x', 'w').close(); os.mkdir('n', 0); os.umask(0o777); os.mkdir('a/m'); open('a/y', 'w').close()"), (OUTPUT, ERROR)),
    Program("folder full of names", native("n = 0\ntry:\n    while True:\n        os.close(os.open(f'f{n}', os.O_CREAT | os.O_WRONLY)); n += 1\nexcept OSError: say('denied')"), (OUTPUT, TIMEOUT)),
    Program("folder nobody may enter", native("os.makedirs('a/b/c'); open('a/b/x', 'w').close(); os.chmod('a/b', 0); os.chmod('a', 0); os.chmod('.', 0)"), (OUTPUT, ERROR)),
)  # fmt: skip

PROGRAMS = NEIGHBOURS + PRIVILEGES + TIME + RESOURCES
