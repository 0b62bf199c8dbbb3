"""Fit the map from data coordinates to the page in the class of maps that a frame allows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from mathvis.goldir.model import Maps

if TYPE_CHECKING:
    from collections.abc import Iterator

Array = NDArray[np.float64]

_ROUNDS = 40
_TURNS = 24
"""Rotations, evenly around, that a search starts from."""
_FEW = 60
"""Samples of a shape in the first search."""
_REFINED = 4
"""Different maps that are refined."""


@dataclass(frozen=True, slots=True)
class Fit:
    """``page = linear @ data + origin`` with its largest misfit in page units.

    `base` is the least extent, in page units, of the reference points along a direction that has a scale of
    its own: what divides the errors of their places.
    """

    linear: Array
    origin: Array
    misfit: float
    base: float = float("inf")

    def apply(self, data: Array) -> Array:
        """Map data points, shape (n, 2)."""
        return data @ self.linear.T + self.origin


class FrameError(ValueError):
    """There is too little, or nothing sensible, to fit a frame to."""


class LooseFrameError(FrameError):
    """Several different maps fit equally well."""


def fit_points(data: Array, page: Array, maps: Maps, weights: Array | None = None) -> Fit:
    """Fit the class of maps to corresponding points by least squares.

    Parameters
    ----------
    data, page
        Corresponding points, shape (n, 2).
    maps
        Class of maps.

    Raises
    ------
    FrameError
        The points do not determine a map of the class.
    """
    data, page = np.asarray(data, float).reshape(-1, 2), np.asarray(page, float).reshape(-1, 2)
    w = np.ones(len(data)) if weights is None else weights
    if len(data) < 2 or float(np.ptp(data, axis=0).max()) == 0.0:
        raise FrameError("two different reference points are needed")
    center_data = np.average(data, axis=0, weights=w)
    center_page = np.average(page, axis=0, weights=w)
    d, p = data - center_data, page - center_page
    linear = _linear(d, p, w, maps)
    if not np.all(np.isfinite(linear)) or abs(np.linalg.det(linear)) <= 1e-9 * float(np.abs(linear).max()) ** 2:
        raise FrameError("the reference points coincide on the page")
    origin = center_page - linear @ center_data
    misfit = float(np.hypot(*(data @ linear.T + origin - page).T).max())
    return Fit(linear, origin, misfit, _base(page, maps))


def _base(page: Array, maps: Maps) -> float:
    """Least extent of points along the directions whose scales a class of maps leaves free."""
    spread = np.ptp(page, axis=0)
    if maps is Maps.RECTANGULAR:
        return float(spread.min())
    if maps is Maps.AFFINE:
        centered = page - page.mean(axis=0)
        return float(np.ptp(centered @ np.linalg.svd(centered, full_matrices=False)[2].T, axis=0).min())
    return float(np.hypot(*spread))


def _linear(d: Array, p: Array, w: Array, maps: Maps) -> Array:
    if maps is Maps.UPRIGHT:
        return np.eye(2) * _positive((w[:, None] * d * p).sum() / (w[:, None] * d * d).sum())
    if maps is Maps.RECTANGULAR:
        square = (w[:, None] * d * d).sum(axis=0)
        if square.min() <= 1e-12 * square.max():
            raise FrameError("the reference points lie on one axis; both scales are needed")
        scales = (w[:, None] * d * p).sum(axis=0) / square
        return np.diag([_positive(scales[0]), _positive(scales[1])])
    if maps in (Maps.SIMILARITY, Maps.REFLECTED_SIMILARITY):
        best = _similarity(d, p, w, mirrored=False)
        if maps is Maps.REFLECTED_SIMILARITY:
            other = _similarity(d, p, w, mirrored=True)
            if _error(other, d, p, w) < _error(best, d, p, w):
                return other
        return best
    if maps is Maps.AFFINE:
        if np.linalg.matrix_rank(d, tol=1e-9 * float(np.abs(d).max())) < 2:
            raise FrameError("the reference points lie on one line; an affine frame needs three that do not")
        root = np.sqrt(w)[:, None]
        solution, *_ = np.linalg.lstsq(d * root, p * root, rcond=None)
        return np.asarray(solution.T)
    raise FrameError("the frame is the page")


def _positive(scale: float) -> float:
    if not np.isfinite(scale) or scale <= 0:
        raise FrameError("the reference points stand in the opposite order")
    return float(scale)


def _similarity(d: Array, p: Array, w: Array, *, mirrored: bool) -> Array:
    z = d[:, 0] + 1j * (-d[:, 1] if mirrored else d[:, 1])
    q = p[:, 0] + 1j * p[:, 1]
    a = (w * np.conj(z) * q).sum() / (w * np.abs(z) ** 2).sum()
    rotation = np.array([[a.real, -a.imag], [a.imag, a.real]])
    return rotation @ np.diag([1.0, -1.0]) if mirrored else rotation


def _error(linear: Array, d: Array, p: Array, w: Array) -> float:
    return float((w * ((d @ linear.T - p) ** 2).sum(axis=1)).sum())


def fit_shapes(shapes: list[tuple[Array, Array]], maps: Maps, alike: float = 0.0) -> Fit:
    """Fit a map that carries gold shapes onto drawn shapes, correspondence unknown.

    Parameters
    ----------
    shapes
        Pairs (gold samples in data coordinates, drawn samples on the page), shape (n, 2) each.
    maps
        Class of maps.
    alike
        Misfits and distances up to this many page units do not tell two maps apart.

    Raises
    ------
    FrameError
        The shapes determine no map of the class.
    LooseFrameError
        Clearly different maps fit equally well: a circle alone leaves the rotation free.

    Notes
    -----
    Iterated closest points, both ways, so that a drawn shape must cover its gold shape. Single points
    (samples of length one) correspond to each other and weigh as much as a curve. Where the class holds
    rotations, the search starts from all around on few samples, and the best few are refined.
    """
    if not shapes:
        raise FrameError("none of the reference objects is drawn")
    starts = list(_starts(shapes, maps))
    if len(starts) == 1:
        return _closest(shapes, maps, starts[0], _ROUNDS)
    few = [(gold[:: max(1, len(gold) // _FEW)], drawn[:: max(1, len(drawn) // _FEW)]) for gold, drawn in shapes]
    tried: list[Fit] = []
    for start in starts:
        try:
            tried.append(_closest(few, maps, start, _ROUNDS // 4))
        except FrameError:
            continue
    if not tried:
        raise FrameError("the reference objects fit at no scale")
    tried.sort(key=lambda fit: fit.misfit)
    data = np.vstack([gold for gold, _ in shapes])
    low, high = data.min(axis=0), data.max(axis=0)
    probes = np.array([low, high, [low[0], high[1]], [high[0], low[1]]])
    different: list[Fit] = []
    for fit in tried:
        if all(_apart(fit, other, probes) > 3 * alike for other in different):
            different.append(fit)
        if len(different) == _REFINED:
            break
    refined = sorted((_closest(shapes, maps, fit, _ROUNDS) for fit in different), key=lambda fit: fit.misfit)
    best = refined[0]
    for other in refined[1:]:
        if other.misfit <= max(2 * best.misfit, alike) and _apart(best, other, probes) > 3 * alike:
            raise LooseFrameError("the reference objects fit in more than one way")
    return best


def _apart(one: Fit, other: Fit, probes: Array) -> float:
    """Largest distance between the images of data points under two maps."""
    return float(np.hypot(*(one.apply(probes) - other.apply(probes)).T).max())


def _starts(shapes: list[tuple[Array, Array]], maps: Maps) -> Iterator[Fit]:
    """Maps to begin with: matched boxes, and where the class holds rotations, turned about the middle."""
    first = _boxes(shapes, maps)
    if maps not in (Maps.SIMILARITY, Maps.REFLECTED_SIMILARITY, Maps.AFFINE):
        yield first
        return
    gold, drawn = np.vstack([g for g, _ in shapes]), np.vstack([d for _, d in shapes])
    middle, page_middle = gold.mean(axis=0), drawn.mean(axis=0)
    scale = float(np.sqrt(((drawn - page_middle) ** 2).sum(axis=1).mean()))
    scale /= max(float(np.sqrt(((gold - middle) ** 2).sum(axis=1).mean())), 1e-300)
    mirrors = (1.0,) if maps is Maps.SIMILARITY else (1.0, -1.0)
    for mirror in mirrors:
        for turn in np.linspace(0.0, 2 * np.pi, _TURNS, endpoint=False):
            c, s = np.cos(turn), np.sin(turn)
            linear = scale * np.array([[c, -s], [s, c]]) @ np.diag([1.0, mirror])
            yield Fit(linear, page_middle - linear @ middle, 0.0)


def _closest(shapes: list[tuple[Array, Array]], maps: Maps, start: Fit, rounds: int) -> Fit:
    """Iterate closest points from a start; the misfit is the farthest sample of either side."""
    fit = start
    trees = [cKDTree(drawn) for _, drawn in shapes]
    for _ in range(rounds):
        data_rows, page_rows, weights = [], [], []
        for (gold, drawn), drawn_tree in zip(shapes, trees, strict=True):
            image = fit.apply(gold)
            data_rows.append(gold)
            page_rows.append(drawn[drawn_tree.query(image)[1]])
            weights.append(np.full(len(gold), 1.0 / len(gold)))
            data_rows.append(gold[cKDTree(image).query(drawn)[1]])
            page_rows.append(drawn)
            weights.append(np.full(len(drawn), 1.0 / len(drawn)))
        new = fit_points(np.vstack(data_rows), np.vstack(page_rows), maps, np.concatenate(weights))
        change = float(np.abs(new.linear - fit.linear).max() / max(np.abs(fit.linear).max(), 1e-12))
        shift = float(np.abs(new.origin - fit.origin).max())
        fit = new
        if change < 1e-7 and shift < 1e-5:
            break
    worst = 0.0
    for (gold, drawn), drawn_tree in zip(shapes, trees, strict=True):
        image = fit.apply(gold)
        there, back_again = drawn_tree.query(image)[0], cKDTree(image).query(drawn)[0]
        worst = max(worst, float(np.max(there)), float(np.max(back_again)))
    return Fit(fit.linear, fit.origin, worst)


def _boxes(shapes: list[tuple[Array, Array]], maps: Maps) -> Fit:
    gold, drawn = np.vstack([g for g, _ in shapes]), np.vstack([d for _, d in shapes])
    low, high = gold.min(axis=0), gold.max(axis=0)
    page_low, page_high = drawn.min(axis=0), drawn.max(axis=0)
    size, page_size = high - low, page_high - page_low
    if size.max() <= 0 or page_size.max() <= 0:
        raise FrameError("the reference objects are single points in one place")
    if maps in (Maps.RECTANGULAR, Maps.AFFINE) and size.min() > 0:
        linear = np.diag(page_size / size)
    else:
        linear = np.eye(2) * float(np.hypot(*page_size) / np.hypot(*size))
    return Fit(linear, (page_low + page_high) / 2 - linear @ ((low + high) / 2), 0.0)
