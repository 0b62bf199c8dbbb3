"""Colour spaces, functions and the mean colour of shadings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pikepdf

from mathvis.scene.readers.pdf_function import read_function

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mathvis.scene.model import RGB
    from mathvis.scene.readers.pdf_function import Function

BLACK: RGB = (0.0, 0.0, 0.0)
MID_GREY: RGB = (0.5, 0.5, 0.5)
_SAMPLES = 17

# Corners of the CMYK cube in sRGB, between which colours are interpolated; index cmyk in binary.
_CMYK_CORNERS: tuple[RGB, ...] = (
    (1.0, 1.0, 1.0),
    (0.1373, 0.1216, 0.1255),
    (1.0, 0.9490, 0.0),
    (0.1098, 0.1020, 0.0),
    (0.9255, 0.0, 0.5490),
    (0.1412, 0.0, 0.0),
    (0.9294, 0.1098, 0.1412),
    (0.1333, 0.0, 0.0),
    (0.0, 0.6784, 0.9373),
    (0.0, 0.0588, 0.1412),
    (0.0, 0.6510, 0.3137),
    (0.0, 0.0745, 0.0),
    (0.1804, 0.1922, 0.5725),
    (0.0, 0.0, 0.0078),
    (0.2118, 0.2119, 0.2235),
    (0.0, 0.0, 0.0),
)


def _unit(value: float) -> float:
    return 0.0 if value < 0.0 else min(value, 1.0)


def gray(values: Sequence[float]) -> RGB:
    """DeviceGray to sRGB."""
    level = _unit(values[0])
    return (level, level, level)


def rgb(values: Sequence[float]) -> RGB:
    """DeviceRGB to sRGB."""
    return (_unit(values[0]), _unit(values[1]), _unit(values[2]))


def cmyk(values: Sequence[float]) -> RGB:
    """DeviceCMYK to sRGB, by interpolation between the corners of the cube."""
    c, m, y, k = (_unit(v) for v in values[:4])
    total = [0.0, 0.0, 0.0]
    for index, corner in enumerate(_CMYK_CORNERS):
        weight = (c if index & 8 else 1 - c) * (m if index & 4 else 1 - m)
        weight *= (y if index & 2 else 1 - y) * (k if index & 1 else 1 - k)
        for channel in range(3):
            total[channel] += weight * corner[channel]
    return (_unit(total[0]), _unit(total[1]), _unit(total[2]))


class ColorSpace:
    """A colour space: how many components it has, where it starts, how it becomes sRGB."""

    __slots__ = ("components", "convert", "initial", "pattern")

    def __init__(
        self,
        components: int,
        convert: Callable[[Sequence[float]], RGB],
        initial: Sequence[float] | None = None,
        *,
        pattern: bool = False,
    ) -> None:
        self.components, self.convert, self.pattern = components, convert, pattern
        self.initial = tuple(initial if initial is not None else (0.0,) * components)


GRAY = ColorSpace(1, gray)
RGB_SPACE = ColorSpace(3, rgb)
CMYK = ColorSpace(4, cmyk, (0.0, 0.0, 0.0, 1.0))
PATTERN = ColorSpace(0, lambda _values: MID_GREY, pattern=True)
_BY_NAME = {
    "DeviceGray": GRAY, "CalGray": GRAY, "G": GRAY,
    "DeviceRGB": RGB_SPACE, "CalRGB": RGB_SPACE, "RGB": RGB_SPACE,
    "DeviceCMYK": CMYK, "CMYK": CMYK,
    "Pattern": PATTERN,
}  # fmt: skip
_BY_COUNT = {1: GRAY, 3: RGB_SPACE, 4: CMYK}


def read_space(value: Any, resources: Any, depth: int = 0) -> ColorSpace:
    """Return the colour space that a name or array stands for; grey where it cannot be understood."""
    if depth > 8:
        return GRAY
    if isinstance(value, (str, pikepdf.Name)):
        name = str(value).lstrip("/")
        if name in _BY_NAME:
            return _BY_NAME[name]
        try:
            return read_space(resources["/ColorSpace"]["/" + name], {}, depth + 1)
        except (KeyError, TypeError, ValueError):
            return GRAY
    try:
        return _read_array(value, resources, depth)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, NotImplementedError, RuntimeError):
        return GRAY


def _read_array(value: Any, resources: Any, depth: int) -> ColorSpace:
    kind = str(value[0])[1:]
    if kind == "ICCBased":
        return _BY_COUNT.get(int(value[1].get("/N", 3)), RGB_SPACE)
    if kind == "Pattern":
        if len(value) < 2:
            return PATTERN
        base = read_space(value[1], resources, depth + 1)
        return ColorSpace(base.components, base.convert, base.initial, pattern=True)
    if kind == "Lab":
        return ColorSpace(3, _lab)
    if kind in ("Separation", "DeviceN"):
        base = read_space(value[2], resources, depth + 1)
        tint = read_function(value[3])
        count = 1 if kind == "Separation" else len(value[1])
        if str(value[1]) == "/None":
            return ColorSpace(count, lambda _values: (1.0, 1.0, 1.0), (1.0,) * count)
        return ColorSpace(count, lambda values: base.convert(tint(values)), (1.0,) * count)
    if kind in ("Indexed", "I"):
        return _indexed(value, resources, depth)
    return _BY_NAME.get(kind, GRAY)


def _indexed(value: Any, resources: Any, depth: int) -> ColorSpace:
    base = read_space(value[1], resources, depth + 1)
    table = value[3].read_bytes() if isinstance(value[3], pikepdf.Stream) else bytes(value[3])
    count = base.components

    def convert(values: Sequence[float]) -> RGB:
        at = int(values[0]) * count
        entry = table[at : at + count]
        return base.convert([b / 255 for b in entry]) if len(entry) == count else BLACK

    return ColorSpace(1, convert)


def _lab(values: Sequence[float]) -> RGB:
    """CIE L*a*b* (D50) to sRGB."""
    middle = (values[0] + 16) / 116
    steps = (middle + values[1] / 500, middle, middle - values[2] / 200)
    x, y, z = (
        white * (t**3 if t >= 6 / 29 else 108 / 841 * (t - 4 / 29))
        for white, t in zip((0.9642, 1.0, 0.8249), steps, strict=True)
    )
    linear = (
        3.1339 * x - 1.6169 * y - 0.4906 * z,
        -0.9785 * x + 1.9160 * y + 0.0333 * z,
        0.0720 * x - 0.2290 * y + 1.4057 * z,
    )
    out = [_unit(12.92 * v if v <= 0.0031308 else 1.055 * max(v, 0.0) ** (1 / 2.4) - 0.055) for v in linear]
    return (out[0], out[1], out[2])


def shading_mean(shading: Any, resources: Any) -> RGB:
    """Return the mean colour of a shading over its domain; mid grey where it has no function."""
    try:
        space = read_space(shading["/ColorSpace"], resources)
        kind = int(shading["/ShadingType"])
        if "/Function" not in shading or kind > 3:
            return MID_GREY
        source = shading["/Function"]
        functions: list[Function] = (
            [read_function(f) for f in source] if isinstance(source, pikepdf.Array) else [read_function(source)]
        )
        domain = [float(v) for v in shading.get("/Domain", [0, 1] if kind > 1 else [0, 1, 0, 1])]
        colors = [space.convert([v for function in functions for v in function(at)]) for at in _grid(domain, kind)]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError):
        return MID_GREY
    count = len(colors)
    return (sum(c[0] for c in colors) / count, sum(c[1] for c in colors) / count, sum(c[2] for c in colors) / count)


def _grid(domain: Sequence[float], kind: int) -> list[tuple[float, ...]]:
    steps = [(i + 0.5) / _SAMPLES for i in range(_SAMPLES)]
    first = [domain[0] + s * (domain[1] - domain[0]) for s in steps]
    if kind > 1:
        return [(t,) for t in first]
    second = [domain[2] + s * (domain[3] - domain[2]) for s in steps]
    return [(x, y) for x in first for y in second]
