"""TrueType font programs: glyph names, characters, outlines."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from mathvis.scene.readers.pdf_outline import Outline

if TYPE_CHECKING:
    from mathvis.scene.model import XY
    from mathvis.scene.readers.pdf_geometry import Matrix

_MAX_DEPTH = 6
_MAX_POINTS = 100_000
_MAC_GLYPHS = 258


class TrueTypeProgram:
    """A TrueType (or OpenType) font program: its tables, read as they are needed.

    Attributes
    ----------
    matrix
        From glyph units to text units.
    tables
        Offsets and lengths of its tables by tag.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        if data[:4] == b"ttcf":
            raise ValueError("a collection of fonts")
        count = struct.unpack_from(">H", data, 4)[0]
        self.tables: dict[bytes, tuple[int, int]] = {}
        for i in range(count):
            tag, _, offset, length = struct.unpack_from(">4sLLL", data, 12 + 16 * i)
            self.tables[tag] = (offset, length)
        units = struct.unpack_from(">H", self._table(b"head"), 18)[0] or 1000
        self.matrix: Matrix = (1 / units, 0.0, 0.0, 1 / units, 0.0, 0.0)
        self._chars: dict[int, int] | None = None
        self._names: dict[int, str] | None = None

    def _table(self, tag: bytes) -> bytes:
        offset, length = self.tables[tag]
        return self._data[offset : offset + length]

    def cff(self) -> bytes | None:
        """Return the CFF program inside an OpenType font, if it has one."""
        return self._table(b"CFF ") if b"CFF " in self.tables else None

    def characters(self) -> dict[int, int]:
        """Return the characters of its glyphs: glyph index to Unicode, as its own cmap says."""
        if self._chars is None:
            self._chars = {}
            if b"cmap" in self.tables:
                for code, gid in _unicode_map(self._table(b"cmap")).items():
                    self._chars.setdefault(gid, code)
        return self._chars

    def glyph_of(self, code: int, *, symbol: bool = False) -> int:
        """Return the glyph of a character or, in a symbolic font, of a code; 0 if there is none."""
        if b"cmap" not in self.tables:
            return 0
        mapped = _unicode_map(self._table(b"cmap"), any_platform=symbol)
        return mapped.get(code) or (mapped.get(0xF000 + code, 0) if symbol else 0)

    def name_of_gid(self, gid: int) -> str | None:
        """Return a glyph's name from its post table, if it has names."""
        if self._names is None:
            try:
                self._names = _post_names(self._table(b"post")) if b"post" in self.tables else {}
            except (IndexError, ValueError, struct.error):
                self._names = {}
        return self._names.get(gid)

    def outline_of_gid(self, gid: int) -> Outline | None:
        """Return a glyph's outline by its index, or None if it cannot be drawn."""
        outline = Outline()
        try:
            self._draw(gid, outline, 0)
        except (KeyError, IndexError, ValueError, struct.error):
            return None
        return outline

    def _glyph(self, gid: int) -> bytes:
        wide = struct.unpack_from(">h", self._table(b"head"), 50)[0]
        loca = self._table(b"loca")
        if wide:
            start, end = struct.unpack_from(">LL", loca, 4 * gid)
        else:
            start, end = (2 * v for v in struct.unpack_from(">HH", loca, 2 * gid))
        return self._table(b"glyf")[start:end]

    def _draw(self, gid: int, outline: Outline, depth: int) -> None:
        data = self._glyph(gid)
        if not data:
            return
        contours = struct.unpack_from(">h", data, 0)[0]
        if contours >= 0:
            outline.contours += _simple(data, contours)
            return
        if depth > _MAX_DEPTH:
            raise ValueError("glyph is composed too deeply")
        pos, more = 10, True
        while more:
            flags, part = struct.unpack_from(">HH", data, pos)
            pos += 4
            dx, dy = struct.unpack_from(">hh" if flags & 1 else ">bb", data, pos)
            pos += 4 if flags & 1 else 2
            a, b, c, d = 1.0, 0.0, 0.0, 1.0
            if flags & 8:
                a = d = struct.unpack_from(">h", data, pos)[0] / 16384
                pos += 2
            elif flags & 64:
                a, d = (v / 16384 for v in struct.unpack_from(">hh", data, pos))
                pos += 4
            elif flags & 128:
                a, b, c, d = (v / 16384 for v in struct.unpack_from(">hhhh", data, pos))
                pos += 8
            inner = Outline()
            self._draw(part, inner, depth + 1)
            outline.contours += [[(a * x + c * y + dx, b * x + d * y + dy) for x, y in k] for k in inner.contours]
            more = bool(flags & 32)


