"""The snake lemma as a figure made by hand: right drawings pass, each wrong one fails where it must."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from exemplars import Statements, failures
from figure_builders import Sketch

from mathvis.goldir.codes import Code

if TYPE_CHECKING:
    from collections.abc import Callable

    from mathvis.figure.model import Figure


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
