"""Reading what comes out of the sandbox: bounded, typed, and never believed further than its type."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from mathvis.sandbox.inside import frames, picture
from mathvis.sandbox.model import Artifact, Engine, Job, Outcome, SourceError, Usage

if TYPE_CHECKING:
    from mathvis.sandbox.limits import Limits

_TEXT = 2000
_DECLARATION = re.compile(r"""\A(<\?xml\b[^>]{0,200}?)\s+encoding\s*=\s*(?:"[^"<>]*"|'[^'<>]*')""")


class ReplyError(ValueError):
    """What came out is not a reply."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A decoded reply.

    `suspect` is ``starved``, ``killed``, ``reader`` or ``incomplete`` where there may be a fault of ours, else empty.
    """

    artifact: Artifact
    suspect: str


def request(job: Job, limits: Limits, *, processes: int) -> bytes:
    """Return the message that asks for `job`."""
    return frames.pack({"job": _order(str(job.engine), limits, processes), "source": encoded(job)})


def probe_request(limits: Limits, *, processes: int) -> bytes:
    """Return the message that asks the runner to look around (`mathvis.sandbox.inside.probe`) in a figure's place."""
    return frames.pack({"job": _order("probe", limits, processes), "source": b""})


def _order(engine: str, limits: Limits, processes: int) -> bytes:
    order = {
        "engine": engine,
        "processes": processes,
        "limits": {
            name: getattr(limits, name)
            for name in (
                "wall",
                "cpu",
                "step",
                "step_cpu",
                "memory",
                "output",
                "log",
                "errors",
                "page",
                "side",
                "picture",
                "scene",
            )
        },
    }
    return json.dumps(order).encode()


def encoded(job: Job) -> bytes:
    """Return the program's bytes; what was not UTF-8 in the reply is given on as it was."""
    text = job.source
    if job.engine is Engine.SVG:
        text = _DECLARATION.sub(r"\1", text)  # it is UTF-8 now, whatever it was
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def decode(message: bytes, job: Job, limits: Limits) -> Reply:
    """Read a reply.

    Raises
    ------
    ReplyError
        It is incomplete, too large, or not of the agreed form.
    """
    try:
        parts = frames.unpack(message, frames.REPLY_NAMES, limits.archive)
        result = json.loads(parts["result"])
        caps = {"document": limits.output, "picture": limits.picture, "scene": limits.scene, "log": limits.log}
        for name, cap in caps.items():
            if len(parts.get(name, b"")) > cap:
                raise ReplyError(f"its {name} is larger than {cap} bytes")
        return Reply(_artifact(result, parts, job, limits), _text(result["suspect"]))
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ReplyError(f"its result is not of the agreed form: {error!r}") from error
    except ValueError as error:
        raise ReplyError(str(error)) from error


def _artifact(result: dict[str, Any], parts: dict[str, bytes], job: Job, limits: Limits) -> Artifact:
    png = parts.get("picture")
    if png is not None:
        size = picture.png_size(png)
        if size is None or max(size) > limits.side:
            raise ReplyError("its picture is not a PNG of the agreed size")
    errors = tuple(
        SourceError(_text(message), None if line is None else max(1, int(line) - job.offset))
        for message, line in result["errors"][: 2 * limits.errors]
    )
    usage = Usage(
        cpu=_number(result["cpu"]),
        memory=_number(result["memory"]),
        stages={_text(name)[:20]: _number(value) for name, value in list(result["stages"].items())[:20]},
    )
    return Artifact(
        outcome=Outcome(result["outcome"]),
        engine=job.engine,
        message=_text(result["message"]),
        document=parts.get("document"),
        picture=png,
        picture_scale=_number(result["picture_scale"]),
        scene=parts.get("scene"),
        scene_error=_text(result["scene_error"]),
        log=parts.get("log", b"").decode("utf-8", "replace"),
        errors=errors,
        pages=int(_number(result["pages"])),
        width=_number(result["width"]),
        height=_number(result["height"]),
        usage=usage,
    )


def with_usage(artifact: Artifact, wall: float, backend: str, toolchain: str) -> Artifact:
    """Complete an artifact with what only the host knows."""
    return replace(artifact, usage=replace(artifact.usage, wall=wall), backend=backend, toolchain=toolchain)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value[:_TEXT]


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value < 0:
        raise TypeError(f"{value!r} is no number")
    return float(value)
