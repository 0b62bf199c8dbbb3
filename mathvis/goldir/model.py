"""Gold IR: what must be true of a figure.

The records are strict and frozen; unknown keys are errors. `mathvis.goldir.load` reads them from YAML
and names file, statement and argument in every refusal. Expressions (`Expression`) are text here and
are compiled by `mathvis.goldir.expressions` only.

Kinds of entities
-----------------
=============  ==========================================================================
point(s)       a visible mark, or an end, corner or crossing of visible ink
curve(s)       a stroked path: segment, circle, polygon outline, graph …
region(s)      a filled or outlined area
node(s)        a text, or a shape with a text, that edges attach to
arrow(s)       an edge with a head at one end
edge(s)        a line between two nodes without a head
value          a printed text that states something
text           any other demanded text
=============  ==========================================================================

The plural kinds are sets: their members carry names that match `names`. A set whose `members` are
listed knows which names belong to it (and the label each must show); otherwise the members are
anonymous, and which is which is found out by the predicate that needs to know.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, model_validator

from mathvis.goldir.codes import Code, Group

GOLD_SCHEMA = "mathvis/gold@1"


class Kind(StrEnum):
    """What an entity is."""

    POINT = "point"
    POINTS = "points"
    CURVE = "curve"
    CURVES = "curves"
    REGION = "region"
    REGIONS = "regions"
    NODE = "node"
    NODES = "nodes"
    ARROW = "arrow"
    ARROWS = "arrows"
    EDGE = "edge"
    EDGES = "edges"
    VALUE = "value"
    TEXT = "text"

    @property
    def is_set(self) -> bool:
        """Whether the entity has members."""
        return self in _MEMBER

    @property
    def member(self) -> Kind:
        """The kind of one member (the kind itself if it is not a set)."""
        return _MEMBER.get(self, self)


_MEMBER = {
    Kind.POINTS: Kind.POINT,
    Kind.CURVES: Kind.CURVE,
    Kind.REGIONS: Kind.REGION,
    Kind.NODES: Kind.NODE,
    Kind.ARROWS: Kind.ARROW,
    Kind.EDGES: Kind.EDGE,
}

_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_'-]*\Z")


def _identifier(text: str) -> str:
    if not _IDENTIFIER.match(text):
        raise ValueError(f"{text!r} is not an id: a letter, then letters, digits, '-', '_' or \"'\"")
    return text


Id = Annotated[str, AfterValidator(_identifier)]
Expression = Annotated[str, Field(min_length=1, max_length=2000)]
Number = int | float | Expression
"""A number or an expression without variables."""
Place = Annotated[list[Number], Field(min_length=2, max_length=2)] | Number
"""A pair of numbers, or one complex number."""


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Circle(_Record):
    """The circle about `center` with `radius`."""

    center: Place
    radius: Number


class Parametric(_Record):
    """The curve ``t -> value`` (a complex number or a pair of expressions in t) for t in `t`."""

    value: Expression | Annotated[list[Expression], Field(min_length=2, max_length=2)]
    t: Annotated[list[Number], Field(min_length=2, max_length=2)]


class Graph(_Record):
    """The graph of ``y`` as an expression in x over the interval `x`."""

    y: Expression
    x: Annotated[list[Number], Field(min_length=2, max_length=2)]


class Definition(_Record):
    """The mathematical definition of an entity in data coordinates; exactly one is given."""

    point: Place | None = None
    circle: Circle | None = None
    parametric: Parametric | None = None
    graph: Graph | None = None
    polyline: list[Place] | None = None

    @model_validator(mode="after")
    def _one(self) -> Definition:
        given = [name for name in type(self).model_fields if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError(
                f"a definition is exactly one of {', '.join(type(self).model_fields)}; got {given or 'none'}"
            )
        return self


class EntitySpec(_Record):
    """An entity that the figure must hold.

    Attributes
    ----------
    kind
        What it is.
    label
        LaTeX of the text that a reader must see at it; the second key of binding.
    name
        The contract's name (defaults to the id); `names` is the pattern of a set, with ``*``.
    panel
        The panel it lives in.
    defined
        Its mathematical definition, for fitting frames and for predicates.
    members
        For a set: the names that belong to it, each with the label it must show or null. With `names` they
        are hidden from the contract, and a drawn name that matches the pattern and is no member is an object
        too many; without `names` the problem names them all, and so does the contract.
    union
        For a set: entities and sets of the same kind that together are this set; binds no ink itself.
    reads
        For a value: a template such as ``$N = {...}$``; the braces stand for what is stated.
    optional
        Whether it may be absent.
    about
        Words for the contract's table.
    """

    kind: Kind
    label: str | None = None
    name: str | None = None
    names: str | None = None
    panel: str = "main"
    defined: Definition | None = None
    members: dict[str, str | None] | None = None
    union: list[str] | None = None
    reads: str | None = None
    optional: bool = False
    about: str = ""

    @model_validator(mode="after")
    def _shape(self) -> EntitySpec:
        if self.kind.is_set:
            if self.name is not None or self.label is not None:
                raise ValueError("a set has 'names' and 'members', not 'name' or 'label'")
            given = [self.names is not None or self.members is not None, self.union is not None]
            if sum(given) != 1:
                raise ValueError("a set needs 'names' (a pattern such as zero-*) or 'members', or else 'union'")
            if self.names is not None and self.names.count("*") != 1:
                raise ValueError("'names' must hold exactly one *")
        elif self.names is not None or self.members is not None or self.union is not None:
            raise ValueError("'names', 'members' and 'union' belong to the plural kinds")
        if (self.reads is not None) != (self.kind is Kind.VALUE):
            raise ValueError("'reads' is required for kind value and belongs to no other")
        if self.reads is not None and self.reads.count("{...}") != 1:
            raise ValueError("'reads' must hold {...} exactly once, in the place of what is stated")
        return self


class Maps(StrEnum):
    """The class of maps a frame may be fitted in."""

    PAGE = "page"
    """No data coordinates: the frame is the page."""
    UPRIGHT = "upright"
    """Translation and one positive scale; axes stay horizontal and vertical."""
    SIMILARITY = "similarity"
    """Rotation, translation, one scale."""
    REFLECTED_SIMILARITY = "similarity-or-mirror"
    """Similarity, orientation kept or reversed."""
    RECTANGULAR = "rectangular"
    """Translation and two positive scales."""
    AFFINE = "affine"


class FrameSpec(_Record):
    """How a panel's data coordinates are found on the page.

    `anchors` maps visible, labelled point entities to their data coordinates; `fit` lists entities with
    a definition over which the map is fitted. The residual at the anchors is checked.
    """

    maps: Maps = Maps.UPRIGHT
    anchors: dict[str, Place] = {}
    fit: list[str] = []

    @model_validator(mode="after")
    def _something(self) -> FrameSpec:
        if self.maps is not Maps.PAGE and not self.anchors and not self.fit:
            raise ValueError("a frame needs 'anchors' or 'fit' (or 'maps: page' for none)")
        return self


class Statement(_Record):
    """A hard statement: a predicate with its arguments.

    In YAML: ``turns: {winding_number: {curve: pC, about: O, equals: 3}, says: "…"}``.
    """

    id: Id
    predicate: str
    args: dict[str, JsonValue] = {}
    codes: list[Code] = []
    group: Group | None = None
    says: str = ""


class Criterion(_Record):
    """A soft criterion: a predicate that scores 0, ½ or 1, with its weight."""

    id: Id
    predicate: str
    args: dict[str, JsonValue] = {}
    weight: Annotated[float, Field(gt=0)] = 1.0
    says: str = ""


class Equivalence(StrEnum):
    """Transformations under which a right figure stays right."""

    PAGE_SIMILARITY = "page-similarity"
    ROTATION = "rotation"
    REFLECTION = "reflection"
    AFFINE = "affine"
    ISOTOPY = "isotopy"
    RELABELLING = "relabelling"
    PANEL_ORDER = "panel-order"
    START_POINT = "start-point"
    COVERINGS = "coverings"
    TRANSPOSITION = "transposition"
    REARRANGEMENT = "rearrangement"
    RESTYLING = "restyling"


class GoldIR(_Record):
    """The hidden specification of one task."""

    schema_: Literal["mathvis/gold@1"] = Field(default="mathvis/gold@1", alias="schema")
    entities: dict[Id, EntitySpec]
    frames: dict[str, FrameSpec] = {}
    hard: Annotated[list[Statement], Field(min_length=1)]
    soft: Annotated[list[Criterion], Field(min_length=1)]
    equivalences: list[Equivalence] = []
    closed: bool = True
    """Whether visible ink that nothing accounts for is an object too many."""

    @model_validator(mode="after")
    def _coherent(self) -> GoldIR:
        panels = {spec.panel for spec in self.entities.values()}
        for panel in self.frames:
            if panel not in panels:
                raise ValueError(f"frame {panel!r} belongs to no entity's panel (panels: {', '.join(sorted(panels))})")
        for panel, frame in self.frames.items():
            for name in (*frame.anchors, *frame.fit):
                if not self.knows(name):
                    raise ValueError(f"frame {panel!r} refers to the unknown entity {name!r}")
        for name, spec in self.entities.items():
            for part in spec.union or ():
                other = self.entities.get(part)
                if other is None:
                    raise ValueError(f"entity {name!r} unites the unknown entity {part!r}")
                if other.kind.member is not spec.kind.member:
                    raise ValueError(f"entity {name!r} unites {part!r}, which is of another kind")
        seen: set[str] = set()
        for name in (*(item.id for item in self.hard), *(item.id for item in self.soft)):
            if name in seen:
                raise ValueError(f"two statements are called {name!r}")
            seen.add(name)
        return self

    def knows(self, reference: str) -> bool:
        """Whether a reference (``entity`` or ``set.member``) names something."""
        name, dot, member = reference.partition(".")
        spec = self.entities.get(name)
        return spec is not None and (not dot or (spec.members is not None and member in spec.members))

    def panels(self) -> tuple[str, ...]:
        """Panels in the order of their first entity."""
        return tuple(dict.fromkeys(spec.panel for spec in self.entities.values()))


def statement_from_yaml(name: str, body: Any, *, soft: bool) -> dict[str, Any]:
    """Turn ``{predicate: {args}, weight: 2}`` into the fields of a statement or criterion.

    Raises
    ------
    ValueError
        Not exactly one predicate, or its arguments are not a mapping.
    """
    if not isinstance(body, dict):
        raise ValueError(f"{name}: expected a mapping {{predicate: {{arguments}}}}, got {type(body).__name__}")
    reserved = {"weight", "says"} if soft else {"codes", "group", "says"}
    predicates = [key for key in body if key not in reserved]
    if len(predicates) != 1:
        raise ValueError(f"{name}: expected exactly one predicate, got {predicates or 'none'}")
    predicate = predicates[0]
    args = body[predicate]
    if args is None:
        args = {}
    if not isinstance(args, dict):
        raise ValueError(f"{name}: the arguments of {predicate} must be a mapping")
    fields = {key: value for key, value in body.items() if key in reserved}
    if soft and isinstance(fields.get("weight"), int):
        fields["weight"] = float(fields["weight"])
    for key, enum in (("codes", Code), ("group", Group)):
        if key in fields:
            value = fields[key]
            fields[key] = [enum(v) for v in value] if isinstance(value, list) else enum(value)
    return {"id": name, "predicate": predicate, "args": args, **fields}
