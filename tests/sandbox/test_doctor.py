"""The doctor passes a sandbox that is in order, and fails one from which a limit was taken away."""

import os
from dataclasses import replace

import docker.api
import pytest
from sandbox_backends import ready

from mathvis.cli.main import main
from mathvis.errors import SandboxFault
from mathvis.sandbox import LIMITS, Outcome, bubblewrap, build, doctor_visit, payload, reply
from mathvis.sandbox.container import current_image
from mathvis.sandbox.doctor import fresh, judge
from mathvis.sandbox.doctor_programs import PROGRAMS
from mathvis.sandbox.engine import client
from mathvis.sandbox.model import Artifact, Engine
from mathvis.sandbox.opening import open_backend

QUICK = doctor_visit.quick(LIMITS)
SHARED = os.geteuid() != 0


def opened(name):
    return ready(lambda: open_backend(name, QUICK))


@pytest.fixture(scope="module")
def wrapped():
    backend = opened("bubblewrap")
    yield backend
    backend.close()


@pytest.fixture(scope="module")
def contained():
    backend = opened("docker")
    yield backend
    backend.close()


def seen_in(backend, limits=QUICK):
    """What a figure's process sees in a new warm worker."""
    worker = backend.worker(())
    try:
        request = reply.probe_request(limits, processes=limits.processes)
        return doctor_visit._asked(lambda: worker.exchange(request, 60))
    finally:
        worker.close()


def failed(seen, backend, limits=QUICK):
    return {check.name for check in judge(seen, limits, backend) if not check.well}


def dropped(*gone):
    """Take an option with its values out of bubblewrap's."""

    def change(arguments):
        arguments = list(arguments)
        if "--unshare-all" in arguments:
            at = arguments.index("--unshare-all")
            arguments[at : at + 1] = [f"--unshare-{name}" for name in ("ipc", "pid", "net", "uts", "cgroup-try")]
        for at in range(len(arguments)):
            if tuple(arguments[at : at + len(gone)]) == gone:
                return arguments[:at] + arguments[at + len(gone) :]
        raise AssertionError(f"{gone} is no option")

    return change


def added(*more):
    """Give bubblewrap more options before it makes the root read-only, the last thing it does."""

    def change(arguments):
        at = len(arguments) - 1 - arguments[::-1].index("--remount-ro")
        return [*arguments[:at], *more, *arguments[at:]]

    return change


@pytest.mark.bubblewrap
@pytest.mark.parametrize(
    ("change", "name"),
    [
        (dropped("--unshare-net"), "network interfaces"),
        (dropped("--unshare-pid"), "processes of its own"),
        (dropped("--unshare-uts", "--hostname", "sandbox"), "host name"),
        (dropped("--remount-ro", "/"), "root read-only"),
        (dropped("--size", str(QUICK.work)), "size of the work folder"),
        (added("--ro-bind", "/home", "/home"), "other folders of the host"),
        (added("--ro-bind", "/etc", "/etc"), "other configuration of the host"),
        (added("--dir", "/run", "--ro-bind", "/etc/passwd", "/run/docker.sock"), "socket of a container engine"),
        (added("--dev-bind", "/dev/null", "/dev/other"), "devices"),
        (added("--setenv", "OPENAI_API_KEY", "secret"), "environment"),
        (added("--bind", "/var/tmp", "/tmp"), "places that can be written"),
        (added("--tmpfs", "/usr/bin"), None),
        pytest.param(added("--cap-add", "ALL"), "runner's capabilities", marks=pytest.mark.skipif(SHARED, reason="an ordinary user has none to add")),
    ],
    ids=["network", "processes", "host-name", "root", "size", "folder", "configuration", "socket", "device", "environment", "writable", "tools", "capabilities"],
)  # fmt: skip
def test_bubblewrap_with_an_option_taken_away(wrapped, monkeypatch, change, name):
    arguments = bubblewrap._arguments

    def changed(*values, **more):
        made = arguments(*values, **more)
        if change.__qualname__.startswith("dropped") and "--hostname" in made:
            at = made.index("--unshare-uts") if "--unshare-uts" in made else None
            if at is not None:  # beside the name that needs it
                del made[at]
                made.insert(made.index("--hostname"), "--unshare-uts")
        return change(made)

    monkeypatch.setattr(bubblewrap, "_arguments", changed)
    if name is None:  # without its interpreter there is no runner
        with pytest.raises(SandboxFault):
            seen_in(wrapped)
        return
    assert name in failed(seen_in(wrapped), "bubblewrap")


