"""From glyph names to characters, knowing the habits of TeX's fonts."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from mathvis.mathtext.symbols import NEGATION

UNKNOWN: Final = "\ufffd"
"""What a glyph of unknown name reads as."""

_MAPSTO: Final = "\ue000"
_HOOK_LEFT: Final = "\ue001"
_HOOK_RIGHT: Final = "\ue002"
BRACE_TIPS: Final = "\ue003\ue004\ue005\ue006"
"""Quarters of lying braces that have no character: tip down left, tip down right, tip up left, tip up right."""
BRACE_STEM: Final = "\ue007"

COMPOUNDS: Final[dict[tuple[str, ...], str]] = {
    (_MAPSTO, "→"): "↦",
    ("←", _MAPSTO): "↤",
    (_HOOK_LEFT, "→"): "↪",
    ("←", _HOOK_RIGHT): "↩",
    ("−", "→"): "→",
    ("←", "−"): "←",
    ("←", "→"): "↔",
    ("=", "⇒"): "⇒",
    ("⇐", "="): "⇐",
    ("⇐", "⇒"): "⇔",
    ("▷", "◁"): "⋈",
    ("−", "−", "→"): "→",
}
"""Arrows and relations that TeX builds from pieces, as neighbours in a row."""

_ASCII_NAMES: Final = (
    "space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma "
    "hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal greater question "
    "at bracketleft backslash bracketright asciicircum underscore grave braceleft bar braceright asciitilde"
)
_ASCII: Final = dict(zip(_ASCII_NAMES.split(), " !\"#$%&'()*+,-./0123456789:;<=>?@[\\]^_`{|}~", strict=True))

_SMALL_GREEK: Final = (
    "alpha beta gamma delta zeta eta theta iota kappa mu nu xi pi rho sigma tau upsilon phi chi psi omega omicron "
    "epsilon"
)
_CAPITAL_GREEK: Final = (
    "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Mu Nu Xi Omicron Pi Rho Sigma Tau Upsilon Phi Chi Psi "
    "Omega"
)
_GREEK: Final = {
    **{name: unicodedata.lookup(f"GREEK SMALL LETTER {name.upper()}") for name in _SMALL_GREEK.split()},
    **{name: unicodedata.lookup(f"GREEK CAPITAL LETTER {name.upper()}") for name in _CAPITAL_GREEK.split()},
    "lambda": "λ", "Lambda": "Λ", "epsilon1": "ε", "theta1": "θ", "pi1": "ϖ", "rho1": "ρ", "sigma1": "σ", "phi1": "φ",
    "kappa1": "κ", "Upsilon1": "Υ", "omega1": "ϖ", "mu1": "μ", "epsiloninv": "϶", "Digamma": "ϝ", "digamma": "ϝ",
    "epsilonalt": "ε", "thetaalt": "θ", "phialt": "φ", "rhoalt": "ρ", "pialt": "ϖ", "sigmaalt": "σ",
}  # fmt: skip

_TEXT: Final = {
    "ff": "ff", "fi": "fi", "fl": "fl", "ffi": "ffi", "ffl": "ffl", "f_f": "ff", "f_i": "fi", "f_l": "fl",
    "f_f_i": "ffi", "f_f_l": "ffl", "dotlessi": "ı", "dotlessj": "ȷ", "germandbls": "ß", "ae": "æ", "oe": "œ",
    "oslash": "ø", "AE": "Æ", "OE": "Œ", "Oslash": "Ø", "lslash": "ł", "Lslash": "Ł", "eth": "ð", "Eth": "Ð",
    "thorn": "þ", "Thorn": "Þ", "dcroat": "đ", "exclamdown": "¡", "questiondown": "¿", "quotedblright": "”",
    "quotedblleft": "“", "quotedblbase": "„", "quoteright": "’", "quoteleft": "‘", "quotesinglbase": "‚",
    "guillemotleft": "«", "guillemotright": "»", "guilsinglleft": "‹", "guilsinglright": "›", "endash": "–",
    "emdash": "—", "sfthyphen": "-", "hyphenalt": "-", "nbspace": " ", "nonbreakingspace": " ", "visiblespace": "␣",
    "sterling": "£", "Euro": "€", "euro": "€", "yen": "¥", "cent": "¢", "section": "§", "paragraph": "¶",
    "copyright": "©", "registered": "®", "trademark": "™", "degree": "°", "ordmasculine": "º", "ordfeminine": "ª",
    "ellipsis": "…", "onesuperior": "¹", "twosuperior": "²", "threesuperior": "³", "onehalf": "½", "onequarter": "¼",
    "threequarters": "¾", "fraction": "⁄", "brokenbar": "¦", "compwordmark": "", "cwm": "", "perthousand": "‰",
    "suppress": "\u0338", "middot": "·",
}  # fmt: skip

_ACCENTS: Final = {
    "grave": "\u0300", "acute": "\u0301", "circumflex": "\u0302", "tilde": "\u0303", "macron": "\u0304",
    "breve": "\u0306", "dotaccent": "\u0307", "dieresis": "\u0308", "ring": "\u030a", "hungarumlaut": "\u030b",
    "caron": "\u030c", "cedilla": "\u0327", "ogonek": "\u0328", "vector": "\u20d7", "hatwide": "\u0302",
    "hatwider": "\u0302", "hatwidest": "\u0302", "tildewide": "\u0303", "tildewider": "\u0303",
    "tildewidest": "\u0303",
}  # fmt: skip
"""Accent glyphs; in TeX's text and mathematics fonts they stand over the letter they were set on."""

