"""Names of glyphs and the characters they show."""

from __future__ import annotations

import unicodedata
from typing import Final

from mathvis.mathtext.symbols import NEGATION

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
ASCII: Final = dict(zip(_ASCII_NAMES.split(), " !\"#$%&'()*+,-./0123456789:;<=>?@[\\]^_`{|}~", strict=True))

_SMALL_GREEK: Final = (
    "alpha beta gamma delta zeta eta theta iota kappa mu nu xi pi rho sigma tau upsilon phi chi psi omega omicron "
    "epsilon"
)
_CAPITAL_GREEK: Final = (
    "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Mu Nu Xi Omicron Pi Rho Sigma Tau Upsilon Phi Chi Psi "
    "Omega"
)
GREEK: Final = {
    **{name: unicodedata.lookup(f"GREEK SMALL LETTER {name.upper()}") for name in _SMALL_GREEK.split()},
    **{name: unicodedata.lookup(f"GREEK CAPITAL LETTER {name.upper()}") for name in _CAPITAL_GREEK.split()},
    "lambda": "λ", "Lambda": "Λ", "epsilon1": "ε", "theta1": "θ", "pi1": "ϖ", "rho1": "ρ", "sigma1": "σ", "phi1": "φ",
    "kappa1": "κ", "Upsilon1": "Υ", "omega1": "ϖ", "mu1": "μ", "epsiloninv": "϶", "Digamma": "ϝ", "digamma": "ϝ",
    "epsilonalt": "ε", "thetaalt": "θ", "phialt": "φ", "rhoalt": "ρ", "pialt": "ϖ", "sigmaalt": "σ",
}  # fmt: skip

TEXT: Final = {
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

ACCENTS: Final = {
    "grave": "\u0300", "acute": "\u0301", "circumflex": "\u0302", "tilde": "\u0303", "macron": "\u0304",
    "breve": "\u0306", "dotaccent": "\u0307", "dieresis": "\u0308", "ring": "\u030a", "hungarumlaut": "\u030b",
    "caron": "\u030c", "cedilla": "\u0327", "ogonek": "\u0328", "vector": "\u20d7", "hatwide": "\u0302",
    "hatwider": "\u0302", "hatwidest": "\u0302", "tildewide": "\u0303", "tildewider": "\u0303",
    "tildewidest": "\u0303",
}  # fmt: skip
"""Accent glyphs; in TeX's text and mathematics fonts they stand over the letter they were set on."""

MATH: Final = {
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

MSAM: Final = {
    "diamond": "◇", "star": "★", "triangleright": "⊳", "triangleleft": "⊲", "dblarrowleft": "⇇", "dblarrowright": "⇉",
    "muchless": "⋘", "muchgreater": "⋙",
}  # fmt: skip
"""Names that mean something else in the first AMS symbol font."""

ADOBE: Final = {
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
SCRIPT_FIGURES: Final = {
    f"{name}{kind}": chars[at]
    for kind, chars in (("superior", "⁰¹²³⁴⁵⁶⁷⁸⁹"), ("inferior", "₀₁₂₃₄₅₆₇₈₉"))
    for at, name in enumerate(_FIGURES.split())
}

BIG: Final = {
    "bracketleft": "[", "bracketright": "]", "summation": "∑",
    "product": "∏", "contintegral": "∮", "unionsq": "⊔", "unionmulti": "⊎", "coproduct": "⨿",
}  # fmt: skip

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

STEMS: Final = {
    "braceleft": "⎪", "braceright": "⎪", "parenleft": "⎜", "parenright": "⎟", "bracketleft": "⎢",
    "bracketright": "⎥", "bar": "⏐",
}  # fmt: skip
"""Extension pieces that a font names after the whole."""

ESINT: Final = {
    "acute": "∫", "circumflex": "∫", "tilde": "∬", "dieresis": "∬", "hungarumlaut": "∭", "ring": "∭", "cedilla": "∮",
    "ogonek": "∮", "quotesinglbase": "∯", "guilsinglleft": "∯",
}  # fmt: skip
"""Integrals of a font that names its glyphs after others."""
