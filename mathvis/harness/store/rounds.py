"""One round of one rollout on disk: program, artifact, scene, verdict; and reading it back with its hashes checked."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from mathvis.errors import UsageError
from mathvis.extract.model import Format
from mathvis.gates.verdict import Verdict
from mathvis.harness.store.files import write_folder
from mathvis.sandbox.model import Artifact, Engine, Outcome, SourceError, Usage

if TYPE_CHECKING:
    from pathlib import Path

    from mathvis.harness.protocols import JudgementLike

ROUND_SCHEMA = "mathvis/round@1"
_SUFFIX = {Format.TIKZ: "tex", Format.SVG: "svg"}
_BLOBS = {"document": ("figure.pdf", "figure.svg"), "picture": ("figure.png",), "scene": ("scene.json",)}


@dataclass(frozen=True, slots=True)
class StoredRound:
    """What a round's folder says.

    Attributes
    ----------
    reply
        sha256 of the reply that was judged.
    judging
        Digest of what it was judged under (`Manifest.judging_digest`).
    job
        Digest of what was sent into the sandbox; empty when unknown or nothing was.
    verdict
        The verdict.
    """

    reply: str
    judging: str
    job: str
    verdict: Verdict


def save_round(folder: Path, judgement: JudgementLike, *, reply: str, judging: str, job: str = "") -> None:
    """Write a round's folder in one step.

    Raises
    ------
    StoreFault
        The disk is full, read-only …
    """
    files: dict[str, bytes] = {}
    program = judgement.extraction.program
    if program is not None:
        source = "\n".join(part for part in (program.preamble, program.source) if part)
        files[f"program.{_SUFFIX[program.format]}"] = _utf8(source)
    artifact = judgement.artifact
    described: dict[str, Any] | None = None
    if artifact is not None:
        if artifact.document is not None:
            files["figure.svg" if artifact.engine is Engine.SVG else "figure.pdf"] = artifact.document
        if artifact.picture is not None:
            files["figure.png"] = artifact.picture
        if artifact.scene is not None:
            files["scene.json"] = artifact.scene
        files["compile.log"] = _utf8(artifact.log)
        described = _describe(artifact)
    files["verdict.json"] = _utf8(judgement.verdict.to_json())
    body = {
        "schema": ROUND_SCHEMA,
        "reply": reply,
        "judging": judging,
        "job": job,
        "artifact": described,
        "files": {name: hashlib.sha256(data).hexdigest() for name, data in files.items()},
    }
    files["round.json"] = json.dumps(body, indent=1).encode() + b"\n"
    write_folder(folder, files)


def load_round(folder: Path) -> StoredRound | None:
    """Read a round's verdict; None when there is none or it is damaged (it is then judged again)."""
    body = _body(folder)
    if body is None:
        return None
    data = _checked(folder, body, "verdict.json")
    if data is None:
        return None
    try:
        verdict = Verdict.from_json(data.decode("utf-8", "surrogatepass"))
    except (UsageError, UnicodeDecodeError):
        return None
    return StoredRound(str(body["reply"]), str(body["judging"]), str(body["job"]), verdict)


def load_job(folder: Path) -> str:
    """Read the digest of the job that made a round's artifact; empty when there is none."""
    body = _body(folder)
    return str(body["job"]) if body is not None and body.get("artifact") is not None else ""


def load_artifact(folder: Path) -> tuple[str, Artifact] | None:
    """Read a round's artifact with the digest of the job that made it; None when anything of it is missing."""
    body = _body(folder)
    if body is None or not body.get("job") or not isinstance(body.get("artifact"), dict):
        return None
    described = dict(body["artifact"])
    blobs: dict[str, Any] = {}
    for field, names in _BLOBS.items():
        name = next((name for name in names if name in body["files"]), None)
        blobs[field] = None if name is None else _checked(folder, body, name)
        if name is not None and blobs[field] is None:
            return None
    log = _checked(folder, body, "compile.log")
    if log is None:
        return None
    try:
        artifact = Artifact(
            **{
                **described,
                "outcome": Outcome(described["outcome"]),
                "engine": Engine(described["engine"]),
                "errors": tuple(SourceError(**item) for item in described["errors"]),
                "usage": Usage(**described["usage"]),
            },
            **blobs,
            log=log.decode("utf-8", "surrogatepass"),
        )
    except (KeyError, TypeError, ValueError):
        return None
    return str(body["job"]), artifact


def _describe(artifact: Artifact) -> dict[str, Any]:
    body = {name: getattr(artifact, name) for name in Artifact.__slots__ if name not in {*_BLOBS, "log"}}
    body["errors"] = [asdict(item) for item in artifact.errors]
    body["usage"] = asdict(artifact.usage)
    return body


def _body(folder: Path) -> dict[str, Any] | None:
    try:
        body = json.loads((folder / "round.json").read_bytes())
        known = body["schema"] == ROUND_SCHEMA and isinstance(body["files"], dict)
        _ = body["reply"], body["judging"], body["job"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return body if known else None


def _checked(folder: Path, body: dict[str, Any], name: str) -> bytes | None:
    try:
        data = (folder / name).read_bytes()
    except OSError:
        return None
    return data if hashlib.sha256(data).hexdigest() == body["files"].get(name) else None


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
