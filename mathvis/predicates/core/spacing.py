"""Spacing: how evenly, how clearly and with how few crossings a drawing is laid out. All soft."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import shapely

from mathvis.figure.finding import Finding, scored, undecided
from mathvis.figure.model import Array, Curve, Edge, Figure, Node, Point
from mathvis.goldir.codes import Code, Group
from mathvis.goldir.expressions import Expr
from mathvis.predicates.budget import Budget
from mathvis.predicates.core.crossings import crossing_pairs, pieces_of
from mathvis.predicates.measure.boxes import extent, page_boxes
from mathvis.predicates.measure.names import check_names, compiled, paired
from mathvis.predicates.measure.words import listed, name_of, percent, plain, plural, short_id, show
from mathvis.predicates.registry import predicate
from mathvis.tolerances import TOLERANCES


def graded(value: float, full: float, half: float) -> float:
    """Return 1 up to `full`, ½ up to `half`, 0 beyond."""
    return 1.0 if value <= full else 0.5 if value <= half else 0.0


@predicate(group=Group.RENDERING, codes=(Code.R5,), soft=True)
def even_spacing(rows: tuple[tuple[Node | Point | None, ...], ...], columns: bool = True) -> Finding:
    """Rows are evenly spaced, and so are columns.

    `rows` is written as for `grid`. The spacing of rows is measured across the direction in which they run; rows of
    one node each tell no direction, theirs is measured along the way from the first to the last. The largest over the
    smallest spacing of neighbouring rows, and of columns unless `columns` is false, decides: 1 up to ``uneven``, ½ up
    to twice as uneven.

    Examples
    --------
    ::

        - even: {even_spacing: {rows: [[A, B, C], [D, E, F]]}, weight: 1}
        - levels: {even_spacing: {rows: [[bottom], [left, right], [top]], columns: false}}
    """
    cells = [(r, c, node) for r, row in enumerate(rows) for c, node in enumerate(row) if node is not None]
    if len(cells) < 3:
        return undecided("too few nodes to be spaced")
    places = np.array([node.at for _, _, node in cells])
    if not np.isfinite(places).all():
        return undecided("a node has no finite place")
    ratios = []
    for key in (0, 1) if columns else (0,):
        index = np.array([cell[key] for cell in cells])
        lines = [places[index == value] for value in sorted(set(index.tolist()))]
        if len(lines) > 2:
            steps = np.diff([float(line.mean(axis=0) @ _across(lines)) for line in lines])
            ratios.append(float(steps.max() / steps.min()) if steps.min() > 0 else np.inf)
    if not ratios:
        return undecided("too few rows and columns to be spaced")
    worst = max(ratios)
    nodes = tuple(node for _, _, node in cells)
    words = f"the widest spacing is {plain(worst)} times the narrowest" if np.isfinite(worst) else "out of order"
    grade = graded(worst - 1, TOLERANCES.uneven - 1, 2 * (TOLERANCES.uneven - 1))
    return scored(
        grade,
        words,
        code=Code.R5,
        measured=worst if np.isfinite(worst) else "out of order",
        tolerance=TOLERANCES.uneven,
        unit="times",
        evidence=show(*nodes),
    )


def _across(lines: list[Array]) -> Array:
    """Direction across lines of places, from the first to the last, shape (2,); along the way where no line has two."""
    way: Array = lines[-1].mean(axis=0) - lines[0].mean(axis=0)
    size = float(np.hypot(*way))
    if not size > 0:
        return np.zeros(2)
    inside = np.concatenate([line - line.mean(axis=0) for line in lines])
    scatter = inside.T @ inside
    if not np.trace(scatter) > 0:
        return way / size
    normal: Array = np.linalg.eigh(scatter)[1][:, 0]
    along = float(normal @ way)
    # Lines that run the way they are stacked are no lines.
    return normal * np.sign(along) if abs(along) > TOLERANCES.stacked * size else way / size


@predicate(group=Group.RENDERING, codes=(Code.U1,), soft=True)
def clear_of(path: Curve | Edge, nodes: tuple[Node | Point, ...], at_least: float) -> Finding:
    """A path keeps `at_least` of the nodes' usual spacing away from every node that is not one of its ends.

    The spacing is the median distance of a node from its nearest neighbour; nodes count with their outline. 1 at
    `at_least`, ½ at half of it.

    Examples
    --------
    ::

        - free: {clear_of: {path: delta, nodes: cells, at_least: 0.15}, weight: 1}
    """
    pieces = pieces_of(path)
    if len(nodes) < 2 or not pieces:
        return undecided("too little is drawn to measure a spacing")
    places = np.array([node.at for node in nodes])
    apart = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    spacing = float(np.median(apart.min(axis=1)))
    own = {path.source, path.target} if isinstance(path, Edge) else _end_nodes(path, nodes)
    line = shapely.MultiLineString(pieces)
    gaps = [(float(line.distance(_shape(node))), node) for node in nodes if node.id not in own]
    if not gaps or not spacing > 0 or not np.isfinite(spacing):
        return undecided("no other node to keep clear of", evidence=show(path))
    gap, nearest = min(gaps, key=lambda pair: pair[0])
    share = gap / spacing
    grade = 1.0 if share >= at_least else 0.5 if share >= at_least / 2 else 0.0
    return scored(
        grade,
        f"{name_of(path)} comes within {percent(share)} of the spacing of {name_of(nearest)}",
        code=Code.U1,
        measured=share,
        tolerance=at_least,
        unit="of the spacing",
        evidence=show(path, nearest),
    )


def _shape(node: Node | Point) -> shapely.Geometry:
    if isinstance(node, Node) and len(node.outline) > 3 and np.isfinite(node.outline).all():
        return shapely.make_valid(shapely.Polygon(node.outline))
    return shapely.Point(node.at)


def _end_nodes(path: Curve, nodes: tuple[Node | Point, ...]) -> set[str]:
    within = TOLERANCES.edge_end * path.frame.diagonal
    ends = shapely.MultiPoint(path.ends)
    return {node.id for node in nodes if ends.distance(_shape(node)) <= within}


@predicate(group=Group.RENDERING, codes=(Code.U1,), soft=True)
def crossings_at_most(
    edges: tuple[Curve | Edge, ...], most: int, budget: Budget, of: Curve | Edge | None = None
) -> Finding:
    """At most so many pairs of edges cross, or, with `of`, so many edges cross that one.

    1 up to `most`, ½ up to half as many again, 0 beyond.

    Examples
    --------
    ::

        - few: {crossings_at_most: {edges: covers, most: 8}, weight: 1}
        - delta: {crossings_at_most: {edges: arrows, of: delta, most: 3}, weight: 1}
    """
    known = of is None or any(edge.id == of.id for edge in edges)
    found = crossing_pairs(edges if known or of is None else (*edges, of), budget)
    if of is not None:
        found = [pair for pair in found if of.id in (pair[0].id, pair[1].id)]
    evidence = show(*(edge for pair in found for edge in pair[:2]), at=found[0][2] if found else None)
    return scored(
        graded(len(found), most, 1.5 * most),
        plural(len(found), "crossing"),
        code=Code.U1,
        measured=len(found),
        tolerance=float(most),
        unit="crossings",
        evidence=evidence,
    )


def _check_classes(args: Mapping[str, Any]) -> Iterable[str]:
    return check_names(args, pairs=("by",))


@predicate(group=Group.RENDERING, codes=(Code.R5,), soft=True, check=_check_classes)
def parallel_classes(edges: tuple[Edge, ...], names: str, by: Expr) -> Finding:
    """Edges of one class are parallel; the class is an expression in the numbers of the two end nodes.

    Letters carry 1 for the lower end and 2 for the upper on the page. 1 if every class is parallel within
    ``parallel`` degrees, ½ if at least half of the classes are, 0 otherwise.

    Examples
    --------
    ::

        - primes: {parallel_classes: {edges: covers, names: "d-{n}", by: "n2/n1"}, weight: 1}
    """
    classes: dict[float, list[tuple[complex, Edge]]] = defaultdict(list)
    pattern = compiled(names)
    for edge in edges:
        if edge.source is None or edge.target is None or len(edge.path) < 2:
            return undecided(f"{name_of(edge)} does not join two nodes", evidence=show(edge))
        ends = [(edge.path[0], edge.source), (edge.path[-1], edge.target)]
        ends.sort(key=lambda end: float(end[0][1]))
        numbers = [pattern.match(short_id(name)) for _, name in ends]
        if numbers[0] is None or numbers[1] is None:
            return undecided(f"the ends of {name_of(edge)} do not fit {names!r}", evidence=show(edge))
        low, high = ({k: int(v) for k, v in match.groupdict().items()} for match in numbers if match is not None)
        values = paired(low, high)
        if not by.variables <= values.keys():
            return undecided("the class uses letters that are not in the names")
        key = round(float(by.real(**values)), 9)
        step = ends[1][0] - ends[0][0]
        classes[key].append((complex(step[0], step[1]), edge))
    good, worst, bent = 0, 0.0, edges[0]
    for members in classes.values():
        turn, edge = max(((_turn(z, members[0][0]), edge) for z, edge in members), key=lambda pair: pair[0])
        good += turn <= TOLERANCES.parallel
        if turn > worst:
            worst, bent = turn, edge
    score = 1.0 if good == len(classes) else 0.5 if 2 * good >= len(classes) else 0.0
    return scored(
        score,
        f"{good} of {plural(len(classes), 'class', 'classes')} parallel",
        code=Code.R5,
        measured=worst,
        tolerance=TOLERANCES.parallel,
        unit="degrees",
        evidence=show(bent),
    )


def _turn(a: complex, b: complex) -> float:
    if a == 0 or b == 0:
        return 90.0
    turn = abs(float(np.degrees(np.angle(a / b))))
    return min(turn, 180 - turn)


@predicate(group=Group.RENDERING, codes=(Code.U2,), soft=True)
def uses_canvas(figure: Figure) -> Finding:
    """The visible ink fills a fair part of the canvas.

    The larger of its width and height, as a share of the canvas's, decides: 1 from ``canvas_use``, ½ from half of that.

    Examples
    --------
    ::

        - canvas: {uses_canvas: {}, weight: 1}
    """
    boxes = page_boxes(figure)
    if boxes is None:
        return undecided("nothing is drawn")
    canvas = np.array([figure.scene.canvas.width, figure.scene.canvas.height])
    low, high = np.maximum(boxes[:2], 0), np.minimum(boxes[2:], canvas)
    if not (canvas > 0).all():
        return undecided("the canvas has no size")
    share = float(np.max(np.clip(high - low, 0, None) / canvas))
    grade = 1.0 if share >= TOLERANCES.canvas_use else 0.5 if share >= TOLERANCES.canvas_use / 2 else 0.0
    return scored(
        grade, f"{percent(share)} of the canvas", code=Code.U2, measured=share, tolerance=TOLERANCES.canvas_use
    )


@predicate(group=Group.RENDERING, codes=(Code.U1,), soft=True)
def panels_apart(figure: Figure, panels: tuple[str, ...] = ()) -> Finding:
    """The panels do not reach into each other.

    The boxes of what each panel's entities draw, labels included, are at least ``panel_gap`` of the figure's
    diagonal apart: 1; do not overlap: ½; overlap: 0. Undecided with fewer than two panels.

    Examples
    --------
    ::

        - apart: {panels_apart: {}, weight: 1}
    """
    names = panels or tuple(figure.frames)
    boxes = {name: box for name in names if (box := extent(figure, name)) is not None}
    if len(boxes) < 2:
        return undecided(f"{plural(len(boxes), 'panel')} drawn", measured=len(boxes))
    worst, pair = np.inf, ("", "")
    listed_boxes = list(boxes.items())
    for k, (first, a) in enumerate(listed_boxes):
        for second, b in listed_boxes[:k]:
            gap = _gap(a, b) / figure.diagonal
            if gap < worst:
                worst, pair = gap, (second, first)
    grade = 1.0 if worst >= TOLERANCES.panel_gap else 0.5 if worst >= 0 else 0.0
    words = (
        f"the panels {listed(pair)} are {percent(worst)} apart" if worst >= 0 else f"the panels {listed(pair)} overlap"
    )
    return scored(grade, words, code=Code.U1, measured=float(worst), tolerance=TOLERANCES.panel_gap)


def _gap(a: Array, b: Array) -> float:
    """Return how far two boxes (x0, y0, x1, y1) are apart; negative if they overlap."""
    between = np.maximum(a[:2] - b[2:], b[:2] - a[2:])
    return float(np.hypot(*np.maximum(between, 0))) if (between > 0).any() else float(between.max())
