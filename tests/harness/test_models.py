"""SPEC strings, recordings, a package's own programs, the public fake, and the offline engine."""

import asyncio
import json
import sys
from types import SimpleNamespace
from typing import ClassVar

import pytest
from harness_fakes import FakeDrawing, FakeTask

from mathvis.errors import ModelFault, UsageError
from mathvis.harness import ScriptedModel
from mathvis.harness.models import (
    CallContext,
    Kind,
    Message,
    ModelUnusable,
    Reply,
    Role,
    Sampling,
    TokenUsage,
    open_model,
    parse_spec,
)
from mathvis.harness.models.packaged import PackagedModel, Shelf, fenced
from mathvis.harness.models.replay import ReplayModel, line_of, read_lines

ASKED = (Message(Role.USER, "Draw."),)


def said(model, task="a/b/c", rollout=1, round_=1):
    return asyncio.run(model.complete(ASKED, Sampling(), context=CallContext(task, rollout, round_)))


class TestSpec:
    @pytest.mark.parametrize(
        ("text", "kind", "argument"),
        [
            ("openai:gpt-x", Kind.OPENAI, "gpt-x"),
            ("openai:org/name:tag", Kind.OPENAI, "org/name:tag"),
            ("vllm:/models/m", Kind.VLLM, "/models/m"),
            ("replay:runs/a", Kind.REPLAY, "runs/a"),
            ("reference", Kind.REFERENCE, ""),
            ("negatives", Kind.NEGATIVES, ""),
        ],
    )
    def test_specs_read_back_as_written(self, text, kind, argument):
        spec = parse_spec(text)
        assert (spec.kind, spec.argument, str(spec)) == (kind, argument, text)

    @pytest.mark.parametrize("text", ["", "gpt-x", "openai", "openai:", "replay:", "reference:x", "anthropic:y", ":x"])
    def test_a_wrong_spec_says_what_is_expected(self, text):
        with pytest.raises(UsageError, match=r"expected|takes nothing"):
            parse_spec(text)

    def test_base_url_belongs_to_servers(self):
        with pytest.raises(UsageError, match="--base-url"):
            open_model(parse_spec("reference"), [], base_url="http://x/v1")

    def test_vllm_says_how_to_install_it(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "vllm", None)
        with pytest.raises(UsageError, match=r"pip install 'mathvis\[vllm\]'"):
            open_model(parse_spec("vllm:m"), [])


class TestReply:
    def test_the_hash_is_taken_on_receipt_and_guards_the_text(self):
        body = Reply("text").to_dict()
        assert next(iter(body)) == "sha256"
        assert Reply.from_dict(body) == Reply("text")
        with pytest.raises(UsageError, match="altered"):
            Reply.from_dict({**body, "text": "other"})

    @pytest.mark.parametrize("body", [{}, {"text": "x"}, {"text": "x", "usage": {}, "colour": 1}, {"usage": None}])
    def test_other_data_are_no_reply(self, body):
        with pytest.raises(UsageError):
            Reply.from_dict(body)


class TestReplay:
    def folder(self, root):
        place = root / "algebra" / "group" / "a"
        place.mkdir(parents=True)
        (place / "1.md").write_text("first\r\n", encoding="utf-8", newline="")
        (place / "2.md").write_text("", encoding="utf-8")
        (place / "1-2.md").write_text("second round", encoding="utf-8")
        (place / "notes.md").write_text("no reply", encoding="utf-8")
        return root

    def test_a_folder_gives_each_rollout_its_own_recording(self, tmp_path):
        model = ReplayModel(self.folder(tmp_path))
        assert said(model, "algebra/group/a", 1).text == "first\r\n"
        assert said(model, "algebra/group/a", 2).text == ""
        assert said(model, "algebra/group/a", 1, 2).text == "second round"

    def test_a_recording_that_is_not_there_is_a_fault_never_an_empty_reply(self, tmp_path):
        model = ReplayModel(self.folder(tmp_path))
        with pytest.raises(ModelFault, match="rollout 3") as caught:
            said(model, "algebra/group/a", 3)
        assert not caught.value.transient

    def test_a_run_can_be_replayed_whole(self, tmp_path):
        reply = Reply("drawn \ud800\u2028", "length", "m", "fp", TokenUsage(3, 4), 1.5, 2, "id")
        (tmp_path / "replies.jsonl").write_bytes(line_of(("a/b/c", 2, 1), reply))
        for path in (tmp_path, tmp_path / "replies.jsonl"):
            assert said(ReplayModel(path), rollout=2) == reply

    def test_what_a_recording_is_does_not_depend_on_where_it_lies(self, tmp_path):
        one, two = (self.folder(tmp_path / name) for name in ("x", "y"))
        assert ReplayModel(one).identity() == ReplayModel(two).identity()
        (two / "algebra/group/a/2.md").write_text("other", encoding="utf-8")
        assert ReplayModel(one).identity() != ReplayModel(two).identity()

    def test_a_torn_last_line_is_left_out_at_every_length(self, tmp_path):
        file = tmp_path / "replies.jsonl"
        first, second = line_of(("a/b/c", 1, 1), Reply("one")), line_of(("a/b/c", 2, 1), Reply("two"))
        for cut in range(len(second) - 1):
            file.write_bytes(first + second[:cut])
            assert list(read_lines(file)) == [("a/b/c", 1, 1)]

    def test_a_broken_line_in_the_middle_is_an_error_that_names_it(self, tmp_path):
        file = tmp_path / "replies.jsonl"
        line = line_of(("a/b/c", 1, 1), Reply("one"))
        file.write_bytes(line + b"{broken\n" + line)
        with pytest.raises(UsageError, match="line 2"):
            read_lines(file)

    def test_an_altered_text_is_an_error(self, tmp_path):
        file = tmp_path / "replies.jsonl"
        file.write_bytes(line_of(("a/b/c", 1, 1), Reply("wrong")).replace(b'"wrong"', b'"right"'))
        with pytest.raises(UsageError, match="line 1"):
            read_lines(file)

    @pytest.mark.parametrize("make", ["nothing", "empty", "noise", "latin1"])
    def test_unreadable_recordings_are_usage_errors(self, tmp_path, make):
        path = tmp_path / "r"
        if make == "empty":
            path.mkdir()
        elif make == "noise":
            path.write_bytes(b"\x00\xff\n" * 10)
        elif make == "latin1":
            (path / "a/b/c").mkdir(parents=True)
            (path / "a/b/c/1.md").write_bytes("é".encode("latin-1"))
        with pytest.raises(UsageError):
            ReplayModel(path)


