"""Evaluating one statement against one figure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from shapely.errors import GEOSException

from mathvis.errors import InfrastructureFault
from mathvis.figure.finding import Finding, Outcome, holds, undecided
from mathvis.figure.model import Entity, Figure, Text
from mathvis.goldir.codes import Code
from mathvis.goldir.model import Criterion, Statement
from mathvis.predicates.arguments import read_argument, split_reference
from mathvis.predicates.budget import DEFAULT_STEPS, Budget, BudgetExceeded
from mathvis.predicates.measure.boxes import outline_points
from mathvis.predicates.measure.words import member_name
from mathvis.predicates.registry import Predicate
from mathvis.predicates.signature import Shape, ShapeKind


class PredicateFault(InfrastructureFault):
    """A predicate of ours broke, or a statement that was never checked reached it; the result is missing, not wrong."""


@dataclass(frozen=True, slots=True)
class _Incomplete:
    """A set that lacks members, or an entity that is not there."""

    id: str
    code: Code | None
    message: str


class _Absent(Exception):  # noqa: N818 - carries why a statement cannot be decided
    def __init__(self, what: _Incomplete, *, optional: bool = False) -> None:
        self.what, self.optional = what, optional
        super().__init__(what.message)


def decide(
    registry: Mapping[str, Predicate], statement: Statement, figure: Figure, *, steps: int = DEFAULT_STEPS
) -> Finding:
    """Decide a hard statement.

    A statement about an entity that is not bound is undecided and `blocked_by` names it; so is a universal
    statement that holds of all *drawn* members of a set that binding found incomplete. Measured values that are not
    finite, and budgets that run out, leave it undecided.

    Raises
    ------
    PredicateFault
        The predicate raised, or broke its own declaration. Never the figure's fault.
    """
    finding = _evaluate(registry, statement, figure, steps)
    if finding.score is not None:
        raise PredicateFault(f"predicate {statement.predicate} is soft; statement {statement.id!r} needs a hard one")
    if (
        statement.codes
        and finding.code is not None
        and finding.blocked_by is None
        and finding.code not in statement.codes
    ):
        finding = replace(finding, code=statement.codes[0])
    return finding


def score(
    registry: Mapping[str, Predicate], criterion: Criterion, figure: Figure, *, steps: int = DEFAULT_STEPS
) -> Finding:
    """Score a soft criterion: the finding's `score` is 0, ½ or 1, or None when undecided (which counts as 0).

    Raises
    ------
    PredicateFault
        The predicate raised, or broke its own declaration.
    """
    finding = _evaluate(registry, criterion, figure, steps)
    if finding.score is None and finding.outcome is not Outcome.UNDECIDED:
        raise PredicateFault(f"predicate {criterion.predicate} is hard; criterion {criterion.id!r} needs a soft one")
    return finding


def _evaluate(registry: Mapping[str, Predicate], item: Statement | Criterion, figure: Figure, steps: int) -> Finding:
    predicate = registry.get(item.predicate)
    if predicate is None:
        raise PredicateFault(f"{item.id!r}: unknown predicate {item.predicate!r}; was the Gold IR checked?")
    references = _FigureReferences(figure)
    try:
        arguments = _arguments(predicate, item, figure, references, steps)
    except _Absent as absent:
        what = absent.what
        if absent.optional:
            message = f"{what.id} is not drawn and need not be"
            return replace(holds(message), score=1.0 if predicate.soft else None)
        return undecided(what.message, code=what.code, blocked_by=what.id)
    finding = _call(predicate, item, arguments)
    return _complete(finding, references.incomplete, predicate)


def _arguments(
    predicate: Predicate, item: Statement | Criterion, figure: Figure, references: _FigureReferences, steps: int
) -> dict[str, Any]:
    arguments: dict[str, Any] = {}
    for parameter in predicate.parameters:
        if parameter.kind is ShapeKind.FIGURE:
            arguments[parameter.name] = figure
        elif parameter.kind is ShapeKind.BUDGET:
            arguments[parameter.name] = Budget(steps)
        elif parameter.name in item.args:
            try:
                arguments[parameter.name] = read_argument(parameter.shape, item.args[parameter.name], references)
            except ValueError as error:
                raise PredicateFault(
                    f"{item.id!r} ({predicate.name}): argument {parameter.name!r}: {error}; was the Gold IR checked?"
                ) from error
        elif parameter.required:
            raise PredicateFault(f"{item.id!r} ({predicate.name}): argument {parameter.name!r} is missing")
    return arguments


def _call(predicate: Predicate, item: Statement | Criterion, arguments: Mapping[str, Any]) -> Finding:
    try:
        with np.errstate(all="ignore"):
            finding = predicate.function(**arguments)
    except (np.linalg.LinAlgError, GEOSException) as error:
        return undecided(f"ill-conditioned: {error}")
    except BudgetExceeded as error:
        return undecided(f"too much to decide: {error}", code=Code.U4 if Code.U4 in predicate.codes else None)
    except Exception as error:
        raise PredicateFault(
            f"predicate {predicate.name} failed on {item.id!r}: {type(error).__name__}: {error}"
        ) from error
    if not isinstance(finding, Finding):
        raise PredicateFault(f"predicate {predicate.name} returned {type(finding).__name__}, not a Finding")
    if isinstance(finding.measured, float) and not math.isfinite(finding.measured):
        return undecided("what was measured is not a finite number", evidence=finding.evidence)
    if finding.code is not None and finding.code not in predicate.codes and finding.blocked_by is None:
        raise PredicateFault(f"predicate {predicate.name} emitted the code {finding.code}, which it does not declare")
    return finding


def _complete(finding: Finding, incomplete: Sequence[_Incomplete], predicate: Predicate) -> Finding:
    """Withhold judgement: what holds of the drawn members of an incomplete set is not shown of the set."""
    if finding.outcome is Outcome.HOLDS and incomplete and not predicate.soft:
        what = incomplete[0]
        return undecided(
            f"{what.message}; of what is drawn: {finding.message or 'it holds'}",
            code=what.code,
            measured=finding.measured,
            tolerance=finding.tolerance,
            unit=finding.unit,
            evidence=finding.evidence,
            blocked_by=what.id,
        )
    return finding


class _FigureReferences:
    """References resolved against a bound figure."""

    def __init__(self, figure: Figure) -> None:
        self._figure = figure
        self.incomplete: list[_Incomplete] = []

    def knows(self, reference: str) -> bool:
        name, _ = split_reference(reference)
        return name in self._figure.entities or name in self._figure.bindings

    def one(self, shape: Shape, reference: str) -> Entity:
        name, member = split_reference(reference)
        found = self._figure.entities.get(name)
        if found is None:
            raise self._absent(name, member)
        if isinstance(found, tuple):
            if member is None:
                raise ValueError(f"{name!r} is a set; one member is needed")
            named = [item for item in found if member_name(item) == member or getattr(item, "name", "") == member]
            if len(named) != 1:
                raise self._absent(name, member)
            found = named[0]
        elif member is not None:
            raise ValueError(f"{name!r} is no set")
        self._check(shape, reference, found)
        return found

    def many(self, shape: Shape, references: Sequence[str]) -> tuple[Entity, ...]:
        out: list[Entity] = []
        for reference in references:
            found = self._figure.entities.get(reference)
            if isinstance(found, tuple):
                out.extend(found)
                self._note_incomplete(shape, reference)
            elif found is None and "." not in reference and (shape.least == 0 or self._is_optional(reference)):
                continue
            else:
                out.append(self.one(shape, reference))
        for item in out:
            self._check(shape, ", ".join(references), item)
        if len(out) < shape.least:
            first = references[0] if references else ""
            binding = self._figure.bindings.get(split_reference(first)[0])
            code = binding.code if binding is not None and binding.code is not None else None
            message = f"{', '.join(references)}: {len(out)} drawn, at least {shape.least} needed"
            raise _Absent(_Incomplete(first, code, message))
        return tuple(out)

    def _note_incomplete(self, shape: Shape, reference: str) -> None:
        binding = self._figure.bindings.get(reference)
        if binding is not None and not binding.holds and binding.code in (Code.O1, Code.O4) and shape.least > 0:
            self.incomplete.append(
                _Incomplete(reference, binding.code, binding.message or f"{reference} is incomplete")
            )

    def _is_optional(self, name: str) -> bool:
        binding = self._figure.bindings.get(name)
        return binding is not None and binding.holds

    def _absent(self, name: str, member: str | None) -> _Absent:
        binding = self._figure.bindings.get(name)
        label = name if member is None else f"{name}.{member}"
        if member is not None:
            binding = self._figure.bindings.get(label, binding)
        if binding is None or binding.holds:
            optional = binding is not None and member is None
            return _Absent(_Incomplete(label, None, f"{label} is not drawn"), optional=optional)
        return _Absent(_Incomplete(label, binding.code, binding.message or f"{label} is not drawn"))

    @staticmethod
    def _check(shape: Shape, reference: str, found: Entity) -> None:
        fits = isinstance(found, shape.entities)
        if not fits:
            raise ValueError(f"{reference!r} is bound to a {type(found).__name__}; a {shape.words} is needed")
        if not _is_finite(found):
            raise _Absent(_Incomplete(found.id, None, f"{found.id} has no finite extent"))


def _is_finite(item: Entity) -> bool:
    """Whether an entity can be measured at all: its places are finite, and its panel has an extent."""
    points = outline_points(item, keep=True)
    if not isinstance(item, Text):
        frame = item.frame
        points = np.vstack([points, frame.linear, frame.origin[None]])
        if not 0 < frame.diagonal < math.inf:
            return False
    return bool(np.isfinite(points).all())
