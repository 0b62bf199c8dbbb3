"""Faults that broke other readers, each as a kind with inputs of its own; the shared inputs where they are present."""

import math

import pytest
from svg_kit import SHARED, box, codes, labels, near, needs_shared, on_curve, one, paths, px, read, vertices

from mathvis.errors import SceneError
from mathvis.scene.model import TipEnd
from mathvis.scene.readers.svg import read_svg


def shared(number: int):
    (folder,) = (SHARED / "faults").glob(f"{number}-*")
    return read_svg((folder / "input.svg").read_bytes())


def round_about(scene, element, centre, radius) -> bool:
    return all(abs(math.dist(p, centre) - radius) < radius * 4e-4 for p in on_curve(scene, element))


# minified arc flags


@pytest.mark.parametrize(
    "d",
    [
        "M10 20a10 10 0 0120 0 10 10 0 01-20 0z",
        "M10 20a10 10 0 1020 0 10 10 0 10-20 0z",
        "M10 20A10 10 0 0130 20 10 10 0 0110 20",
    ],
)
def test_minified_arc_flags(d):
    scene = read(f'<path d="{d}"/>')
    assert round_about(scene, one(scene), (20, 20), 10)


@needs_shared
def test_minified_arc_flags_shared():
    scene = shared(37)
    assert one(scene).names == ("disc",)
    assert one(scene).subpaths[0].closed
    assert round_about(scene, one(scene), (20, 20), 12)


# transforms of groups


@needs_shared
def test_group_transforms_shared():
    scene = shared(39)
    assert all(near(p, q) for p, q in zip(vertices(scene, one(scene))[0], [(20, 20), (20, 40)], strict=True))


# use and defs


@needs_shared
def test_use_and_defs_shared():
    scene = shared(40)
    boxes = [box(scene, element) for element in paths(scene)]
    for found, wanted in zip(
        boxes, [(0, 0, 10, 10), (27, 37, 33, 43), (57, 37, 63, 43), (80, 80, 90, 90)], strict=True
    ):
        assert near(found, wanted)
    assert [i for i, element in enumerate(paths(scene)) if "q" in element.names] == [0]


# clip paths are no shapes


@needs_shared
def test_clip_path_shared():
    scene = shared(41)
    assert one(scene).names == ("c",)
    corners = [px(scene, p) for p in scene.clips[one(scene).clips[0]].subpaths[0].points]
    assert near((max(x for x, _ in corners),), (50,))


# viewBox without a size; aspect ratios that differ


@pytest.mark.parametrize(("view", "size"), [("0 0 40 20", (40, 20)), ("-7 3 1 5", (1, 5)), ("0 0 .5 .25", (0.5, 0.25))])
def test_a_view_box_alone_is_the_size_in_px(view, size):
    canvas = read('<rect width="1" height="1"/>', f'viewBox="{view}"').canvas
    assert near((canvas.width / 0.75, canvas.height / 0.75), size)
    assert not canvas.physical


@needs_shared
def test_view_box_without_size_shared():
    scene = shared(42)
    assert near((scene.canvas.width, scene.canvas.height), (3, 1.5))
    assert round_about(scene, one(scene), (2, 1), 1)


@pytest.mark.parametrize(("size", "centre"), [("300 100", (150, 50)), ("100 300", (50, 150)), ("200 200", (100, 100))])
def test_one_scale_and_centred_where_the_ratios_differ(size, centre):
    width, height = size.split()
    scene = read('<circle cx="10" cy="10" r="5"/>', f'width="{width}" height="{height}" viewBox="0 0 20 20"')
    assert round_about(scene, one(scene), centre, 5 * min(float(width), float(height)) / 20)


@needs_shared
def test_aspect_ratio_shared():
    scene = shared(43)
    assert round_about(scene, one(scene), (150, 150), 60)


# markers at both ends


@needs_shared
def test_markers_at_both_ends_shared():
    scene = shared(46)
    first, last = paths(scene)[0].tips
    assert (first.end, last.end) == (TipEnd.START, TipEnd.END)
    assert near(px(scene, first.apex), (20, 30), 1e-3)
    assert near(px(scene, last.apex), (100, 30), 1e-3)
    for tip, wanted in ((first, (-1, -1)), (last, (1, -1))):  # down and outward, y up on the page
        assert near([v * math.sqrt(2) for v in tip.direction], wanted, 1e-2)


# references to nothing


@needs_shared
def test_plain_reference_and_an_empty_one_shared():
    scene = shared(47)
    assert near(box(scene, one(scene)), (20, 20, 30, 30))
    assert "invalid" in codes(scene)


# path data that does not start with a moveto


@needs_shared
def test_path_without_moveto_shared():
    scene = shared(49)
    assert one(scene).names == ("ok",)
    assert any("#bad" in note.message for note in scene.notes)


# entities


@needs_shared
def test_external_entity_shared():
    with pytest.raises(SceneError, match="entities"):
        shared(50)


@pytest.mark.parametrize("reference", ["&leak;", "&w;"])
def test_an_undeclared_entity_is_no_text(reference):
    with pytest.raises(SceneError):
        read(f"<text>{reference}</text>")


def test_the_entities_of_xml_itself_are_text():
    (label,) = labels(read("<text>&lt;&#x3b1;&#955;&amp;</text>"))
    assert label.text == "<αλ&"


# gradients in a circle


@needs_shared
def test_gradient_reference_to_itself_shared():
    scene = shared(51)
    assert near(box(scene, one(scene)), (0, 0, 10, 10))
    assert any("circle" in note.message for note in scene.notes)
