"""Closed world: surroundings are recognised, and no object passes as surroundings."""

from __future__ import annotations

import pytest
from binding_builders import box, dot, figure_of, line, text

PLANE = """
entities:
  O: {kind: point, label: "$0$"}
  I: {kind: point, label: "$1$"}
  C: {kind: curve}
frames:
  main: {maps: upright, anchors: {O: 0, I: 1}}
"""
DRAWN = (
    dot("O", 200, 150) + text(192, 164, "0") + dot("I", 300, 150) + text(310, 164, "1")
    + '<circle id="C" cx="200" cy="150" r="100" fill="none" stroke="black"/>'
)  # fmt: skip
NET = "entities:\n  f: {kind: regions, names: 'f-*'}\n"
SQUARES = "".join(
    f'<rect id="f-{k}" x="{x}" y="{y}" width="80" height="80" fill="none" stroke="black"/>'
    for k, (x, y) in enumerate([(80, 60), (160, 60), (160, 140)])
)


def ticks(y, *places):
    return "".join(line("", x, y - 4, x, y + 4) for x in places)


def numbers(y, **shown):
    return "".join(text(float(x[1:]), y, number) for x, number in shown.items())


def extras(body, gold=PLANE):
    return [ink.kind for ink in figure_of(body, gold).extras]


SURROUNDINGS = {
    "axes that reach out": line("", 80, 150, 320, 150) + line("", 200, 30, 200, 270),
    "axes with markers": line("", 90, 150, 330, 150, 'marker-end="url(#h)"')
    + line("", 200, 240, 200, 40, 'marker-end="url(#h)"'),
    "axes with drawn heads": line("", 150, 150, 290, 150) + '<polygon points="296,150 288,146 288,154"/>',
    "ticks": line("", 80, 150, 320, 150) + ticks(150, 100, 150, 250, 300),
    "ticks in one path": line("", 80, 150, 320, 150)
    + '<path d="M100,146 V154 M150,146 V154 M250,146 V154" stroke="black"/>',
    "box with ticks and numbers": '<rect x="90" y="40" width="220" height="220" fill="none" stroke="black"/>'
    + ticks(260, 100, 200, 300) + numbers(276, x100="-1", x200="0", x300="1"),
    "left and lower axis": line("", 90, 260, 310, 260) + line("", 90, 40, 90, 260) + ticks(260, 100, 200, 300)
    + "".join(line("", 86, y, 94, y) for y in (50, 150, 250)),
    "grid": '<g stroke-width="0.4">' + "".join(line("", x, 40, x, 260) for x in range(100, 301, 50))
    + "".join(line("", 90, y, 310, y) for y in range(50, 251, 50)) + "</g>",
    "thin axis": f'<g stroke-width="0.5">{line("", 100, 150, 300, 150)}</g>',
    "ground": '<rect x="0" y="0" width="400" height="300" fill="#f8f8f8"/>',
    "circle again": '<circle cx="200" cy="150" r="100" fill="none" stroke="black"/>',
    "named axis": line("", 80, 150, 330, 150, 'marker-end="url(#h)"') + text(342, 150, "Re"),
    "light construction": '<line id="decor-1" x1="200" y1="150" x2="270" y2="80" stroke="black" stroke-width="0.5"/>',
    "right angle": '<polyline points="200,140 210,140 210,150" fill="none" stroke="black"/>'
    + line("", 80, 150, 320, 150) + line("", 200, 30, 200, 270),
}  # fmt: skip


@pytest.mark.parametrize("more", SURROUNDINGS.values(), ids=SURROUNDINGS)
def test_honest_surroundings_are_no_extras(more):
    grounded = "ground" in more or "#f8f8f8" in more
    assert extras(more + DRAWN if grounded else DRAWN + more) == []


