"""A net of the cube as a figure made by hand: right drawings pass, each wrong one fails where it must."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import pytest
from exemplars import Statements, failures
from figure_builders import Sketch, decide, square

from mathvis.goldir.codes import Code

if TYPE_CHECKING:
    from mathvis.figure.model import Figure


NET = {1: (0, 0), 2: (1, 0), 6: (2, 0), 3: (2, 1), 5: (3, 1), 4: (4, 1)}


class TestCubeNet:
    STATEMENTS: ClassVar[Statements] = {
        "six": ("count", {"things": "faces", "equals": 6}),
        "squares": ("congruent_squares", {"faces": "faces"}),
        "joined": ("edge_joined", {"faces": "faces", "shared": 5}),
        "folds": ("folds_to_cube", {"faces": "faces"}),
        "sums": ("opposite_faces", {"faces": "faces", "names": "f{n}", "when": "n1 + n2 = 7"}),
        "no-four": ("no_row", {"faces": "faces", "length": 4}),
        "apart": ("disjoint_interiors", {"regions": "faces"}),
    }

    @staticmethod
    def draw(
        net: dict[int, tuple[float, float]] = NET,
        *,
        angle: float = 0,
        mirror: bool = False,
        outlines: bool = False,
        side: float = 1,
    ) -> Figure:
        sketch = Sketch(scale=40, angle=angle, mirror=mirror)
        for face, corner in net.items():
            ring = square(corner, side if face == 5 else 1)
            if outlines:
                sketch.curve(f"faces.f{face}", ring, closed=True)
            else:
                sketch.region(f"faces.f{face}", ring)
        return sketch.figure()

    @pytest.mark.parametrize("right", [{}, {"angle": 33}, {"mirror": True}, {"outlines": True}], ids=str)
    def test_right(self, right):
        assert failures(self.draw(**right), self.STATEMENTS) == {}

    @pytest.mark.parametrize(
        ("wrong", "expected"),
        [
            (
                {1: (0, 0), 2: (1, 0), 6: (0, 1), 3: (1, 1), 5: (2, 1), 4: (3, 1)},
                {"joined": Code.R4, "folds": Code.R4, "sums": Code.R4, "no-four": Code.R5},
            ),
            (
                {1: (0, 0), 2: (1, 0), 6: (2, 0), 5: (3, 0), 3: (4, 0), 4: (5, 0)},
                {"folds": Code.R4, "sums": Code.R4, "no-four": Code.R5},
            ),
            ({**NET, 6: NET[3], 3: NET[6]}, {"sums": Code.B2}),
            ({1: (0, 0), 2: (1, 0), 6: (2, 0), 5: (3, 0), 3: (1, 1), 4: (1, -1)}, {"no-four": Code.R5}),
            ({k: v for k, v in NET.items() if k != 4}, {"six": Code.O4, "joined": Code.R4, "folds": Code.R9}),
            ({**NET, 4: (4.5, 1)}, {"joined": Code.R4, "folds": Code.R4, "sums": Code.R4, "no-four": None}),
            (
                {**NET, 4: (3.2, 1)},
                {"joined": Code.R4, "folds": Code.R4, "sums": Code.R4, "no-four": None, "apart": Code.R4},
            ),
        ],
        ids=str,
    )
    def test_wrong(self, wrong, expected):
        assert failures(self.draw(wrong), self.STATEMENTS) == expected

    def test_a_larger_face(self):
        assert failures(self.draw(side=1.1), self.STATEMENTS)["squares"] == Code.R2


def test_all_eleven_nets_fold_and_no_other_hexomino_does():
    """Every tree-like hexomino is tried: exactly eleven, up to symmetry, fold to the cube."""
    shapes = {frozenset([(0, 0)])}
    for _ in range(5):
        shapes = {
            _canonical(cells | {(x + dx, y + dy)})
            for cells in shapes
            for x, y in cells
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            if (x + dx, y + dy) not in cells
        }
    assert len(shapes) == 35
    folding = [
        cells
        for cells in shapes
        if decide(TestCubeNet.draw(dict(enumerate(sorted(cells), 1))), "folds_to_cube", faces="faces").holds
    ]
    joined = [
        cells
        for cells in shapes
        if decide(TestCubeNet.draw(dict(enumerate(sorted(cells), 1))), "edge_joined", faces="faces", shared=5).holds
    ]
    assert len([cells for cells in folding if cells in joined]) == 11


def _canonical(cells: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    views = []
    for mirror in (1, -1):
        turned = [(mirror * x, y) for x, y in cells]
        for _ in range(4):
            turned = [(-y, x) for x, y in turned]
            low = (min(x for x, _ in turned), min(y for _, y in turned))
            views.append(tuple(sorted((x - low[0], y - low[1]) for x, y in turned)))
    return frozenset(min(views))
