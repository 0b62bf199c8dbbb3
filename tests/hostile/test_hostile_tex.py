"""Attacks that need more than one look at an artifact; `test_hostile_programs` has the rest."""

import re
import socket
import threading

import pytest
from sandbox_backends import lua, tikz

from mathvis.sandbox import Engine, Job, Outcome

FIGURE = r"\begin{tikzpicture}\draw (0,0) circle (1);\end{tikzpicture}"


def said(artifact):
    """What a Lua program wrote to the log, one line each."""
    return re.findall(r"^SAID (.*?) END$", artifact.log.replace(" END", " END\n"), re.MULTILINE)


def say(expression):
    return f'texio.write_nl("log", "SAID " .. tostring({expression}) .. " END")'


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
    assert len(set(state["Uid"].split())) == 1
    assert int(state["Uid"].split()[0]) >= 65532, "nobody of the image or the host"


@pytest.mark.docker
@pytest.mark.tex
def test_the_containers_mounts(docker):
    code = f'for line in io.lines("/proc/self/mounts") do {say("line")} end'
    mounts = {line.split()[1]: line.split()[3].split(",") for line in said(docker.run(lua(code)))}
    assert "ro" in mounts["/"]
    assert {"rw", "nosuid", "nodev", "noexec"} <= set(mounts["/work"])
    assert "/dev/shm" not in mounts