OBJECTS = {
    "diameter": line("", 100, 150, 300, 150),
    "vertical chord": line("", 250, 63.4, 250, 236.6),
    "tangent along the border": line("", 120, 50, 280, 50),
    "short dash": line("", 230, 100, 240, 100),
    "circle as small as a tick": '<circle cx="240" cy="150" r="4" fill="none" stroke="black"/>',
    "corner in the void": '<polyline points="230,90 240,90 240,100" fill="none" stroke="black"/>',
    "pale disc": '<circle cx="200" cy="150" r="60" fill="#f0f0f0"/>',
    "heavy decor": '<circle id="decor-1" cx="200" cy="150" r="60" fill="none" stroke="black" stroke-width="1.5"/>',
    "arrow": line("", 220, 120, 260, 90, 'marker-end="url(#h)"'),
    "drawn arrow": line("", 220, 120, 260, 120) + '<polygon points="266,120 256,115 256,125"/>',
    "text": text(240, 100, "x"),
}


@pytest.mark.parametrize(
    ("more", "kind"),
    list(zip(OBJECTS.values(), ["curve", "curve", "curve", "curve", "mark", "curve", "fill", "curve", "arrow", "arrow",
                           "text"], strict=True)),
    ids=OBJECTS,
)  # fmt: skip
def test_an_object_does_not_pass_as_surroundings(more, kind):
    assert extras(DRAWN + more) == [kind]


@pytest.mark.parametrize(
    "more", [line("", 80, 60, 320, 60), line("", 80, 220, 240, 220), line("", 80, 60, 80, 220)],
    ids=["beyond the top", "bottom", "left"],
)  # fmt: skip
def test_a_figure_without_coordinates_has_no_axes(more):
    assert extras(SQUARES + more, NET) == ["curve"]


def test_an_extra_square_of_a_net_is_no_border():
    one = '<rect x="80" y="140" width="80" height="80" fill="none" stroke="black"/>'
    whole = '<rect x="80" y="60" width="160" height="160" fill="none" stroke="black"/>'
    assert extras(SQUARES + one, NET) == ["curve"]
    assert extras(SQUARES + whole, NET) == ["curve"]


def test_dashes_stand_back_only_beside_solid_entities():
    dash = '<path id="decor-1" d="M100,280 L300,290" stroke="black" stroke-width="1.5" stroke-dasharray="4 3"/>'
    gold = "entities:\n  C: {kind: curve}\n  D: {kind: curve}\n"
    solid = '<circle id="C" cx="200" cy="150" r="100" fill="none" stroke="black"/>' + line("D", 100, 50, 300, 50)
    dashed = solid.replace("<circle", '<circle stroke-dasharray="4 3"')
    assert extras(solid + dash, gold) == []
    assert extras(dashed + dash, gold) == ["curve"]


def test_the_box_of_a_legend_belongs_to_the_legend():
    gold = 'entities:\n  f: {kind: curve, label: "$f$"}\n'
    curve = '<path id="f" d="M50,250 Q150,50 350,60" fill="none" stroke="black" stroke-width="1.5"/>'
    row = line("", 260, 200, 290, 200) + '<text x="296" y="205">f</text>'
    frame = '<rect x="250" y="185" width="70" height="30" fill="white" stroke="black"/>'
    figure = figure_of(curve + frame + row, gold)
    assert figure.bindings["f"].holds
    assert figure.extras == ()


def test_labels_with_a_white_ground_leave_no_extra():
    body = line("", 10, 10, 390, 10) + box("a", 60, 150, "a")
    gold = 'entities:\n  a: {kind: node, label: "a"}\n'
    assert extras(body, gold) == ["curve"]


@pytest.mark.parametrize("radius", [100.0, 99.2, 100.8])
def test_a_circle_again_that_runs_over_the_first_is_no_other(radius):
    assert extras(DRAWN + f'<circle cx="200" cy="150" r="{radius}" fill="none" stroke="black"/>') == []


@pytest.mark.parametrize("radius", [98.6, 98.0, 101.5])
def test_a_circle_beside_the_first_with_ground_between_them_is_another(radius):
    assert extras(DRAWN + f'<circle cx="200" cy="150" r="{radius}" fill="none" stroke="black"/>') == ["curve"]
