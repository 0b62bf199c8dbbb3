"""Scenes as bounded JSON: how they leave the sandbox.

One table per record says how its fields are written, what is accepted when they are read, and what the
JSON Schema says of them. Lengths are rounded to 1e-4 big points, pure numbers to 1e-6; fields that have
their default are left out; equal scenes give equal bytes. Reading trusts nothing: every type, number,
count, string and index is checked. Only the standard library is used, because writing happens inside
the sandbox.
"""

from __future__ import annotations

import json
import math
from dataclasses import MISSING, dataclass, fields
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar, cast

from mathvis.errors import SceneError
from mathvis.scene.model import (
    SCENE_SCHEMA,
    Canvas,
    Clip,
    Element,
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
    Role,
    Scene,
    Stroke,
    Subpath,
    Tip,
    TipEnd,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from enum import StrEnum

T = TypeVar("T")


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

_COORDINATE = 1e9
_STRING = 20_000
_TIP_KINDS = ("arrow", "hook", "bar", "tail", "circle", "square", "other")


class _BadValue(Exception):  # noqa: N818 - becomes a SceneError with its place
    """What is wrong; the place is collected while it propagates."""

    def __init__(self, message: str) -> None:
        self.message = message
        self.place: list[str] = []
        super().__init__(message)


class _Kind(Protocol):
    """How values of one kind are written, read and described."""

    def encode(self, value: Any, /) -> Any: ...
    def decode(self, data: Any, /) -> Any: ...
    def schema(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class _Number:
    low: float = -_COORDINATE
    high: float = _COORDINATE
    digits: int = 4

    def encode(self, value: float) -> float:
        return round(value, self.digits) + 0.0  # -0.0 becomes 0.0

    def decode(self, data: Any) -> float:
        if type(data) is not float and type(data) is not int:
            raise _BadValue(f"{_shown(data)} is not a number")
        if not self.low <= data <= self.high:
            raise _BadValue(f"{_shown(data)} is not within {self.low:g} … {self.high:g}")
        return float(data)

    def schema(self) -> dict[str, Any]:
        return {"type": "number", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True, slots=True)
class _Integer:
    low: int
    high: int

    def encode(self, value: int) -> int:
        return value

    def decode(self, data: Any) -> int:
        if type(data) is not int:
            raise _BadValue(f"{_shown(data)} is not a whole number")
        if not self.low <= data <= self.high:
            raise _BadValue(f"{_shown(data)} is not within {self.low} … {self.high}")
        return data

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True, slots=True)
class _Boolean:
    def encode(self, value: bool) -> bool:
        return value

    def decode(self, data: Any) -> bool:
        if type(data) is not bool:
            raise _BadValue(f"{_shown(data)} is not true or false")
        return data

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class _String:
    longest: int = _STRING

    def encode(self, value: str) -> str:
        # Names are bytes that a program chose; a lone surrogate has no UTF-8 form.
        return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")

    def decode(self, data: Any) -> str:
        if type(data) is not str:
            raise _BadValue(f"{_shown(data)} is not a string")
        if len(data) > self.longest:
            raise _BadValue(f"the string has {len(data)} characters, more than {self.longest}")
        if not data.isascii():
            try:
                data.encode("utf-8")
            except UnicodeEncodeError:
                raise _BadValue("the string holds half of a surrogate pair") from None
        return data

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "maxLength": self.longest}


@dataclass(frozen=True, slots=True)
class _Choice:
    """One of a few strings: of `kind` if given, else of `values`."""

    values: tuple[str, ...]
    kind: type[StrEnum] | None = None

    @classmethod
    def of(cls, kind: type[StrEnum]) -> _Choice:
        return cls(tuple(member.value for member in kind), kind)

    def encode(self, value: str) -> str:
        return str(value)

    def decode(self, data: Any) -> str:
        if type(data) is not str or data not in self.values:
            raise _BadValue(f"{_shown(data)} is not one of {', '.join(self.values)}")
        return data if self.kind is None else self.kind(data)

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.values)}


@dataclass(frozen=True, slots=True)
class _Optional:
    kind: _Kind

    def encode(self, value: Any) -> Any:
        return None if value is None else self.kind.encode(value)

    def decode(self, data: Any) -> Any:
        return None if data is None else self.kind.decode(data)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.kind.schema(), {"type": "null"}]}


