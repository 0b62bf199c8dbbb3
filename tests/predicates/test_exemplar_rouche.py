"""Rouché's theorem as a figure made by hand: right drawings pass, each wrong one fails where it must."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import pytest
from exemplars import Statements, failures
from figure_builders import Sketch, circle, complex_points

from mathvis.goldir.codes import Code

if TYPE_CHECKING:
    from mathvis.figure.model import Figure


class TestRouche:
    STATEMENTS: ClassVar[Statements] = {
        "contour": ("circle", {"curve": "C", "center": 0, "radius": 1}),
        "turned": ("oriented", {"curve": "C", "direction": "counterclockwise"}),
        "image-f": (
            "traces",
            {"curve": "fC", "parametric": "(6*z^3).subs(z, exp(i*t))", "t": [0, "2*pi"], "coverings": [1, 3]},
        ),
        "image-p": ("traces", {"curve": "pC", "parametric": "(z^5+6*z^3+2*z-1).subs(z, exp(i*t))", "t": [0, "2*pi"]}),
        "turns": ("winding_number", {"curve": "pC", "about": "O", "equals": 3}),
        "origin": ("at", {"points": ["O"], "equals": [0]}),
        "clear": ("clearance", {"curve": "pC", "about": "O", "at_least": 0.05}),
        "zeros": ("at", {"points": "zeros", "equals": {"roots_of": "z^5+6*z^3+2*z-1", "where": "|z| < 1"}}),
        "N": ("states", {"value": "N", "equals": 3}),
        "N-marks": ("states_count", {"value": "N", "things": "zeros"}),
        "N-turns": ("states_winding", {"value": "N", "curve": "pC", "about": "O"}),
    }

    @staticmethod
    def draw(
        *,
        radius: float = 1,
        turns: float = 1,
        p: tuple[int, ...] = (1, 0, 6, 0, 2, -1),
        zeros: int = 3,
        n: str = "3",
        coverings: int = 3,
        start: float = 0,
        samples: int = 720,
        digits: int = 9,
    ) -> Figure:
        sketch = Sketch(scale=20)
        z = np.exp(1j * (start + np.linspace(0, 2 * math.pi, samples + 1)))
        sketch.curve("C", circle((0, 0), radius, turns=turns), closed=True, arrows=[0.2, 0.7], label="C")
        images = {
            "fC": 6 * np.exp(1j * np.linspace(0, 2 * math.pi * coverings, samples * coverings + 1)),
            "pC": np.polyval(p, z),
        }
        for name, image in images.items():
            sketch.curve(name, complex_points(np.round(image, digits)), closed=True)
        sketch.point("O", (0, 0), label="0")
        roots = np.roots([1, 0, 6, 0, 2, -1])
        for k, root in enumerate(sorted(roots[np.abs(roots) < 1], key=lambda r: r.imag)[:zeros]):
            sketch.point(f"zeros.zero-{k}", (root.real, root.imag))
        sketch.value("N", n, text=f"N = {n}", at=(0, -9))
        return sketch.figure()

    @pytest.mark.parametrize("right", [{}, {"coverings": 1}, {"start": 1.0}, {"samples": 100, "digits": 2}], ids=str)
    def test_right(self, right):
        assert failures(self.draw(**right), self.STATEMENTS) == {}

    @pytest.mark.parametrize(
        ("wrong", "expected"),
        [
            ({"p": (1, 0, 0, 0, 2, -1)}, {"image-p": Code.R8, "turns": Code.R4, "N-turns": Code.B3}),
            ({"radius": 2}, {"contour": Code.R2}),
            ({"turns": -1}, {"turned": Code.R3}),
            ({"zeros": 2}, {"zeros": Code.O4, "N-marks": Code.B3}),
            ({"p": (1, 0, 0, 6, 2, -1)}, {"image-p": Code.R8, "turns": Code.R4, "N-turns": Code.B3}),
            ({"n": "5"}, {"N": Code.O5, "N-marks": Code.B3, "N-turns": Code.B3}),
            ({"coverings": 2}, {"image-f": Code.R9}),
        ],
        ids=str,
    )
    def test_wrong(self, wrong, expected):
        assert failures(self.draw(**wrong), self.STATEMENTS) == expected
