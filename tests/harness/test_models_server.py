"""A real server on loopback misbehaves in every way; only what the model truly said becomes a reply."""

import asyncio
import time

import pytest
from server_fakes import OK, Server, completion, drop, drop_at_once, trickle

from mathvis.errors import ModelFault, UsageError
from mathvis.harness.models.base import CallContext, CallFault, CallRefused, Message, ModelUnusable, Role, Sampling
from mathvis.harness.models.retry import RetryPolicy, retry_after
from mathvis.harness.models.server import ServerModel

CONTEXT = CallContext("algebra/group/a", 1)
HELLO = (Message(Role.SYSTEM, "Draw."), Message(Role.USER, "A circle."))


class FakeClock:
    """Sleeps pass at once and are remembered."""

    def __init__(self):
        self.time, self.slept = 1000.0, []

    def now(self):
        return self.time

    def wall(self):
        return 1_700_000_000.0 + self.time

    async def sleep(self, seconds):
        self.slept.append(seconds)
        self.time += seconds
        await asyncio.sleep(0)


def ask(*script, attempts=3, timeout=20.0, sampling=None, calls=1, clock=None):
    """Ask a scripted server; return (replies or exceptions, server, clock)."""
    clock = clock or FakeClock()

    async def go(server):
        model = ServerModel("name", base_url=server.url, timeout=timeout, policy=RetryPolicy(attempts), clock=clock)
        try:
            todo = [model.complete(HELLO, sampling or Sampling(seed=5), context=CONTEXT) for _ in range(calls)]
            return await asyncio.gather(*todo, return_exceptions=True)
        finally:
            await model.aclose()

    with Server(*script) as server:
        return asyncio.run(go(server)), server, clock


def one(*script, **options):
    (reply,), server, clock = ask(*script, **options)
    return reply, server, clock


def test_a_reply_is_recorded_with_all_that_the_server_says_of_it():
    reply, server, _ = one(OK)
    assert (reply.text, reply.finish_reason, reply.model, reply.fingerprint, reply.raw_id) == (
        "drawn",
        "stop",
        "m-2",
        "fp",
        "r-1",
    )
    assert (reply.usage.prompt, reply.usage.completion, reply.usage.reasoning) == (11, 7, 3)
    assert reply.attempts == 1
    path, body, _ = server.requests[0]
    assert path == "/v1/chat/completions"
    assert body["messages"] == [{"role": "system", "content": "Draw."}, {"role": "user", "content": "A circle."}]
    assert (body["temperature"], body["max_tokens"], body["seed"], body["model"]) == (0.2, 4096, 5, "name")


def test_what_is_none_is_not_sent():
    _, server, _ = one(OK, sampling=Sampling(temperature=None, seed=None))
    assert not {"temperature", "seed"} & set(server.requests[0][1])


def test_an_empty_reply_is_what_the_model_said():
    for content in ("", None):
        reply, server, _ = one((200, completion(content)))
        assert (reply.text, reply.finish_reason, len(server.requests)) == ("", "stop", 1)


@pytest.mark.parametrize("reason", ["length", "content_filter"])
def test_a_cut_or_filtered_reply_is_kept_with_its_reason(reason):
    reply, server, _ = one((200, completion("half", reason)))
    assert (reply.text, reply.finish_reason, len(server.requests)) == ("half", reason, 1)


def test_retry_after_is_obeyed_to_the_second():
    reply, _, clock = one((429, {"error": {"message": "slow down"}}, [("Retry-After", "17")]), OK)
    assert (reply.text, reply.attempts) == ("drawn", 2)
    assert clock.slept == [17.0]


def test_retry_after_may_be_a_date():
    assert retry_after("Wed, 15 Nov 2023 00:00:00 GMT", 1_700_006_400.0 - 30) == 30.0
    assert retry_after("Wed, 15 Nov 2023 00:00:00 GMT", 1_800_000_000.0) == 0.0
    assert retry_after("soon", 0.0) is None
    assert retry_after("nan", 0.0) is None
    assert retry_after(None, 0.0) is None


def test_a_server_that_asks_to_wait_for_hours_is_not_waited_for():
    fault, server, clock = one((429, {}, [("Retry-After", "7200")]))
    assert isinstance(fault, CallFault)
    assert clock.slept == []
    assert len(server.requests) == 1


def test_parallel_calls_wait_together_when_the_server_says_so():
    replies, _, clock = ask((429, {}, [("Retry-After", "9")]), OK, calls=3)
    assert [reply.text for reply in replies] == ["drawn"] * 3
    assert max(clock.slept) == pytest.approx(9.0)