INSIDE = "mathvis/sandbox/inside"


def altered(*changes):
    """The runner's files with some of their words changed."""

    def change(files):
        files = dict(files)
        for name, old, new in changes:
            assert old in files[f"{INSIDE}/{name}"]
            files[f"{INSIDE}/{name}"] = files[f"{INSIDE}/{name}"].replace(old, new)
        return files

    return change


NO_FILTER = altered(
    (
        "seccomp.py",
        b"    code = program(kind, own_pid=ANY_PID, execute=address or 0)",
        b"    return\n    code = program(kind, own_pid=ANY_PID, execute=address or 0)",
    )
)
ONE_CALL_MORE = altered(
    ("seccomp.py", b"    sched_getaffinity getcpu", b"    sched_setaffinity sched_getaffinity getcpu")
)
NO_RESOURCES = altered(
    ("steps.py", b"resource.RLIMIT_CORE: 0,", b""),
    ("steps.py", b"resource.RLIMIT_AS: self.memory,", b""),
    ("steps.py", b"resource.RLIMIT_FSIZE: self.file,", b""),
    ("steps.py", b"resource.RLIMIT_NOFILE: _OPEN_FILES,", b""),
    ("steps.py", b"if self.processes:", b"if False:"),
    ("job.py", b"os.mkdir(FOLDER, 0o700)", b"os.mkdir(FOLDER, 0o755)"),
)
NO_USERS = altered(("identity.py", b"    if not user:\n", b"    if True:\n"))


@pytest.mark.bubblewrap
@pytest.mark.parametrize(
    ("change", "names"),
    [
        (NO_FILTER, {"system-call filter", "calls that are forbidden"}),
        (ONE_CALL_MORE, {"calls that are forbidden"}),
        (NO_RESOURCES, {"limit of as", "limit of fsize", "limit of nofile", "processes", "mode of the figure's folder"}),
        pytest.param(NO_USERS, {"user", "capabilities that can be had"}, marks=pytest.mark.skipif(SHARED, reason="an ordinary user has one user alone")),
    ],
    ids=["filter", "one-call", "resources", "users"],
)  # fmt: skip
def test_a_runner_that_forgets_a_limit(monkeypatch, change, names):
    opened("bubblewrap").close()
    files = change(payload.payload())
    monkeypatch.setattr(payload, "payload", lambda: files)
    backend = open_backend("bubblewrap", QUICK)
    try:
        assert names <= failed(seen_in(backend), "bubblewrap")
    finally:
        backend.close()


