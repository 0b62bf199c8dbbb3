"""Nets of squares: which share edges, and what they fold to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from mathvis.figure.model import Array, Curve, Region
from mathvis.predicates.measure.areas import corners_of
from mathvis.tolerances import TOLERANCES

Face = Region | Curve
Cell = tuple[int, int]
_STEPS: tuple[Cell, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))


class Square(NamedTuple):
    """A drawn square: its corners counter-clockwise on the page, shape (4, 2), and its mean side."""

    corners: Array
    side: float
    face: Face

    @property
    def center(self) -> Array:
        """Middle of the corners."""
        return np.asarray(self.corners.mean(axis=0))


class Defect(NamedTuple):
    """Why a face is no square: what is wrong, by how much, what is allowed, in what unit."""

    words: str
    measured: float | None = None
    tolerance: float | None = None
    unit: str = ""


def square_of(face: Face, tolerance: float = TOLERANCES.length) -> Square | Defect:
    """Return a face as a square, or why it is none.

    Sides may differ by `tolerance` relative to their mean and angles from 90° by ``angle`` degrees.
    """
    corners = corners_of(face)
    if corners is None or len(corners) != 4:
        found = "no polygon" if corners is None else f"a polygon of {len(corners)} corners"
        return Defect(f"is {found}, not a square")
    z = corners @ np.array([1, 1j])
    edges = np.roll(z, -1) - z
    if float(np.sum(z.real * np.roll(z.imag, -1) - np.roll(z.real, -1) * z.imag)) < 0:
        corners = corners[::-1]
    sides = np.abs(edges)
    off = float(np.abs(sides / sides.mean() - 1).max())
    if off > tolerance:
        return Defect("has unequal sides", off, tolerance, "relative")
    turn = float(np.abs(np.degrees(np.abs(np.angle(np.roll(edges, -1) / edges))) - 90).max())
    if turn > TOLERANCES.angle:
        return Defect("has an angle that is not right", turn, TOLERANCES.angle, "degrees")
    return Square(corners, float(sides.mean()), face)


@dataclass(frozen=True, slots=True)
class Net:
    """Squares joined along edges.

    Attributes
    ----------
    squares
        As drawn.
    joints
        Pairs of squares with a common edge.
    cells
        Place of each square in the lattice of the first, None for one that no chain of joints reaches.
    """

    squares: tuple[Square, ...]
    joints: tuple[tuple[int, int], ...]
    cells: tuple[Cell | None, ...]

    @property
    def connected(self) -> bool:
        """Whether every square hangs together with the first."""
        return None not in self.cells


def net_of(squares: tuple[Square, ...], tolerance: float = TOLERANCES.position) -> Net:
    """Return the net that squares form; edges are common when both ends agree within `tolerance` of the diagonal."""
    joints: list[tuple[int, int]] = []
    steps: dict[tuple[int, int], int] = {}
    for i, first in enumerate(squares):
        for j in range(i + 1, len(squares)):
            within = min(tolerance * first.face.frame.diagonal, first.side / 4)
            side = _common_side(first, squares[j], within)
            if side is not None:
                joints.append((i, j))
                steps[i, j] = side[0]
                steps[j, i] = side[1]
    cells: list[Cell | None] = [None] * len(squares)
    if squares:
        cells[0] = (0, 0)
    queue = [0] if squares else []
    base = _axis(squares[0]) if squares else 0j
    while queue:
        i = queue.pop()
        here = cells[i]
        for j in range(len(squares)):
            if (i, j) in steps and cells[j] is None and here is not None:
                dx, dy = _direction(squares[i], steps[i, j], base)
                cells[j] = (here[0] + dx, here[1] + dy)
                queue.append(j)
    return Net(squares, tuple(joints), tuple(cells))


def _common_side(first: Square, second: Square, within: float) -> tuple[int, int] | None:
    for k in range(4):
        a, b = first.corners[k], first.corners[(k + 1) % 4]
        for m in range(4):
            c, d = second.corners[m], second.corners[(m + 1) % 4]
            if max(np.hypot(*(a - d)), np.hypot(*(b - c))) <= within:
                return k, m
    return None


def _axis(square: Square) -> complex:
    dx, dy = square.corners[1] - square.corners[0]
    return complex(dx, dy)


def _direction(square: Square, side: int, base: complex) -> Cell:
    """Return the lattice step across a side."""
    middle = (square.corners[side] + square.corners[(side + 1) % 4]) / 2 - square.center
    turn = complex(*middle) / base
    return min(_STEPS, key=lambda step: abs(complex(*step) / 2 - turn))


def fold(net: Net) -> tuple[tuple[int, int, int] | None, ...]:
    """Return the outward normal of every square when the net is folded along its joints to a cube.

    None for a square that no chain of joints reaches.
    """
    cells = net.cells
    frames: list[Array | None] = [None] * len(cells)
    if cells:
        frames[0] = np.eye(3)
    queue = [0] if cells else []
    links: dict[int, list[int]] = {i: [] for i in range(len(cells))}
    for i, j in net.joints:
        links[i].append(j)
        links[j].append(i)
    while queue:
        i = queue.pop()
        here, frame = cells[i], frames[i]
        if here is None or frame is None:
            continue
        right, up, out = frame.T
        for j in links[i]:
            there = cells[j]
            if there is None or frames[j] is not None:
                continue
            step = (there[0] - here[0], there[1] - here[1])
            turned = {
                (1, 0): (-out, up, right),
                (-1, 0): (out, up, -right),
                (0, 1): (right, -out, up),
                (0, -1): (right, out, -up),
            }.get(step)
            if turned is not None:
                frames[j] = np.column_stack(turned)
                queue.append(j)
    return tuple(
        None if frame is None else (round(frame[0, 2]), round(frame[1, 2]), round(frame[2, 2])) for frame in frames
    )
