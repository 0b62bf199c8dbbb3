"""Programs that attack: each must end within its limits, get nothing, leave nothing, and be booked on the program."""

import re
import socket
import threading

import pytest
from sandbox_backends import LIMITS_IN_TESTS, lua, tikz

from mathvis.sandbox import Engine, Job, Outcome

FIGURE = r"\begin{tikzpicture}\draw (0,0) circle (1);\end{tikzpicture}"


def said(artifact):
    """What a Lua program wrote to the log, one line each."""
    return re.findall(r"^SAID (.*?) END$", artifact.log.replace(" END", " END\n"), re.MULTILINE)


def say(expression):
    return f'texio.write_nl("log", "SAID " .. tostring({expression}) .. " END")'


class TestTime:
    @pytest.mark.parametrize(
        "job",
        [
            tikz(r"\def\again{\advance\count1 by 1 \again}\again"),
            tikz(r"\loop\iftrue\repeat"),
            tikz(
                r"\begin{tikzpicture}\foreach \x in {1,...,9999} {\foreach \y in {1,...,9999} {\pgfmathparse{sin(\y)}}} \end{tikzpicture}"
            ),
            lua("while true do end"),
            lua("while true do pcall(function() while true do end end) end"),
        ],
        ids=["macro", "loop", "foreach", "lua", "lua-pcall"],
    )
    def test_endless_programs_are_stopped_by_cpu_time(self, sandbox, job):
        artifact = sandbox.run(job)
        assert artifact.outcome is Outcome.TIMEOUT
        assert artifact.usage.cpu < LIMITS_IN_TESTS.cpu + 3
        assert artifact.document is artifact.picture is artifact.scene is None

    def test_the_next_job_is_not_disturbed(self, sandbox):
        sandbox.run(tikz(r"\loop\iftrue\repeat"))
        assert sandbox.run(tikz(FIGURE)).outcome is Outcome.OK

    @pytest.mark.parametrize(
        "wait",
        [
            'require("socket").sleep(1000)',
            'local s = socket or require("socket.core") s.select(nil, nil, 1000)',
            'io.popen("sleep 1000"):read("*a")',
            'os.execute("sleep 1000")',
            'io.open("/dev/stdin"):read("*a") io.read("*a")',
        ],
    )
    def test_a_program_cannot_sleep_its_way_into_an_overload(self, sandbox, wait):
        """Wall time without CPU time would look like a fault of ours and take the rollout out of the count."""
        artifact = sandbox.run(lua(wait))
        assert artifact.outcome in {Outcome.OK, Outcome.COMPILE_ERROR}
        assert artifact.usage.stages["engine"] < LIMITS_IN_TESTS.wall

    def test_terminal_input_is_never_waited_for(self, sandbox):
        artifact = sandbox.run(tikz(r"\read-1 to\x \read16 to\y"))
        assert artifact.outcome is Outcome.COMPILE_ERROR


class TestMemory:
    @pytest.mark.parametrize(
        "code",
        [
            'local t = {} for i = 1, 1e9 do t[i] = string.rep("x", 1000000) .. i end',
            "local t = {} while true do t = {t, t} local u = {t} for i = 1, 1000 do u[i] = {i} end t = {t, u} end",
            'string.rep("x", 2000000000)',
        ],
        ids=["strings", "tables", "one-string"],
    )
    def test_lua_without_end(self, sandbox, code):
        artifact = sandbox.run(lua(code))
        assert artifact.outcome is Outcome.MEMORY
        assert artifact.usage.memory < 600

    def test_tex_meets_its_own_capacity_first(self, sandbox):
        artifact = sandbox.run(tikz(r"\def\x{xxxxxxxxxx}\loop\edef\x{\x\x}\iftrue\repeat"))
        assert artifact.outcome is Outcome.COMPILE_ERROR
        assert "capacity exceeded" in artifact.errors[0].message


