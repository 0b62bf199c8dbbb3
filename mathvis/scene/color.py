"""How different two colours look.

Colours are sRGB in [0, 1], arrays of shape (…, 3).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Colors = NDArray[np.float64]

_TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
_LUMINANCE = np.array([0.2126, 0.7152, 0.0722])
_WHITE = _TO_XYZ.sum(axis=1)


def linear(colors: Colors) -> Colors:
    """Return linear light (IEC 61966-2-1)."""
    c = np.asarray(colors, float)
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def contrast(a: Colors, b: Colors) -> Colors:
    """Contrast ratio of WCAG 2.1, from 1 to 21; shapes broadcast, the last axis is summed over."""
    la, lb = linear(a) @ _LUMINANCE, linear(b) @ _LUMINANCE
    return np.asarray((np.maximum(la, lb) + 0.05) / (np.minimum(la, lb) + 0.05))


def lab(colors: Colors) -> Colors:
    """CIELAB coordinates under D65."""
    t = linear(colors) @ _TO_XYZ.T / _WHITE
    f = np.where(t > (6 / 29) ** 3, np.cbrt(t), t / (3 * (6 / 29) ** 2) + 4 / 29)
    x, y, z = f[..., 0], f[..., 1], f[..., 2]
    return np.stack((116 * y - 16, 500 * (x - y), 200 * (y - z)), axis=-1)


def distance(a: Colors, b: Colors) -> Colors:
    """CIELAB distance (1976); 2.3 is just noticeable side by side."""
    return np.asarray(np.linalg.norm(lab(a) - lab(b), axis=-1))
