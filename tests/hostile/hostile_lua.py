"""Lua that attacks: it reads, writes and calls whatever its process may."""

from hostile_program import ERROR, MEMORY, OK, OUTPUT, TIMEOUT, Program, lua

LOOK = 'for _, p in ipairs{%s} do local f = io.open(p) say(f and f:read(1) or "nil") end'
MAKE = 'for _, p in ipairs{%s} do local f = io.open(p, "w") say(f and "open" or "nil") end'


def paths(template: str, *names: str) -> str:
    return template % ", ".join(f'"{name}"' for name in names)


SHELL = (
    Program("os.execute", lua('os.execute("touch escaped") say(io.open("escaped"))'), (OK,), reports=True),
    Program("io.popen", lua('pcall(function() io.popen("touch escaped"):close() end) say(io.open("escaped"))'), (OK,), reports=True),
    Program("os.spawn", lua('pcall(os.spawn, {"/usr/bin/touch", "escaped"}) say(io.open("escaped"))'), (OK,), reports=True),
    Program("os.exec of a shell", lua('os.exec{"/bin/sh", "-c", "touch /work/escaped; touch /tmp/escaped; cat /etc/shadow"} say("denied")'), (OK, ERROR)),
    Program("escape switched on", lua('texconfig.shell_escape = "t" status.shell_escape = 1 os.execute("touch escaped") tex.print([[\\immediate\\write18{touch escaped}]]) say(io.open("escaped"))'), (OK, ERROR)),
    Program("foreign functions", lua('try(function() local ffi = require("ffi") ffi.cdef("int system(const char *);") return ffi.C.system("touch escaped") end) say(io.open("escaped"))'), (OK, ERROR), said="denied|nil|-1"),
    Program("function of the C library", lua('local f = package.loadlib("/lib/" .. (os.uname().machine) .. "-linux-gnu/libc.so.6", "fork") if f then f() end'), (OK, ERROR)),
)  # fmt: skip

READING = (
    Program("files of a host", lua(paths(LOOK, "/etc/shadow", "/etc/machine-id", "/etc/hosts.allow", "/root/.bashrc", "/root/.ssh/id_rsa", "/home", "/var/run/docker.sock", "/run/docker.sock", "/var/lib/dpkg/status.lock")), (OK,), reports=True),
    Program("files of the runner", lua(paths(LOOK, "/work/scene", "/proc/1/environ", "/proc/1/mem", "/proc/1/maps", "/proc/1/root/etc/passwd", "/proc/1/cwd/x", "/proc/1/fd/0")), (OK,), reports=True),
    Program("files of the kernel", lua(paths(LOOK, "/proc/kcore", "/proc/kmsg", "/proc/sysrq-trigger", "/proc/keys", "/proc/timer_list", "/sys/kernel/debug", "/sys/firmware/efi", "/dev/mem", "/dev/kmsg", "/dev/vda", "/dev/sda", "/dev/kvm", "/dev/fuse", "/dev/tty", "/dev/console")), (OK,), reports=True),
    Program("other folders of figures", lua('for name in lfs.dir("/work") do if name ~= "." and name ~= ".." then local inside = 0 pcall(function() for _ in lfs.dir("/work/" .. name) do inside = inside + 1 end end) say(name .. (lfs.currentdir():find(name, 1, true) and " is mine" or inside > 2 and " is open" or " is shut")) end end'), (OK, ERROR), said=".* is mine|.* is shut|denied"),
    Program("environment", lua('for name, value in pairs(os.env) do if name:find("KEY") or name:find("TOKEN") or name:find("SSH") or name:find("USER") or name:find("PROXY") or name:find("proxy") then say(name) end end'), (OK,)),
    Program("names of the host", lua('say(os.uname().nodename) say(os.getenv("HOSTNAME"))'), (OK,), said="sandbox|nil", reports=True),
    Program("own environment into a new process", lua('os.setenv("TEXMFCNF", lfs.currentdir()) os.setenv("LD_PRELOAD", lfs.currentdir() .. "/x.so") os.setenv("PATH", lfs.currentdir()) local f = io.open("texmf.cnf", "w") f:write("shell_escape = t openin_any = a") f:close() kpse.set_program_name("luatex") say(kpse.find_file("/etc/shadow"))'), (OK, ERROR)),
)  # fmt: skip

