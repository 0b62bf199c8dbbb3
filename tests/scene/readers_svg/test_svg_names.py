"""Names and nodes."""

import pytest
from svg_kit import labels, near, paths, px, read

from mathvis.scene.model import Label, Path


def names(body: str):
    return [element.names for element in read(body).elements]


SHAPE = '<rect width="9" height="9"/>'


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (SHAPE, [()]),
        ('<rect id="r" width="9" height="9"/>', [("r",)]),
        (f'<g id="a"><g><g id="b">{SHAPE}</g></g></g>', [("a", "b")]),
        ('<svg id="n"><rect id="r" width="9" height="9"/></svg>', [("n", "r")]),
        ('<defs><rect id="r" width="9" height="9"/></defs><g id="a"><use id="u" href="#r"/></g>', [("a", "u", "r")]),
        # a template drawn twice, or drawn where it stands, is not what its id names
        ('<defs><rect id="r" width="9" height="9"/></defs><use id="u" href="#r"/><use href="#r"/>', [("u",), ()]),
        ('<rect id="r" width="9" height="9"/><use id="u" href="#r"/>', [("r",), ("u",)]),
        ('<symbol id="s"><rect id="r" width="9" height="9"/></symbol><use id="u" href="#s"/>', [("u", "s", "r")]),
        ('<defs><g id="t"><rect id="r" width="9" height="9"/></g><g id="w"><use href="#t"/></g></defs><use href="#w"/><use href="#w"/>', [(), ()]),
        # a name that occurs twice is on both
        ('<rect id="r" width="9" height="9"/><rect id="r" width="8" height="8"/>', [("r",), ("r",)]),
    ],
)  # fmt: skip
def test_ids_of_an_element_and_of_all_around_it_outermost_first(body, expected):
    assert names(body) == expected


def test_the_parts_of_a_marker_carry_the_names_of_the_path_and_not_those_of_the_marker():
    scene = read(
        '<marker id="m" viewBox="0 0 9 9"><path d="M0 0L9 5L0 9z"/></marker><g id="g"><path id="p" d="M0 0h9" stroke="#000" marker-end="url(#m)"/></g>'
    )
    assert [element.names for element in scene.elements] == [("g", "p")] * 2


def test_a_named_group_of_a_shape_and_a_text_is_a_node():
    scene = read(
        '<g id="A"><circle cx="50" cy="60" r="20" stroke="#000" stroke-width="2" fill="none"/><text x="45" y="65">A</text></g>'
    )
    (node,) = scene.nodes
    assert node.names == ("A",)
    assert node.shape == "circle"
    assert node.elements == (0, 1)
    assert node.border == 0
    assert near(px(scene, node.center), (50, 60))
    corners = [px(scene, p) for p in node.box]
    assert near((min(x for x, _ in corners), max(y for _, y in corners)), (29, 81))
    assert [element.node for element in scene.elements] == ["A", "A"]


@pytest.mark.parametrize(
    ("shape", "kind"),
    [
        ('<rect width="9" height="9"/>', "rectangle"),
        ('<ellipse rx="9" ry="8"/>', "ellipse"),
        ('<polygon points="0 0 9 0 9 9"/>', "polygon"),
        ('<path d="M0 0h9v9z"/>', "path"),
    ],
)
def test_shapes_of_nodes(shape, kind):
    assert read(f'<g id="A">{shape}<text>a</text></g>').nodes[0].shape == kind


@pytest.mark.parametrize(
    "body",
    [
        f"<g>{SHAPE}<text>a</text></g>",
        f'<g id="A">{SHAPE}</g>',
        '<g id="A"><text>a</text></g>',
        f'<g id="A">{SHAPE}{SHAPE}<text>a</text></g>',
        f'<g id="A">{SHAPE}<text>a</text><text>b</text></g>',
        '<g id="A"><line x2="9" y2="9" stroke="#000"/><text>a</text></g>',
        f'{SHAPE}<text id="A">a</text>',
    ],
)
def test_what_is_no_node(body):
    assert read(body).nodes == ()


def test_an_outer_group_around_a_node_alone_is_another_name_of_it():
    (node,) = read(f'<g id="B"><g id="A">{SHAPE}<text>a</text></g></g>').nodes
    assert node.names == ("B", "A")
    first, second = read(f'<g id="B"><g id="A">{SHAPE}<text>a</text></g><g id="C">{SHAPE}<text>c</text></g></g>').nodes
    assert (first.names, second.names) == (("A",), ("C",))


def test_copies_of_a_node_are_nodes_of_their_own_use():
    template = f'<defs><g id="T">{SHAPE}<text>a</text></g></defs>'
    scene = read(template + '<use id="A" href="#T"/><use id="B" href="#T" x="50"/><use href="#T" x="90"/>')
    assert [node.names for node in scene.nodes] == [("A",), ("B",)]
    assert [element.node for element in scene.elements] == ["A", "A", "B", "B", None, None]


def test_the_elements_of_a_scene_are_numbered_in_paint_order():
    scene = read('<rect width="9" height="9"/><text>a</text><g><circle r="5"/></g>')
    assert [element.index for element in scene.elements] == [0, 1, 2]
    assert [type(element) for element in scene.elements] == [Path, Label, Path]
    assert len({element.command for element in scene.elements}) == 3
    assert paths(scene)[0].line == 1
    assert labels(scene)[0].line == 1
