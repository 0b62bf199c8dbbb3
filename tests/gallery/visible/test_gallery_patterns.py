"""Lines under patterns: they show through a hatching, and not through a tile that is painted all over."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from gallery_pages import pages

from mathvis.scene.conforming import agreement
from mathvis.scene.readers.pdf import read_pdf

PREAMBLE = r"""\usetikzlibrary{patterns}
\pgfdeclarepatternformonly{blank}{\pgfpointorigin}{\pgfpoint{4pt}{4pt}}{\pgfpoint{4pt}{4pt}}{%
  \pgfsetfillcolor{white}\pgfpathrectangle{\pgfpointorigin}{\pgfpoint{4pt}{4pt}}\pgfusepath{fill}}"""
BODIES = {
    pattern: r"\useasboundingbox (0,0) rectangle (6,4); \draw[thick] (0.5,0.5) -- (5.5,3.5);"
    rf"\fill[pattern={pattern}] (1,1) rectangle (5,3);"
    for pattern in ("north east lines", "dots", "crosshatch", "blank")
}


@pytest.mark.tex
def test_a_pattern_that_hides_what_it_lies_on_is_found_in_the_picture(tmp_path):
    if shutil.which("pdftoppm") is None:
        pytest.skip("pdftoppm is not installed")
    passed = {}
    for name, page in zip(BODIES, pages(tmp_path, list(BODIES.values()), PREAMBLE), strict=True):
        command = ["pdftoppm", "-png", "-singlefile", "-r", "216", "-"]
        picture = subprocess.run(command, input=page, capture_output=True, check=True).stdout
        result = agreement(read_pdf(page), picture, 3.0)
        passed[name] = result.passed
        assert bool(result.buried) == (name == "blank"), result
    assert passed == {name: name != "blank" for name in BODIES}