@pytest.mark.docker
@pytest.mark.parametrize(
    ("host", "container", "name"),
    [
        ({"network_mode": "host"}, {"network_disabled": False}, "network of its own"),
        ({"read_only": False}, {}, "root read-only"),
        ({"cap_drop": []}, {}, "runner's capabilities"),
        ({"security_opt": ["no-new-privileges", "seccomp=unconfined"]}, {}, "profile of the container"),
        ({"security_opt": ["no-new-privileges"]}, {}, "profile of the container"),
        ({"security_opt": []}, {}, "no new privileges for the runner"),
        ({"pids_limit": -1}, {}, "processes of the container"),
        ({"mem_limit": None, "memswap_limit": None}, {}, "memory of the container"),
        ({"memswap_limit": -1}, {}, "swap of the container"),
        ({"tmpfs": {"/work": "rw,exec,suid,dev,size=16777216,mode=0711"}}, {}, "work folder"),
        ({"tmpfs": {"/work": "rw,noexec,nosuid,nodev,size=1g,mode=0711"}}, {}, "size of the work folder"),
        ({"binds": {"/usr/share": {"bind": "/host", "mode": "ro"}}}, {}, "other folders of the host"),
        ({"binds": {"/etc/passwd": {"bind": "/run/docker.sock", "mode": "ro"}}}, {}, "socket of a container engine"),
        ({"ipc_mode": "private"}, {}, "places that can be written"),
        ({"pid_mode": "host"}, {}, "processes of its own"),
        ({"devices": ["/dev/null:/dev/other:rwm"]}, {}, "devices"),
        ({}, {"environment": {"PATH": "/usr/bin:/bin", "OPENAI_API_KEY": "secret"}}, "environment"),
        ({}, {"hostname": "other"}, "host name"),
    ],
    ids=["network", "root", "capabilities", "unconfined", "default-profile", "no-new-privileges", "processes", "memory", "swap", "flags", "size", "folder", "socket", "shared-memory", "pids", "devices", "environment", "host-name"],
)  # fmt: skip
def test_a_container_with_a_limit_taken_away(contained, monkeypatch, host, container, name):
    config, create = docker.api.APIClient.create_host_config, docker.api.APIClient.create_container
    monkeypatch.setattr(
        docker.api.APIClient, "create_host_config", lambda self, **more: config(self, **{**more, **host})
    )
    monkeypatch.setattr(docker.api.APIClient, "create_container", lambda self, *a, **more: create(self, *a, **{**more, **container}))  # fmt: skip
    assert name in failed(seen_in(contained), "docker")


@pytest.mark.docker
def test_a_container_that_has_a_network(contained, monkeypatch):
    with client() as engine:
        ways = {each.name: each.attrs["Driver"] for each in engine.networks.list()}
        if ways.get("bridge") != "bridge":
            pytest.skip("this engine has no network to give")
    config, create = docker.api.APIClient.create_host_config, docker.api.APIClient.create_container
    monkeypatch.setattr(docker.api.APIClient, "create_host_config", lambda self, **more: config(self, **{**more, "network_mode": "bridge"}))  # fmt: skip
    monkeypatch.setattr(docker.api.APIClient, "create_container", lambda self, *a, **more: create(self, *a, **{**more, "network_disabled": False}))  # fmt: skip
    assert "network interfaces" in failed(seen_in(contained), "docker")


class TestJudging:
    @pytest.mark.parametrize("name", [pytest.param("bubblewrap", marks=pytest.mark.bubblewrap), pytest.param("docker", marks=pytest.mark.docker)])  # fmt: skip
    def test_nothing_that_is_seen_may_be_missing(self, request, name):
        seen = seen_in(request.getfixturevalue({"bubblewrap": "wrapped", "docker": "contained"}[name]))
        assert failed(seen, name) == set()
        unused = {key for key in seen if not failed({k: v for k, v in seen.items() if k != key}, name)}
        unused -= {"runner_files", "work_noexec", *(key for key in seen if key.startswith("call_"))}
        only_contained = {
            "network",
            "host_network",
            "runner_seccomp",
            "runner_socket",
            "bound_memory",
            "bound_memory_and_swap",
            "bound_processes",
        }
        assert unused <= ({"etc", "rlimit_nproc"} if name == "docker" else only_contained)

    def test_nothing_seen_is_nothing_well(self):
        checks = judge({}, LIMITS, "docker")
        assert not any(check.well for check in checks)

    def test_a_looser_limit_than_asked_for(self, wrapped):
        loose = replace(QUICK, memory=2 * QUICK.memory, cpu=2 * QUICK.cpu, output=2 * QUICK.output, processes=99)
        assert {"limit of as", "limit of cpu", "limit of fsize", "processes"} <= failed(
            seen_in(wrapped, loose), "bubblewrap"
        )

    @pytest.mark.parametrize(
        ("inside", "outside", "own"),
        [("net:[1]", "net:[2]", True), ("net:[1]", "net:[1]", False), ("net:[1]", "unknown", True), ("", "net:[1]", False), (None, "net:[1]", False), ("net:[1]", None, False)],
    )  # fmt: skip
    def test_the_network_of_the_host(self, inside, outside, own):
        seen = {key: value for key, value in (("network", inside), ("host_network", outside)) if value is not None}
        (check,) = (check for check in judge(seen, LIMITS, "docker") if check.name == "network of its own")
        assert check.well is own

    def test_two_figures_with_one_user(self):
        assert fresh({"uid": 5}, {"uid": 6}, shared=False).well
        assert not fresh({"uid": 5}, {"uid": 5}, shared=False).well
        assert fresh({"uid": 5}, {"uid": 5}, shared=True).well
        assert not fresh({}, {}, shared=True).well