@dataclass(frozen=True, slots=True)
class _List:
    kind: _Kind
    longest: int
    shortest: int = 0

    def encode(self, value: tuple[Any, ...]) -> list[Any]:
        encode = self.kind.encode
        return [encode(item) for item in value]

    def decode(self, data: Any) -> tuple[Any, ...]:
        if type(data) is not list:
            raise _BadValue(f"{_shown(data)} is not a list")
        if not self.shortest <= len(data) <= self.longest:
            raise _BadValue(f"the list has {len(data)} items, allowed are {self.shortest} … {self.longest}")
        decode, place = self.kind.decode, 0
        result = []
        try:
            for place, item in enumerate(data):  # noqa: B007 - used when it fails
                result.append(decode(item))
        except _BadValue as bad:
            bad.place.append(f"[{place}]")
            raise
        return tuple(result)

    def schema(self) -> dict[str, Any]:
        schema = {"type": "array", "items": self.kind.schema(), "maxItems": self.longest}
        return schema | ({"minItems": self.shortest} if self.shortest else {})


@dataclass(frozen=True, slots=True)
class _Points:
    """Points as one flat list ``[x, y, x, y, …]`` of `step` × k + `least` points."""

    step: int
    least: int
    most: int
    digits: int = 4

    def encode(self, value: Iterable[tuple[float, float]]) -> list[float]:
        digits = self.digits
        return [round(v, digits) + 0.0 for v in chain.from_iterable(value)]

    def decode(self, data: Any) -> tuple[tuple[float, float], ...]:
        if type(data) is not list:
            raise _BadValue(f"{_shown(data)} is not a list of coordinates")
        count, odd = divmod(len(data), 2)
        if odd or not self.least <= count <= self.most or (self.step and (count - self.least) % self.step):
            raise _BadValue(f"{len(data)} coordinates are not {self._rule()}")
        if not set(map(type, data)) <= {int, float}:
            raise _BadValue("a coordinate is not a number")
        if not (min(data) >= -_COORDINATE and max(data) <= _COORDINATE):
            raise _BadValue(f"a coordinate is not within ±{_COORDINATE:g}")
        return tuple(zip(map(float, data[::2]), map(float, data[1::2]), strict=True))

    def _rule(self) -> str:
        return f"those of {self.least} points" if not self.step else f"those of {self.step}n + {self.least} points"

    def schema(self) -> dict[str, Any]:
        number = {"type": "number", "minimum": -_COORDINATE, "maximum": _COORDINATE}
        return {
            "type": "array",
            "items": number,
            "minItems": 2 * self.least,
            "maxItems": 2 * self.most,
            "description": "x, y, x, y, … in big points; " + self._rule(),
        }


@dataclass(frozen=True, slots=True)
class _Point:
    """One point ``[x, y]``."""

    digits: int = 4

    def encode(self, value: tuple[float, float]) -> list[float]:
        return [round(value[0], self.digits) + 0.0, round(value[1], self.digits) + 0.0]

    def decode(self, data: Any) -> tuple[float, float]:
        return _Points(0, 1, 1).decode(data)[0]

    def schema(self) -> dict[str, Any]:
        return _Points(0, 1, 1).schema()


class _Record(Generic[T]):
    """A dataclass as an object; fields that have their default are left out."""

    registry: ClassVar[list[_Record[Any]]] = []

    def __init__(self, cls: type[T], tag: str = "", **kinds: _Kind) -> None:
        self.cls, self.tag, self.kinds = cls, tag, kinds
        self.defaults = {item.name: item.default for item in fields(cast("Any", cls))}
        if set(self.defaults) != set(kinds):
            raise TypeError(f"the table of {cls.__name__} does not match its fields")
        self.required = frozenset(name for name, default in self.defaults.items() if default is MISSING)
        self.rows = tuple((name, kind.encode, self.defaults[name]) for name, kind in kinds.items())
        self.decoders = {name: kind.decode for name, kind in kinds.items()}
        self.registry.append(self)

    def encode(self, value: T) -> dict[str, Any]:
        result: dict[str, Any] = {"type": self.tag} if self.tag else {}
        for name, encode, default in self.rows:
            item = getattr(value, name)
            if item != default:
                written = encode(item)
                if written != default:
                    result[name] = written
        return result

    def decode(self, data: Any) -> T:
        if type(data) is not dict:
            raise _BadValue(f"{_shown(data)} is not an object")
        values, decoders, name = {}, self.decoders, ""
        try:
            for name, item in data.items():
                decode = decoders.get(name)
                if decode is not None:
                    values[name] = decode(item)
                elif name != "type" or not self.tag:
                    raise _BadValue("unknown field")  # noqa: TRY301
        except _BadValue as bad:
            bad.place.append(f".{name[:40]}")
            raise
        if not self.required <= values.keys():
            raise _BadValue(f"{', '.join(sorted(self.required - values.keys()))} is missing")
        return self.cls(**values)

    def schema(self) -> dict[str, Any]:
        return {"$ref": f"#/$defs/{self.cls.__name__}"}

    def definition(self) -> dict[str, Any]:
        properties: dict[str, Any] = {"type": {"const": self.tag}} if self.tag else {}
        properties |= {name: kind.schema() for name, kind in self.kinds.items()}
        required = [*(["type"] if self.tag else []), *(name for name in self.kinds if name in self.required)]
        return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