_MATH: Final = {
    "minus": "−", "periodcentered": "·", "multiply": "×", "asteriskmath": "∗", "divide": "÷", "diamondmath": "⋄",
    "plusminus": "±", "minusplus": "∓", "circleplus": "⊕", "circleminus": "⊖", "circlemultiply": "⊗",
    "circledivide": "⊘", "circledot": "⊙", "circlecopyrt": "◯", "openbullet": "∘", "bullet": "•",
    "equivasymptotic": "≍", "equivalence": "≡", "reflexsubset": "⊆", "reflexsuperset": "⊇", "lessequal": "≤",
    "greaterequal": "≥", "precedesequal": "⪯", "followsequal": "⪰", "similar": "∼", "approxequal": "≈",
    "propersubset": "⊂", "propersuperset": "⊃", "lessmuch": "≪", "greatermuch": "≫", "precedes": "≺", "follows": "≻",
    "arrowleft": "←", "arrowright": "→", "arrowup": "↑", "arrowdown": "↓", "arrowboth": "↔", "arrownortheast": "↗",
    "arrowsoutheast": "↘", "similarequal": "≃", "arrowdblleft": "⇐", "arrowdblright": "⇒", "arrowdblup": "⇑",
    "arrowdbldown": "⇓", "arrowdblboth": "⇔", "arrownorthwest": "↖", "arrowsouthwest": "↙", "proportional": "∝",
    "prime": "′", "infinity": "∞", "element": "∈", "owner": "∋", "triangle": "△", "triangleinv": "▽",
    "negationslash": NEGATION, "mapsto": _MAPSTO, "universal": "∀", "existential": "∃", "logicalnot": "¬",
    "emptyset": "∅", "Rfractur": "ℜ", "Ifractur": "ℑ", "latticetop": "⊤", "perpendicular": "⊥", "aleph": "ℵ",
    "union": "∪", "intersection": "∩", "unionmulti": "⊎", "logicaland": "∧", "logicalor": "∨", "turnstileleft": "⊢",
    "turnstileright": "⊣", "floorleft": "⌊", "floorright": "⌋", "ceilingleft": "⌈", "ceilingright": "⌉",
    "angbracketleft": "⟨", "angbracketright": "⟩", "bardbl": "‖", "arrowbothv": "↕", "arrowdblbothv": "⇕",
    "wreathproduct": "≀", "radical": "√", "coproduct": "⨿", "nabla": "∇", "gradient": "∇", "integral": "∫",
    "unionsq": "⊔", "intersectionsq": "⊓", "subsetsqequal": "⊑", "supersetsqequal": "⊒", "dagger": "†",
    "daggerdbl": "‡", "club": "♣", "diamond": "♦", "heart": "♥", "spade": "♠", "arrowlefttophalf": "↼",
    "arrowleftbothalf": "↽", "arrowrighttophalf": "⇀", "arrowrightbothalf": "⇁", "arrowhookleft": _HOOK_LEFT,
    "arrowhookright": _HOOK_RIGHT, "triangleright": "▷", "triangleleft": "◁", "star": "⋆", "partialdiff": "∂",
    "flat": "♭", "natural": "♮", "sharp": "♯", "slurbelow": "⌣", "slurabove": "⌢", "lscript": "ℓ",
    "weierstrass": "℘", "tie": "⁀", "zerooldstyle": "0", "oneoldstyle": "1", "twooldstyle": "2",
    "threeoldstyle": "3", "fouroldstyle": "4", "fiveoldstyle": "5", "sixoldstyle": "6", "sevenoldstyle": "7",
    "eightoldstyle": "8", "nineoldstyle": "9", "summation": "∑", "product": "∏", "contintegral": "∮",
    "notequal": "≠", "partial": "∂", "lozenge": "◊", "Ohm": "Ω", "increment": "Δ", "dotmath": "·", "epsilon2": "ε",
    # msam
    "squaredot": "⊡", "squareplus": "⊞", "squaremultiply": "⊠", "square": "□", "squaresolid": "■",
    "squaresmallsolid": "▪", "diamondsolid": "⧫", "clockwise": "↻", "anticlockwise": "↺", "harpoonleftright": "⇌",
    "harpoonrightleft": "⇋", "squareminus": "⊟", "forces": "⊩", "forcesbar": "⊪", "satisfies": "⊨",
    "dblarrowheadright": "↠", "dblarrowheadleft": "↞", "dblarrowleft": "⇔", "dblarrowright": "⇒",
    "dblarrowup": "⇈", "dblarrowdwn": "⇊", "harpoonupright": "↾", "harpoondownright": "⇂", "harpoonupleft": "↿",
    "harpoondownleft": "⇃", "arrowtailright": "↣", "arrowtailleft": "↢", "arrowparrleftright": "⇆",
    "arrowparrrightleft": "⇄", "shiftleft": "↰", "shiftright": "↱", "squiggleright": "⇝", "squiggleleftright": "↭",
    "curlyleft": "↫", "curlyright": "↬", "circleequal": "≗", "followsorequal": "≿", "greaterorsimilar": "≳",
    "multimap": "⊸", "therefore": "∴", "because": "∵", "equalsdots": "≑", "defines": "≜", "precedesorequal": "≾",
    "lessorsimilar": "≲", "precedesorcurly": "≼", "followsorcurly": "≽", "lessdblequal": "≦",
    "greaterdblequal": "≧", "lessorequalslant": "≤", "greaterorequalslant": "≥", "primereverse": "‵",
    "squareimage": "⊏", "squareoriginal": "⊐", "trianglerightequal": "⊵", "triangleleftequal": "⊴",
    "between": "≬", "triangledownsld": "▼", "trianglerightsld": "▶", "triangleleftsld": "◀", "trianglesolid": "▲",
    "check": "✓", "angle": "∠", "measuredangle": "∡", "sphericalangle": "∢", "smile": "⌣", "frown": "⌢",
    "complement": "∁", "rightanglenw": "⌜", "rightanglene": "⌝", "rightanglesw": "⌞", "rightanglese": "⌟",
    "intercal": "⊺", "circlering": "⊚", "circleasterisk": "⊛", "dotplus": "∔", "nand": "⊼", "orunderscore": "⊻",
    "muchless": "≪", "muchgreater": "≫", "maltesecross": "✠", "Yen": "¥", "circleR": "®", "circleS": "Ⓢ",
    "fork": "⋔", "revsimilar": "∽", "geomequivalent": "≎", "difference": "≏", "axisshort": "-",
    "arrowaxisright": "⇢", "arrowaxisleft": "⇠",
    # msbm
    "notlessequal": "≰", "notgreaterequal": "≱", "notless": "≮", "notgreater": "≯", "notprecedes": "⊀",
    "notfollows": "⊁", "lessnotequal": "⪇", "greaternotequal": "⪈", "notsimilar": "≁", "notapproxequal": "≇",
    "subsetornoteql": "⊊", "supersetornoteql": "⊋", "subsetnoteql": "⊊", "supersetnoteql": "⊋",
    "notsubseteql": "⊈", "notsuperseteql": "⊉", "notparallel": "∦", "notbar": "∤", "notshortbar": "∤",
    "notshortparallel": "∦", "notturnstile": "⊬", "notforces": "⊮", "notsatisfies": "⊭", "nottriangleleft": "⋪",
    "nottriangleright": "⋫", "nottriangeqlright": "⋭", "nottriangeqlleft": "⋬", "notarrowleft": "↚",
    "notarrowright": "↛", "notdblarrowleft": "⇍", "notdblarrowright": "⇏", "notdblarrowboth": "⇎",
    "notarrowboth": "↮", "dividemultiply": "⋇", "notexistential": "∄", "Finv": "Ⅎ", "Gmir": "⅁", "Omegainv": "℧",
    "beth": "ℶ", "gimel": "ℷ", "daleth": "ℸ", "lessdot": "⋖", "greaterdot": "⋗", "multicloseleft": "⋉",
    "multicloseright": "⋊", "barshort": "∣", "parallelshort": "∥", "integerdivide": "∖", "approxorequal": "≊",
    "equalorsimilar": "≂", "archleftdown": "↶", "archrightdown": "↷", "planckover2pi": "ℏ", "planckover2pi1": "ℏ",
    "upslope": "/", "downslope": "\\",
    # txfonts and pxfonts
    "simequal": "≅", "nequal": "≠", "nelement": "∉", "nowner": "∌", "npropersubset": "⊄", "npropersuperset": "⊅",
    "nequivalence": "≢", "napproxequal": "≉", "nparallel": "∦", "nsimilar": "≁", "nsimilarequal": "≄",
    "colonequal": "≔", "equalcolon": "≕", "doteq": "≐", "mapsfrom": "↤", "leadsto": "⇝", "medbullet": "•",
    "medcircle": "∘", "dblbracketleft": "⟦", "dblbracketright": "⟧", "iintegtext": "∬", "iintegdisplay": "∬",
    "iiintegtext": "∭", "iiintegdisplay": "∭", "notlessdblequal": "≰", "notgreaterdblequal": "≱",
    "subsetdbl": "⋐", "supersetdbl": "⋑", "lambdabar": "ƛ",
    # latex symbol fonts
    "a0": "", "llbracket": "⟦", "rrbracket": "⟧", "mapsfromchar": _MAPSTO, "lightning": "↯",
}  # fmt: skip

