"""`run --resume` from the command line, under other settings than the run was begun with."""

import re
import shlex

import pytest
from harness_fakes import FakeTask
from run_world import ALL, FakeSandbox, record, run

from mathvis.cli.main import main
from mathvis.harness import session
from mathvis.harness.store import RunStore

SETTINGS = {
    "temperature": ["--temperature", "0.9", "sampling.temperature"],
    "no temperature": ["--temperature", "none", "sampling.temperature"],
    "length": ["--max-tokens", "9", "sampling.max_tokens"],
    "seed": ["--seed", "7", "sampling.seed"],
    "no seed": ["--seed", "none", "sampling.seed"],
    "prompt": ["--prompt", "cot", "prompt.setting"],
    "rollouts": ["--rollouts", "2", "rollouts"],
    "model": ["--model", "reference", "model.spec"],
}


class TestConflicts:
    def test_an_existing_run_needs_resume(self, world, capsys):
        model = record(world, ALL)
        run(world, *model)
        assert run(world, *model) == 2
        assert "--resume" in capsys.readouterr().err

    def test_a_changed_configuration_is_refused_with_the_difference(self, world, capsys):
        model = record(world, ALL)
        run(world, *model)
        assert run(world, *model, "--resume", "--temperature", "0.9") == 2
        err = capsys.readouterr().err
        assert "sampling.temperature: 0.2 -> 0.9; give --temperature 0.2\n" in err
        assert err.endswith("or start a new run in another folder\n")

    @pytest.mark.parametrize("backwards", [False, True], ids=["changed", "left out"])
    @pytest.mark.parametrize("change", SETTINGS.values(), ids=SETTINGS)
    def test_what_is_advised_lets_the_run_go_on(self, world, capsys, change, backwards):
        """Whatever setting differs, it is named with both values, and the option that is told restores it."""
        option, value, name = change
        plain = record(world, ALL)
        changed = [*plain, option, value]
        first, then = (changed, plain) if backwards else (plain, changed)
        assert run(world, *first) == 0
        capsys.readouterr()
        assert run(world, *then, "--resume") == 2
        err = capsys.readouterr().err
        (line,) = [line for line in err.splitlines() if option in line]
        assert re.match(rf"  {name}.*: \S.* -> \S.*; give {option} \S+$", line)
        advice = shlex.split(line.split("give ")[1])
        assert run(world, *then, "--resume", *advice) == 0

    @pytest.mark.parametrize(
        ("first", "then", "advice"),
        [
            (["--tasks", "algebra/*"], [], "give --tasks 'algebra/*'"),
            (["--tasks", "algebra/*"], ["--tasks", "topology/*"], "give --tasks 'algebra/*'"),
            (["--discipline", "topology"], [], "give --discipline topology"),
            (["--sample", "1"], [], "give --sample 1"),
            ([], ["--tasks", "algebra/*"], "leave out --tasks"),
            ([], ["--discipline", "topology"], "leave out --discipline"),
            (
                ["--tasks", "algebra/*"],
                ["--sample", "1", "--tasks", "t*"],
                "give --tasks 'algebra/*', leave out --sample",
            ),
        ],
    )
    def test_another_selection_is_refused_in_one_line_with_the_selection_of_the_run(
        self, world, capsys, first, then, advice
    ):
        model = record(world, ALL)
        assert run(world, *model, *first) == 0
        assert run(world, *model, *then, "--resume") == 2
        lines = capsys.readouterr().err.splitlines()
        (line,) = [line for line in lines if line.startswith("  tasks: ")]
        assert line.endswith(f"; {advice}")
        assert not [line for line in lines if line.startswith("  tasks.")]
        assert run(world, *model, *first, "--resume") == 0

    def test_another_backend_is_refused_with_the_one_that_the_run_was_begun_with(self, world, capsys, monkeypatch):
        """As when an image is built in between: `auto` then takes another backend."""

        class Backends(FakeSandbox):
            def __init__(self, backend):
                super().__init__()
                self.toolchain = f"{backend}:{backend.encode().hex() * 4}"

        monkeypatch.setattr(session, "open_sandbox", lambda name: Backends("docker" if name == "auto" else name))
        model = record(world, ALL)
        assert run(world, *model, "--backend", "bubblewrap") == 0
        assert run(world, *model, "--resume") == 2
        err = capsys.readouterr().err
        assert re.search(r'toolchain: "bubblewrap:\w{12}…" -> "docker:\w+…?"; give --backend bubblewrap\n', err)
        assert f"or run `mathvis score {world.out}` first" in err
        assert run(world, *model, "--resume", "--backend", "bubblewrap") == 0
        assert main(["score", str(world.out), "--backend", "docker"]) == 0
        capsys.readouterr()
        assert run(world, *model, "--resume", "--backend", "bubblewrap") == 2
        assert "give --backend docker" in capsys.readouterr().err
        assert run(world, *model, "--resume") == 0

    def test_what_no_option_restores_is_told_as_such(self, world, capsys):
        model = record(world, ALL)
        run(world, *model)
        world.tasks[0] = FakeTask("algebra/group/a", prompt="Draw something else.")
        assert run(world, *model, "--resume", "--temperature", "0.9") == 2
        err = capsys.readouterr().err
        assert "tasks.algebra/group/a.prompt: " in err
        assert "give --temperature 0.2" in err
        assert "no option restores all of it: start a new run in another folder" in err

    def test_a_run_in_use_is_refused(self, world, capsys):
        model = record(world, ALL)
        run(world, *model)
        with RunStore.resume(world.out):
            assert run(world, *model, "--resume") == 2
            assert main(["score", str(world.out)]) == 2
            assert main(["report", str(world.out)]) == 0
        assert "in use by process" in capsys.readouterr().err

    def test_no_sandbox_exits_3(self, world, capsys):
        world.sandbox = None
        assert run(world, "--model", "reference") == 3
        assert "install bubblewrap" in capsys.readouterr().err