def _simple(data: bytes, count: int) -> list[list[XY]]:
    ends = struct.unpack_from(f">{count}H", data, 10)
    total = ends[-1] + 1 if ends else 0
    if total > _MAX_POINTS:
        raise ValueError("glyph has too many points")
    pos = 10 + 2 * count
    pos += 2 + struct.unpack_from(">H", data, pos)[0]
    flags: list[int] = []
    while len(flags) < total:
        flag = data[pos]
        pos += 1
        flags.append(flag)
        if flag & 8:
            flags += [flag] * data[pos]
            pos += 1
    axes = []
    for short, same in ((2, 16), (4, 32)):
        values, at = [], 0
        for flag in flags[:total]:
            if flag & short:
                at += data[pos] if flag & same else -data[pos]
                pos += 1
            elif not flag & same:
                at += struct.unpack_from(">h", data, pos)[0]
                pos += 2
            values.append(float(at))
        axes.append(values)
    points = [(x, y, bool(f & 1)) for x, y, f in zip(axes[0], axes[1], flags, strict=False)]
    starts = [0, *(end + 1 for end in ends)]
    return [_contour(points[a : b + 1]) for a, b in zip(starts, ends, strict=False) if b >= a]


def _contour(points: list[tuple[float, float, bool]]) -> list[XY]:
    """Turn on- and off-curve points into cubics."""
    if not points[0][2]:
        last = points[-1]
        points = [last, *points[:-1]] if last[2] else [(*_middle(points[0], last), True), *points]
    x, y = points[0][:2]
    out: list[XY] = [(x, y)]
    handle: tuple[float, float, bool] | None = None
    for point in [*points[1:], points[0]]:
        if point[2] or handle is not None:
            end = point[:2] if point[2] else _middle(handle or point, point)
            control = handle[:2] if handle is not None else _middle((x, y, True), point)
            out += (
                (x + 2 / 3 * (control[0] - x), y + 2 / 3 * (control[1] - y)),
                (end[0] + 2 / 3 * (control[0] - end[0]), end[1] + 2 / 3 * (control[1] - end[1])),
                (end[0], end[1]),
            )
            x, y = end
        handle = None if point[2] else point
    return out


def _middle(a: tuple[float, float, bool], b: tuple[float, float, bool]) -> XY:
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


def _unicode_map(data: bytes, *, any_platform: bool = False) -> dict[int, int]:
    """Read a cmap table; a broken one maps nothing."""
    try:
        return _best_subtable(data, any_platform=any_platform)
    except (IndexError, ValueError, struct.error):
        return {}


def _best_subtable(data: bytes, *, any_platform: bool) -> dict[int, int]:
    best: tuple[int, int] | None = None
    for i in range(struct.unpack_from(">H", data, 2)[0]):
        platform, kind, offset = struct.unpack_from(">HHL", data, 4 + 8 * i)
        rank = {(3, 10): 5, (0, 4): 4, (3, 1): 3, (0, 3): 2}.get((platform, kind), 1 if platform == 0 else 0)
        if (rank or any_platform) and (best is None or rank > best[0]):
            best = (rank, offset)
    return {} if best is None else _subtable(data[best[1] :])


def _subtable(data: bytes) -> dict[int, int]:
    kind = struct.unpack_from(">H", data, 0)[0]
    if kind == 0:
        return dict(enumerate(data[6:262]))
    if kind == 6:
        first, count = struct.unpack_from(">HH", data, 6)
        return dict(enumerate(struct.unpack_from(f">{count}H", data, 10), first))
    if kind == 12:
        found: dict[int, int] = {}
        for i in range(min(struct.unpack_from(">L", data, 12)[0], _MAX_POINTS)):
            start, end, gid = struct.unpack_from(">LLL", data, 16 + 12 * i)
            for code in range(start, min(end, start + 0xFFFF) + 1):
                found[code] = gid + code - start
        return found
    return _segments(data) if kind == 4 else {}


def _segments(data: bytes) -> dict[int, int]:
    count = struct.unpack_from(">H", data, 6)[0] // 2
    ends = struct.unpack_from(f">{count}H", data, 14)
    starts = struct.unpack_from(f">{count}H", data, 16 + 2 * count)
    deltas = struct.unpack_from(f">{count}H", data, 16 + 4 * count)
    table = 16 + 6 * count
    offsets = struct.unpack_from(f">{count}H", data, table)
    found: dict[int, int] = {}
    for i in range(count):
        for code in range(starts[i], min(ends[i], 0xFFFE) + 1):
            gid = code
            if offsets[i]:
                at = table + 2 * i + offsets[i] + 2 * (code - starts[i])
                gid = struct.unpack_from(">H", data, at)[0] if at + 2 <= len(data) else 0
                if not gid:
                    continue
            gid = (gid + deltas[i]) & 0xFFFF
            if gid:
                found[code] = gid
    return found


def _post_names(data: bytes) -> dict[int, str]:
    if len(data) < 34 or struct.unpack_from(">L", data, 0)[0] != 0x00020000:
        return {}
    count = struct.unpack_from(">H", data, 32)[0]
    indices = struct.unpack_from(f">{count}H", data, 34)
    pos, strings = 34 + 2 * count, []
    while pos < len(data):
        length = data[pos]
        strings.append(data[pos + 1 : pos + 1 + length].decode("latin-1"))
        pos += 1 + length
    found = {}
    for gid, index in enumerate(indices):
        if index >= _MAC_GLYPHS and index - _MAC_GLYPHS < len(strings):
            found[gid] = strings[index - _MAC_GLYPHS]
    return found