class TestOutput:
    @pytest.mark.parametrize(
        "job",
        [
            tikz(r"\newwrite\w\immediate\openout\w=x.dat \loop\immediate\write\w{" + "x" * 900 + r"}\iftrue\repeat"),
            tikz(r"\loop\wlog{" + "x" * 900 + r"}\iftrue\repeat"),
            lua('local f = io.open("x", "w") while true do f:write(string.rep("x", 1000000)) end'),
            lua('for i = 1, 12 do local f = io.open("x" .. i, "w") f:write(string.rep("x", 10000000)) f:close() end'),
        ],
        ids=["write", "log", "one-file", "many-files"],
    )  # fmt: skip
    def test_floods_of_bytes(self, sandbox, job):
        artifact = sandbox.run(job)
        assert artifact.outcome is Outcome.OUTPUT
        assert len(artifact.log) <= LIMITS_IN_TESTS.log

    def test_a_flood_of_files(self, sandbox):
        artifact = sandbox.run(lua('for i = 1, 20000 do local f = io.open("x" .. i, "w") if f then f:close() end end'))
        assert artifact.outcome in {Outcome.OUTPUT, Outcome.TIMEOUT}

    def test_a_flood_of_pages(self, sandbox):
        artifact = sandbox.run(tikz(r"\loop\shipout\hbox{x}\iftrue\repeat"))
        assert artifact.outcome in {Outcome.OUTPUT, Outcome.TIMEOUT, Outcome.COMPILE_ERROR}


class TestProcesses:
    @pytest.mark.parametrize(
        "code",
        [
            'for i = 1, 1000 do os.execute("sleep 1000 &") end',
            'for i = 1, 1000 do io.popen("sleep 1000") end',
            'for i = 1, 1000 do os.spawn({"/bin/sh", "-c", "sleep 1000"}) end',
        ],
    )
    def test_a_fork_bomb_does_not_fork(self, sandbox, code):
        artifact = sandbox.run(lua(f"pcall(function() {code} end)"))
        assert artifact.outcome in {Outcome.OK, Outcome.COMPILE_ERROR}
        assert artifact.usage.stages["engine"] < 30

    @pytest.mark.parametrize(
        "attempt",
        [
            r"\immediate\write18{touch escaped.tex}",
            r"\makeatletter\@@input|touch\space escaped.tex \makeatother",
            r"\input{|touch escaped.tex}",
            r"\openin5=|touch\space escaped.tex \closein5",
            r"\csname ShellEscape\endcsname{touch escaped.tex}",
        ],
    )
    def test_no_shell_from_tex(self, sandbox, attempt):
        artifact = sandbox.run(
            tikz(attempt + r"\IfFileExists{escaped.tex}{\wlog{SAID escaped END}}{\wlog{SAID nothing END}}" + FIGURE)
        )
        assert said(artifact) in (["nothing"], []), "an emergency stop says nothing"

    def test_no_shell_from_lua(self, sandbox):
        tries = " ".join(
            f"pcall(function() {call} end)"
            for call in (
                'os.execute("touch escaped")',
                'io.popen("touch escaped"):close()',
                'os.spawn("touch escaped")',
                'os.exec("touch escaped")',
            )
        )
        artifact = sandbox.run(lua(f'{tries} {say("""io.open("escaped")""")}'))
        assert said(artifact) in (["nil"], []), "exec would have ended the engine"

    def test_exit_codes_are_the_programs(self, sandbox):
        for code in (0, 4, 5, 126):
            assert sandbox.run(lua(f"os.exit({code})")).outcome is Outcome.COMPILE_ERROR

    def test_a_crash_is_the_programs(self, sandbox):
        artifact = sandbox.run(lua("local function f() return f() + 1 end f()"))
        assert artifact.outcome is Outcome.COMPILE_ERROR


