"""LaTeX macros that may stand in a label, by what they do."""

from __future__ import annotations

from typing import Final

_GREEK: Final = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ",
    "eta": "η", "theta": "θ", "vartheta": "θ", "iota": "ι", "kappa": "κ", "varkappa": "κ", "lambda": "λ", "mu": "μ",
    "nu": "ν", "xi": "ξ", "omicron": "ο", "pi": "π", "varpi": "ϖ", "rho": "ρ", "varrho": "ρ", "sigma": "σ",
    "varsigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
    "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Upsilon": "Υ",
    "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "varGamma": "Γ", "varDelta": "Δ", "varTheta": "Θ", "varLambda": "Λ",
    "varXi": "Ξ", "varPi": "Π", "varSigma": "Σ", "varUpsilon": "Υ", "varPhi": "Φ", "varPsi": "Ψ", "varOmega": "Ω",
    "digamma": "ϝ",
}  # fmt: skip

_LETTERS: Final = {
    "ell": "ℓ", "hbar": "ℏ", "hslash": "ℏ", "imath": "ı", "jmath": "ȷ", "i": "ı", "j": "ȷ", "wp": "℘", "Re": "ℜ",
    "Im": "ℑ", "aleph": "ℵ", "beth": "ℶ", "gimel": "ℷ", "daleth": "ℸ", "partial": "∂", "nabla": "∇", "infty": "∞",
    "emptyset": "∅", "varnothing": "∅", "complement": "∁", "Bbbk": "𝕜", "eth": "ð", "mho": "℧", "ss": "ß", "ae": "æ",
    "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "aa": "å", "AA": "Å",
    "textmu": "μ",
}  # fmt: skip

_RELATIONS: Final = {
    "le": "≤", "leq": "≤", "leqslant": "⩽", "leqq": "≦", "ge": "≥", "geq": "≥", "geqslant": "⩾", "geqq": "≧",
    "ll": "≪", "gg": "≫", "lt": "<", "gt": ">", "ne": "≠", "neq": "≠", "equiv": "≡", "sim": "∼", "simeq": "≃",
    "approx": "≈", "cong": "≅", "propto": "∝", "varpropto": "∝", "asymp": "≍", "doteq": "≐", "coloneqq": "≔",
    "in": "∈", "notin": "∉", "ni": "∋", "owns": "∋", "subset": "⊂", "supset": "⊃", "subseteq": "⊆", "supseteq": "⊇",
    "subsetneq": "⊊", "supsetneq": "⊋", "nsubseteq": "⊈", "nsupseteq": "⊉", "sqsubset": "⊏", "sqsubseteq": "⊑",
    "sqsupseteq": "⊒", "prec": "≺", "succ": "≻", "preceq": "⪯", "succeq": "⪰", "preccurlyeq": "≼",
    "succcurlyeq": "≽", "trianglelefteq": "⊴", "lhd": "⊲", "vartriangleleft": "⊲", "rhd": "⊳",
    "vartriangleright": "⊳", "unlhd": "⊴", "unrhd": "⊵", "trianglerighteq": "⊵", "mid": "∣", "nmid": "∤",
    "parallel": "∥", "nparallel": "∦", "perp": "⊥", "bot": "⊥", "top": "⊤", "vdash": "⊢", "dashv": "⊣",
    "models": "⊨", "vDash": "⊨", "Vdash": "⊩", "bowtie": "⋈", "lesssim": "≲", "gtrsim": "≳", "nleq": "≰",
    "ngeq": "≱", "nless": "≮", "ngtr": "≯", "ncong": "≇", "nsim": "≁", "triangleq": "≜", "smile": "⌣", "frown": "⌢",
}  # fmt: skip

_ARROWS: Final = {
    "to": "→", "rightarrow": "→", "longrightarrow": "→", "gets": "←", "leftarrow": "←", "longleftarrow": "←",
    "leftrightarrow": "↔", "longleftrightarrow": "↔", "Rightarrow": "⇒", "Longrightarrow": "⇒", "implies": "⇒",
    "Leftarrow": "⇐", "Longleftarrow": "⇐", "impliedby": "⇐", "Leftrightarrow": "⇔", "Longleftrightarrow": "⇔",
    "iff": "⇔", "mapsto": "↦", "longmapsto": "↦", "hookrightarrow": "↪", "hookleftarrow": "↩",
    "twoheadrightarrow": "↠", "twoheadleftarrow": "↞", "rightarrowtail": "↣", "leftarrowtail": "↢",
    "uparrow": "↑", "downarrow": "↓", "updownarrow": "↕", "Uparrow": "⇑", "Downarrow": "⇓", "nearrow": "↗",
    "searrow": "↘", "swarrow": "↙", "nwarrow": "↖", "rightleftharpoons": "⇌", "leftrightarrows": "⇆",
    "rightleftarrows": "⇄", "rightrightarrows": "⇉", "leftharpoonup": "↼", "rightharpoonup": "⇀",
    "leftharpoondown": "↽", "rightharpoondown": "⇁", "rightsquigarrow": "⇝", "leadsto": "⇝",
    "curvearrowright": "↷", "curvearrowleft": "↶", "circlearrowleft": "↺", "circlearrowright": "↻",
    "dashrightarrow": "⇢", "dashleftarrow": "⇠", "nrightarrow": "↛", "nRightarrow": "⇏", "upharpoonright": "↾",
    "restriction": "↾",
}  # fmt: skip

