"""Which font files serve a style.

They are asked for through fontconfig, as the renderer does, so both take the same files. Without fontconfig the
usual folders are searched for DejaVu.
"""

from __future__ import annotations

import ctypes
import ctypes.util
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

_FC_MATCH_PATTERN = 0
_FC_RESULT_MATCH = 0
_FC_SLANT = {"normal": 0, "italic": 100, "oblique": 110}
_MAX_FALLBACKS = 40


class FontRequest(NamedTuple):
    """What a style asks for: family list as in CSS, numeric weight, style, width in percent."""

    families: tuple[str, ...]
    weight: int = 400
    slant: str = "normal"
    width: int = 100


class _Fontconfig:
    """The few calls of fontconfig that are needed."""

    def __init__(self) -> None:
        library = ctypes.CDLL("libfontconfig.so.1")
        pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
        for name, result, arguments in (
            ("FcInit", number, []),
            ("FcPatternCreate", pointer, []),
            ("FcPatternAddString", number, [pointer, text, text]),
            ("FcPatternAddInteger", number, [pointer, text, number]),
            ("FcConfigSubstitute", number, [pointer, pointer, number]),
            ("FcDefaultSubstitute", None, [pointer]),
            ("FcFontSort", pointer, [pointer, pointer, number, pointer, ctypes.POINTER(number)]),
            ("FcFontSetDestroy", None, [pointer]),
            ("FcPatternDestroy", None, [pointer]),
            ("FcPatternGetString", number, [pointer, text, number, ctypes.POINTER(text)]),
            ("FcPatternGetInteger", number, [pointer, text, number, ctypes.POINTER(number)]),
            ("FcWeightFromOpenType", number, [number]),
        ):
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
        if not library.FcInit():
            raise OSError("fontconfig cannot be initialised")
        self._library = library

    def sort(self, request: FontRequest) -> list[tuple[str, int]]:
        """Font files that serve a request, best first."""
        library = self._library
        pattern = library.FcPatternCreate()
        for family in request.families:
            library.FcPatternAddString(pattern, b"family", family.encode())
        library.FcPatternAddInteger(pattern, b"weight", library.FcWeightFromOpenType(request.weight))
        library.FcPatternAddInteger(pattern, b"slant", _FC_SLANT[request.slant])
        library.FcPatternAddInteger(pattern, b"width", request.width)
        library.FcConfigSubstitute(None, pattern, _FC_MATCH_PATTERN)
        library.FcDefaultSubstitute(pattern)
        result = ctypes.c_int()
        fonts = library.FcFontSort(None, pattern, 1, None, ctypes.byref(result))
        library.FcPatternDestroy(pattern)
        if not fonts:
            return []
        count = ctypes.c_int.from_address(fonts).value
        patterns = ctypes.c_void_p.from_address(fonts + ctypes.sizeof(ctypes.c_void_p)).value or 0
        found = []
        for i in range(min(count, _MAX_FALLBACKS)):
            font = ctypes.c_void_p.from_address(patterns + i * ctypes.sizeof(ctypes.c_void_p)).value
            file, index = ctypes.c_char_p(), ctypes.c_int()
            if library.FcPatternGetString(font, b"file", 0, ctypes.byref(file)) != _FC_RESULT_MATCH or not file.value:
                continue
            library.FcPatternGetInteger(font, b"index", 0, ctypes.byref(index))
            found.append((file.value.decode(), index.value & 0xFFFF))
        library.FcFontSetDestroy(fonts)
        return found


@lru_cache(maxsize=1)
def _fontconfig() -> _Fontconfig | None:
    try:
        return _Fontconfig()
    except (OSError, AttributeError):
        return None


_DEJAVU = (
    Path("/usr/share/fonts/truetype/dejavu"),
    Path("/usr/share/fonts/dejavu"),
    Path("/usr/share/fonts/TTF"),
    Path("/usr/local/share/fonts"),
)


def _known_file(request: FontRequest) -> list[tuple[str, int]]:
    wanted = " ".join(request.families).lower()
    mono = "mono" in wanted or "courier" in wanted
    serif = not mono and "serif" in wanted.replace("sans-serif", "").replace("sans serif", "")
    stem = "DejaVuSansMono" if mono else "DejaVuSerif" if serif or "times" in wanted else "DejaVuSans"
    stems = [f"{stem}-Bold", stem] if request.weight >= 600 else [stem]
    files = [folder / f"{name}.ttf" for folder in _DEJAVU for name in [*stems, "DejaVuSans"]]
    return [(str(file), 0) for file in files if file.is_file()]


@lru_cache(maxsize=256)
def font_files(request: FontRequest) -> tuple[tuple[str, int], ...]:
    """Font files that serve a request with the numbers of the fonts in them, best first."""
    config = _fontconfig()
    return tuple((config.sort(request) if config is not None else []) or _known_file(request))
