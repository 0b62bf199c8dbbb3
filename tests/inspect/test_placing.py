"""Texts of an overlay stand near what they name, on free ground, and never on each other."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inspect_views import drawing, line
from strategies_scene import BLACK, WHITE, WIDTH, box, circle, polyline, scenes

from mathvis.scene.captions import Annotation, Colors, Layer, captions, is_backing, printable, shortened
from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.model import Canvas, Fill, Label, Paint, Path, Role, Scene, Stroke, Tip, TipEnd
from mathvis.scene.placing import CELL, Box, Ground
from mathvis.scene.visibility import Visibility

SIZE = (400.0, 300.0)
anchors = st.tuples(st.floats(-20, 420), st.floats(-20, 320))
texts = st.lists(st.tuples(anchors, st.floats(8, 90), st.floats(8, 24)), max_size=25)


def apart(one, two):
    return one.x1 <= two.x0 or two.x1 <= one.x0 or one.y1 <= two.y0 or two.y1 <= one.y0


@settings(max_examples=60, deadline=None)
@given(texts, st.lists(anchors, max_size=3))
def test_texts_stand_on_the_sheet_and_apart(wanted, kept):
    ground = Ground(SIZE)
    taken = [Box(x, y, x + 30, y + 12) for x, y in kept]
    for each in taken:
        ground.keep(each)
    for anchor, width, height in wanted:
        spot = ground.place([anchor], width, height)
        if spot is None:
            continue
        assert spot.box.x0 >= -1e-9
        assert spot.box.x1 <= SIZE[0] + CELL
        assert spot.box.y0 >= -1e-9
        assert spot.box.y1 <= SIZE[1] + CELL
        taken.append(spot.box)
    for one, two in combinations(taken, 2):
        assert apart(one, two) or (one in taken[: len(kept)] and two in taken[: len(kept)])


def test_a_text_stands_close_where_there_is_room():
    spot = Ground(SIZE).place([(200.0, 150.0)], 40, 16)
    near = spot.box.nearest((200.0, 150.0))
    assert np.hypot(near[0] - 200, near[1] - 150) <= 8
    assert spot.leader is None


def test_a_text_keeps_off_ink():
    ground = Ground(SIZE)
    ground.trace(np.array([[0.0, 150.0], [400.0, 150.0]]))
    mask = np.zeros((300, 400), bool)
    mask[:150] = True
    ground.ink(mask)
    spot = ground.place([(200.0, 150.0)], 40, 16)
    assert spot.box.y0 >= 150


def test_a_text_far_from_what_it_names_has_a_leader_line():
    ground = Ground(SIZE)
    ground.keep(Box(100, 50, 300, 250))
    spot = ground.place([(200.0, 150.0)], 40, 16)
    assert spot.leader is not None
    assert spot.leader[0] == (200.0, 150.0)
    assert spot.box.nearest((200.0, 150.0)) == spot.leader[1]
    ground = Ground((1000.0, 800.0))
    ground.keep(Box(0, 0, 1000, 700))
    assert ground.place([(500.0, 100.0)], 40, 16).box.y0 >= 700


def test_of_several_anchors_the_freer_one_is_taken():
    ground = Ground(SIZE)
    ground.keep(Box(0, 0, 130, 300))
    spot = ground.place([(50.0, 150.0), (300.0, 150.0)], 40, 16)
    assert spot.leader is None
    assert spot.box.x0 > 200


def test_a_full_sheet_has_no_place():
    ground = Ground((100.0, 50.0))
    ground.keep(Box(0, 0, 100, 50))
    assert ground.place([(50.0, 25.0)], 20, 10) is None
    assert Ground((10.0, 10.0)).place([(5.0, 5.0)], 50, 10) is None


def said(scene, **more):
    return list(captions(scene, Visibility(SceneGeometry(scene)), Colors(), **more))


def test_captions_say_names_forms_and_what_is_hidden():
    found = {(item.text, item.layer, item.of) for item in said(drawing(text="f(x)"))}
    for expected in (
        ("gamma", Layer.NAMES, "e0"),
        ("secret", Layer.NAMES, "e1"),
        ("A", Layer.NAMES, "p0"),
        ("N", Layer.NAMES, "n0"),
        ("“f(x)”", Layer.LABELS, "e4"),
    ):
        assert expected in found
    gone = Label(0, "x", "x", box(500, 500, 520, 510), (500.0, 502.0), 10.0, Paint(BLACK))
    assert said(Scene("svg", Canvas(100, 100), (gone,)))[0].text == "“x” hidden"


def test_the_background_of_a_text_is_not_hidden_ink():
    """A white patch under a text is not seen, and nobody misses it; a white line is another matter."""
    patch = Path(0, (polyline([(10, 10), (40, 10), (40, 30), (10, 30)], closed=True),), None, Fill(Paint(WHITE)))
    named = Path(1, patch.subpaths, None, patch.fill, names=("lake",))
    white = line(2, (10, 60), (90, 60), stroke=Stroke(Paint(WHITE), 1.0))
    scene = Scene("pdf", Canvas(100, 100), (patch, named, white))
    visibility = Visibility(SceneGeometry(scene))
    assert [is_backing(element, visibility[element.index]) for element in scene.elements] == [True, False, False]
    assert visibility.hidden == (0, 1, 2)


def test_bindings_stand_behind_the_name_or_by_themselves():
    bound = {0: ["gamma"], 2: ["sides.~1"], 3: ["discs.disc", "target"]}
    words = {item.text: item.layer for item in said(drawing(), bound=bound)}
    assert words["gamma ≙"] is Layer.NAMES
    assert words["disc ≙ discs"] is Layer.NAMES
    assert words["≙ sides"] is Layer.BINDINGS
    assert words["≙ target"] is Layer.BINDINGS
    assert "secret" in words


def test_remarks_come_first_and_tips_have_no_names_of_their_own():
    tip = Path(1, (circle(50, 50, 2),), None, Fill(Paint(BLACK)), names=("gamma",), role=Role.TIP)
    hook = Tip((50.0, 50.0), (1.0, 0.0), TipEnd.END, "hook", elements=(1,))
    scene = Scene("pdf", Canvas(100, 100), (line(0, (10, 50), (50, 50), names=("gamma",), tips=(hook,)), tip))
    found = said(scene, annotations=[Annotation((1.0, 2.0), "R8")])
    assert [item.text for item in found] == ["R8", "gamma", "hook"]
    assert [item.of for item in found] == ["", "e0", "e0"]


@pytest.mark.parametrize("text", ["\x1b[2J", "a\u202eb", "\x00", "a\nb"])
def test_captions_are_printable(text):
    assert printable(text).isprintable()
    assert len(shortened(text * 100)) <= 60


@settings(max_examples=20, deadline=None)
@given(scenes())
def test_any_scene_has_captions(scene):
    for item in said(scene):
        assert item.text
        assert item.text.isprintable()
        assert item.anchors
        assert all(abs(x) < 1e3 * WIDTH for x, _ in item.anchors)
