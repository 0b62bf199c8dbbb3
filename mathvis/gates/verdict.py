"""The verdict on one reply: four technical checks, hard statements, the rubric, and what follows from them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from mathvis.errors import UsageError
from mathvis.figure.finding import Evidence, Finding, Outcome
from mathvis.goldir.codes import Code, Group

if TYPE_CHECKING:
    from collections.abc import Mapping

VERDICT_SCHEMA = "mathvis/verdict@1"


class CheckName(StrEnum):
    """The four checks of gate T, in order."""

    EXTRACTED = "extracted"
    COMPILED = "compiled"
    RENDERED = "rendered"
    CONFORMING = "conforming"


@dataclass(frozen=True, slots=True)
class Check:
    """One technical check. `passed` is None when an earlier check failed and it was not made."""

    name: CheckName
    passed: bool | None
    message: str = ""
    code: Code | None = None


@dataclass(frozen=True, slots=True)
class StatementResult:
    """A hard statement with its finding; `implied` ones come from binding, not from the Gold IR's list."""

    id: str
    predicate: str
    group: Group
    says: str
    finding: Finding
    implied: bool = False


@dataclass(frozen=True, slots=True)
class CriterionResult:
    """A soft criterion with its finding; an undecided one scores 0."""

    id: str
    predicate: str
    weight: float
    says: str
    finding: Finding

    @property
    def score(self) -> float:
        """0, ½ or 1."""
        return self.finding.score or 0.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """What mathvis says of one reply to one task.

    Attributes
    ----------
    task
        Full name of the task.
    technical
        The four checks of gate T.
    hard
        Hard statements with findings; empty when there is no figure.
    soft
        Soft criteria with findings; empty when there is no scene.
    program
        sha256 of the program, empty without one.
    format, engine
        What was compiled and with what.
    seconds
        Wall seconds by stage.
    versions
        Versions of everything that decided: tolerances, codes, scene and gold schema, toolchain, task digest.
    notes
        What people should know (a label bound without its name, an ambiguous measurement …).
    """

    task: str
    technical: tuple[Check, ...]
    hard: tuple[StatementResult, ...] = ()
    soft: tuple[CriterionResult, ...] = ()
    program: str = ""
    format: str = ""
    engine: str = ""
    seconds: Mapping[str, float] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def T(self) -> bool:
        """Technical gate: all four checks pass."""
        return all(check.passed is True for check in self.technical) and len(self.technical) == len(CheckName)

    @property
    def M(self) -> bool:
        """Mathematical gate: every hard statement holds; without any finding it does not."""
        return bool(self.hard) and all(item.finding.holds for item in self.hard)

    @property
    def P(self) -> bool:
        """Presentation gate: every soft criterion scores 1."""
        return bool(self.soft) and all(item.score == 1.0 for item in self.soft)

    @property
    def D(self) -> bool:
        """Strict delivery."""
        return self.T and self.M and self.P

    @property
    def R(self) -> float:
        """Rubric score in [0, 1], weights normalised; 0 without a scene."""
        total = sum(item.weight for item in self.soft)
        return sum(item.weight * item.score for item in self.soft) / total if total else 0.0

    @property
    def codes(self) -> tuple[Code, ...]:
        """Error codes of all that failed in T and M, each once, in table order."""
        found = {check.code for check in self.technical if check.passed is False and check.code}
        found |= {item.finding.code for item in self.hard if not item.finding.holds and item.finding.code}
        return tuple(code for code in Code if code in found)

    @property
    def failures(self) -> tuple[tuple[str, Code | None], ...]:
        """(Statement or check, code) of everything violated; what was only blocked by an absence is left out."""
        out: list[tuple[str, Code | None]] = [
            (check.name.value, check.code) for check in self.technical if check.passed is False
        ]
        out += [
            (item.id, item.finding.code)
            for item in self.hard
            if not item.finding.holds and item.finding.blocked_by is None
        ]
        return tuple(out)

    def to_json(self) -> str:
        """Serialise, with the derived gates and scores alongside."""
        body: dict[str, Any] = {
            "schema": VERDICT_SCHEMA,
            "task": self.task,
            "delivered": self.D,
            "T": self.T,
            "M": self.M,
            "P": self.P,
            "D": self.D,
            "R": round(self.R, 6),
            "codes": list(self.codes),
            "technical": [asdict(check) for check in self.technical],
            "hard": [asdict(item) for item in self.hard],
            "soft": [{**asdict(item), "score": item.score} for item in self.soft],
            "program": self.program,
            "format": self.format,
            "engine": self.engine,
            "seconds": {key: round(value, 6) for key, value in self.seconds.items()},
            "versions": dict(self.versions),
            "notes": list(self.notes),
        }
        return json.dumps(body, ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str) -> Verdict:
        """Read what `to_json` wrote.

        Raises
        ------
        UsageError
            The text is no verdict of this schema.
        """
        try:
            body = json.loads(text)
            if body["schema"] != VERDICT_SCHEMA:
                raise UsageError(f"not a verdict of schema {VERDICT_SCHEMA}: {body['schema']!r}")
            return cls(
                task=body["task"],
                technical=tuple(
                    Check(CheckName(c["name"]), c["passed"], c["message"], _code(c["code"])) for c in body["technical"]
                ),
                hard=tuple(
                    StatementResult(
                        h["id"], h["predicate"], Group(h["group"]), h["says"], _finding(h["finding"]), h["implied"]
                    )
                    for h in body["hard"]
                ),
                soft=tuple(
                    CriterionResult(s["id"], s["predicate"], s["weight"], s["says"], _finding(s["finding"]))
                    for s in body["soft"]
                ),
                program=body["program"],
                format=body["format"],
                engine=body["engine"],
                seconds=body["seconds"],
                versions=body["versions"],
                notes=tuple(body["notes"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise UsageError(f"not a readable verdict: {error}") from error


def _code(value: str | None) -> Code | None:
    return None if value is None else Code(value)


def _finding(body: Mapping[str, Any]) -> Finding:
    return Finding(
        outcome=Outcome(body["outcome"]),
        message=body["message"],
        code=_code(body["code"]),
        measured=body["measured"],
        tolerance=body["tolerance"],
        unit=body["unit"],
        evidence=tuple(
            Evidence(tuple(e["elements"]), None if e["at"] is None else (e["at"][0], e["at"][1]), e["note"])
            for e in body["evidence"]
        ),
        blocked_by=body["blocked_by"],
        score=body["score"],
    )
