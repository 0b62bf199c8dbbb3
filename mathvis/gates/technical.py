"""Gate T: extracted, compiled, rendered, conforming.

Only what the program did may fail a check; a fault of ours never reaches this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathvis.extract.model import Extraction, Status
from mathvis.gates.verdict import Check, CheckName
from mathvis.goldir.codes import Code
from mathvis.sandbox.model import Artifact, Outcome
from mathvis.scene.model import Image, Label, Path, Role, Scene

if TYPE_CHECKING:
    from mathvis.scene.conforming import Agreement
    from mathvis.scene.visibility import Visibility

HIDDEN_SHARE = 0.05
"""Ink of which less than this share is visible is hidden."""

MOST_MASKED = 0.5
"""Share of the picture that may go unchecked because of patterns, shadings and the like."""
BREACHES = frozenset(
    {
        "annotation",
        "claimed-text",
        "external",
        "forged-mark",
        "form-nesting",
        "hidden",
        "image",
        "invisible-text",
        "malformed-content",
        "masked-ink",
        "optional-content",
        "rotated-page",
        "type3-text",
        "unbounded-shading",
        "unread-font",
        "user-unit",
    }
)
"""Codes of scene notes that break the contract; each is described where a reader makes it."""

_LIMITS = {Outcome.TIMEOUT: "time", Outcome.MEMORY: "memory", Outcome.OUTPUT: "output"}


def extracted(extraction: Extraction) -> Check:
    """Check that the reply holds one program to judge."""
    passed = extraction.status in (Status.COMPLETE, Status.SEVERAL) and extraction.program is not None
    return Check(CheckName.EXTRACTED, passed, extraction.note, None if passed else Code.T1)


def compiled(artifact: Artifact) -> Check:
    """Check that the program compiled without error and within limits."""
    if artifact.outcome is Outcome.OK:
        return Check(CheckName.COMPILED, True, artifact.engine.value)
    if artifact.outcome is Outcome.COMPILE_ERROR:
        first = artifact.errors[0] if artifact.errors else None
        message = artifact.message
        if first is not None:
            message = first.message if first.line is None else f"line {first.line}: {first.message}"
        return Check(CheckName.COMPILED, False, message, Code.T2)
    if artifact.outcome is Outcome.REFUSED:
        return Check(CheckName.COMPILED, False, artifact.message, Code.T4)
    kind = _LIMITS.get(artifact.outcome)
    if kind is None:
        raise ValueError(f"an artifact with outcome {artifact.outcome} must not reach the gate")
    return Check(CheckName.COMPILED, False, artifact.message or f"over the {kind} limit", Code.T3)


def rendered(artifact: Artifact, visibility: Visibility | None) -> Check:
    """Check that there is one page of sane size with visible ink."""
    if artifact.picture is None or artifact.width <= 0 or artifact.height <= 0:
        return Check(CheckName.RENDERED, False, artifact.message or "no picture", Code.T3)
    if artifact.pages != 1:
        return Check(CheckName.RENDERED, False, f"{artifact.pages} pages instead of one", Code.T3)
    if visibility is not None and not visibility.any_ink:
        return Check(CheckName.RENDERED, False, "nothing visible is drawn", Code.T3)
    return Check(CheckName.RENDERED, True, f"{artifact.width:.0f}×{artifact.height:.0f} pt")


def conforming(scene: Scene | None, why: str, visibility: Visibility | None, agreement: Agreement | None) -> Check:
    """Check that the contract is kept and that the scene is what a reader sees."""
    if scene is None or visibility is None or agreement is None:
        return _breach(f"the drawing cannot be read: {why}")
    for element in scene.elements:
        if isinstance(element, Image):
            return _breach(f"an embedded {element.kind} is not allowed")
    for note in scene.notes:
        if note.code in BREACHES:
            return _breach(note.message)
    for element in scene.elements:
        if isinstance(element, Label):
            hidden, what = visibility.share(element.index) < HIDDEN_SHARE, f"the text {element.text!r} is hidden"
        elif isinstance(element, Path) and element.names and element.role is Role.PATH:
            hidden = visibility.drawn(element.index) < HIDDEN_SHARE
            what = f"the object {element.names[-1]!r} has hidden ink"
        else:
            continue
        if hidden:
            return _breach(what)
    if agreement.masked > MOST_MASKED:
        return _breach(f"{agreement.masked:.0%} of the picture is masked, shaded or patterned and cannot be checked")
    if not agreement.passed:
        return _breach(f"the picture and the drawing instructions disagree: {agreement.reason}")
    return Check(CheckName.CONFORMING, True)


def _breach(message: str) -> Check:
    return Check(CheckName.CONFORMING, False, message, Code.T4)


def not_made(name: CheckName) -> Check:
    """Record a check that an earlier failure made pointless."""
    return Check(name, None)