class TestPackaged:
    task = FakeTask(
        "a/b/c",
        references=(FakeDrawing("r.tex", "one"), FakeDrawing("r.svg", "<svg/>", "svg")),
        negatives=(FakeDrawing("n1.tex", "wrong"), FakeDrawing("n2.tex", "worse")),
    )

    def test_references_come_again_in_turn_and_each_at_least_once(self):
        model = PackagedModel(Shelf.REFERENCE, [self.task])
        assert model.rollouts("a/b/c", 3) == 3
        assert model.rollouts("a/b/c", 1) == 2
        assert [model.drawing("a/b/c", n).name for n in (1, 2, 3)] == ["r.tex", "r.svg", "r.tex"]

    def test_every_negative_gets_one_rollout_whatever_is_requested(self):
        model = PackagedModel(Shelf.NEGATIVES, [self.task])
        assert model.rollouts("a/b/c", 7) == 2
        assert "worse" in said(model, rollout=2).text

    def test_the_fence_is_longer_than_any_inside(self):
        text = fenced(FakeDrawing("x", "a ```` b"))
        assert text.splitlines()[0] == "`````latex"
        assert text.splitlines()[-1] == "`````"


class TestScripted:
    def test_it_serves_by_order_by_task_or_by_function(self):
        assert [said(m).text for m in [ScriptedModel(["x", "y"])] * 2] == ["x", "y"]
        assert said(ScriptedModel({"a/b/c": ["x", "y"]}), rollout=2).text == "y"
        assert said(ScriptedModel(lambda context: context.task)).text == "a/b/c"

    def test_it_remembers_what_it_was_asked(self):
        model = ScriptedModel(["x"])
        said(model)
        context, messages, sampling = model.calls[0]
        assert (context.rollout, messages, sampling) == (1, ASKED, Sampling())

    def test_it_raises_what_it_is_told_to_and_never_invents_a_reply(self):
        with pytest.raises(OSError, match="gone"):
            said(ScriptedModel([OSError("gone")]))
        with pytest.raises(ModelFault, match="no line"):
            said(ScriptedModel([]))


class FakeEngine:
    """Stands for vLLM's engine."""

    batches: ClassVar[list[int]] = []
    finish = "stop"

    def __init__(self, model):
        if model == "absent":
            raise OSError("no such model")

    def chat(self, conversations, parameters, *, use_tqdm):
        self.batches.append(len(conversations))
        return [
            SimpleNamespace(
                request_id=str(i),
                prompt_token_ids=[1, 2],
                outputs=[
                    SimpleNamespace(text=c[-1]["content"] + str(p["seed"]), finish_reason=self.finish, token_ids=[1])
                ],
            )
            for i, (c, p) in enumerate(zip(conversations, parameters, strict=True))
        ]


@pytest.fixture
def engine(monkeypatch):
    fake = SimpleNamespace(LLM=FakeEngine, SamplingParams=lambda **given: given, __version__="0.9")
    monkeypatch.setitem(sys.modules, "vllm", fake)
    monkeypatch.setattr(FakeEngine, "batches", [])
    return FakeEngine


class TestOffline:
    async def many(self, name, count):
        model = open_model(parse_spec(f"vllm:{name}"), [])
        try:
            calls = [model.complete(ASKED, Sampling(seed=n), context=CallContext("a/b/c", n)) for n in range(count)]
            return await asyncio.gather(*calls, return_exceptions=True)
        finally:
            await model.aclose()

    def test_waiting_calls_make_up_a_batch_and_get_their_own_replies(self, engine):
        replies = asyncio.run(self.many("m", 5))
        assert [reply.text for reply in replies] == [f"Draw.{n}" for n in range(5)]
        assert sum(engine.batches) == 5
        assert len(engine.batches) <= 2
        assert replies[0].usage == TokenUsage(2, 1)
        assert replies[0].fingerprint == "vllm 0.9"

    def test_an_engine_that_does_not_start_makes_the_model_unusable(self, engine):
        assert all(isinstance(item, ModelUnusable) for item in asyncio.run(self.many("absent", 2)))

    def test_an_aborted_reply_is_a_fault(self, engine, monkeypatch):
        monkeypatch.setattr(engine, "finish", "abort")
        (fault,) = asyncio.run(self.many("m", 1))
        assert isinstance(fault, ModelFault)


def test_lines_are_hash_first_json_on_one_line():
    line = line_of(("a/b/c", 1, 1), Reply("two\nlines\u2028\r"))
    assert line.startswith(b'{"sha256": "')
    assert line.count(b"\n") == 1
    assert json.loads(line)["reply"]["text"] == "two\nlines\u2028\r"
