"""From glyph names to characters, knowing the habits of TeX's fonts."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from mathvis.mathtext.glyphlists import (
    ACCENTS,
    ADOBE,
    ASCII,
    BIG,
    ESINT,
    GREEK,
    MATH,
    MSAM,
    PIECES,
    SCRIPT_FIGURES,
    STEMS,
    TEXT,
)

UNKNOWN: Final = "\ufffd"
"""What a glyph of unknown name reads as."""

_SIZED: Final = re.compile(r"(.+?)(big|Big|bigg|Bigg|text|display)")
_CALLIGRAPHIC: Final = re.compile(r"^(CMSY|CMBSY|LMMathSymbols|RSFS|EUSM|EUSB|lmsy|rsfs|[tp]xb?sy$)", re.IGNORECASE)
_BLACKBOARD: Final = re.compile(r"^(MSBM|BBM|BBOLD|DSROM|DSSerif|bbm|ds|[tp]xb?syb)", re.IGNORECASE)
_FRAKTUR: Final = re.compile(r"^(EUFM|EUFB|[tp]xb?mia)", re.IGNORECASE)
_EXTENSION: Final = re.compile(r"^(CMEX|LMMathExtension|lmex|EUEX|txex|pxex|esint)", re.IGNORECASE)
_MATH_ITALIC: Final = re.compile(r"^(CMMI|CMMIB|LMMathItalic|lmmi)", re.IGNORECASE)
_SYMBOLS_A: Final = re.compile(r"^(MSAM|[tp]xb?sya)", re.IGNORECASE)
_SYMBOLS_B: Final = re.compile(r"^(MSBM|[tp]xb?syb)", re.IGNORECASE)
_DOUBLE: Final = re.compile(r"bb([A-Zk])")
_PLAIN_WORDS: Final = {"epsilon": "ε", "phi": "φ"}


def is_extension(font: str | None) -> bool:
    """Whether a font is one of TeX's extension fonts, whose glyphs hang from their baseline."""
    return bool(font and _EXTENSION.match(font))


def is_open_mathematics(font: str | None) -> bool:
    """Whether a font is an OpenType mathematics font, whose tall variants keep the character of the small one."""
    return bool(font and "math" in font.lower() and not font.startswith("LMMath"))


def hangs(char: str, name: str | None, font: str | None) -> bool:
    """Whether a glyph hangs from its baseline: radical signs and everything in an extension font."""
    return is_extension(font) or (char == "√" and name == "radical")


@lru_cache(maxsize=4096)
def char_for_glyph(name: str, font: str) -> str:
    r"""Character that a glyph shows.

    Parameters
    ----------
    name
        Glyph name from the font program: Adobe names, ``uni2211``, ``u1D465``, TeX names (``epsilon1``,
        ``radicalbig``, ``parenlefttp``).
    font
        BaseFont name without subset prefix (``CMMI10``, ``LMRoman10-Regular``).

    Returns
    -------
    str
        One or more characters; letters of calligraphic, blackboard and Fraktur fonts as mathematical
        alphanumerics, accents as combining marks, pieces of tall delimiters as Unicode pieces, `UNKNOWN` for a name
        nobody knows (so that it cannot vanish from a label), nothing for marks without ink.
    """
    if _BLACKBOARD.match(font) and (len(name) == 1 or name == "one"):
        return _letter("DOUBLE-STRUCK", {"one": "1"}.get(name, name))
    if _FRAKTUR.match(font) and (double := _DOUBLE.fullmatch(name)):
        return _letter("DOUBLE-STRUCK", double[1])
    if _FRAKTUR.match(font) and len(name) == 1:
        return _letter("FRAKTUR", name)
    if _CALLIGRAPHIC.match(font) and len(name) == 1:
        return _letter("SCRIPT", name)
    if len(name) == 1:
        return name
    if font.startswith("esint"):
        return ESINT.get(name, UNKNOWN)
    if is_extension(font):
        found = _extension(name)
        if found:
            return found
    if _SYMBOLS_A.match(font) and name in MSAM:
        return MSAM[name]
    if _SYMBOLS_B.match(font) and name in ("kappa", "similar", "approxequal"):
        return {"kappa": "κ", "similar": "∼", "approxequal": "≈"}[name]
    if name in ACCENTS:
        return ACCENTS[name]
    for table in (MATH, ASCII, GREEK, TEXT, PIECES, ADOBE, SCRIPT_FIGURES):
        if name in table:
            return table[name]
    return _systematic(name, font)


def _letter(style: str, letter: str) -> str:
    kind = {True: "DIGIT", False: "SMALL"}[letter.isdigit()]
    if letter.isupper():
        kind = "CAPITAL"
    word = unicodedata.name(letter).rsplit(" ", 1)[-1]
    for prefix in ("MATHEMATICAL ", "", "BLACK-LETTER "):
        head = style if prefix != "BLACK-LETTER " else prefix.strip()
        try:
            return unicodedata.lookup(f"{prefix if head == style else ''}{head} {kind} {word}")
        except KeyError:
            continue
    return letter


def _extension(name: str) -> str:
    if name in PIECES:
        return PIECES[name]
    sized = _SIZED.fullmatch(name)
    if sized is None:
        return ""
    base = sized[1]
    return BIG.get(base) or MATH.get(base) or ASCII.get(base) or ""


def _systematic(name: str, font: str) -> str:
    """Names that follow a rule: ``uniXXXX``, ``uXXXXX``, letters with accents, suffixes after a dot."""
    base, dot, suffix = name.partition(".")
    if dot and base:
        return STEMS[base] if suffix in ("ex", "x") and base in STEMS else char_for_glyph(base, font)
    if "_" in name:
        parts = [char_for_glyph(part, font) for part in name.split("_")]
        return "".join(parts) if UNKNOWN not in parts else UNKNOWN
    if match := re.fullmatch(r"uni((?:[0-9A-Fa-f]{4})+)", name):
        codes = [int(match[1][at : at + 4], 16) for at in range(0, len(match[1]), 4)]
    elif match := re.fullmatch(r"u([0-9A-Fa-f]{4,6})", name):
        codes = [int(match[1], 16)]
    else:
        return _accented(name)
    return "".join(chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else UNKNOWN for code in codes)


def _accented(name: str) -> str:
    combining = name.removesuffix("cmb").removesuffix("comb")
    if combining != name:
        return ACCENTS.get(combining, UNKNOWN)
    for accent, mark in ACCENTS.items():
        letter = name.removesuffix(accent)
        if letter != name and len(letter) == 1 and letter.isalpha():
            return unicodedata.normalize("NFC", letter + mark)
    return UNKNOWN