class _Union:
    """One of several records, told apart by their ``type``."""

    def __init__(self, *records: _Record[Any]) -> None:
        self.by_class = {record.cls: record for record in records}
        self.by_tag = {record.tag: record for record in records}

    def encode(self, value: Any) -> dict[str, Any]:
        return self.by_class[type(value)].encode(value)

    def decode(self, data: Any) -> Any:
        if type(data) is not dict:
            raise _BadValue(f"{_shown(data)} is not an object")
        tag = data.get("type")
        record = self.by_tag.get(tag) if type(tag) is str else None
        if record is None:
            raise _BadValue(f"type {_shown(tag)} is not one of {', '.join(self.by_tag)}")
        return record.decode(data)

    def schema(self) -> dict[str, Any]:
        return {"oneOf": [record.schema() for record in self.by_tag.values()]}


_INDEX = _Integer(0, LIMITS.elements - 1)
_INDICES = _List(_INDEX, LIMITS.elements)
_NAMES = _List(_String(), 200)
_COMMAND = _Integer(-1, 2**31)
_LINE = _Optional(_Integer(-(2**31), 2**31))
_LENGTH = _Number(0.0)
_SHARE = _Number(0.0, 1.0, 6)
_COLOR = _List(_SHARE, 3, 3)
_QUAD = _Points(0, 4, 4)

_SUBPATH = _Record(Subpath, points=_Points(3, 1, LIMITS.points), closed=_Boolean())
_SUBPATHS = _List(_SUBPATH, LIMITS.points)
_PAINT = _Record(Paint, color=_COLOR, alpha=_SHARE, kind=_Choice.of(PaintKind))
_STROKE = _Record(
    Stroke,
    paint=_PAINT,
    width=_LENGTH,
    dash=_List(_LENGTH, 1000),
    dash_phase=_Number(),
    cap=_Integer(0, 2),
    join=_Integer(0, 2),
    miter_limit=_LENGTH,
)
_FILL = _Record(Fill, paint=_PAINT, rule=_Choice.of(FillRule))
_TIP = _Record(
    Tip,
    apex=_Point(),
    direction=_Point(6),
    end=_Choice.of(TipEnd),
    kind=_Choice(_TIP_KINDS),
    style=_String(),
    elements=_INDICES,
    heads=_Integer(0, 100),
)
_PATH = _Record(
    Path,
    "path",
    index=_INDEX,
    subpaths=_SUBPATHS,
    stroke=_Optional(_STROKE),
    fill=_Optional(_FILL),
    declared=_SUBPATHS,
    tips=_List(_TIP, 10_000),
    clips=_INDICES,
    names=_NAMES,
    node=_Optional(_String()),
    line=_LINE,
    role=_Choice.of(Role),
    command=_COMMAND,
)
_LABEL = _Record(
    Label,
    "label",
    index=_INDEX,
    form=_String(),
    text=_String(),
    box=_QUAD,
    baseline=_Point(),
    size=_LENGTH,
    paint=_PAINT,
    angle=_Number(),
    clips=_INDICES,
    names=_NAMES,
    node=_Optional(_String()),
    line=_LINE,
    elements=_INDICES,
    command=_COMMAND,
)
_IMAGE = _Record(
    Image,
    "image",
    index=_INDEX,
    box=_QUAD,
    kind=_String(),
    clips=_INDICES,
    names=_NAMES,
    node=_Optional(_String()),
    line=_LINE,
    command=_COMMAND,
)
_SCENE = _Record(
    Scene,
    source=_Choice(("pdf", "svg")),
    canvas=_Record(Canvas, width=_LENGTH, height=_LENGTH, background=_COLOR, physical=_Boolean()),
    elements=_List(_Union(_PATH, _LABEL, _IMAGE), LIMITS.elements),
    clips=_List(_Record(Clip, subpaths=_SUBPATHS, rule=_Choice.of(FillRule)), LIMITS.elements),
    nodes=_List(
        _Record(
            Node,
            names=_List(_String(), 200, 1),
            shape=_String(),
            center=_Point(),
            box=_QUAD,
            elements=_INDICES,
            border=_Optional(_INDEX),
        ),
        LIMITS.elements,
    ),
    points=_List(_Record(NamedPoint, name=_String(), at=_Point()), LIMITS.elements),
    pages=_Integer(1, 2**31),
    notes=_List(_Record(Note, code=_String(), message=_String(), elements=_INDICES), LIMITS.elements),
    schema=_Choice((SCENE_SCHEMA,)),
)