_MSAM: Final = {
    "diamond": "◇", "star": "★", "triangleright": "⊳", "triangleleft": "⊲", "dblarrowleft": "⇇", "dblarrowright": "⇉",
    "muchless": "⋘", "muchgreater": "⋙",
}  # fmt: skip
"""Names that mean something else in the first AMS symbol font."""

_ADOBE: Final = {
    "divides": "∣", "parallel": "∥", "ratio": "∶", "suchthat": "∋", "dblverticalbar": "‖", "minute": "′", "second": "″",
    "contourintegral": "∮", "dblintegral": "∬", "similar_equal": "≃", "asymptoticallyequal": "≃", "congruent": "≅",
    "approximatelyequal": "≅", "approaches": "≐", "geometricallyequal": "≑", "tildeoperator": "∼", "reversedtilde": "∽",
    "subset": "⊂", "superset": "⊃", "subsetorequal": "⊆", "supersetorequal": "⊇", "subsetnotequal": "⊊",
    "supersetnotequal": "⊋", "notsubset": "⊄", "notsuperset": "⊅", "notelement": "∉", "notelementof": "∉",
    "notcontains": "∌", "notidentical": "≢", "succeeds": "≻", "notsucceeds": "⊁", "lessoverequal": "≦",
    "greateroverequal": "≧", "lessorequivalent": "≲", "greaterorequivalent": "≳", "lessorgreater": "≶",
    "greaterorless": "≷", "thereexists": "∃", "forall": "∀", "tackdown": "⊤", "tackleft": "⊣", "rightangle": "∟",
    "orthogonal": "∟", "righttriangle": "⊿", "pluscircle": "⊕", "minuscircle": "⊖", "timescircle": "⊗",
    "circleot": "⊙", "bulletoperator": "∙", "divisionslash": "∕", "curlyand": "⋏", "curlyor": "⋎",
    "ellipsisvertical": "⋮", "proportion": "∷", "primereversed": "‵", "angleleft": "⟨", "angleright": "⟩",
    "Ifraktur": "ℑ", "Rfraktur": "ℜ", "lsquare": "ℓ", "angstrom": "Å", "arrowleftdbl": "⇐", "arrowupleft": "↖",
    "arrowupright": "↗", "arrowdownleft": "↙", "arrowdownright": "↘", "arrowupdn": "↕", "arrowdashleft": "⇠",
    "arrowdashright": "⇢", "arrowleftdblstroke": "⇍", "arrowrightdblstroke": "⇏", "harpoonleftbarbup": "↼",
    "harpoonrightbarbup": "⇀", "circle": "○", "whitecircle": "○", "blackcircle": "●", "largecircle": "◯",
    "whitebullet": "◦", "blacksquare": "■", "whitesquare": "□", "filledbox": "■", "blackstar": "★", "whitestar": "☆",
    "blackdiamond": "◆", "whitediamond": "◇", "whiteuppointingtriangle": "△", "blackuppointingtriangle": "▲",
    "checkmark": "✓", "onethird": "⅓", "twothirds": "⅔", "oneeighth": "⅛", "threeeighths": "⅜", "fiveeighths": "⅝",
    "seveneighths": "⅞", "nsuperior": "ⁿ", "plussuperior": "⁺", "equalsuperior": "⁼", "figuredash": "‒",
    "horizontalbar": "―", "soliduslongoverlaycmb": NEGATION, "overlinecmb": "\u0305",
}  # fmt: skip
"""Names of Adobe's list that TeX's own fonts do not use."""