_BINARY: Final = {
    "pm": "±", "mp": "∓", "times": "×", "div": "÷", "cdot": "·", "centerdot": "·", "ast": "∗", "star": "⋆",
    "circ": "∘", "bullet": "•", "cap": "∩", "cup": "∪", "uplus": "⊎", "sqcap": "⊓", "sqcup": "⊔", "vee": "∨",
    "lor": "∨", "wedge": "∧", "land": "∧", "setminus": "∖", "smallsetminus": "∖", "wr": "≀", "amalg": "⨿",
    "oplus": "⊕", "ominus": "⊖", "otimes": "⊗", "oslash": "⊘", "odot": "⊙", "dagger": "†", "dag": "†",
    "ddagger": "‡", "ddag": "‡", "ltimes": "⋉", "rtimes": "⋊", "boxplus": "⊞", "boxtimes": "⊠", "boxdot": "⊡",
    "bigcirc": "◯", "diamond": "⋄", "barwedge": "⊼", "veebar": "⊻",
}  # fmt: skip

_BIG: Final = {
    "sum": "∑", "prod": "∏", "coprod": "∐", "int": "∫", "iint": "∬", "iiint": "∭", "oint": "∮",
    "oiint": "∯", "bigcap": "⋂",
    "bigcup": "⋃", "bigsqcup": "⨆", "biguplus": "⊎", "bigvee": "⋁", "bigwedge": "⋀", "bigoplus": "⨁",
    "bigotimes": "⨂", "bigodot": "⨀", "surd": "√",
}  # fmt: skip

_DELIMITERS: Final = {
    "{": "{", "}": "}", "lbrace": "{", "rbrace": "}", "lbrack": "[", "rbrack": "]", "langle": "⟨", "rangle": "⟩",
    "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "vert": "|", "lvert": "|", "rvert": "|", "Vert": "‖",
    "lVert": "‖", "rVert": "‖", "|": "‖", "backslash": "\\", "ulcorner": "⌜", "urcorner": "⌝", "llcorner": "⌞",
    "lrcorner": "⌟", "llbracket": "⟦", "rrbracket": "⟧", "textbackslash": "\\", "textbar": "|",
}  # fmt: skip

_OTHER: Final = {
    "ldots": "…", "dots": "…", "cdots": "⋯", "dotsc": "…", "dotsb": "⋯", "dotsm": "⋯", "dotso": "…",
    "textellipsis": "…", "vdots": "⋮", "ddots": "⋱", "prime": "′", "colon": ":", "forall": "∀", "exists": "∃",
    "nexists": "∄", "neg": "¬", "lnot": "¬", "angle": "∠", "measuredangle": "∡", "sphericalangle": "∢",
    "triangle": "△", "vartriangle": "△", "triangledown": "▽", "blacktriangle": "▲", "square": "□", "Box": "□",
    "blacksquare": "■", "qed": "□", "Diamond": "◇", "lozenge": "◊", "blacklozenge": "⧫", "bigstar": "★",
    "clubsuit": "♣", "diamondsuit": "♦", "heartsuit": "♥", "spadesuit": "♠", "flat": "♭", "natural": "♮",
    "sharp": "♯", "therefore": "∴", "because": "∵", "degree": "°", "textdegree": "°", "checkmark": "✓", "S": "§",
    "P": "¶", "%": "%", "#": "#", "&": "&", "$": "$", "_": "_", "textunderscore": "_", "pounds": "£",
    "textminus": "−", "textquotesingle": "'", "textasciitilde": "~",
    "textendash": "–", "textemdash": "—", "textasciicircum": "^",
    "textbullet": "•", "textperiodcentered": "·", "copyright": "©",
    "lq": "‘", "rq": "’", "bigtriangleup": "△", "bigtriangledown": "▽",
}  # fmt: skip

SYMBOLS: Final[dict[str, str]] = {
    **_GREEK, **_LETTERS, **_RELATIONS, **_ARROWS, **_BINARY, **_BIG, **_DELIMITERS, **_OTHER,
}  # fmt: skip
"""Macros that print one symbol."""

_OPERATOR_NAMES: Final = (
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim ln log max min Pr sec sin "
    "sinh sup tan tanh mod limsup liminf injlim projlim TeX LaTeX"
)
OPERATORS: Final[dict[str, str]] = {**{name: name for name in _OPERATOR_NAMES.split()}, "bmod": "mod"}
"""Macros that print upright words."""

