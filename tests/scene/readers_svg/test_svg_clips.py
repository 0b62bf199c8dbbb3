"""Clip paths."""

import pytest
from svg_kit import codes, near, one, paths, points, px, read

from mathvis.scene.model import FillRule

R = '<rect width="100" height="100" clip-path="url(#c)"'


def region(scene, index: int = 0):
    """Boxes of the subpaths of a clip, in px."""
    boxes = []
    for subpath in scene.clips[index].subpaths:
        found = [px(scene, p) for p in subpath.points]
        boxes.append(
            (min(x for x, _ in found), min(y for _, y in found), max(x for x, _ in found), max(y for _, y in found))
        )
    return boxes


def test_a_clip_path_is_a_region_and_no_drawn_shape():
    scene = read(
        '<clipPath id="c"><rect width="50" height="100"/></clipPath><circle cx="50" cy="50" r="40" clip-path="url(#c)"/>'
    )
    assert one(scene).clips == (0,)
    assert near(region(scene)[0], (0, 0, 50, 100))


@pytest.mark.parametrize(
    ("attributes", "wanted"),
    [
        ("", (10, 10, 30, 30)),
        ('transform="translate(5 0)"', (15, 10, 35, 30)),
        ('clipPathUnits="objectBoundingBox"', (1000, 1000, 3000, 3000)),
    ],
)
def test_units_and_transform(attributes, wanted):
    scene = read(f'<clipPath id="c" {attributes}><rect x="10" y="10" width="20" height="20"/></clipPath>{R}/>')
    assert near(region(scene)[0], wanted)


def test_a_clip_lives_in_the_user_space_of_what_it_clips():
    scene = read(
        f'<clipPath id="c"><rect width="10" height="10"/></clipPath><g transform="scale(2)">{R} transform="translate(5 5)"/></g>'
    )
    assert near(region(scene)[0], (10, 10, 30, 30))


def test_units_of_the_bounding_box_of_a_group():
    scene = read(
        '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath>'
        '<g clip-path="url(#c)"><rect x="20" y="20" width="10" height="10"/><circle cx="50" cy="50" r="10"/></g>'
    )
    assert [element.clips for element in scene.elements] == [(0,), (0,)]
    assert near(region(scene)[0], (20, 20, 40, 60), 1e-2)


def test_clips_of_groups_add_up():
    scene = read(
        '<clipPath id="a"><rect width="9" height="9"/></clipPath><clipPath id="c"><circle r="9"/></clipPath>'
        f'<g clip-path="url(#a)">{R}/><rect width="1" height="1"/></g>'
    )
    assert [element.clips for element in scene.elements] == [(0, 1), (0,)]


def test_the_same_clip_is_listed_once():
    scene = read(f'<clipPath id="c"><circle r="9"/></clipPath>{R}/>{R}/>')
    assert len(scene.clips) == 1


def test_several_parts_are_their_union_whichever_way_they_turn():
    scene = read(f'<clipPath id="c"><path d="M0 0h9v9h-9z"/><path d="M5 5v9h9v-9z"/></clipPath>{R}/>')
    clip = scene.clips[0]
    areas = [
        sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(s.points, s.points[1:], strict=False)) for s in clip.subpaths
    ]
    assert len(areas) == 2
    assert all(area > 0 for area in areas)


def test_rules_uses_and_hidden_parts():
    scene = read(f'<clipPath id="c"><path clip-rule="evenodd" d="M0 0h9v9h-9zM3 3h3v3h-3z"/></clipPath>{R}/>')
    assert scene.clips[0].rule is FillRule.EVENODD
    assert len(scene.clips[0].subpaths) == 2
    scene = read(
        '<defs><rect id="r" width="9" height="9"/></defs>'
        f'<clipPath id="c"><use href="#r" x="5"/><rect display="none" width="1" height="1"/><circle visibility="hidden" r="1"/><g><circle r="1"/></g></clipPath>{R}/>'
    )
    assert [near(found, (5, 0, 14, 9)) for found in region(scene)] == [True]


def test_an_empty_clip_path_hides_and_a_missing_one_does_not():
    scene = read(f'<clipPath id="c"/>{R}/>')
    assert scene.clips[0].subpaths == ()
    assert one(scene).clips == (0,)
    assert one(read(f"{R}/>")).clips == ()
    assert one(read(f'<rect id="c" width="9" height="9" fill="none"/>{R}/>')).clips == ()


def test_clips_on_clips_have_no_effect_in_the_picture_and_are_noted():
    other = '<clipPath id="d"><rect width="1" height="1"/></clipPath>'
    for clip in (
        '<clipPath id="c" clip-path="url(#d)"><rect width="9" height="9"/></clipPath>',
        '<clipPath id="c"><rect width="9" height="9" clip-path="url(#d)"/></clipPath>',
    ):
        scene = read(f"{other}{clip}{R}/>")
        assert one(scene).clips == (0,)
        assert near(region(scene)[0], (0, 0, 9, 9))
        assert codes(scene) == {"renderer"}


def test_the_clipped_path_itself_stays_whole():
    scene = read(f'<clipPath id="c"><rect width="5" height="5"/></clipPath>{R}/>')
    assert near(max(p for s in points(scene, paths(scene)[0]) for p in s), (100, 100))


def test_text_can_be_clipped_and_can_clip():
    scene = read(
        '<clipPath id="c"><rect width="5" height="5"/></clipPath><text clip-path="url(#c)" y="10">x</text>'
        '<clipPath id="t"><text y="20">MM</text></clipPath><rect width="9" height="9" clip-path="url(#t)"/>'
    )
    assert [element.clips for element in scene.elements] == [(0,), (1,)]
    assert codes(scene) == {"clip"}