class TestSecrets:
    @pytest.mark.parametrize("engine", [Engine.PDFLATEX, Engine.LUALATEX])
    @pytest.mark.parametrize("path", ["/etc/hostname", "/etc/hosts", "/proc/self/status", "../tex/figure.tex"])
    def test_tex_reads_nothing_outside_its_folder(self, sandbox, engine, path):
        read = rf"\newread\r\openin\r={path} \ifeof\r \wlog{{SAID nothing END}}\else\read\r to\l\wlog{{SAID \meaning\l\space END}}\fi"
        artifact = sandbox.run(Job(tikz(read + FIGURE).source, engine))
        assert said(artifact) == ["nothing"]

    def test_lua_finds_nothing_of_the_host(self, sandbox, tmp_path_factory):
        secret = tmp_path_factory.mktemp("host") / "secret"
        secret.write_text("the host's secret")
        paths = [
            str(secret),
            "/etc/shadow",
            "/etc/machine-id",
            "/root/.bashrc",
            "/var/run/docker.sock",
            "/work/scene",
        ]
        code = " ".join(say(f'io.open("{path}")') for path in paths)
        assert said(sandbox.run(lua(code))) == ["nil"] * len(paths)

    def test_the_host_name_and_user_are_not_the_hosts(self, sandbox):
        code = f'{say("os.uname().nodename")} {say("""os.getenv("USER")""")} {say("""os.getenv("HOSTNAME")""")}'
        name, user, host = said(sandbox.run(lua(code)))
        assert name == "sandbox"
        assert user == "nil"
        assert host in {"nil", "sandbox"}
        assert socket.gethostname() != "sandbox"

    def test_nothing_of_our_environment_is_inside(self, sandbox, monkeypatch):
        monkeypatch.setenv("MATHVIS_SECRET", "key")
        code = f"for name in pairs(os.env) do {say('name')} end"
        names = set(said(sandbox.run(lua(code))))
        assert "PATH" in names
        assert not names & {"MATHVIS_SECRET", "USER", "SSH_AUTH_SOCK", "OPENAI_API_KEY", "PWD"}

    def test_only_the_work_folder_can_be_written(self, sandbox):
        paths = [
            "/x",
            "/usr/x",
            "/opt/mathvis/x",
            "/etc/x",
            "/tmp/x",
            "/dev/x",
            "/dev/shm/x",
            "/var/lib/texmf/x",
            "/work/../x",
        ]
        code = " ".join(say(f'io.open("{path}", "w")') for path in [*paths, "inside"])
        *outside, inside = said(sandbox.run(lua(code)))
        assert outside == ["nil"] * len(paths)
        assert inside != "nil"

    def test_the_runner_cannot_be_looked_into(self, sandbox):
        """It holds the reply; a program of the same user must not reach its memory or descriptors."""
        code = (
            'local found = 0 for pid = 1, 500 do for _, what in ipairs{"mem", "environ", "fd/1", "maps"} do '
            'local name = "/proc/" .. pid .. "/" .. what '
            'local own = io.open("/proc/" .. pid .. "/comm") local comm = own and own:read("*l") or "" if own then own:close() end '
            'if not (comm == "lualatex") and io.open(name) then found = found + 1 end end end ' + say("found")
        )
        assert said(sandbox.run(lua(code))) == ["0"]

    def test_links_are_not_followed_out_of_the_sandbox(self, sandbox):
        code = 'lfs.link("/etc/passwd", "figure.pdf", true)'
        artifact = sandbox.run(lua(f"{code} os.exit(0)"))
        assert artifact.outcome is Outcome.COMPILE_ERROR
        assert artifact.document is None


class TestNetwork:
    def test_the_hosts_loopback_is_out_of_reach(self, sandbox):
        with socket.create_server(("127.0.0.1", 0)) as server:
            server.settimeout(0.2)
            port = server.getsockname()[1]
            reached = threading.Event()

            def listen():
                try:
                    server.accept()
                    reached.set()
                except TimeoutError:
                    pass

            code = f'local ok, s = pcall(require, "socket.core") s = s or socket if s then local c = s.tcp() if c then c:connect("127.0.0.1", {port}) end end'
            sandbox.run(lua(f"pcall(function() {code} end)"))
            listen()
            assert not reached.is_set()


