"""Ford circles as a figure made by hand: right drawings pass, each wrong one fails where it must."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

import pytest
from exemplars import Statements, failures
from figure_builders import Sketch, circle

from mathvis.goldir.codes import Code

if TYPE_CHECKING:
    from mathvis.figure.model import Figure


FAREY = sorted({Fraction(p, q) for q in range(1, 6) for p in range(q + 1)})


class TestFord:
    NAMES = "circ-{p}-{q}"
    STATEMENTS: ClassVar[Statements] = {
        "eleven": ("count", {"things": "circles", "equals": 11}),
        "circles": (
            "circles_at",
            {"circles": "circles", "names": NAMES, "center": ["p/q", "1/(2*q^2)"], "radius": "1/(2*q^2)"},
        ),
        "touch": ("tangent_pairs", {"circles": "circles", "names": NAMES, "when": "abs(p1*q2 - p2*q1) = 1"}),
        "axis": ("tangent_to", {"circles": "circles", "line": "axis"}),
        "above": ("tangent_to", {"circles": "circles", "line": "axis", "side": "left"}),
        "apart": ("disjoint_interiors", {"regions": "circles"}),
        "line": ("lies_on_line", {"curve": "axis", "through": [0, 1]}),
        "contacts": ("points_at", {"points": "contacts", "names": "pt-{p}-{q}", "at": "p/q"}),
    }

    @staticmethod
    def draw(
        members: list[Fraction] = FAREY,
        factor: float = 0.5,
        exchange: tuple[Fraction, Fraction] | None = None,
        digits: int = 6,
    ) -> Figure:
        sketch = Sketch(scale=400)
        sketch.curve("axis", [(-0.6, 0), (1.6, 0)])
        for x in members:
            r = round(factor / x.denominator**2, digits)
            sketch.curve(
                f"circles.circ-{x.numerator}-{x.denominator}", circle((round(float(x), digits), r), r), closed=True
            )
        for x in members:
            y = {exchange[0]: exchange[1], exchange[1]: exchange[0]}.get(x, x) if exchange else x
            sketch.point(f"contacts.pt-{x.numerator}-{x.denominator}", (float(y), 0))
        return sketch.figure()

    def test_right(self):
        assert failures(self.draw(), self.STATEMENTS) == {}

    def test_four_digits_are_enough(self):
        assert failures(self.draw(digits=4), self.STATEMENTS) == {}

    @pytest.mark.parametrize(
        ("wrong", "expected"),
        [
            ({"factor": 1.0}, {"circles": Code.R2, "touch": Code.R1, "apart": Code.R4}),
            ({"factor": 1 / 3}, {"circles": Code.R2, "touch": Code.R1}),
            ({"members": [x for x in FAREY if x != Fraction(2, 5)]}, {"eleven": Code.O4}),
            ({"members": [*FAREY, Fraction(1, 6)]}, {"eleven": Code.X1}),
            ({"exchange": (Fraction(2, 5), Fraction(3, 5))}, {"contacts": Code.B2}),
        ],
        ids=str,
    )
    def test_wrong(self, wrong, expected):
        assert failures(self.draw(**wrong), self.STATEMENTS) == expected