class TestFiles:
    """The label of an image says what it was built from; whoever has the engine can write another label."""

    @pytest.mark.parametrize("name", [pytest.param("bubblewrap", marks=pytest.mark.bubblewrap), pytest.param("docker", marks=pytest.mark.docker)])  # fmt: skip
    def test_the_runner_is_this_installations(self, request, name):
        seen = seen_in(request.getfixturevalue({"bubblewrap": "wrapped", "docker": "contained"}[name]))
        assert doctor_visit._files(seen).well
        assert not doctor_visit._files({**seen, "runner_files": "0" * 64}).well
        assert not doctor_visit._files({}).well

    @pytest.mark.bubblewrap
    def test_another_runner_under_the_same_name(self, wrapped, monkeypatch):
        files = altered(("job.py", b"os.mkdir(FOLDER, 0o700)", b"os.mkdir(FOLDER, 0o0700)"))(payload.payload())
        seen = seen_in(wrapped)
        monkeypatch.setattr(payload, "payload", lambda: files)
        assert not doctor_visit._files(seen).well

    @pytest.mark.docker
    def test_another_image_under_our_name_is_not_used(self, contained):
        name = f"{build.TAG}:retagged-in-a-test"
        with client() as engine:
            other = engine.images.get(build.BASE)
            other.tag(build.TAG, "retagged-in-a-test")
            try:
                assert current_image(engine) == contained._image != other.id
            finally:
                engine.images.remove(name)

    @pytest.mark.docker
    def test_containers_are_made_from_the_images_id_and_not_from_a_name(self, contained):
        assert contained._image.startswith("sha256:")
        assert contained.toolchain == f"docker:{contained._image}"


class TestPrograms:
    def test_what_a_program_got_is_a_breach(self):
        program = next(each for each in PROGRAMS if each.name == "files from Lua")
        refused = Artifact(Outcome.OK, Engine.LUALATEX, log="SAID nil END\nSAID nil END")
        breach = Artifact(Outcome.OK, Engine.LUALATEX, log="SAID nil END\nSAID /etc/shadow END")
        silent = Artifact(Outcome.OK, Engine.LUALATEX, log="")
        other = Artifact(Outcome.MEMORY, Engine.LUALATEX, log="SAID nil END")
        assert [program.verdict(each)[0] for each in (refused, breach, silent, other)] == [True, False, False, False]


@pytest.mark.parametrize(
    ("name", "fixture"),
    [pytest.param("bubblewrap", "wrapped", marks=[pytest.mark.bubblewrap, pytest.mark.tex]), pytest.param("docker", "contained", marks=[pytest.mark.docker, pytest.mark.tex])],
)  # fmt: skip
def test_the_doctor_passes_what_is_in_order(request, capsys, name, fixture):
    request.getfixturevalue(fixture)
    assert main(["sandbox", "doctor", "--backend", name]) == 0
    said = capsys.readouterr().out
    assert "checks passed, 0 failed" in said
    assert "✗" not in said
    assert said.count("attack: ") == len(PROGRAMS)


@pytest.mark.bubblewrap
def test_the_doctor_fails_with_exit_code_3(wrapped, monkeypatch, capsys):
    arguments = bubblewrap._arguments
    monkeypatch.setattr(bubblewrap, "_arguments", lambda *a, **b: added("--setenv", "SECRET", "x")(arguments(*a, **b)))
    monkeypatch.setattr(doctor_visit, "PROGRAMS", ())
    assert main(["sandbox", "doctor", "--backend", "bubblewrap", "--json"]) == 3
    assert '"well": false' in capsys.readouterr().out


def test_an_unknown_backend_is_a_usage_error(capsys):
    assert main(["sandbox", "doctor", "--backend", "chroot"]) == 2
    assert "there is no sandbox backend 'chroot'" in capsys.readouterr().err