_FIGURES: Final = "zero one two three four five six seven eight nine"
_SCRIPT_FIGURES: Final = {
    f"{name}{kind}": chars[at]
    for kind, chars in (("superior", "⁰¹²³⁴⁵⁶⁷⁸⁹"), ("inferior", "₀₁₂₃₄₅₆₇₈₉"))
    for at, name in enumerate(_FIGURES.split())
}

_BIG: Final = {
    "bracketleft": "[", "bracketright": "]", "summation": "∑",
    "product": "∏", "contintegral": "∮", "unionsq": "⊔", "unionmulti": "⊎", "coproduct": "⨿",
}  # fmt: skip
_SIZED: Final = re.compile(r"(.+?)(big|Big|bigg|Bigg|text|display)")

PIECES: Final[dict[str, str]] = {
    "parenlefttp": "⎛", "parenleftex": "⎜", "parenleftbt": "⎝", "parenrighttp": "⎞", "parenrightex": "⎟",
    "parenrightbt": "⎠", "bracketlefttp": "⎡", "bracketleftex": "⎢", "bracketleftbt": "⎣", "bracketrighttp": "⎤",
    "bracketrightex": "⎥", "bracketrightbt": "⎦", "bracelefttp": "⎧", "braceleftmid": "⎨", "braceleftbt": "⎩",
    "braceex": "⎪", "bracerighttp": "⎫", "bracerightmid": "⎬", "bracerightbt": "⎭", "arrowvertex": "⏐",
    "arrowvertexdbl": "‖", "vextendsingle": "⏐", "vextenddouble": "‖",
    "bracehtipdownleft": BRACE_TIPS[0], "bracehtipdownright": BRACE_TIPS[1], "bracehtipupleft": BRACE_TIPS[2],
    "bracehtipupright": BRACE_TIPS[3], "bracehext": BRACE_STEM,
    "radicalbt": "⎷", "radicalvertex": "⏐", "radicaltp": "⏐",
}  # fmt: skip
"""Pieces that tall delimiters and roots are stacked from, as the Unicode pieces."""

