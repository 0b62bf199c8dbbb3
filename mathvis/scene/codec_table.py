"""What a scene may hold: one table of kinds for every record, and the limits."""

from __future__ import annotations

from dataclasses import dataclass

from mathvis.scene.codec_kinds import Boolean, Choice, Integer, ListOf, Number, OptionalOf, Point, Points, String
from mathvis.scene.codec_records import Record, UnionOf
from mathvis.scene.model import (
    SCENE_SCHEMA,
    Canvas,
    Clip,
    Fill,
    FillRule,
    Image,
    Label,
    NamedPoint,
    Node,
    Note,
    Paint,
    PaintKind,
    Path,
    Piece,
    Role,
    Scene,
    Stroke,
    Subpath,
    Tip,
    TipEnd,
)


@dataclass(frozen=True, slots=True)
class SceneLimits:
    """How large a scene may be.

    Attributes
    ----------
    size
        Bytes of JSON.
    containers, values
        Lists and objects, and commas, in the JSON; checked before it is parsed, so that memory is bounded.
    elements
        Painted elements; also the most clips, nodes, named points and notes.
    points
        Control points in the whole scene.
    """

    size: int = 24 << 20
    containers: int = 2_500_000
    values: int = 5_000_000
    elements: int = 200_000
    points: int = 2_000_000


LIMITS = SceneLimits()

_TIP_KINDS = ("arrow", "hook", "bar", "tail", "circle", "square", "other")
_INDEX = Integer(0, LIMITS.elements - 1)
_INDICES = ListOf(_INDEX, LIMITS.elements)
_NAMES = ListOf(String(), 200)
_COMMAND = Integer(-1, 2**31)
_LINE = OptionalOf(Integer(-(2**31), 2**31))
_LENGTH = Number(0.0)
_SHARE = Number(0.0, 1.0, 6)
_COLOR = ListOf(_SHARE, 3, 3)
_QUAD = Points(0, 4, 4)

_SUBPATH = Record(Subpath, points=Points(3, 1, LIMITS.points), closed=Boolean())
_SUBPATHS = ListOf(_SUBPATH, LIMITS.points)
_PAINT = Record(Paint, color=_COLOR, alpha=_SHARE, kind=Choice.of(PaintKind))
_STROKE = Record(
    Stroke,
    paint=_PAINT,
    width=_LENGTH,
    dash=ListOf(_LENGTH, 1000),
    dash_phase=Number(),
    cap=Integer(0, 2),
    join=Integer(0, 2),
    miter_limit=_LENGTH,
)
_FILL = Record(Fill, paint=_PAINT, rule=Choice.of(FillRule))
_TIP = Record(
    Tip,
    apex=Point(),
    direction=Point(6),
    end=Choice.of(TipEnd),
    kind=Choice(_TIP_KINDS),
    style=String(),
    elements=_INDICES,
    heads=Integer(0, 100),
)
_PATH = Record(
    Path,
    "path",
    index=_INDEX,
    subpaths=_SUBPATHS,
    stroke=OptionalOf(_STROKE),
    fill=OptionalOf(_FILL),
    declared=_SUBPATHS,
    tips=ListOf(_TIP, 10_000),
    clips=_INDICES,
    names=_NAMES,
    node=OptionalOf(String()),
    line=_LINE,
    role=Choice.of(Role),
    command=_COMMAND,
    double=Boolean(),
)
_LABEL = Record(
    Label,
    "label",
    index=_INDEX,
    form=String(),
    text=String(),
    box=_QUAD,
    baseline=Point(),
    size=_LENGTH,
    paint=_PAINT,
    angle=Number(),
    clips=_INDICES,
    names=_NAMES,
    node=OptionalOf(String()),
    line=_LINE,
    elements=_INDICES,
    command=_COMMAND,
    pieces=ListOf(
        Record(Piece, box=ListOf(Number(0.0, 1.0, 3), 4, 4), paint=OptionalOf(_PAINT)),
        LIMITS.elements,
    ),
)
_IMAGE = Record(
    Image,
    "image",
    index=_INDEX,
    box=_QUAD,
    kind=String(),
    clips=_INDICES,
    names=_NAMES,
    node=OptionalOf(String()),
    line=_LINE,
    command=_COMMAND,
)
SCENE = Record(
    Scene,
    source=Choice(("pdf", "svg")),
    canvas=Record(Canvas, width=_LENGTH, height=_LENGTH, background=_COLOR, physical=Boolean()),
    elements=ListOf(UnionOf(_PATH, _LABEL, _IMAGE), LIMITS.elements),
    clips=ListOf(Record(Clip, subpaths=_SUBPATHS, rule=Choice.of(FillRule)), LIMITS.elements),
    nodes=ListOf(
        Record(
            Node,
            names=ListOf(String(), 200, 1),
            shape=String(),
            center=Point(),
            box=_QUAD,
            elements=_INDICES,
            border=OptionalOf(_INDEX),
        ),
        LIMITS.elements,
    ),
    points=ListOf(Record(NamedPoint, name=String(), at=Point()), LIMITS.elements),
    pages=Integer(1, 2**31),
    notes=ListOf(Record(Note, code=String(), message=String(), elements=_INDICES), LIMITS.elements),
    schema=Choice((SCENE_SCHEMA,)),
)