class TestForgery:
    def test_a_rubbish_pdf_is_an_error_of_the_program(self, sandbox):
        code = 'local f = io.open("figure.pdf", "w") f:write("rubbish") f:close() os.exit(0)'
        artifact = sandbox.run(lua(code))
        assert artifact.outcome is Outcome.COMPILE_ERROR
        assert artifact.picture is artifact.scene is None

    def test_a_title_cannot_state_the_number_of_pages(self, sandbox):
        body = r"\pdfinfo{/Title (x\string\nPages:           1\string\nPage size:       9 x 9 pts)}"
        artifact = sandbox.run(tikz(body + "\\tikz\\draw (0,0) circle (1);\n\n\\tikz\\draw (0,0) circle (1);"))
        assert artifact.pages == 2
        assert artifact.width > 50

    def test_a_pdf_bomb_ends_within_the_limits(self, sandbox):
        """Ten thousand times the same content stream, which inflates to forty megabytes."""
        code = """
            local parts, offsets = {}, {}
            local function object(text)
                offsets[1 + table.getn(offsets)] = string.len(table.concat(parts))
                parts[1 + table.getn(parts)] = table.getn(offsets) .. " 0 obj " .. text .. " endobj "
            end
            parts[1] = string.char(37) .. "PDF-1.5 "
            local page = zlib.compress(string.rep("0 0 m 50 50 l S ", 2500000))
            object("<</Type /Catalog /Pages 2 0 R>>")
            object("<</Type /Pages /Kids [3 0 R] /Count 1>>")
            object("<</Type /Page /Parent 2 0 R /MediaBox [0 0 50 50] /Contents [" .. string.rep("4 0 R ", 10000) .. "]>>")
            object("<</Length " .. string.len(page) .. " /Filter /FlateDecode>> stream" .. string.char(10) .. page .. " endstream")
            local start = string.len(table.concat(parts))
            local nl = string.char(10)
            parts[1 + table.getn(parts)] = "xref" .. nl .. "0 5" .. nl .. "0000000000 65535 f " .. nl
            for _, at in ipairs(offsets) do
                local digits = tostring(at)
                parts[1 + table.getn(parts)] = string.rep("0", 10 - string.len(digits)) .. digits .. " 00000 n " .. nl
            end
            parts[1 + table.getn(parts)] = "trailer <</Size 5 /Root 1 0 R>>" .. nl .. "startxref" .. nl .. start .. nl
            parts[1 + table.getn(parts)] = string.char(37, 37) .. "EOF" .. nl
            local f = io.open("figure.pdf", "wb") f:write(table.concat(parts)) f:close()
            os.exit(0)
        """
        count = "table.getn = table.getn or function(t) local n = 0 for _ in pairs(t) do n = n + 1 end return n end "
        artifact = sandbox.run(lua(count + " ".join(code.split())))
        assert artifact.document is not None
        assert (artifact.pages, artifact.width) == (1, 50.0)
        assert artifact.outcome in {Outcome.TIMEOUT, Outcome.MEMORY}
        assert artifact.scene is None
        assert artifact.scene_error


@pytest.mark.docker
@pytest.mark.tex
def test_the_containers_confinement_is_in_force(docker):
    """Read off from inside, where /proc says it."""
    code = f'for line in io.lines("/proc/self/status") do {say("line")} end'
    state = dict(line.split(":", 1) for line in said(docker.run(lua(code))))
    state = {name: value.strip() for name, value in state.items()}
    for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
        assert int(state[name], 16) == 0
    assert state["NoNewPrivs"] == "1"
    assert state["Seccomp"] == "2"
    assert int(state["Seccomp_filters"]) >= 2, "the engine's and ours"
    assert set(state["Uid"].split()) == {"65532"}


@pytest.mark.docker
@pytest.mark.tex
def test_the_containers_mounts(docker):
    code = f'for line in io.lines("/proc/self/mounts") do {say("line")} end'
    mounts = {line.split()[1]: line.split()[3].split(",") for line in said(docker.run(lua(code)))}
    assert "ro" in mounts["/"]
    assert {"rw", "nosuid", "nodev", "noexec"} <= set(mounts["/work"])
    assert "/dev/shm" not in mounts
