r"""Numbers, units and angles as siunitx prints them: from the arguments of its macros to LaTeX."""

from __future__ import annotations

import re
from typing import Final

_UNITS: Final = {
    "metre": "m", "meter": "m", "gram": "g", "kilogram": "kg", "second": "s", "ampere": "A", "kelvin": "K",
    "mole": "mol", "candela": "cd", "becquerel": "Bq", "degreeCelsius": r"{}^\circ C", "celsius": r"{}^\circ C",
    "coulomb": "C", "farad": "F", "gray": "Gy", "hertz": "Hz", "henry": "H", "joule": "J", "katal": "kat",
    "lumen": "lm", "lux": "lx", "newton": "N", "ohm": r"\Omega", "pascal": "Pa", "radian": "rad", "siemens": "S",
    "sievert": "Sv", "steradian": "sr", "tesla": "T", "volt": "V", "watt": "W", "weber": "Wb", "day": "d",
    "astronomicalunit": "au", "bel": "B", "decibel": "dB", "dalton": "Da", "electronvolt": "eV", "hectare": "ha",
    "hour": "h", "litre": "L", "liter": "L", "minute": "min", "neper": "Np", "tonne": "t", "percent": r"\%",
    "arcminute": r"{}^\prime", "arcsecond": r"{}^{\prime\prime}", "degree": r"{}^\circ",
}  # fmt: skip
_PREFIXES: Final = {
    "atto": "a", "femto": "f", "pico": "p", "nano": "n", "micro": r"\mu ", "milli": "m", "centi": "c", "deci": "d",
    "deca": "da", "deka": "da", "hecto": "h", "kilo": "k", "mega": "M", "giga": "G", "tera": "T", "peta": "P",
    "exa": "E",
}  # fmt: skip
_POWERS: Final = {"squared": "2", "cubed": "3", "square": "2", "cubic": "3"}
_SHORT: Final = re.compile(r"([fpnumcdkMGTh]?)(A|Hz|mol|V|L|l|g|W|J|eV|m|s|N|Pa|F|H|C|K|ohm)")
_PIECE: Final = re.compile(r"\\([A-Za-z]+)\s*|\{([^{}]*)\}")
_NUMBER: Final = re.compile(
    r"(?P<sign>\+-|\\pm|[<>]?[+−-]?)(?P<body>[\d.,]*(?:\(\d+\))?(?:(?:\\pm|\+-)[\d.,]+)?)(?:[eEdD](?P<power>[+-]?\d+))?(?P<unit>[ij]?)"
)


def number(source: str) -> str:
    r"""LaTeX of a number as ``\num`` prints it.

    Parameters
    ----------
    source
        Its argument: ``1e3``, ``-1,5``, ``1.23(4)``, ``\pi``.
    """
    text = re.sub(r"\s+", "", source)
    match = _NUMBER.fullmatch(text)
    if match is None:
        return source
    sign = {"+-": r"\pm "}.get(match["sign"], match["sign"])
    body = match["body"].replace(",", ".").replace("+-", r"\pm ")
    body = re.sub(r"(?<![\d.])\.(?=\d)", "0.", body)
    power = match["power"]
    times = r"\times " if body else ""
    factor = "" if power is None else f"{times}10^{{{power.lstrip('+')}}}"
    return f"{sign}{body}{factor}{match['unit']}"


def unit(source: str) -> str:
    r"""LaTeX of a unit as ``\unit`` prints it, powers for ``\per``.

    Parameters
    ----------
    source
        Its argument: ``\metre\per\second\squared`` or ``m.s^{-2}``.

    Raises
    ------
    ValueError
        A macro that is no unit, prefix or power.
    """
    if "\\" not in source:
        return rf"\mathrm{{{source.replace('.', ' ').replace('~', ' ')}}}"
    printed: list[str] = []
    prefix, power, inverse = "", "", False
    raising = False
    for match in _PIECE.finditer(source):
        name, group = match.groups()
        if group is not None:
            if raising and printed:
                printed[-1] = _raised(printed[-1], group)
            elif not raising:
                power = group
            raising = False
            continue
        if name == "per":
            inverse = True
        elif name in _PREFIXES:
            prefix = _PREFIXES[name]
        elif name in ("square", "cubic"):
            power = _POWERS[name]
        elif name in ("squared", "cubed"):
            if printed:
                printed[-1] = _raised(printed[-1], _POWERS[name])
        elif name == "tothe":
            raising = True
        elif name not in ("raiseto", "of", "highlight"):
            symbol = f"{prefix}{_symbol(name)}"
            exponent = f"-{power or 1}" if inverse else power
            printed.append(rf"\mathrm{{{symbol}}}" + (f"^{{{exponent}}}" if exponent else ""))
            prefix, power, inverse = "", "", False
    return r"\,".join(printed)


def _symbol(name: str) -> str:
    if name in _UNITS:
        return _UNITS[name]
    short = _SHORT.fullmatch(name)
    if short is None:
        raise ValueError(f"unknown unit \\{name} in a label")
    prefix, symbol = short.groups()
    symbol = {"ohm": r"\Omega", "l": "L"}.get(symbol, symbol)
    return (r"\mu " if prefix == "u" else prefix) + symbol


def _raised(printed: str, power: str) -> str:
    """A printed unit to a power; the sign of a power below the line stays."""
    base, caret, before = printed.partition("^")
    return f"{base}^{{{'-' if caret and before.startswith('{-') else ''}{power}}}"


def angle(source: str) -> str:
    r"""LaTeX of an angle as ``\ang`` prints it.

    Parameters
    ----------
    source
        Its argument: degrees, or degrees, minutes and seconds parted by semicolons.
    """
    marks = (r"^\circ ", r"^\prime ", r"^{\prime\prime}")
    parts = source.split(";")
    return "".join(number(part) + mark for part, mark in zip(parts, marks, strict=False) if part.strip())
