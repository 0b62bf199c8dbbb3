"""A Hasse diagram as a figure made by hand: right drawings pass, each wrong one fails where it must."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from exemplars import Statements, failures
from figure_builders import Sketch

from mathvis.goldir.codes import Code

if TYPE_CHECKING:
    from mathvis.figure.model import Figure


DIVISORS = [d for d in range(1, 61) if 60 % d == 0]
COVERS = [
    (a, b)
    for a, b in combinations(DIVISORS, 2)
    if b % a == 0 and not any(b % c == 0 and c % a == 0 for c in DIVISORS if a < c < b)
]


def _exponents(n: int) -> tuple[int, ...]:
    return tuple(next(k for k in range(9) if n % p ** (k + 1)) for p in (2, 3, 5))


class TestHasse:
    ORDER: ClassVar[dict[str, Any]] = {"nodes": "divisors", "names": "d-{n}", "order": "mod(n2, n1) = 0"}
    STATEMENTS: ClassVar[Statements] = {
        "twelve": ("count", {"things": "divisors", "equals": 12}),
        "covers": ("covers", {**ORDER, "edges": "edges"}),
        "up": ("upward", ORDER),
        "ranks": (
            "levels",
            {"groups": [[f"divisors.d-{d}" for d in DIVISORS if sum(_exponents(d)) == r] for r in range(5)]},
        ),
        "free": ("clear_of_nodes", {"edges": "edges", "nodes": "divisors"}),
    }

    @staticmethod
    def draw(
        covers: list[tuple[int, int]] = COVERS,
        divisors: list[int] = DIVISORS,
        flip: int = 1,
        exchange: tuple[int, int] = (0, 0),
        spread: float = 0,
    ) -> Figure:
        sketch = Sketch(scale=40)
        swap = {exchange[0]: exchange[1], exchange[1]: exchange[0]}
        for d in divisors:
            a, b, c = _exponents(swap.get(d, d))
            sketch.node(
                f"divisors.d-{d}", (-a + 0.9 * b + 2 * c, flip * (a + b + c) + (spread if d == 2 else 0)), str(d)
            )
        for a, b in covers:
            low, high = swap.get(a, a), swap.get(b, b)
            sketch.edge(f"edges.e-{a}-{b}", f"divisors.d-{low}", f"divisors.d-{high}", directed=False)
        return sketch.figure()

    def test_there_are_twenty(self):
        assert len(COVERS) == 20

    @pytest.mark.parametrize(
        "right",
        [{}, {"covers": [(b, a) for a, b in COVERS]}, {"covers": [*COVERS, COVERS[3]]}, {"spread": 0.05}],
        ids=",".join,
    )
    def test_right(self, right):
        assert failures(self.draw(**right), self.STATEMENTS) == {}

    @pytest.mark.parametrize(
        ("wrong", "expected"),
        [
            ({"covers": [*COVERS, (2, 12)]}, {"covers": Code.X1}),
            ({"covers": [c for c in COVERS if c != (6, 30)]}, {"covers": Code.O1}),
            ({"flip": -1}, {"up": Code.R5, "ranks": Code.R5}),
            (
                {"divisors": [d for d in DIVISORS if d != 15], "covers": [c for c in COVERS if 15 not in c]},
                {"twelve": Code.O4, "ranks": None},
            ),
            ({"exchange": (6, 20)}, {"covers": Code.B2, "up": Code.R5, "ranks": Code.R5}),
            ({"exchange": (4, 15)}, {"covers": Code.B2}),
            ({"spread": 0.3}, {"ranks": Code.R5}),
        ],
        ids=",".join,
    )
    def test_wrong(self, wrong, expected):
        assert failures(self.draw(**wrong), self.STATEMENTS) == expected
