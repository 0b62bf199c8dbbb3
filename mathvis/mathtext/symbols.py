"""Which characters read as the same symbol, and what compound characters are made of."""

from __future__ import annotations

import unicodedata
from typing import Final

from mathvis.mathtext.tree import SPACE, Accent, Frac, Node, Root, Script, Sym

ACCENTS: Final[dict[str, str]] = {
    "\u0300": "grave",
    "\u0301": "acute",
    "\u0302": "hat",
    "\u0303": "tilde",
    "\u0304": "bar",
    "\u0305": "overline",
    "\u0306": "breve",
    "\u0307": "dot",
    "\u0308": "ddot",
    "\u030a": "mathring",
    "\u030b": "H",
    "\u030c": "check",
    "\u0327": "c",
    "\u0328": "k",
    "\u0331": "underline",
    "\u0332": "underline",
    "\u20d6": "overleftarrow",
    "\u20d7": "vec",
    "\u20e1": "overleftrightarrow",
    "\u20db": "dddot",
}
"""Combining marks and the names of their accents. ``overline`` joins with its neighbours and becomes ``bar``."""

NEGATION: Final = "\u0338"

_STRUCK: Final = {"l": "ł", "L": "Ł"}

PRIME: Final = "′"

_SAME: Final[dict[str, str]] = {
    # hyphen, minus and en dash are one stroke to a reader; a long dash is another
    **dict.fromkeys("-\u00ad\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d", "−"),
    **dict.fromkeys("\u2014\u2015", "—"),
    **dict.fromkeys("\u2217\u2731\uff0a\ufe61", "∗"),
    "*": "∗",
    **dict.fromkeys("\u22c5\u2219\u0387\u30fb\u2027", "·"),
    **dict.fromkeys("\u22ef\ufe19", "…"),
    **dict.fromkeys("\u2223\uff5c\u01c0", "|"),
    **dict.fromkeys("\u2225\u01c1", "‖"),
    **dict.fromkeys("\u2215\uff0f", "/"),
    **dict.fromkeys("\u2216\u29f5\ufe68", "\\"),
    **dict.fromkeys("\u2236\ua789\uff1a", ":"),
    "\u223c": "~",
    "\u02dc": "~",
    # Greek: variant shapes, capitals that look Latin, symbols that look Greek
    "ϵ": "ε",
    "ϕ": "φ",
    "ɸ": "φ",
    "ϑ": "θ",
    "ϱ": "ρ",
    "ς": "σ",
    "ϰ": "κ",
    "ϒ": "Υ",
    "ϴ": "Θ",
    "µ": "μ",
    "Ω": "Ω",
    "∆": "Δ",
    "∑": "Σ",
    "⅀": "Σ",
    "∏": "Π",
    "ɑ": "α",
    "ɣ": "γ",
    "ꞵ": "β",
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΧο", "ABEZHIKMNOPTXo", strict=True)),
    **dict(zip("АВЕКМНОРСТХаеорсухіјѕ", "ABEKMHOPCTXaeopcyxijs", strict=True)),
    # dotless letters carry an accent instead of their dot
    **dict(zip("ıȷ𝚤𝚥", "ijij", strict=True)),
    # relations and arrows: slanted, short and long shapes
    "⩽": "≤",
    "≦": "≤",
    "⩾": "≥",
    "≧": "≥",
    "∊": "∈",
    "∍": "∋",
    "⟶": "→",
    "🠖": "→",
    "➝": "→",
    "➔": "→",
    "➜": "→",
    "⟵": "←",
    "⟷": "↔",
    "⟹": "⇒",
    "⟸": "⇐",
    "⟺": "⇔",
    "⟼": "↦",
    "⟻": "↤",
    "⤍": "⇢",
    "↝": "⇝",
    "∖": "\\",
    "∅": "∅",
    "⌀": "∅",
    "◦": "∘",
    "⁎": "∗",
    **dict.fromkeys("\u2329\u3008", "⟨"),
    **dict.fromkeys("\u232a\u3009", "⟩"),
    "≅": "≅",
    "▢": "□",
    "◻": "□",
    "⬜": "□",
    "◽": "□",
    "◼": "■",
    "∎": "■",
    "⟂": "⊥",
    "⊧": "⊨",
    "△": "△",
    "▵": "△",
    "⨯": "×",
    "✕": "×",
    "⨂": "⊗",
    "⨁": "⊕",
    "⨀": "⊙",
    "⋀": "∧",
    "⋁": "∨",
    "⋂": "∩",
    "⋃": "∪",
    "⨆": "⊔",
    "∐": "⨿",
}

