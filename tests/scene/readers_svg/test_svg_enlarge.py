"""Tiny text is drawn as the same figure in larger units would be."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from svg_kit import needs_renderer
from svg_redraw import rendered

from mathvis.errors import SceneError
from mathvis.sandbox.inside.svg import look_over
from mathvis.scene.model import Label
from mathvis.scene.readers.svg import read_svg
from mathvis.scene.readers.svg_enlarge import enlarged

BODIES = [
    '<text x="{10}" y="{30}" font-size="{12}">Hello 3.14</text>',
    '<text x="{60}" y="{30}" font-size="{20}" text-anchor="middle" fill="red">f(x) = sin x</text>',
    '<g font-size="{14}" font-family="sans-serif"><text x="{110}" y="{60}" text-anchor="end">z<tspan dy="{4}" font-size="70%">0</tspan></text></g>',
    '<text x="{20}" y="{50}" style="font-size:{16}px;font-weight:bold">A<tspan baseline-shift="super" font-size="{9}">2</tspan> <tspan fill="blue">b</tspan></text>',
    '<style>.l {{font: italic {15}px serif; letter-spacing: {2}px}} text {{fill: green}}</style><text class="l" x="50%" y="50%">abc</text>',
    '<text transform="rotate(-30) scale(1.5)" x="{5}" y="{55}" font-size="{10}" opacity="0.5">turned</text>',
    '<g transform="translate({20} {40})"><text font-size="{18}" text-decoration="overline" stroke="red" stroke-width="{0.6}">AB</text></g>',
    '<text x="{10}" y="{20}" font-size="{12}">one<tspan x="{10}" dy="1.2em">two</tspan><tspan x="{10}" dy="1.2em">three</tspan></text>',
    '<defs><g id="t"><text font-size="{12}">used</text></g></defs><use href="#t" x="{30}" y="{40}"/>',
    '<text x="{10}" y="{50}" font-size="{20}">big <tspan font-size="{10}" visibility="hidden">none</tspan> end</text>',
]  # fmt: skip


class Scaled:
    """Numbers in braces, times a factor."""

    def __init__(self, factor: float) -> None:
        self.factor = factor

    def __call__(self, body: str) -> str:
        out, parts = [], body.replace("{{", "\0").replace("}}", "\1").split("{")
        out.append(parts[0])
        for part in parts[1:]:
            number, _, rest = part.partition("}")
            out.append(f"{float(number) * self.factor:.10g}{rest}")
        return "".join(out).replace("\0", "{").replace("\1", "}")


def figure(body: str, factor: float) -> bytes:
    scaled = Scaled(factor)
    return scaled(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {120} {80}" width="240" height="160" font-family="DejaVu Serif">'
        f"{body}</svg>"
    ).encode()


@needs_renderer
@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("factor", [0.01, 0.003])
def test_tiny_text_looks_like_the_same_text_in_larger_units(body, factor):
    tiny = figure(body, factor)
    assert look_over(tiny).tiny
    large = enlarged(tiny)
    assert large is not None
    seen, meant = rendered(large), rendered(figure(body, 1.0))
    assert (meant < 0.5).any()
    # hinted advances differ a little from size to size: nearly all ink has ink beside it in the other picture
    for one, other in ((seen, meant), (meant, seen)):
        dark = one.min(axis=2) < 0.5
        near = np.zeros_like(dark)
        for dy in range(-2, 3):
            for dx in range(-2, 3):
                near |= np.roll(other.min(axis=2) < 0.7, (dy, dx), (0, 1))
        assert dark[near].sum() >= 0.97 * dark.sum()


@pytest.mark.parametrize("body", BODIES)
def test_tiny_text_reads_like_the_same_text_in_larger_units(body):
    def labels(data: bytes) -> list[tuple[str, tuple[float, ...]]]:
        return [
            (element.form, tuple(round(value, 1) for corner in element.box for value in corner))
            for element in read_svg(data).elements
            if isinstance(element, Label)
        ]

    tiny = labels(figure(body, 0.01))
    assert tiny
    assert [form for form, _ in labels(figure(body, 1.0))] == [form for form, _ in tiny]
    again = read_svg(enlarged(figure(body, 0.01)))
    assert {element.form for element in again.elements} == {form for form, _ in tiny}


@pytest.mark.parametrize("body", [*BODIES, "<rect width='{5}' height='{5}'/>"])
def test_text_of_some_size_is_left_alone(body):
    assert enlarged(figure(body, 1.0)) is None


@pytest.mark.parametrize(
    "body",
    [
        '<linearGradient id="g" gradientUnits="userSpaceOnUse"><stop/></linearGradient><text font-size="{9}" fill="url(#g)">a</text>',
        '<text font-size="{9}" direction="rtl">a</text>',
        '<style>text {{clip-path: url(#c)}}</style><clipPath id="c"><rect width="{9}" height="{9}"/></clipPath><text font-size="{9}">a</text>',
        '<style>g {{opacity: 0.5}}</style><text font-size="{9}">a</text>',
    ],
)
def test_text_whose_look_hangs_on_its_units_is_left_alone(body):
    assert enlarged(figure(body, 0.01)) is None


@pytest.mark.parametrize("size", ["12", "12px", "0.8em", ".5rem", "1.5", "80%", "10.25", "larger", "1"])
def test_ordinary_sizes_are_not_looked_at_twice(size):
    document = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text font-size="{size}" style="font-size:{size}">a</text></svg>'
    assert not look_over(document.encode()).tiny


@pytest.mark.parametrize("size", ["0.1", ".25", "0.05px", "5e-2", "0.9"])
def test_tiny_sizes_are_noticed(size):
    for text in (f'font-size="{size}"', f"style='font-size: {size}'", f'style="font: bold {size} serif"'):
        document = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text {text}>a</text></svg>'
        assert look_over(document.encode()).tiny, text


@settings(max_examples=50)
@given(st.binary(max_size=300))
def test_any_document_is_enlarged_or_refused(data):
    with suppress(SceneError):
        assert enlarged(data) is None
