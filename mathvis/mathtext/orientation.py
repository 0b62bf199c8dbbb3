r"""What a label says when it is drawn mirrored or upside down.

A reader turns the head, so a turned label says what it says, unless every character of it is another one (or
stands in another place) when it is upside down: 6 and 9, d and p, ∪ and ∩. A mirrored label says something else
unless it is a single character with the symmetry.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from mathvis.mathtext.tree import MAX_FORM

UPSIDE_DOWN: Final = 135.0
"""From this angle on, in degrees, a label is upside down rather than turned."""

_LEFT_RIGHT: Final = frozenset("AHIMOTUVWXYovwxilωΔΛΠΦΨΩΘΞ08+−-=×·∘•|‖∞∩∪∧∨⊥⊤⊕⊗⊙△∇∆↔↑↓′^.:¨")
"""Characters that are their own image from left to right."""
_UP_DOWN: Final = frozenset("BCDEHIKOXcolxΘΞΦΣ038+−-=×·∘•|‖∞⊂⊃∈∋<>→←↔⊕⊗⊙:⊢⊣")
"""Characters that are their own image from top to bottom."""
_SAME: Final = frozenset("HINOSXZoszxliΘΞΦ081+−-=×·∘•|‖∞/~∼≡≈∫⊕⊗⊙↔:\\%")
"""Characters that look alike upside down."""
_OTHER: Final = frozenset("69dpunbqMWmwVΛvA∀E∃∪∩∧∨⊂⊃⊆⊇∈∋<>≤≥→←↑↓⇒⇐⊢⊣⊤⊥∇Δ△▽()[]{}⟨⟩′,.'¬∂")
"""Characters that look like another one upside down."""
_IMAGES: Final = str.maketrans(
    "69dpunbqMWmw∪∩∧∨⊂⊃⊆⊇∈∋<>≤≥→←↑↓⇒⇐⊢⊣⊤⊥VΛ∇Δ()[]{}⟨⟩",
    "96pdnuqbWMwm∩∪∨∧⊃⊂⊇⊆∋∈><≥≤←→↓↑⇐⇒⊣⊢⊥⊤ΛVΔ∇)(][}{⟩⟨",
)


def oriented(form: str, text: str, angle: float, *, mirrored: bool) -> str:
    r"""Form of a label as it is turned.

    Parameters
    ----------
    form
        Its normal form, read along its own baseline.
    text
        The characters it shows, in the order of its baseline.
    angle
        Direction of its baseline in degrees, counter-clockwise.
    mirrored
        Whether its characters are mirror images.

    Returns
    -------
    str
        The form itself, ``\mirrored{form}``, or ``\turned{form}`` for a label that says something else upside down.
    """
    shown = [char for char in unicodedata.normalize("NFKC", text) if not char.isspace()]
    off = abs((angle + 180) % 360 - 180)
    if mirrored:
        symmetric = _LEFT_RIGHT if off > UPSIDE_DOWN else _UP_DOWN if off < 180 - UPSIDE_DOWN else frozenset()
        same = len(shown) == 1 and shown[0] in symmetric
        return form if same else _marked("mirrored", form)
    if off <= UPSIDE_DOWN or not all(char in _SAME or char in _OTHER for char in shown):
        return form
    image = "".join(reversed(shown)).translate(_IMAGES)
    told = all(char in _SAME or char.translate(_IMAGES) != char for char in shown) and image == "".join(shown)
    return form if told else _marked("turned", form)


def _marked(mark: str, form: str) -> str:
    marked = f"\\{mark}{{{form}}}"
    return marked if len(marked) <= MAX_FORM else form[: MAX_FORM // 2] + "\ufffd"
