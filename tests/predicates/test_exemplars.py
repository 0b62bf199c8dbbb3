"""Six tasks as figures made by hand: the right drawing passes every statement, each wrong one fails where it must.

The statements are those a task package would make of the same objects.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import pytest
from figure_builders import Sketch, circle, complex_points, decide, square

from mathvis.goldir.codes import Code

if TYPE_CHECKING:
    from collections.abc import Callable

    from mathvis.figure.model import Figure

Statements = dict[str, tuple[str, dict[str, Any]]]


def failures(figure: Figure, statements: Statements) -> dict[str, Code | None]:
    """What fails, with its code."""
    found = {name: decide(figure, predicate, **args) for name, (predicate, args) in statements.items()}
    return {name: finding.code for name, finding in found.items() if not finding.holds}


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


CELLS = {
    "ka": (1, 3), "kb": (2, 3), "kc": (3, 3), "A": (1, 2), "B": (2, 2), "C": (3, 2), "Or": (4, 2),
    "Ol": (0, 1), "A'": (1, 1), "B'": (2, 1), "C'": (3, 1), "qa": (1, 0), "qb": (2, 0), "qc": (3, 0),
}  # fmt: skip
ARROWS = [
    "ka -> kb",
    "kb -> kc",
    "qa -> qb",
    "qb -> qc",
    "A -> B: f",
    "B -> C: g",
    "C -> Or",
    "Ol -> A'",
    "A' -> B': f'",
    "B' -> C': g'",
    "A -> A': a",
    "B -> B': b",
    "C -> C': c",
    "ka -> A",
    "kb -> B",
    "kc -> C",
    "A' -> qa",
    "B' -> qb",
    "C' -> qc",
    "kc -> qa: \\delta",
]
DELTA = [(3.2, 3), (4.5, 3), (4.5, 1.5), (-0.5, 1.5), (-0.5, 0), (0.8, 0)]


class TestSnake:
    STATEMENTS: ClassVar[Statements] = {
        "arrows": ("graph_equals", {"nodes": "cells", "edges": "arrows", "equals": ARROWS}),
        "connecting": (
            "only_edges_between",
            {
                "edges": "arrows",
                "sources": ["cells.ka", "cells.kb", "cells.kc"],
                "targets": ["cells.qa", "cells.qb", "cells.qc"],
                "equals": ["kc -> qa"],
            },
        ),
        "grid": (
            "grid",
            {
                "rows": [
                    [cell and f"cells.{cell}" for cell in row]
                    for row in (
                        [None, "ka", "kb", "kc", None],
                        [None, "A", "B", "C", "Or"],
                        ["Ol", "A'", "B'", "C'", None],
                        [None, "qa", "qb", "qc", None],
                    )
                ],
                "allow": ["transposition", "left-right"],
            },
        ),
        "delta-runs": ("runs", {"path": "arrows.delta", "start": "cells.kc", "end": "cells.qa"}),
        "delta-simple": ("simple", {"paths": ["arrows.delta"]}),
        "delta-label": ("labelled", {"items": ["arrows.delta"], "equals": ["\\delta"]}),
    }

    @staticmethod
    def draw(
        arrows: list[str] = ARROWS,
        cells: dict[str, tuple[float, float]] = CELLS,
        delta: Any = DELTA,
        *,
        place: Callable[[Any], Any] = lambda p: p,
        unlabelled: str = "",
    ) -> Figure:
        sketch = Sketch(scale=50)
        for name, at in cells.items():
            sketch.node(f"cells.{name}", place(at), name)
        for k, arrow in enumerate(arrows):
            ends, _, label = arrow.partition(": ")
            source, target = (f"cells.{end}" for end in ends.split(" -> "))
            shown = {"\\delta": "δ"}.get(label, label.replace("'", "^{′}")) or None
            name = "delta" if label == "\\delta" else f"arr-{k}"
            sketch.edge(
                f"arrows.{name}",
                source,
                target,
                label=None if name == unlabelled else shown,
                path=[place(p) for p in delta] if name == "delta" else None,
            )
        return sketch.figure()

    def test_right(self):
        assert failures(self.draw(), self.STATEMENTS) == {}

    def test_transposed_is_right(self):
        assert failures(self.draw(place=lambda p: (-p[1], -p[0])), self.STATEMENTS) == {}

    def test_the_other_diagonal_is_no_transposition(self):
        assert failures(self.draw(place=lambda p: (p[1], p[0])), self.STATEMENTS) == {"grid": Code.R5}

    @pytest.mark.parametrize(
        ("wrong", "expected"),
        [
            (
                {"arrows": [*ARROWS[:-1], "ka -> qc: \\delta"]},
                {"arrows": Code.R7, "connecting": Code.R7},
            ),
            (
                {"arrows": [*ARROWS[:-1], "qa -> kc: \\delta"], "delta": DELTA[::-1]},
                {"arrows": Code.R3, "connecting": Code.R3, "delta-runs": Code.R3},
            ),
            ({"arrows": [*ARROWS, "Ol -> A"]}, {"arrows": Code.X1}),
            ({"arrows": [a for a in ARROWS if not a.endswith(": b")]}, {"arrows": Code.O1}),
            ({"cells": {k: (x, -y) for k, (x, y) in CELLS.items()}}, {"grid": Code.R5, "delta-runs": Code.R7}),
            ({"unlabelled": "delta"}, {"arrows": Code.O2, "delta-label": Code.O2}),
            (
                {"arrows": [a.replace(": a", ": x").replace(": b", ": a").replace(": x", ": b") for a in ARROWS]},
                {"arrows": Code.B2},
            ),
            ({"delta": [*DELTA[:3], (3.8, 0.5), (3.8, 3.4), *DELTA[3:]]}, {"delta-simple": Code.R4}),
        ],
        ids=",".join,
    )
    def test_wrong(self, wrong, expected):
        assert failures(self.draw(**wrong), self.STATEMENTS) == expected


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
