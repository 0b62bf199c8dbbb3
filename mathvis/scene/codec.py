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
from typing import TYPE_CHECKING, Any

from mathvis.errors import SceneError
from mathvis.scene.codec_kinds import BadValue
from mathvis.scene.codec_records import Record
from mathvis.scene.codec_table import LIMITS, SCENE, SceneLimits
from mathvis.scene.model import SCENE_SCHEMA, Element, Label, Path, Scene, Subpath

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["LIMITS", "SceneLimits", "from_json", "scene_schema", "to_json"]


def to_json(scene: Scene) -> bytes:
    """Write a scene as compact JSON.

    Lengths are rounded to 1e-4 bp, so ``from_json(to_json(s))`` is `s` within 5e-5 bp, and writing it again
    gives the same bytes.

    Raises
    ------
    SceneError
        A number is not finite.
    """
    data = SCENE.encode(scene)
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
            raise BadValue("schema is missing")  # noqa: TRY301
        scene = SCENE.decode(raw)
        _check(scene, limits)
    except BadValue as bad:
        place = "".join(reversed(bad.place)).removeprefix(".") or "scene"
        raise SceneError(f"{place}: {bad.message}") from None
    return scene


def scene_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of scenes; counts across fields and indices are not in it."""
    definitions = {record.cls.__name__: record.definition() for record in Record.registry}
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
        raise BadValue(f"more than {limits.points} control points")
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


def _at(place: str, message: str) -> BadValue:
    bad = BadValue(message)
    bad.place.append(place)
    return bad


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not a number")