_PARTS: Final[dict[str, str]] = {
    "ﬀ": "ff",
    "ﬁ": "fi",
    "ﬂ": "fl",
    "ﬃ": "ffi",
    "ﬄ": "ffl",
    "ﬅ": "st",
    "ﬆ": "st",
    "≔": ":=",
    "≕": "=:",
    "⩴": "::=",
    "∷": "::",
    "…": "…",
    "‥": "..",
    "℃": "°C",
    "℉": "°F",
    "№": "No",
    "‘": "‘",
    "“": "‘‘",
    "„": ",,",
    "∬": "∫∫",
    "∭": "∫∫∫",
    "ß": "ß",
    "æ": "æ",
}

_RAISED: Final[dict[str, str]] = {
    "'": PRIME,
    "’": PRIME,
    "‛": PRIME,
    "ʹ": PRIME,
    "ʼ": PRIME,
    "´": PRIME,
    PRIME: PRIME,
    "″": PRIME * 2,
    "”": PRIME * 2,
    '"': PRIME * 2,
    "ʺ": PRIME * 2,
    "‴": PRIME * 3,
    "⁗": PRIME * 4,
    "°": "∘",
    "˚": "∘",
    "º": "∘",
    "†": "†",
    "‡": "‡",
}
"""Characters drawn as superscripts by themselves."""

_IGNORED: Final = frozenset(
    "\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufe0e\ufe0f\ufeff\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
)

_THIN: Final = frozenset("\u2009\u200a\u202f\u2006\u2008\u205f")
"""Spaces too thin to part two digits."""


def _style(char: str) -> tuple[str, str]:
    """Letter and alphabet of a mathematical alphanumeric; other characters come back as they are."""
    if char in "ℓ℘ℏ":
        return char, ""
    name = unicodedata.name(char, "")
    plain = unicodedata.normalize("NFKC", char)
    if len(plain) != 1 or plain == char:
        return char, ""
    if "DOUBLE-STRUCK" in name:
        return plain, "mathbb"
    if "FRAKTUR" in name or "BLACK-LETTER" in name:
        return plain, "mathfrak"
    if "SCRIPT" in name and "SUBSCRIPT" not in name and "SUPERSCRIPT" not in name:
        return plain, "mathcal"
    if char == "ℎ" or name.startswith(("MATHEMATICAL", "FULLWIDTH")):
        return plain, ""
    return char, ""


def struck(char: str) -> str:
    """The one character that another with a slash through it is (∉ for ∈, ł for l); empty where there is none."""
    joined = unicodedata.normalize("NFC", char + NEGATION)
    return joined if len(joined) == 1 else _STRUCK.get(char, "")


def symbols(char: str, style: str = "") -> tuple[Node, ...]:
    """Nodes that one character reads as.

    Parameters
    ----------
    char
        A single Unicode character.
    style
        Alphabet imposed from outside (``mathbb``, ``mathcal``, ``mathfrak``); only letters and digits take it.

    Returns
    -------
    tuple of Node
        Combining marks come back as an `Accent` with an empty body and a negation stroke as ``Sym(NEGATION)``:
        both belong to the symbol before them.
    """
    if char in _IGNORED or char in _THIN:
        return ()
    if char.isspace():
        return (Sym(SPACE),)
    if char in ACCENTS:
        return (Accent(ACCENTS[char], ()),)
    if char == NEGATION:
        return (Sym(NEGATION),)
    if char in _RAISED:
        return (Script(sup=tuple(Sym(part) for part in _RAISED[char])),)
    if char in "∛∜":
        return (Root((), (Sym("3" if char == "∛" else "4"),)),)
    char = _SAME.get(char, char)
    if char in _PARTS:
        return tuple(Sym(part) if part != "°" else Script(sup=(Sym("∘"),)) for part in _PARTS[char])
    letter, own = _style(char)
    if own or letter != char:
        letter = _SAME.get(letter, letter)
        return (Sym(letter, own or (style if letter.isalnum() else "")),)
    decomposition = unicodedata.decomposition(char)
    tag, _, rest = decomposition.partition(" ")
    parts = [chr(int(code, 16)) for code in rest.split()] if tag.startswith("<") else []
    if tag == "<super>":
        return (Script(sup=_flat(parts)),)
    if tag == "<sub>":
        return (Script(sub=_flat(parts)),)
    if tag == "<fraction>" and "\u2044" in parts and parts[-1] != "\u2044":
        cut = parts.index("\u2044")
        return (Frac(_flat(parts[:cut]), _flat(parts[cut + 1 :])),)
    if not decomposition.startswith("<"):
        pieces = unicodedata.normalize("NFD", char)
        if len(pieces) > 1 and (pieces[1] in ACCENTS):
            return tuple(node for piece in pieces for node in symbols(piece, style))
    return (Sym(char, style if style and char.isalnum() else ""),)


def _flat(chars: list[str]) -> tuple[Node, ...]:
    return tuple(node for char in chars for node in symbols(char))
