"""Characters of glyph names, by font."""

from __future__ import annotations

import pytest

from mathvis.mathtext import char_for_glyph
from mathvis.mathtext.glyphnames import UNKNOWN


@pytest.mark.parametrize(
    ("name", "font", "char"),
    [
        ("alpha", "CMMI10", "α"), ("epsilon1", "CMMI7", "ε"), ("epsilon", "CMMI10", "ε"), ("phi1", "CMMI10", "φ"), ("x", "CMMI10", "x"),
        ("x", "CMR10", "x"), ("A", "CMSY10", "𝒜"), ("B", "CMSY7", "ℬ"), ("A", "LMMathSymbols10-Regular", "𝒜"), ("F", "RSFS10", "ℱ"),
        ("R", "MSBM10", "ℝ"), ("E", "MSBM7", "𝔼"), ("kappa", "MSBM10", "κ"), ("k", "MSBM10", "𝕜"), ("g", "EUFM10", "𝔤"), ("C", "EUFM10", "ℭ"), ("H", "EUFM10", "ℌ"),
        ("minus", "CMSY10", "−"), ("hyphen", "CMR10", "-"), ("prime", "CMSY7", "′"), ("quoteright", "CMR10", "’"),
        ("arrowright", "CMSY10", "→"), ("element", "CMSY10", "∈"), ("macron", "CMR10", "\u0304"), ("circumflex", "CMR10", "\u0302"),
        ("tilde", "CMR10", "\u0303"), ("vector", "CMMI10", "\u20d7"), ("hatwider", "CMEX10", "\u0302"), ("radical", "CMSY10", "√"),
        ("radicalbig", "CMEX10", "√"), ("radicalBigg", "CMEX10", "√"), ("parenleftbig", "CMEX10", "("), ("bracketrightBigg", "CMEX10", "]"),
        ("parenlefttp", "CMEX10", "⎛"), ("braceleftmid", "CMEX10", "⎨"), ("summationdisplay", "CMEX10", "∑"), ("integraltext", "CMEX10", "∫"),
        ("unionmultitext", "CMEX10", "⊎"), ("ff", "CMR10", "ff"), ("f_f_i", "LMRoman10-Regular", "ffi"), ("eacute", "SFRM1000", "é"),
        ("odieresis", "LMRoman10-Regular", "ö"), ("star", "CMMI10", "⋆"), ("star", "MSAM10", "★"), ("diamond", "CMSY10", "♦"),
        ("square", "MSAM10", "□"), ("uni2211", "Any", "∑"), ("u1D465", "LatinModernMath-Regular", "𝑥"), ("one.oldstyle", "Any", "1"),
        ("a.sc", "Any", "a"), ("asciicircum", "Helvetica", "^"), ("twosuperior", "Helvetica", "²"), ("onehalf", "Helvetica", "½"),
        ("tildecomb.h3", "LatinModernMath-Regular", "\u0303"), ("circumflexcmb", "Any", "\u0302"), ("divides.v1", "Any", "∣"),
        ("minute.st", "LatinModernMath-Regular", "′"), ("similar_equal", "Any", "≃"), ("fivesuperior", "Any", "⁵"), ("muchless", "MSAM10", "⋘"),
        ("Z", "txsyb", "ℤ"), ("F", "txsy", "ℱ"), ("g", "txmia", "𝔤"), ("bbR", "txmia", "ℝ"), ("F", "pxbsy", "ℱ"), ("simequal", "txsyc", "≅"),
        ("nequal", "pxsyc", "≠"), ("circumflex", "esint10", "∫"), ("guilsinglleft", "esint10", "∯"), ("grave", "esint10", UNKNOWN),
        ("braceleft.ex", "Any", "⎪"), ("parenleft.x", "Any", "⎜"), ("braceleft.v1", "Any", "{"), ("bracehtipupleft", "CMEX10", "\ue005"),
        ("muchless", "Any", "≪"), ("nosuchglyph", "Any", UNKNOWN), ("uniD800", "Any", UNKNOWN), (".notdef", "Any", UNKNOWN), ("", "Any", UNKNOWN),
    ],
)  # fmt: skip
def test_character_of_a_glyph(name, font, char):
    assert char_for_glyph(name, font) == char