SPACES: Final[dict[str, bool]] = {
    ",": False, "!": False, "thinspace": False, "negthinspace": False, "/": False, ":": False, ">": False,
    "medspace": False, ";": True, "thickspace": True, " ": True, "quad": True, "qquad": True, "enspace": True,
    "enskip": True, "space": True, "newline": True, "linebreak": True, "hfill": True, "hfil": True, "\n": True,
    "nobreakspace": True, "\t": True,
}  # fmt: skip
"""Spacing macros, and whether the gap is wide enough to part two numbers."""

_IGNORED_NAMES: Final = (
    "displaystyle textstyle scriptstyle scriptscriptstyle limits nolimits displaylimits middle mathstrut strut "
    "boldmath unboldmath relax protect centering raggedright raggedleft noindent tiny scriptsize footnotesize "
    "small normalsize large Large LARGE huge Huge bfseries mdseries itshape upshape slshape rmfamily sffamily "
    "ttfamily normalfont selectfont mathsurround null allowbreak nobreak nonumber mathopen mathclose mathord "
    "mathbin mathrel mathop mathpunct mathinner smash - bf it rm sf tt sl em leavevmode sansmath"
)
IGNORED: Final = frozenset(_IGNORED_NAMES.split())
"""Macros that change at most size, weight, slant or spacing."""

IGNORED_ARGUMENTS: Final[dict[str, int]] = {
    "hspace": 1, "vspace": 1, "color": 1, "label": 1, "fontsize": 2, "phantom": 1, "hphantom": 1, "vphantom": 1,
}  # fmt: skip
"""Macros that print nothing, and how many arguments go with them."""

GROUPS: Final[dict[str, tuple[bool | None, str | None]]] = {
    "text": (False, ""), "textrm": (False, ""), "textit": (False, ""), "textbf": (False, ""), "textsf": (False, ""),
    "texttt": (False, ""), "textup": (False, ""), "textmd": (False, ""), "textsl": (False, ""), "emph": (False, ""),
    "textnormal": (False, ""), "shortstack": (None, None), "mbox": (False, ""), "hbox": (False, ""),
    "mathrm": (None, ""), "mathit": (None, ""), "mathbf": (None, ""), "mathsf": (None, ""), "mathtt": (None, ""),
    "mathnormal": (None, ""), "boldsymbol": (None, None), "bm": (None, None), "pmb": (None, None),
    "operatorname": (None, ""), "operatornamewithlimits": (None, ""),
    "textsc": (False, ""), "boxed": (None, None), "fbox": (False, ""),
    "ensuremath": (True, None), "mathbb": (None, "mathbb"), "Bbb": (None, "mathbb"), "mathcal": (None, "mathcal"),
    "mathscr": (None, "mathcal"), "mathfrak": (None, "mathfrak"), "frak": (None, "mathfrak"), "symbf": (None, ""),
    "symbb": (None, "mathbb"), "symcal": (None, "mathcal"), "symfrak": (None, "mathfrak"), "symscr": (None, "mathcal"),
    "symup": (None, ""), "symit": (None, ""),
}  # fmt: skip

SWITCHES: Final[dict[str, str]] = {"cal": "mathcal"}
"""Macros that change the alphabet for the rest of the group."""

ACCENTS: Final[dict[str, str]] = {
    "bar": "bar", "overline": "bar", "hat": "hat", "widehat": "hat", "tilde": "tilde", "widetilde": "tilde",
    "vec": "vec", "overrightarrow": "vec", "overleftarrow": "overleftarrow", "dot": "dot", "ddot": "ddot",
    "dddot": "dddot", "overleftrightarrow": "overleftrightarrow", "check": "check", "widecheck": "check",
    "breve": "breve", "acute": "acute", "grave": "grave", "mathring": "mathring", "underline": "underline",
    "underbrace": "underbrace", "overbrace": "overbrace",
}  # fmt: skip
"""Macros that set a mark over or under their argument."""

TEXT_ACCENTS: Final[dict[str, str]] = {
    "'": "acute", "`": "grave", "^": "hat", '"': "ddot", "~": "tilde", "=": "bar", ".": "dot", "u": "breve",
    "v": "check", "H": "H", "r": "mathring", "c": "c", "k": "k",
}  # fmt: skip
"""Accents of running text."""

DELIMITER_SIZES: Final = frozenset(
    f"{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m")
)
"""Macros that size the delimiter after them."""

ENVIRONMENTS: Final[dict[str, tuple[str, str]]] = {
    "pmatrix": ("(", ")"), "bmatrix": ("[", "]"), "vmatrix": ("|", "|"), "Vmatrix": ("‖", "‖"), "Bmatrix": ("{", "}"),
    "cases": ("{", ""), "matrix": ("", ""), "smallmatrix": ("", ""), "array": ("", ""), "aligned": ("", ""),
    "gathered": ("", ""), "split": ("", ""),
}  # fmt: skip
"""Environments that set rows, with the delimiters they bring."""

SAME: Final[dict[str, str]] = {
    "tfrac": "frac", "dfrac": "frac", "cfrac": "frac", "nicefrac": "frac", "sfrac": "frac", "tbinom": "binom",
    "dbinom": "binom", "stackrel": "overset", "si": "unit", "SI": "qty",
}  # fmt: skip
"""Macros that read as another one."""