_STEMS: Final = {
    "braceleft": "⎪", "braceright": "⎪", "parenleft": "⎜", "parenright": "⎟", "bracketleft": "⎢",
    "bracketright": "⎥", "bar": "⏐",
}  # fmt: skip
"""Extension pieces that a font names after the whole."""

_CALLIGRAPHIC: Final = re.compile(r"^(CMSY|CMBSY|LMMathSymbols|RSFS|EUSM|EUSB|lmsy|rsfs|[tp]xb?sy$)", re.IGNORECASE)
_BLACKBOARD: Final = re.compile(r"^(MSBM|BBM|BBOLD|DSROM|DSSerif|bbm|ds|[tp]xb?syb)", re.IGNORECASE)
_FRAKTUR: Final = re.compile(r"^(EUFM|EUFB|[tp]xb?mia)", re.IGNORECASE)
_EXTENSION: Final = re.compile(r"^(CMEX|LMMathExtension|lmex|EUEX|txex|pxex)", re.IGNORECASE)
_MATH_ITALIC: Final = re.compile(r"^(CMMI|CMMIB|LMMathItalic|lmmi)", re.IGNORECASE)
_SYMBOLS_A: Final = re.compile(r"^(MSAM|[tp]xb?sya)", re.IGNORECASE)
_SYMBOLS_B: Final = re.compile(r"^(MSBM|[tp]xb?syb)", re.IGNORECASE)
_DOUBLE: Final = re.compile(r"bb([A-Zk])")
_TEX: Final = re.compile(r"^(CM|LM|SF|EU|MSAM|MSBM|RSFS)")
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
    if is_extension(font):
        found = _extension(name)
        if found:
            return found
    if _SYMBOLS_A.match(font) and name in _MSAM:
        return _MSAM[name]
    if _SYMBOLS_B.match(font) and name in ("kappa", "similar", "approxequal"):
        return {"kappa": "κ", "similar": "∼", "approxequal": "≈"}[name]
    if name in _ACCENTS and (_TEX.match(font) or name not in _ASCII):
        return _ACCENTS[name]
    for table in (_MATH, _ASCII, _GREEK, _TEXT, PIECES, _ADOBE, _SCRIPT_FIGURES):
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
    return _BIG.get(base) or _MATH.get(base) or _ASCII.get(base) or ""


def _systematic(name: str, font: str) -> str:
    """Names that follow a rule: ``uniXXXX``, ``uXXXXX``, letters with accents, suffixes after a dot."""
    base, dot, suffix = name.partition(".")
    if dot and base:
        return _STEMS[base] if suffix in ("ex", "x") and base in _STEMS else char_for_glyph(base, font)
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
        return _ACCENTS.get(combining, UNKNOWN)
    for accent, mark in _ACCENTS.items():
        letter = name.removesuffix(accent)
        if letter != name and len(letter) == 1 and letter.isalpha():
            return unicodedata.normalize("NFC", letter + mark)
    return UNKNOWN
