"""The registry: a predicate is a typed function, and its signature is its schema.

::

    @predicate(group=Group.RELATION, codes=(Code.R4,))
    def winding_number(curve: Curve, about: Point, equals: int) -> Finding:
        ...

Annotations that a parameter may carry
--------------------------------------
=====================================  ===========================================================
``Point Curve Region Node Edge``       an entity reference (``id`` or ``set.member``)
``Value Text``                         likewise
``tuple[Point, ...]`` …                a set reference, or a list of references
``float int``                          a number, or an expression without variables
``str bool``                           themselves; ``Literal[...]`` one of its values
``Expr`` ``Condition``                 an expression with variables; a comparison of such
``Place`` ``Places``                   points in data coordinates: pairs, complex numbers, roots
``Arc``                                ``A -> B: label`` or ``A -- B``
``dict[str, X]`` / ``tuple[X, ...]``   mappings and lists of the above
``X | Y`` ``X | None``                 alternatives; null allowed
``Annotated[X, mark]``                 marks `AtLeast`, `Names`, `Unit` of `mathvis.predicates.signature`
``Figure``                             injected: the whole figure
``Budget``                             injected: a step budget (exceeded is undecided, never a hang)
=====================================  ===========================================================

The name of a parameter that takes a tolerance is ``tolerance``; its default comes from
`mathvis.tolerances.TOLERANCES`. Predicates are pure and never raise on a bad figure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any, TypeVar

from mathvis.errors import UsageError
from mathvis.figure.finding import Finding
from mathvis.goldir.codes import Code, Group
from mathvis.predicates.signature import Parameter, read_signature

ENTRY_POINTS = "mathvis.predicates"

ArgumentCheck = Callable[[Mapping[str, Any]], Iterable[str]]


@dataclass(frozen=True, slots=True)
class Predicate:
    """A registered predicate.

    Attributes
    ----------
    name, function
        As written; `function` takes resolved arguments by keyword.
    group
        Which link of the chain from understanding to action it tests.
    codes
        The error codes its findings may carry.
    soft
        Whether it scores 0, ½ or 1 (for the rubric) instead of deciding.
    parameters
        Its arguments, read off the signature.
    family
        The family that registered it.
    check
        What the shapes of the arguments do not say: called at load time with the arguments as written, returns
        problems.
    """

    name: str
    function: Callable[..., Finding]
    group: Group
    codes: tuple[Code, ...]
    soft: bool
    parameters: tuple[Parameter, ...]
    family: str = ""
    check: ArgumentCheck | None = None

    @property
    def doc(self) -> str:
        """Its docstring."""
        return (self.function.__doc__ or "").strip()

    @property
    def summary(self) -> str:
        """First line of the docstring."""
        return self.doc.split("\n", 1)[0]


F = TypeVar("F", bound=Callable[..., Finding])
_MARK = "__mathvis_predicate__"


def predicate(
    *, group: Group, codes: Iterable[Code], soft: bool = False, check: ArgumentCheck | None = None
) -> Callable[[F], F]:
    """Mark a function as a predicate; the family that holds its module publishes it."""

    def mark(function: F) -> F:
        setattr(function, _MARK, (group, tuple(codes), soft, check))
        return function

    return mark


class Registry(Mapping[str, Predicate]):
    """All predicates by name; immutable once built."""

    def __init__(self, predicates: Iterable[Predicate]) -> None:
        self._by_name: dict[str, Predicate] = {}
        for item in predicates:
            other = self._by_name.get(item.name)
            if other is not None:
                raise UsageError(
                    f"two predicate families define {item.name!r}: {other.family} and {item.family}; rename one"
                )
            self._by_name[item.name] = item

    def __getitem__(self, name: str) -> Predicate:
        return self._by_name[name]

    def __iter__(self) -> Any:
        return iter(sorted(self._by_name))

    def __len__(self) -> int:
        return len(self._by_name)


def predicates_of(module: ModuleType, family: str) -> tuple[Predicate, ...]:
    """Read the predicates that a module defines."""
    found = []
    for name, function in vars(module).items():
        meta = getattr(function, _MARK, None)
        if meta is None or getattr(function, "__module__", None) != module.__name__:
            continue
        group, codes, soft, check = meta
        found.append(Predicate(name, function, group, codes, soft, read_signature(function), family, check))
    return tuple(found)


def load_registry() -> Registry:
    """Build the registry from the ``mathvis.predicates`` entry points.

    Each entry point is a function without arguments that returns the modules of one family.

    Raises
    ------
    UsageError
        A plug-in cannot be imported, or two families define the same name.
    """
    found: list[Predicate] = []
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda p: p.name):
        try:
            modules = point.load()()
        except Exception as error:
            raise UsageError(
                f"the predicate family {point.name!r} ({point.value}) cannot be loaded: {error}"
            ) from error
        for module in modules:
            found.extend(predicates_of(module, point.name))
    return Registry(found)
