"""A root system as a figure made by hand: right drawings pass, each wrong one fails where it must."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar

import pytest
from exemplars import Statements, failures
from figure_builders import Sketch

from mathvis.goldir.codes import Code

if TYPE_CHECKING:
    from mathvis.figure.model import Figure


class TestRootSystem:
    STATEMENTS: ClassVar[Statements] = {
        "twelve": ("count", {"things": "roots", "equals": 12}),
        "origin": ("common_origin", {"vectors": "roots"}),
        "straight": ("straight", {"paths": "roots"}),
        "angles": ("angle_steps", {"vectors": "roots", "equals": [30]}),
        "lengths": ("length_cycle", {"vectors": "roots", "ratios": [1, "sqrt(3)"]}),
        "weyl": ("reflection_invariant", {"vectors": "roots"}),
        "ab": ("cartan_integer", {"first": "alpha", "second": "beta", "equals": -1}),
        "ba": ("cartan_integer", {"first": "beta", "second": "alpha", "equals": -3}),
        "angle": ("angle_between", {"first": "alpha", "second": "beta", "equals": 150}),
        "member": ("is_member", {"vector": "alpha", "of": "roots"}),
    }

    @staticmethod
    def draw(
        ratio: float = 3**0.5,
        n: int = 6,
        base: tuple[int, int] = (0, 5),
        only_long: bool = False,
        angle: float = 20,
        mirror: bool = False,
        scale: float = 30,
    ) -> Figure:
        sketch = Sketch(scale=scale, angle=angle, mirror=mirror)
        roots = [
            ((1, ratio)[k % 2] * math.cos(math.pi * k / n), (1, ratio)[k % 2] * math.sin(math.pi * k / n))
            for k in range(2 * n)
        ]
        for k, root in enumerate(roots):
            if not only_long or k % 2:
                sketch.edge(f"roots.root-{k}", (0, 0), root)
        for name, k in zip(("alpha", "beta"), base, strict=True):
            sketch.edge(name, (0, 0), roots[k % len(roots)], label={"alpha": "α", "beta": "β"}[name])
        return sketch.figure()

    @pytest.mark.parametrize(
        "right", [{}, {"angle": 131, "mirror": True, "scale": 7}, {"base": (4, 9)}, {"base": (0, 7)}], ids=str
    )
    def test_right(self, right):
        assert failures(self.draw(**right), self.STATEMENTS) == {}

    @pytest.mark.parametrize(
        ("wrong", "expected"),
        [
            ({"ratio": 2**0.5}, {"lengths": Code.R2, "ab": Code.R2, "ba": Code.R2}),
            ({"only_long": True}, {"twelve": Code.O4, "angles": Code.R2, "lengths": Code.R2, "member": Code.R5}),
            (
                {"ratio": 2**0.5, "n": 4, "base": (0, 3)},
                {"twelve": Code.O4, "angles": Code.R2, "lengths": Code.R2, "ba": Code.R2, "angle": Code.R2},
            ),
            ({"base": (0, 1)}, {"ab": Code.R2, "ba": Code.R2, "angle": Code.R2}),
            ({"base": (5, 0)}, {"ab": Code.R2, "ba": Code.R2}),
        ],
        ids=str,
    )
    def test_wrong(self, wrong, expected):
        assert failures(self.draw(**wrong), self.STATEMENTS) == expected
