"""Bound figures made by hand: entities given in data coordinates, drawn on a page by a chosen similarity.

>>> sketch = Sketch(scale=40, angle=30)
>>> sketch.curve("C", circle((0, 0), 1), closed=True, arrows=[0.25])
>>> figure = sketch.figure()
"""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from shapely.geometry import Polygon

from mathvis.figure.finding import Finding, holds
from mathvis.figure.model import Curve, Edge, Entity, Figure, Frame, Ink, Node, Point, Region, Style, Text, Value
from mathvis.goldir.model import Criterion, Statement
from mathvis.predicates.decide import decide as decide_statement
from mathvis.predicates.decide import score as score_criterion
from mathvis.predicates.families import core
from mathvis.predicates.registry import Registry, predicates_of
from mathvis.scene import model as scene

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

REGISTRY = Registry(item for module in core() for item in predicates_of(module, "core"))


def circle(
    center: Sequence[float] = (0, 0), radius: float = 1.0, n: int = 721, turns: float = 1.0, start: float = 0.0
) -> np.ndarray:
    """A circle, counter-clockwise for positive `turns`."""
    t = start + np.linspace(0, 2 * math.pi * turns, n)
    return np.column_stack([center[0] + radius * np.cos(t), center[1] + radius * np.sin(t)])


def complex_points(z: np.ndarray) -> np.ndarray:
    """Points of complex numbers."""
    z = np.asarray(z)
    return np.column_stack([z.real, z.imag])


def square(corner: Sequence[float], side: float = 1.0) -> np.ndarray:
    """A closed square from its lower left corner."""
    x, y = corner
    return np.array([(x, y), (x + side, y), (x + side, y + side), (x, y + side), (x, y)], float)


def _frozen(points: Any) -> np.ndarray:
    out = np.array(points, float)
    out.setflags(write=False)
    return out


