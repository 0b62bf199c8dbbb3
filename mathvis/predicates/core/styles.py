"""Styles: which entities look alike, which can be told apart, what is dashed."""

from __future__ import annotations

from itertools import combinations
from typing import Annotated, Literal

import numpy as np

from mathvis.figure.finding import Finding, holds, scored, undecided, violated
from mathvis.figure.model import Array, Curve, Edge, Figure, Node, Point, Region, Style
from mathvis.goldir.codes import Code, Group
from mathvis.predicates.measure.folding import Square, net_of, square_of
from mathvis.predicates.measure.polyline import densify, distances
from mathvis.predicates.measure.words import listed, name_of, plural, show
from mathvis.predicates.registry import predicate
from mathvis.predicates.signature import AtLeast
from mathvis.scene.color import distance, lab
from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.model import Path, Role
from mathvis.tolerances import TOLERANCES

Trait = Literal["dash", "width", "colour", "fill"]
_ALL: tuple[Trait, ...] = ("dash", "width", "colour", "fill")
_Styled = Curve | Edge | Region | Point | Node


def differ(a: Style, b: Style, traits: tuple[Trait, ...] = _ALL) -> tuple[Trait, ...]:
    """Return the traits in which two styles visibly differ."""
    out: list[Trait] = []
    if "dash" in traits and a.dashed != b.dashed:
        out.append("dash")
    widths = sorted((max(a.width, TOLERANCES.hairline), max(b.width, TOLERANCES.hairline)))
    if "width" in traits and widths[1] >= TOLERANCES.width_ratio * widths[0]:
        out.append("width")
    if "colour" in traits and _colours_differ(a.stroke, b.stroke):
        out.append("colour")
    if "fill" in traits and _colours_differ(a.fill, b.fill):
        out.append("fill")
    return tuple(out)


def _colours_differ(a: tuple[float, float, float] | None, b: tuple[float, float, float] | None) -> bool:
    if a is None or b is None:
        return a is not b
    return bool(distance(np.array(a), np.array(b)) >= TOLERANCES.hue_distance)


def _lightness_differs(a: Style, b: Style) -> bool:
    first, second = a.stroke or a.fill, b.stroke or b.fill
    if first is None or second is None:
        return first is not second
    return bool(abs(lab(np.array(first))[0] - lab(np.array(second))[0]) >= TOLERANCES.hue_distance)


@predicate(group=Group.RENDERING, codes=(Code.R12,))
def style_classes(
    groups: dict[str, tuple[Curve | Edge | Region | Point | Node, ...]], by: tuple[Trait, ...] = _ALL
) -> Finding:
    """Entities of one group look alike, and those of different groups do not, in the traits listed.

    Alike means equal in every trait of `by`; different means different in at least one. Widths differ by a factor of
    ``width_ratio``, colours by ``hue_distance`` in CIELAB.

    Examples
    --------
    ::

        - stability: {style_classes: {groups: {stable: stable, unstable: unstable}, by: [dash]}}
    """
    named = [(name, items) for name, items in groups.items() if items]
    if len(named) < 2:
        return undecided("at least two groups are needed")
    for name, items in named:
        for item in items[1:]:
            traits = differ(items[0].style, item.style, by)
            if traits:
                return violated(
                    Code.R12,
                    f"{name_of(items[0])} and {name_of(item)}, both {name}, differ in {', '.join(traits)}",
                    evidence=show(items[0], item),
                )
    for (name, items), (other, others) in combinations(named, 2):
        if not differ(items[0].style, others[0].style, by):
            return violated(Code.R12, f"{name} and {other} look alike", evidence=show(items[0], others[0]))
    return holds(f"{len(named)} groups told apart", evidence=show(*(item for _, items in named for item in items)))


@predicate(group=Group.RENDERING, codes=(Code.R12,))
def line_style(paths: tuple[Curve | Edge, ...], dash: Literal["dashed", "solid"]) -> Finding:
    """All lines are dashed, or all are solid.

    Examples
    --------
    ::

        - hidden: {line_style: {paths: hidden-edges, dash: dashed}}
    """
    for path in paths:
        if path.style.dashed != (dash == "dashed"):
            other = "dashed" if path.style.dashed else "solid"
            return violated(Code.R12, f"{name_of(path)} is {other}", measured=other, evidence=show(path))
    return holds(f"all {dash}", evidence=show(*paths))