WRITING = (
    Program("outside the folder", lua(paths(MAKE, "/x", "/usr/x", "/opt/mathvis/x", "/etc/x", "/tmp/x", "/var/tmp/x", "/run/x", "/dev/x", "/dev/shm/x", "/var/lib/texmf/x", "/work/../x", "/usr/local/x")), (OK,), reports=True),
    Program("the kernel's switches", lua(paths(MAKE, "/proc/sys/kernel/core_pattern", "/proc/sys/vm/drop_caches", "/proc/sysrq-trigger", "/sys/power/state", "/sys/fs/cgroup/release_agent", "/sys/fs/cgroup/cgroup.procs", "/sys/fs/cgroup/memory/memory.limit_in_bytes", "/proc/1/oom_score_adj", "/dev/cpu_dma_latency")), (OK,), reports=True),
    Program("over the reader's code", lua(paths(MAKE, "/opt/mathvis/tex/mathvis-scene-boot.tex", "/opt/mathvis/mathvis/sandbox/inside/main.py", "/usr/bin/python3", "/usr/lib/python3/dist-packages/sitecustomize.py")), (OK,), reports=True),
    Program("link to a file as the document", lua('lfs.link("/etc/passwd", "figure.pdf", true) os.exit(0)'), (ERROR,), "no page"),
    Program("link to a device as the log", lua('os.remove("figure.log") lfs.link("/dev/zero", "figure.log", true)'), (OK, ERROR)),
    Program("hard link to the reader's code", lua('say(lfs.link("/opt/mathvis/tex/mathvis-scene-boot.tex", "mine.tex"))'), (OK,), reports=True),
    Program("folder as the document", lua('lfs.mkdir("figure.pdf") os.exit(0)'), (ERROR,), "no page"),
    Program("file with a hole", lua('local f = io.open("figure.pdf", "w") f:seek("set", 1000000000000) f:write("x") f:close() os.exit(0)'), (ERROR, OUTPUT)),
    Program("deep folders", lua('local p = "d" for i = 1, 3000 do if not lfs.mkdir("d") or not lfs.chdir("d") then break end end'), (OK, ERROR, OUTPUT)),
    Program("folder that cannot be cleared", lua('lfs.mkdir("d") local f = io.open("d/x", "w") f:close() lfs.mkdir("d/e") os.execute("chmod 0 d")'), (OK,)),
)  # fmt: skip

LEAVE = (
    "local function leave(path, text) "
    'local at = "" for part in path:gmatch("([^/]+)/") do at = at .. part .. "/" lfs.mkdir(at) end '
    'local f = io.open(path, "w") if f then f:write(text) f:close() end end '
)
BREAK = r"\\errmessage{left behind}\\endinput"
LEFTOVERS = (
    Program("class and package of the same name", lua(LEAVE + f'for _, n in ipairs{{"standalone.cls", "article.cls", "tikz.sty", "pgf.sty", "graphicx.sty", "mathvis-scene-boot.tex", "figure.tex", "figure.aux"}} do leave(n, "{BREAK}") end'), (OK,), leaves=True),
    Program("configuration of latexmk", lua(LEAVE + 'for _, n in ipairs{"latexmkrc", ".latexmkrc", "LatexMk"} do leave(n, "system(\'touch /work/escaped\');") end'), (OK,), leaves=True),
    Program("configuration of TeX", lua(LEAVE + 'for _, n in ipairs{"texmf.cnf", "texmfcnf.lua", "web2c/texmf.cnf", "pdftex.map", "pdftexconfig.tex", "language.dat", "ls-R", "fonts.conf"} do leave(n, "openin_any = a shell_escape = t") end'), (OK,), leaves=True),
    Program("caches of fonts", lua(LEAVE + 'for _, n in ipairs{"var/luatex-cache/generic/names/luaotfload-names.lua", "var/luatex-cache/generic-dev/fonts/otl/lmroman10-regular.lua", "var/fonts/map/pdftex.map", ".cache/fontconfig/x", ".fonts.conf"} do leave(n, "error(1)") end'), (OK,), leaves=True),
    Program("modules of the reader", lua(LEAVE + 'for _, n in ipairs{"sitecustomize.py", "usercustomize.py", "pikepdf.py", "lxml/__init__.py", "mathvis/__init__.py", "json.py"} do leave(n, "raise SystemExit(0)") end'), (OK,), leaves=True),
    Program("home of the user", lua(LEAVE + 'for _, p in ipairs{"/nonexistent", os.getenv("HOME") or "x", "/tmp", "/var/tmp", "/root"} do pcall(lfs.mkdir, p .. "/texmf") say(io.open(p .. "/texmf/x.sty", "w")) end'), (OK,), leaves=True, reports=True),
)  # fmt: skip