def to_json(scene: Scene) -> bytes:
    """Write a scene as compact JSON.

    Lengths are rounded to 1e-4 bp, so ``from_json(to_json(s))`` is `s` within 5e-5 bp, and writing it again
    gives the same bytes.

    Raises
    ------
    SceneError
        A number is not finite.
    """
    data = _SCENE.encode(scene)
    data = {"schema": scene.schema, **data}
    try:
        text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except ValueError as error:
        raise SceneError(f"the scene cannot be written: {error}") from None
    return text.encode("utf-8")


def from_json(data: bytes, *, limits: SceneLimits = LIMITS) -> Scene:
    """Read a scene that may come from anyone.

    Parameters
    ----------
    data
        UTF-8 JSON as `to_json` writes it.
    limits
        Bounds; those of the schema hold as well.

    Raises
    ------
    SceneError
        It is not a scene; the message names the place, e.g. ``elements[3].stroke.width: …``.
    """
    if len(data) > limits.size:
        raise SceneError(f"the scene has {len(data)} bytes, more than {limits.size}")
    if data.count(b"[") + data.count(b"{") > limits.containers or data.count(b",") > limits.values:
        raise SceneError("the scene has more parts than allowed")
    try:
        raw = json.loads(data.decode("utf-8"), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise SceneError(f"the scene is not UTF-8 at byte {error.start}") from None
    except (ValueError, RecursionError) as error:
        raise SceneError(f"the scene is not JSON: {str(error)[:200] or 'nested too deeply'}") from None
    try:
        if type(raw) is dict and "schema" not in raw:
            raise _BadValue("schema is missing")  # noqa: TRY301
        scene = _SCENE.decode(raw)
        _check(scene, limits)
    except _BadValue as bad:
        place = "".join(reversed(bad.place)).removeprefix(".") or "scene"
        raise SceneError(f"{place}: {bad.message}") from None
    return scene


def scene_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of scenes; counts across fields and indices are not in it."""
    definitions = {record.cls.__name__: record.definition() for record in _Record.registry}
    root = definitions.pop("Scene")
    root["required"] = ["schema", *root["required"]]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCENE_SCHEMA,
        "title": "Everything drawn on a page, in paint order",
        **root,
        "$defs": definitions,
    }


def _check(scene: Scene, limits: SceneLimits) -> None:
    """Check what one field alone cannot say: totals and indices."""
    count, clips = len(scene.elements), len(scene.clips)
    for name in ("elements", "clips", "nodes", "points", "notes"):
        if len(getattr(scene, name)) > limits.elements:
            raise _at(f".{name}", f"{len(getattr(scene, name))} items, more than {limits.elements}")
    if sum(len(piece.points) for piece in _subpaths(scene)) > limits.points:
        raise _BadValue(f"more than {limits.points} control points")
    for place, element in enumerate(scene.elements):
        if element.index != place:
            raise _at(f".elements[{place}].index", f"is {element.index}, not its place {place}")
        if any(clip >= clips for clip in element.clips):
            raise _at(f".elements[{place}].clips", f"there are {clips} clips")
        if any(other >= count for other in _referred(element)):
            raise _at(f".elements[{place}]", f"refers to an element beyond the {count} there are")
        if isinstance(element, Path) and element.stroke is None and element.fill is None:
            raise _at(f".elements[{place}]", "a path is neither stroked nor filled")
        if isinstance(element, Path):
            for number, tip in enumerate(element.tips):
                if abs(math.hypot(*tip.direction) - 1.0) > 1e-4:
                    raise _at(f".elements[{place}].tips[{number}].direction", "is not a unit vector")
    for place, node in enumerate(scene.nodes):
        if any(other >= count for other in node.elements) or (node.border is not None and node.border >= count):
            raise _at(f".nodes[{place}]", f"refers to an element beyond the {count} there are")
        if node.border is not None and not isinstance(scene.elements[node.border], Path):
            raise _at(f".nodes[{place}].border", "is not a path")
    for place, note in enumerate(scene.notes):
        if any(other >= count for other in note.elements):
            raise _at(f".notes[{place}]", f"refers to an element beyond the {count} there are")


def _referred(element: Element) -> Iterator[int]:
    """Elements that an element refers to."""
    if isinstance(element, Label):
        yield from element.elements
    elif isinstance(element, Path):
        for tip in element.tips:
            yield from tip.elements


def _subpaths(scene: Scene) -> Iterator[Subpath]:
    for element in scene.elements:
        if isinstance(element, Path):
            yield from element.subpaths
            yield from element.declared
    for clip in scene.clips:
        yield from clip.subpaths


def _at(place: str, message: str) -> _BadValue:
    bad = _BadValue(message)
    bad.place.append(place)
    return bad


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not a number")


def _shown(value: Any) -> str:
    """Show a value that may be huge or hostile."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 10**20:
        return "a huge number"
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    return ascii(value[:40] if isinstance(value, str) else value)
