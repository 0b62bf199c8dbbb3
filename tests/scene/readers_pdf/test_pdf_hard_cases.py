"""The figures that broke the first reader of marks, where they are at hand: what each shows, looked at by eye."""

from __future__ import annotations

from pathlib import Path as File

import pytest

from mathvis.scene.model import Label, Path, Role, TipEnd
from mathvis.scene.readers.pdf import read_pdf

CASES = File(__file__).resolve().parents[4] / "shared" / "prototypes" / "scene" / "hard-cases"
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not CASES.is_dir(), reason="the hard cases are not at hand")]


@pytest.fixture
def case(tex):
    def read(name: str):
        source = (CASES / f"{name}.tex").read_text(encoding="utf-8").replace(r"\usepackage{mvtrace}", "")
        return read_pdf(tex(source).read_bytes())

    return read


def named(scene, name: str, role: Role = Role.PATH) -> list[Path]:
    return [e for e in scene.elements if isinstance(e, Path) and e.role is role and name in e.names]


def forms(scene) -> list[str]:
    return [e.form for e in scene.elements if isinstance(e, Label)]


def nodes(scene) -> set[str]:
    return {name for node in scene.nodes for name in node.names if not name.startswith("~")}


def points(scene) -> set[str]:
    return {point.name for point in scene.points}


def codes(scene) -> set[str]:
    return {note.code for note in scene.notes}


def test_annotation_on_a_turned_page(case):
    scene = case("ann")
    assert codes(scene) == {"annotation", "rotated-page", "user-unit"}
    assert len(scene.elements) == 2


def test_axis_with_marks_and_a_filled_strip(case):
    scene = case("axis")
    for name in "FGH":
        (path,) = named(scene, name)
        assert path.fill is None
    (strip,) = [e for e in scene.elements if isinstance(e, Path) and e.fill is not None and e.role is Role.PATH]
    assert strip.index < named(scene, "F")[0].index
    assert len([e for e in scene.elements if isinstance(e, Path) and e.role is Role.MARK]) == 6
    assert "Q" in points(scene)
    assert {"lab", "current axis"} <= nodes(scene)
    assert sorted(forms(scene)) == sorted([*["0", "0.2", "0.4", "0.6", "0.8", "1"] * 2, "q"])


def test_names_by_styles_and_casings(case):
    scene = case("axis2")
    assert len(named(scene, "L", Role.CASING)) == 1
    assert len(named(scene, "L")) == 2
    assert len(named(scene, "shared")) == 2
    assert len(named(scene, "g 1")) == 1
    assert forms(scene) == ["x"]


def test_commutative_diagram(case):
    scene = case("cd")
    assert forms(scene) == ["A", "B", "C", "D", "f", "g"]
    tips = {tip.kind: tip.heads for e in scene.elements if isinstance(e, Path) for tip in e.tips if tip.kind == "hook"}
    assert tips == {"hook": 1}
    heads = [tip.heads for e in scene.elements if isinstance(e, Path) for tip in e.tips if tip.end is TipEnd.END]
    assert heads == [1, 1, 2]
    assert [e.double for e in scene.elements if isinstance(e, Path) and e.role is Role.PATH] == [False] * 3 + [True]


def test_clips_groups_and_canvases(case):
    scene = case("clip")
    assert {len(named(scene, name)[0].clips) for name in ("in", "after")} == {1}
    assert named(scene, "tg")[0].stroke.paint.alpha == 0.5
    assert named(scene, "tcanv")[0].clips == ()
    assert {"tc", "cc"} <= points(scene)
    assert {"tn", "cn"} <= nodes(scene)


def test_decorations_tips_and_layers(case):
    scene = case("deco")
    assert named(scene, "bg")[0].index == 0
    assert [tip.end for tip in named(scene, "h")[0].tips] == [TipEnd.MIDDLE]
    assert len(named(scene, "tick")) == 1
    assert len(named(scene, "dbl")[0].tips) == 2
    assert len(named(scene, "dbl", Role.CASING)) == 1
    assert len(named(scene, "pp")) == len(named(scene, "ppic")) == 1
    assert len(named(scene, "shd")) == 2
    assert len(named(scene, "pl", Role.MARK)) == 2
    assert named(scene, "sh")[0].tips[0].direction == pytest.approx((1, 0), abs=1e-6)


def test_loops(case):
    scene = case("foreach")
    assert all(len(named(scene, f"dot-{i}")) == 1 for i in (1, 2, 3))
    assert {"P-1", "P-2", "P-3"} <= points(scene)
    assert forms(scene) == ["P_{1}", "P_{2}", "P_{3}", "g"]
    (edge,) = [e for e in scene.elements if isinstance(e, Path) and e.tips and not e.names]
    assert edge.tips[0].direction == pytest.approx((0.7071, 0.7071), abs=1e-3)


def test_names_that_try_to_write_operators(case):
    scene = case("inject")
    assert [len(e.names) for e in scene.elements] == [1, 1]
    assert len(scene.elements) == 2
    assert scene.elements[1].names == ("a)b",)
    assert not codes(scene)


def test_knots(case):
    scene = case("knots2")
    assert len(named(scene, "kk")) == 2
    assert len(named(scene, "kk", Role.CASING)) == len(named(scene, "pc", Role.CASING)) == 1
    assert {"acc", "withlab", "labn"} <= nodes(scene)
    assert len(case("knots").elements) == 2


def test_matrices_and_pics(case):
    scene = case("matrixpic")
    assert {"m-1-1", "bb", "m-2-1", "dd", "m", "P-n", "Q-n", "F", "lbb", "yy", "zz"} <= nodes(scene)
    assert {"P-c", "Q-c", "k1", "k2"} <= points(scene)
    assert len(named(scene, "inpic")) == 2
    assert forms(scene) == ["a", "b", "c", "d", "p", "p", "N", "e"]


def test_pictures_in_nodes(case):
    scene = case("nested")
    assert {"A", "B", "C", "X"} == points(scene)
    assert len(named(scene, "inner")) == 1
    at = {point.name: point.at for point in scene.points}
    step = (at["B"][0] - at["A"][0]) / 4
    assert at["C"] == pytest.approx((at["A"][0] + 4 * step, at["A"][1] + 3 * step), abs=0.03)


def test_layers_and_text_in_no_ink(case):
    scene = case("ocg")
    assert codes(scene) == {"optional-content", "invisible-text"}
    assert len(scene.elements) == 2


def test_names_do_not_leak(case):
    scene = case("shadename")
    assert [len(named(scene, name)) for name in ("p1", "p2")] == [1, 1]
    assert named(scene, "p1")[0].index == 0


def test_pictures_on_several_pages(case):
    assert case("twopics").pages > 1
    assert points(case("style")) == {"A", "B"}