@predicate(group=Group.RENDERING, codes=(Code.U4,), soft=True)
def distinguishable(curves: Annotated[tuple[Curve | Edge | Region, ...], AtLeast(2)]) -> Finding:
    """Every two of the curves can be told apart by how they look.

    1 if every pair differs in dashes, in width, or in colours of different lightness (at least ``hue_distance`` in
    L*, so that they stay apart for the colour-blind and in grey); ½ if some pair differs in hue alone, or looks
    alike but each of the two carries its own label; 0 otherwise.

    Examples
    --------
    ::

        - tellable: {distinguishable: {curves: [fC, pC]}, weight: 1}
    """
    worst, words, evidence = 1.0, "all can be told apart", show(*curves)
    for first, second in combinations(curves, 2):
        grade, reason = _told_apart(first, second)
        if grade < worst:
            worst, evidence = grade, show(first, second)
            words = f"{name_of(first)} and {name_of(second)} {reason}"
    return scored(worst, words, code=Code.U4, evidence=evidence)


def _told_apart(first: _Styled, second: _Styled) -> tuple[float, str]:
    traits = differ(first.style, second.style)
    if "dash" in traits or "width" in traits:
        return 1.0, ""
    if traits and _lightness_differs(first.style, second.style):
        return 1.0, ""
    if traits:
        return 0.5, "differ in hue alone"
    own = first.label is not None and second.label is not None and first.label.form != second.label.form
    return (0.5 if own else 0.0), "have the same colour and width"


@predicate(group=Group.RENDERING, codes=(Code.R12,), soft=True)
def dashed(paths: tuple[Curve | Edge, ...]) -> Finding:
    """The lines are dashed: 1 if all are, ½ if some are, 0 if none is.

    Examples
    --------
    ::

        - guides: {dashed: {paths: guides}, weight: 1}
    """
    marked = [path for path in paths if path.style.dashed]
    score = 1.0 if len(marked) == len(paths) else 0.5 if marked else 0.0
    solid = [name_of(path) for path in paths if not path.style.dashed]
    return scored(
        score,
        f"solid: {listed(solid)}" if solid else "all dashed",
        code=Code.R12,
        measured=f"{len(marked)} of {len(paths)}",
        evidence=show(*paths),
    )


@predicate(group=Group.RENDERING, codes=(Code.R12,), soft=True)
def folds_dashed(faces: Annotated[tuple[Region | Curve, ...], AtLeast(2)], figure: Figure) -> Finding:
    """Along the edges that squares of a net have in common, the ink is dashed and nothing solid lies on it.

    1 if that is so of every fold, ½ of at least half, 0 otherwise. Undecided without folds.

    Examples
    --------
    ::

        - folds: {folds_dashed: {faces: faces}, weight: 1}
    """
    squares = tuple(found for face in faces if isinstance(found := square_of(face), Square))
    if len(squares) != len(faces):
        return undecided("a face is no square", evidence=show(*faces))
    net = net_of(squares)
    if not net.joints:
        return undecided("the squares have no common edges", evidence=show(*faces))
    geometry = SceneGeometry(figure.scene)
    strokes = [
        (element.stroke.dash != (), tuple(np.asarray(line.points) for line in geometry.polylines(element.index)))
        for element in figure.scene.elements
        if isinstance(element, Path) and element.stroke is not None and element.role is not Role.CASING
    ]
    good = 0
    for i, j in net.joints:
        side = _common(net.squares[i].corners, net.squares[j].corners)
        within = TOLERANCES.on * faces[0].frame.diagonal
        dense = densify(side, within)
        inner = dense[len(dense) // 10 : -max(1, len(dense) // 10)]
        covering = [
            is_dashed
            for is_dashed, lines in strokes
            if lines
            and len(inner)
            and float((distances(inner, lines, within) <= within).mean()) >= TOLERANCES.visible_share
        ]
        good += bool(covering) and all(covering)
    score = 1.0 if good == len(net.joints) else 0.5 if 2 * good >= len(net.joints) else 0.0
    return scored(
        score,
        f"{good} of {plural(len(net.joints), 'fold')} dashed",
        code=Code.R12,
        measured=good,
        evidence=show(*faces),
    )


def _common(first: Array, second: Array) -> Array:
    """Return the side of the first square that lies on the second."""
    sides = [np.array([first[k], first[(k + 1) % 4]]) for k in range(4)]
    ring = np.vstack([second, second[:1]])
    return min(sides, key=lambda side: float(distances(side, (ring,), 1.0).max()))
