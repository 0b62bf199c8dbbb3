"""Fit the map from data coordinates to the page in the class of maps that a frame allows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from mathvis.goldir.model import Maps

Array = NDArray[np.float64]

_ROUNDS = 40


@dataclass(frozen=True, slots=True)
class Fit:
    """``page = linear @ data + origin`` with its largest misfit in page units."""

    linear: Array
    origin: Array
    misfit: float

    def apply(self, data: Array) -> Array:
        """Map data points, shape (n, 2)."""
        return data @ self.linear.T + self.origin


class FrameError(ValueError):
    """There is too little, or nothing sensible, to fit a frame to."""


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
    if not np.all(np.isfinite(linear)) or abs(np.linalg.det(linear)) < 1e-12:
        raise FrameError("the reference points coincide on the page")
    origin = center_page - linear @ center_data
    misfit = float(np.hypot(*(data @ linear.T + origin - page).T).max())
    return Fit(linear, origin, misfit)


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


def fit_shapes(shapes: list[tuple[Array, Array]], maps: Maps, start: Fit | None = None) -> Fit:
    """Fit a map that carries gold shapes onto drawn shapes, correspondence unknown.

    Parameters
    ----------
    shapes
        Pairs (gold samples in data coordinates, drawn samples on the page), shape (n, 2) each.
    maps
        Class of maps.
    start
        Where to begin; boxes are matched if None.

    Notes
    -----
    Iterated closest points, both ways, so that a drawn shape must cover its gold shape. Single points
    (samples of length one) correspond to each other and weigh as much as a curve.
    """
    if not shapes:
        raise FrameError("none of the reference objects is drawn")
    fit = start or _boxes(shapes, maps)
    trees = [(cKDTree(gold), cKDTree(drawn)) for gold, drawn in shapes]
    for _ in range(_ROUNDS):
        data_rows, page_rows, weights = [], [], []
        for (gold, drawn), (_, drawn_tree) in zip(shapes, trees, strict=True):
            image = fit.apply(gold)
            data_rows.append(gold)
            page_rows.append(drawn[drawn_tree.query(image)[1]])
            weights.append(np.full(len(gold), 1.0 / len(gold)))
            back = cKDTree(image).query(drawn)[1]
            data_rows.append(gold[back])
            page_rows.append(drawn)
            weights.append(np.full(len(drawn), 1.0 / len(drawn)))
        new = fit_points(np.vstack(data_rows), np.vstack(page_rows), maps, np.concatenate(weights))
        change = float(np.abs(new.linear - fit.linear).max() / max(np.abs(fit.linear).max(), 1e-12))
        shift = float(np.abs(new.origin - fit.origin).max())
        fit = new
        if change < 1e-7 and shift < 1e-5:
            break
    worst = 0.0
    for (gold, drawn), (_, drawn_tree) in zip(shapes, trees, strict=True):
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