NETWORK = (
    Program("socket", lua('try(function() local s = require("socket.core") local c = assert(s.tcp()) assert(c:connect("127.0.0.1", 80)) return "connected" end)'), (OK,), reports=True),
    Program("datagram", lua('try(function() local s = require("socket.core") local c = assert(s.udp()) assert(c:sendto("x", "8.8.8.8", 53)) return "sent" end)'), (OK,), reports=True),
    Program("page of the web", lua('try(function() local h = require("socket.http") return assert(h.request("http://example.org/")) end)'), (OK,), reports=True),
    Program("engine's socket", lua('try(function() local u = require("socket.unix") local c = assert(u()) assert(c:connect("/var/run/docker.sock")) return "connected" end)'), (OK,), reports=True),
)  # fmt: skip

SLEEP = (
    Program("sleep", lua('pcall(function() require("socket").sleep(1000) end) pcall(function() local s = socket or require("socket.core") s.select(nil, nil, 1000) end)'), (OK,)),
    Program("sleep of a child", lua('pcall(function() io.popen("sleep 1000"):read("*a") end) os.execute("sleep 1000")'), (OK,)),
    Program("standard input", lua('pcall(function() io.read("*a") end) pcall(function() io.open("/dev/stdin"):read("*a") end)'), (OK,)),
    Program("own output", lua('for _, n in ipairs{1, 2} do for _, p in ipairs{"/proc/self/fd/", "/dev/fd/"} do pcall(function() io.open(p .. n):read("*a") end) end end'), (OK, TIMEOUT)),
    Program("terminal", lua('for _, p in ipairs{"/dev/ptmx", "/dev/pts/ptmx", "/dev/tty", "/dev/console"} do pcall(function() io.open(p, "r+"):read(1) end) end'), (OK, TIMEOUT)),
)  # fmt: skip

LOOPS = (
    Program("loop", lua("while true do end"), (TIMEOUT,), "CPU time"),
    Program("loop that catches", lua("while true do pcall(function() while true do end end) end"), (TIMEOUT,), "CPU time"),
    Program("pattern", lua('string.find(("a"):rep(300), ("a-"):rep(300) .. "b")'), (TIMEOUT, ERROR)),
    Program("recursion", lua("local function f() return f() + 1 end f()"), (ERROR, TIMEOUT)),
)  # fmt: skip

BOMBS = (
    Program("strings", lua('local t = {} for i = 1, 1e9 do t[i] = ("x"):rep(1000000) .. i end'), (MEMORY,), "memory"),
    Program("tables", lua("local t = {} while true do t = {t} for i = 1, 1000 do t[i + 1] = {i} end end"), (MEMORY, TIMEOUT)),
    Program("one string", lua('("x"):rep(2000000000)'), (MEMORY,), "memory"),
    Program("device without end", lua('io.open("/dev/zero"):read("*a")'), (MEMORY,), "memory"),
    Program("one file", lua('local f = io.open("x", "w") while true do f:write(("x"):rep(1000000)) end'), (OUTPUT,), "more than"),
    Program("many files", lua('for i = 1, 40 do local f = io.open("x" .. i, "w") f:write(("x"):rep(1000000)) f:close() end'), (OUTPUT,), "more than"),
    Program("thousands of files", lua('for i = 1, 20000 do local f = io.open("x" .. i, "w") if f then f:close() end end'), (OUTPUT, TIMEOUT)),
    Program("descriptors", lua('local t = {} for i = 1, 5000 do t[i] = io.open("/dev/null") end say(t[2000])'), (OK, ERROR)),
    Program("standard error", lua('for i = 1, 200 do io.stderr:write(("x"):rep(1000000)) end'), (OK,)),
    Program("standard output", lua('for i = 1, 200 do io.stdout:write(("x"):rep(1000000)) end'), (OK,)),
    Program("processes", lua('for i = 1, 500 do os.execute("sleep 1000 &") pcall(io.popen, "sleep 1000") pcall(os.spawn, {"/bin/sleep", "1000"}) end'), (OK,)),
)  # fmt: skip

REPLIES = (
    Program("reply on standard output", lua('io.stdout:write("mathvis1" .. ("\\0"):rep(64) .. "result{}") io.stdout:flush() io.stderr:write("result") io.stderr:flush()'), (OK,)),
    Program("reply in the log", lua('texio.write_nl("log", "mathvis1\\0\\0\\0\\0result")'), (OK,)),
    Program("reply on every descriptor", lua('for n = 0, 255 do for _, p in ipairs{"/proc/self/fd/", "/dev/fd/"} do pcall(function() local f = io.open(p .. n, "w") f:write("mathvis1") f:flush() end) end end'), (OK, ERROR)),
    *(Program(f"exit code {code}", lua(f"os.exit({code})"), (ERROR,)) for code in (0, 4, 97, 126)),
)  # fmt: skip

PROGRAMS = SHELL + READING + WRITING + LEFTOVERS + NETWORK + SLEEP + LOOPS + BOMBS + REPLIES