def test_waits_grow_and_have_a_ceiling():
    policy = RetryPolicy(first=1.0, ceiling=60.0, jitter=0.0)
    assert [policy.wait(n) for n in range(1, 9)] == [1, 2, 4, 8, 16, 32, 60, 60]
    jittered = RetryPolicy(first=1.0, jitter=0.25)
    assert jittered.wait(1, 0.0) == 0.75
    assert jittered.wait(1, 1.0) == 1.0


BROKEN = {
    "429": (429, {"error": {"message": "busy"}}),
    "500": (500, {"error": {"message": "oops"}}),
    "502 of a proxy, in HTML": (502, b"<html>Bad gateway</html>"),
    "503": (503, {}),
    "dropped in the middle": drop,
    "dropped at once": drop_at_once,
    "broken JSON": (200, b'{"choices": [{"message": {"content": "dra'),
    "HTML with status 200": (200, b"<html>Welcome</html>"),
    "empty body": (200, b""),
    "no choices": (200, completion(choices=[])),
    "choices null": (200, completion(choices=None)),
    "no message": (200, {"choices": [{"finish_reason": "stop"}]}),
    "an array": (200, b"[]"),
    "an error object with status 200": (200, {"error": {"message": "upstream died", "code": 502}}),
    "no finish reason": (200, completion("half", None)),
    "finish reason error": (200, completion("half", "error")),
    "finish reason abort": (200, completion("", "abort")),
    "content that is no text": (200, completion({"a": 1})),
}


@pytest.mark.parametrize("step", BROKEN.values(), ids=BROKEN)
def test_what_is_no_reply_is_tried_again(step):
    reply, server, _ = one(step, OK)
    assert not isinstance(reply, Exception), reply
    assert (reply.text, reply.attempts, len(server.requests)) == ("drawn", 2, 2)


@pytest.mark.parametrize("step", BROKEN.values(), ids=BROKEN)
def test_what_stays_no_reply_is_a_fault_and_names_the_rollout(step):
    fault, server, _ = one(step, attempts=2)
    assert isinstance(fault, ModelFault)
    assert fault.transient
    assert "algebra/group/a" in str(fault)
    assert len(server.requests) == 2


def test_a_slow_stream_meets_the_total_time_limit():
    begun = time.monotonic()
    fault, server, _ = one(trickle, attempts=2, timeout=0.3)
    assert isinstance(fault, CallFault)
    assert "0.3 s" in str(fault)
    assert len(server.requests) == 2
    assert time.monotonic() - begun < 5


def test_a_server_that_is_not_there_is_a_fault():
    async def go():
        model = ServerModel("name", base_url="http://127.0.0.1:9/v1", policy=RetryPolicy(2), clock=FakeClock())
        try:
            await model.complete(HELLO, Sampling(), context=CONTEXT)
        finally:
            await model.aclose()

    with pytest.raises(CallFault, match="connection lost"):
        asyncio.run(go())


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_wrong_key_or_model_is_not_tried_again(status):
    fault, server, _ = one((status, {"error": {"message": "no such model"}}))
    assert isinstance(fault, ModelUnusable)
    assert "no such model" in str(fault)
    assert len(server.requests) == 1


def test_an_empty_account_is_not_tried_again():
    fault, server, _ = one((429, {"error": {"message": "no money", "code": "insufficient_quota"}}))
    assert isinstance(fault, ModelUnusable)
    assert len(server.requests) == 1


def test_a_refused_request_concerns_this_call_alone():
    fault, server, _ = one((400, {"error": {"message": "maximum context length is 10"}}))
    assert isinstance(fault, CallRefused)
    assert not fault.transient
    assert len(server.requests) == 1


def test_text_parts_are_joined_and_thoughts_left_out():
    parts = [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    reply, _, _ = one((200, completion(parts)))
    assert reply.text == "ab"


def test_lone_surrogates_survive():
    reply, _, _ = one((200, b'{"choices": [{"finish_reason": "stop", "message": {"content": "a\\ud800b"}}]}'))
    assert reply.text == "a\ud800b"


def test_a_hosted_model_needs_a_key_and_a_local_one_does_not(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(UsageError, match="OPENAI_API_KEY"):
        ServerModel("gpt")
    reply, server, _ = one(OK)
    assert reply.text == "drawn"
    monkeypatch.setenv("OPENAI_API_KEY", "a-key")
    _, server, _ = one(OK)
    assert server.requests[0][2]["authorization"] == "Bearer a-key"