class Sketch:
    """Collects entities in data coordinates and lays them on a page.

    Parameters
    ----------
    scale, angle, mirror, shift
        The similarity from data to page: bp per unit, degrees, whether x is reversed first, where the origin lies.
    fitted
        Whether the panel has data coordinates.
    """

    def __init__(
        self,
        *,
        scale: float = 40.0,
        angle: float = 0.0,
        mirror: bool = False,
        shift: Sequence[float] = (300.0, 300.0),
        fitted: bool = True,
    ) -> None:
        a = math.radians(angle)
        rotation = np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]])
        self._linear = scale * rotation @ np.diag([-1.0 if mirror else 1.0, 1.0])
        self._shift = np.array(shift, float)
        self._fitted = fitted
        self._parts: list[tuple[str, np.ndarray, Callable[[Frame, int], Entity]]] = []
        self._extras: list[tuple[str, np.ndarray]] = []
        self._elements: list[scene.Element] = []
        self.bindings: dict[str, Finding] = {}
        self.empty_sets: list[str] = []

    # page geometry -------------------------------------------------------------------------------------------

    def page(self, points: Any) -> np.ndarray:
        """Data coordinates on the page."""
        return np.asarray(points, float).reshape(-1, 2) @ self._linear.T + self._shift

    def _path(
        self,
        points: np.ndarray,
        style: Style,
        *,
        closed: bool = False,
        tips: tuple[scene.Tip, ...] = (),
        role: scene.Role = scene.Role.PATH,
    ) -> int:
        index = len(self._elements)
        points = np.clip(np.nan_to_num(points), -1e5, 1e5)  # a scene holds finite numbers only
        control = [tuple(points[0])]
        for a, b in itertools.pairwise(points):
            control += [tuple(a + (b - a) / 3), tuple(b - (b - a) / 3), tuple(b)]
        stroke = None
        if style.stroke is not None:
            stroke = scene.Stroke(
                scene.Paint(style.stroke, style.alpha), style.width, (3.0, 3.0) if style.dashed else ()
            )
        fill = None if style.fill is None else scene.Fill(scene.Paint(style.fill, style.alpha))
        self._elements.append(
            scene.Path(index, (scene.Subpath(tuple(control), closed),), stroke, fill, tips=tips, role=role)
        )
        return index

    def _label(self, at: np.ndarray, text: str, size: float, color: scene.RGB = (0, 0, 0)) -> tuple[int, np.ndarray]:
        index = len(self._elements)
        at = np.clip(np.nan_to_num(at), -1e5, 1e5)
        w, h = 0.5 * size * max(1, len(text)), 0.7 * size
        x, y = at
        box = np.array([(x - w / 2, y - h / 2), (x + w / 2, y - h / 2), (x + w / 2, y + h / 2), (x - w / 2, y + h / 2)])
        quad = tuple(map(tuple, box))
        self._elements.append(scene.Label(index, text, text, quad, quad[0], size, scene.Paint(color)))
        return index, box

    def _tips(self, page: np.ndarray, arrows: Iterable[float], reverse: bool) -> tuple[scene.Tip, ...]:
        s = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(page, axis=0).T))])
        out = []
        for share in arrows:
            at = share * s[-1]
            k = int(np.clip(np.searchsorted(s, at, side="right"), 1, len(s) - 1))
            d = page[k] - page[k - 1]
            d = d / np.hypot(*d)
            place = page[k - 1] + d * (at - s[k - 1])
            end = scene.TipEnd.START if share == 0 else scene.TipEnd.END if share == 1 else scene.TipEnd.MIDDLE
            direction = -d if reverse or (share == 0) else d
            out.append(scene.Tip(tuple(place), tuple(direction), end))
        return tuple(out)

    # entities ------------------------------------------------------------------------------------------------

    def _text(self, owner: str, text: str | None, at: np.ndarray, size: float = 10.0) -> Text | None:
        if text is None:
            return None
        index, box = self._label(at, text, size)
        return Text(owner, text, text, _frozen(box), size, (index,))

    def point(self, key: str, at: Any, *, label: str | None = None, name: str | None = None) -> None:
        p = self.page([at])[0]
        style = Style(fill=(0, 0, 0))
        element = self._path(p + circle((0, 0), 1.5, 25), style, closed=True, role=scene.Role.MARK)
        text = self._text(key, label, p + np.array([8, 8]))
        self._parts.append(
            (
                key,
                p[None],
                lambda frame, _: Point(
                    id=key,
                    name=_name(key, name),
                    frame=frame,
                    elements=(element,),
                    style=style,
                    label=text,
                    at=_frozen(p),
                    radius=1.5,
                ),
            )
        )

    def curve(
        self,
        key: str,
        *pieces: Any,
        closed: bool = False,
        arrows: Iterable[float] = (),
        reverse: bool = False,
        label: str | None = None,
        style: Style | None = None,
        corners: Sequence[Sequence[int]] | None = None,
    ) -> None:
        """`arrows` are shares of the length of the first piece at which a tip sits; `reverse` turns them round."""
        style = style or Style(stroke=(0, 0, 0), width=0.8)
        page = [self.page(piece) for piece in pieces]
        tips = self._tips(page[0], arrows, reverse)
        elements = tuple(
            self._path(piece, style, closed=closed, tips=tips if i == 0 else ()) for i, piece in enumerate(page)
        )
        text = self._text(key, label, page[0][0] + [8, 8])
        marks = tuple(tuple(c) for c in corners) if corners is not None else tuple(tuple(range(len(p))) for p in page)
        self._parts.append(
            (
                key,
                np.vstack(page),
                lambda frame, _: Curve(
                    id=key,
                    name=_name(key, None),
                    frame=frame,
                    elements=elements,
                    style=style,
                    label=text,
                    pieces=tuple(_frozen(p) for p in page),
                    closed=closed,
                    corners=marks,
                    tips=tips,
                ),
            )
        )

    def region(
        self, key: str, polygon: Any, *, label: str | None = None, style: Style | None = None, painted: bool = True
    ) -> None:
        style = style or Style(stroke=(0, 0, 0), width=0.8, fill=(0.9, 0.9, 0.9))
        page = self.page(polygon)
        elements = (self._path(page, style, closed=True),)
        text = self._text(key, label, page[:-1].mean(axis=0))
        self._parts.append(
            (
                key,
                page,
                lambda frame, _: Region(
                    id=key,
                    name=_name(key, None),
                    frame=frame,
                    elements=elements,
                    style=style,
                    label=text,
                    shape=Polygon(page),
                ),
            )
        )

    def node(self, key: str, at: Any, text: str = "x", *, size: float = 10.0) -> None:
        p = self.page([at])[0]
        label = self._text(key, text, p, size)
        assert label is not None
        self._parts.append(
            (
                key,
                np.asarray(label.box),
                lambda frame, _: Node(
                    id=key,
                    name=_name(key, None),
                    frame=frame,
                    elements=label.elements,
                    label=label,
                    at=_frozen(p),
                    outline=_frozen(np.vstack([label.box, label.box[:1]])),
                ),
            )
        )

    def edge(
        self,
        key: str,
        source: Any,
        target: Any,
        *,
        path: Any = None,
        directed: bool = True,
        label: str | None = None,
        style: Style | None = None,
        ends: tuple[str | None, str | None] | None = None,
    ) -> None:
        """Between nodes (by id) or places; a straight line unless `path` (data) is given."""
        style = style or Style(stroke=(0, 0, 0), width=0.8)
        places = {key: points.mean(axis=0) for key, points, _ in self._parts}
        names = tuple(x if isinstance(x, str) else None for x in (source, target))
        page = (
            self.page(path)
            if path is not None
            else np.array([places[x] if isinstance(x, str) else self.page([x])[0] for x in (source, target)])
        )
        tips = self._tips(page, [1.0] if directed else [], reverse=False)
        element = self._path(page, style, tips=tips)
        text = self._text(key, label, page.mean(axis=0) + np.array([4, 6]))
        a, b = ends if ends is not None else names
        self._parts.append(
            (
                key,
                page,
                lambda frame, _: Edge(
                    id=key,
                    name=_name(key, None),
                    frame=frame,
                    elements=(element,),
                    style=style,
                    label=text,
                    path=_frozen(page),
                    source=a,
                    target=b,
                    directed=directed,
                    tips=tips,
                ),
            )
        )

    def value(self, key: str, reads: str, *, text: str | None = None, at: Any = (0, 0), size: float = 10.0) -> None:
        p = self.page([at])[0]
        shown = self._text(key, text if text is not None else reads, p, size)
        assert shown is not None
        self._parts.append(
            (
                key,
                np.asarray(shown.box),
                lambda frame, _: Value(
                    id=key,
                    name=_name(key, None),
                    frame=frame,
                    elements=shown.elements,
                    label=None,
                    text=shown,
                    reads=reads,
                ),
            )
        )

    def text(self, key: str, text: str, at: Any, *, size: float = 10.0) -> None:
        shown = self._text(key, text, self.page([at])[0], size)
        assert shown is not None
        self._parts.append((key, np.asarray(shown.box), lambda _frame, _: shown))

    def leftover(self, kind: str, points: Any) -> None:
        """Ink that nothing accounts for."""
        self._extras.append((kind, self.page(points)))

    def drop(self, key: str) -> None:
        """Take an entity out again."""
        self._parts = [part for part in self._parts if part[0] != key]

    def missing(self, key: str, finding: Finding) -> None:
        """State a binding that failed."""
        self.bindings[key] = finding

    def figure(self, *, canvas: tuple[float, float] | None = None, printed: float = 1.0) -> Figure:
        """The bound figure."""
        points = [p for _, p, _ in self._parts] + [p for _, p in self._extras]
        box = np.vstack(points) if points else np.zeros((1, 2))
        with np.errstate(all="ignore"):
            diagonal = float(np.hypot(*(box.max(axis=0) - box.min(axis=0)))) or 1.0
        frame = Frame(
            "main",
            self._linear if self._fitted else np.eye(2),
            self._shift if self._fitted else np.zeros(2),
            diagonal,
            fitted=self._fitted,
        )
        entities: dict[str, Any] = dict.fromkeys(self.empty_sets, ())
        for key, _, make in self._parts:
            entity = make(frame, 0)
            head, dot, _ = key.partition(".")
            if dot:
                entities[head] = (*entities.get(head, ()), entity)
            else:
                entities[key] = entity
        bindings: Mapping[str, Finding] = {**{key: holds() for key in entities}, **self.bindings}
        extras = tuple(Ink(kind, (), _frozen(p), "main") for kind, p in self._extras)
        size = canvas or (float(max(600.0, box[:, 0].max() + 20)), float(max(600.0, box[:, 1].max() + 20)))
        drawn = scene.Scene("svg", scene.Canvas(*size), tuple(self._elements))
        return Figure(drawn, entities, {"main": frame}, bindings, extras, frozenset(), diagonal, printed)


def _name(key: str, name: str | None) -> str:
    return name if name is not None else key.partition(".")[2] or key


def decide(figure: Figure, predicate: str, codes: Sequence[Any] = (), **args: Any) -> Finding:
    """Decide one hard statement."""
    return decide_statement(REGISTRY, Statement(id="s", predicate=predicate, args=args, codes=list(codes)), figure)


def score(figure: Figure, predicate: str, **args: Any) -> Finding:
    """Score one soft criterion."""
    return score_criterion(REGISTRY, Criterion(id="s", predicate=predicate, args=args), figure)


def restyled(style: Style, **changes: Any) -> Style:
    """The style with other values."""
    return replace(style, **changes)
