"""Check a loaded package against what can be said at all: predicates, arguments, labels, expressions, declarations."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from mathvis.errors import PackageError
from mathvis.gates.verdict import CheckName
from mathvis.goldir.expressions import definition_points, place
from mathvis.mathtext import from_latex, reads
from mathvis.predicates.check import check_statement

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mathvis.goldir.model import EntitySpec, GoldIR
    from mathvis.packages.model import Drawing
    from mathvis.predicates.registry import Registry

_SAMPLES = 8


def check_gold(gold: GoldIR, registry: Registry, *, file: str = "gold.yaml") -> None:
    """Check every statement, label, template, definition and anchor of a Gold IR.

    Raises
    ------
    PackageError
        With the file, the statement or entity, and the argument.
    """
    for part, items in (("hard", gold.hard), ("soft", gold.soft)):
        for item in items:
            problems = check_statement(registry, gold, item)
            if problems:
                raise PackageError("; ".join(problems), file=file, where=f"{part}.{item.id}")
    for name, spec in gold.entities.items():
        where = f"entities.{name}"
        for label in _labels(spec):
            with _readable(file, where, f"the label {label!r}"):
                from_latex(label)
        if spec.reads is not None:
            with _readable(file, where, f"reads {spec.reads!r}"):
                reads(spec.reads, "0")
        if spec.defined is not None:
            with _readable(file, where, "the definition"):
                definition_points(spec.defined, _SAMPLES)
    for panel, frame in gold.frames.items():
        for anchor, value in frame.anchors.items():
            with _readable(file, f"frames.{panel}", f"the place of {anchor!r}"):
                place(value)


def check_declarations(gold: GoldIR, drawings: Iterable[Drawing], *, file: str = "negatives/negatives.yaml") -> None:
    """Check that the failures which negatives declare are failures that can occur.

    Raises
    ------
    PackageError
        A declaration names no statement, entity, frame or technical check.
    """
    known = {item.id for item in gold.hard} | set(gold.entities) | {check.value for check in CheckName}
    known |= {f"frame-{panel}" for panel in gold.frames}
    for drawing in drawings:
        for expected in (*drawing.must_fail, *drawing.may_fail):
            if expected.statement not in known:
                raise PackageError(f"there is no statement {expected.statement!r}", file=file, where=drawing.name)


def _labels(spec: EntitySpec) -> tuple[str, ...]:
    members = (spec.members or {}).values()
    return tuple(label for label in (spec.label, *members) if label is not None)


@contextmanager
def _readable(file: str, where: str, what: str) -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise PackageError(f"{what} cannot be read: {error}", file=file, where=where) from error
