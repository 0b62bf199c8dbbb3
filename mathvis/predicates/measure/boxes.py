"""Boxes (x0, y0, x1, y1) on the page of what entities and panels draw."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import shapely

from mathvis.figure.model import Array, Curve, Edge, Entity, Figure, Node, Point, Region, Text, Value


def everything(figure: Figure) -> Iterator[Entity]:
    """Yield all bound entities, the members of sets one by one."""
    for item in figure.entities.values():
        if isinstance(item, tuple):
            yield from item
        else:
            yield item


def outline_points(item: Entity, *, keep: bool = False) -> Array:
    """Return points whose box is that of an entity with its label, shape (n, 2); not finite ones only with `keep`."""
    parts: list[Array] = []
    if isinstance(item, Text):
        parts.append(item.box)
    elif isinstance(item, Value):
        parts.append(item.text.box)
    elif isinstance(item, Point):
        parts += [item.at[None] - item.radius, item.at[None] + item.radius]
    elif isinstance(item, Curve):
        parts += item.pieces
    elif isinstance(item, Region):
        parts.append(shapely.get_coordinates(item.shape))
    elif isinstance(item, Node):
        parts += [item.at[None], item.outline]
    elif isinstance(item, Edge):
        parts.append(item.path)
    if not isinstance(item, Text) and item.label is not None:
        parts.append(item.label.box)
    points = np.vstack([np.asarray(part, float).reshape(-1, 2) for part in parts] or [np.zeros((0, 2))])
    return points if keep else np.asarray(points[np.isfinite(points).all(axis=1)])


def box(points: Array) -> Array | None:
    """Return the box of points, or None without points."""
    return np.concatenate([points.min(axis=0), points.max(axis=0)]) if len(points) else None


def extent(figure: Figure, panel: str) -> Array | None:
    """Return the box of what the entities of a panel draw; None if nothing."""
    own = [
        outline_points(item) for item in everything(figure) if not isinstance(item, Text) and item.frame.panel == panel
    ]
    return box(np.vstack(own)) if own else None


def page_boxes(figure: Figure) -> Array | None:
    """Return the box of everything drawn: entities and unaccounted ink; None if nothing."""
    parts = [outline_points(item) for item in everything(figure)] + [ink.geometry for ink in figure.extras]
    points = np.vstack([np.asarray(part, float).reshape(-1, 2) for part in parts] or [np.zeros((0, 2))])
    return box(points[np.isfinite(points).all(axis=1)])
