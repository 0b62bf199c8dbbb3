"""A scene that is not what the picture shows fails; the same scene under another renderer passes.

The pictures come from poppler, which draws a PDF written here from a scene.
"""

from __future__ import annotations

import io
import shutil
import struct
import zlib
from dataclasses import replace

import cairocffi as cairo
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies_scene import BLACK, HEIGHT, RED, WHITE, WIDTH, box, circle, colors, polyline, scenes, strokes, subpaths

from mathvis.errors import SceneError
from mathvis.scene.conforming import agreement
from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.model import (
    Canvas,
    Clip,
    Fill,
    FillRule,
    Image,
    Label,
    Note,
    Paint,
    PaintKind,
    Path,
    Scene,
    Stroke,
    Subpath,
)
from mathvis.scene.overlay import Annotation, overlay
from mathvis.scene.pixels import read_png
from mathvis.scene.visibility import visible_shares

needs_poppler = pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="poppler-utils is not installed")

INK = Stroke(Paint(BLACK), 0.8)
SCALE = 2.0


def scene(*elements, clips=(), notes=(), background=WHITE):
    placed = tuple(replace(element, index=index) for index, element in enumerate(elements))
    return Scene("pdf", Canvas(WIDTH, HEIGHT, background), placed, tuple(clips), notes=tuple(notes))


def line(*corners, stroke=INK, **more):
    return Path(0, (polyline(list(corners)),), stroke, **more)


def fill(piece, color=BLACK, alpha=1.0, kind=PaintKind.SOLID):
    return Path(0, (piece,), None, Fill(Paint(color, alpha, kind)))


def text(x, y, word="A", color=BLACK, size=10.0):
    return Label(0, word, word, box(x, y, x + 0.65 * size * len(word), y + 0.7 * size), (x, y), size, Paint(color))


def numbers(*values):
    return " ".join(f"{value:.5f}" for value in values)


def trace(pieces):
    out = []
    for piece in pieces:
        p = piece.points
        out.append(numbers(*p[0]) + " m")
        out += [numbers(*p[k], *p[k + 1], *p[k + 2]) + " c" for k in range(1, len(p), 3)]
        out += ["h"] if piece.closed else []
    return "\n".join(out)


def pdf(scene):
    """Write a scene as a PDF: its paths with all their looks, its labels in Helvetica."""
    states, body = {}, [numbers(*scene.canvas.background), "rg", f"0 0 {WIDTH} {HEIGHT} re f"]
    for element in scene.elements:
        body.append("q")
        for number in element.clips:
            clip = scene.clips[number]
            body.append(f"{trace(clip.subpaths)} {'W' if clip.rule is FillRule.NONZERO else 'W*'} n")
        if isinstance(element, Path):
            for coat, stroked in ((element.fill, False), (element.stroke, True)):
                if coat is None:
                    continue
                states[f"a{len(states)}"] = coat.paint.alpha
                body.append(f"/a{len(states) - 1} gs")
                if stroked:
                    # Poppler forgets the parity of odd patterns when it takes off whole periods of the phase.
                    dash = coat.dash * (1 + len(coat.dash) % 2)
                    body.append(
                        numbers(*coat.paint.color)
                        + f" RG {coat.width:.5f} w {coat.cap} J {coat.join} j {coat.miter_limit:.3f} M"
                    )
                    body.append(f"[{numbers(*dash)}] {coat.dash_phase:.4f} d")
                else:
                    body.append(numbers(*coat.paint.color) + " rg")
                operator = "S" if stroked else ("f" if coat.rule is FillRule.NONZERO else "f*")
                body.append(f"{trace(element.subpaths)} {operator}")
        elif isinstance(element, Label):
            body.append(
                f"BT {numbers(*element.paint.color)} rg /F {element.size} Tf {numbers(*element.baseline)} Td ({element.text}) Tj ET"
            )
        body.append("Q")
    content = "\n".join(body).encode()
    gs = " ".join(f"/{name} <</ca {a:.5f} /CA {a:.5f}>>" for name, a in states.items())
    objects = [
        b"<</Type /Catalog /Pages 2 0 R>>",
        b"<</Type /Pages /Kids [3 0 R] /Count 1>>",
        f"<</Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Contents 4 0 R /Resources <</ExtGState <<{gs}>> "
        "/Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>>>".encode(),
        b"<</Length %d>>\nstream\n%s\nendstream" % (len(content), content),
    ]
    out, places = io.BytesIO(b"%PDF-1.5\n"), []
    out.seek(0, 2)
    for number, data in enumerate(objects, 1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, data))
    start = out.tell()
    out.write(b"xref\n0 5\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places))
    out.write(b"trailer <</Size 5 /Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % start)
    return out.getvalue()


def picture(scene, scale=SCALE):
    from pdf2image import convert_from_bytes

    out = io.BytesIO()
    convert_from_bytes(pdf(scene), dpi=72 * scale)[0].save(out, "PNG")
    return out.getvalue()


def figure():
    """A figure with a bit of everything: axes, a curve, a clip, a region, marks, labels."""
    curve = Subpath(((20, 30), (60, 160), (110, -40), (180, 120)), closed=False)
    return (
        fill(circle(60, 60, 25), (0.85, 0.9, 1.0)),
        line((10, 20), (190, 20), stroke=Stroke(Paint(BLACK), 0.4)),
        line((20, 10), (20, 140), stroke=Stroke(Paint(BLACK), 0.4)),
        Path(0, (curve,), Stroke(Paint((0.0, 0.2, 0.8)), 1.0)),
        Path(0, (circle(130, 90, 30),), Stroke(Paint(BLACK), 0.6, (3.0, 2.0)), clips=(0,)),
        fill(circle(60, 60, 1.5)),
        text(140, 40, "fC"),
        text(64, 62, "O"),
    )


CLIPS = (Clip((polyline([(100, 60), (160, 60), (160, 110), (100, 110)], closed=True),)),)


def compare(recorded, shown, scale=SCALE):
    return agreement(recorded, picture(shown, scale), scale)


@needs_poppler
@pytest.mark.parametrize("scale", [1.0, 1.37, 2.0, 4.0, 8.0])
def test_a_figure_agrees_with_its_picture_at_any_scale(scale):
    whole = scene(*figure(), clips=CLIPS)
    result = compare(whole, whole, scale)
    assert result.passed, result.reason
    assert result.iou > 0.99
    assert result.masked == 0


WRONG = {
    "a stroke that is only in the picture": lambda e: [x for k, x in enumerate(e) if k != 3],
    "an axis that is only in the picture": lambda e: [x for k, x in enumerate(e) if k != 2],
    "a mark that is only in the picture": lambda e: [x for k, x in enumerate(e) if k != 5],
    "a light region that is only in the picture": lambda e: e[1:],
    "a stroke that is only in the record": lambda e: [*e, line((30, 100), (60, 130))],
    "a thin short stroke that is only in the record": lambda e: [*e, line((100, 120), (104, 124), stroke=Stroke(Paint(BLACK), 0.4))],
    "a tiny dot that is only in the record": lambda e: [*e, fill(circle(150, 130, 0.8))],
    "a stroke recorded white": lambda e: [*e[:3], replace(e[3], stroke=replace(e[3].stroke, paint=Paint(WHITE))), *e[4:]],
    "a stroke recorded red": lambda e: [*e[:3], replace(e[3], stroke=replace(e[3].stroke, paint=Paint(RED))), *e[4:]],
    "a stroke recorded transparent": lambda e: [*e[:3], replace(e[3], stroke=replace(e[3].stroke, paint=Paint(BLACK, 0.0))), *e[4:]],
    "a stroke recorded three pixels off": lambda e: [*e[:2], line((21.5, 10), (21.5, 140), stroke=e[2].stroke), *e[3:]],
    "a dashed stroke recorded solid": lambda e: [*e[:4], replace(e[4], stroke=replace(e[4].stroke, dash=())), *e[5:]],
    "a solid stroke recorded dashed": lambda e: [*e[:3], replace(e[3], stroke=replace(e[3].stroke, dash=(3.0, 3.0))), *e[4:]],
    "a clipped stroke recorded whole": lambda e: [*e[:4], replace(e[4], clips=()), *e[5:]],
    "a disc recorded larger": lambda e: [fill(circle(60, 60, 26.5), (0.6, 0.7, 1.0)), *e[1:]],
    "a text that is only in the record": lambda e: [*e, text(100, 130, "N")],
    "a text that is only in the picture": lambda e: e[:-1],
}  # fmt: skip


@needs_poppler
@pytest.mark.parametrize("what", WRONG)
def test_what_differs_is_found(what):
    shown = figure()
    result = compare(scene(*WRONG[what](list(shown)), clips=CLIPS), scene(*shown, clips=CLIPS))
    assert not result.passed
    assert result.reason


@needs_poppler
def test_the_report_says_where_and_how_much():
    shown = [*figure(), fill(circle(150, 130, 2))]
    result = compare(scene(*figure(), clips=CLIPS), scene(*shown, clips=CLIPS))
    assert result.missing is None
    assert result.surplus.at == pytest.approx((150, 130), abs=1)
    assert result.surplus.area == pytest.approx(4 * np.pi, rel=0.4)
    assert result.iou > 0.95
    assert "in the picture but not" in result.reason


@needs_poppler
@settings(max_examples=60)
@given(
    st.lists(st.tuples(subpaths(), strokes | colors, st.sampled_from(FillRule)), min_size=1, max_size=4),
    st.sampled_from([1.5, 2.0, 3.1]),
)
@example([(polyline([(0, 0), (0, 66), (2, 0)]), Stroke(Paint(BLACK), 1.0), FillRule.NONZERO)], 2.0)
def test_two_renderers_agree_on_any_paths(drawn, scale):
    elements = []
    for piece, look, rule in drawn:
        if isinstance(look, Stroke):
            # Poppler and cairo differ in the caps of lines of no length, be they the last dash of a line, in the
            # spikes of sharp miters, and in the side of the page's edge to which they snap a thin line on it.
            thick = replace(
                look,
                width=max(look.width, 1.0),
                join=1,
                cap=1,
                dash_phase=look.dash_phase + 0.012_345 * bool(look.dash),
            )
            if piece.closed or len(piece.points) > 1:
                elements.append(Path(0, (piece,), thick))
        else:
            elements.append(Path(0, (piece,), None, Fill(Paint(look), rule)))
    whole = scene(*elements)
    result = compare(whole, whole, scale)
    assert result.passed, result.reason


@needs_poppler
def test_hairlines_agree():
    whole = scene(
        *(
            line((10, y), (190, y + 20), stroke=Stroke(Paint(BLACK), w))
            for y, w in ((20, 0.0), (50, 0.1), (80, 0.2), (110, 0.4))
        )
    )
    assert compare(whole, whole).passed


@needs_poppler
def test_patterns_and_images_are_masked_with_a_note():
    pattern = fill(circle(60, 60, 25), (0.5, 0.5, 0.5), kind=PaintKind.PATTERN)
    hatching = [line((40 + k, 50), (45 + k, 70)) for k in range(0, 30, 3)]
    result = compare(
        scene(pattern, Image(0, box(100, 100, 140, 140), "png")), scene(*hatching, fill(circle(120, 120, 15)))
    )
    assert result.passed
    assert 0.05 < result.masked < 0.2
    assert len(result.notes) == 2
    beyond = compare(scene(pattern), scene(*hatching, line((120, 20), (180, 20))))
    assert not beyond.passed


@needs_poppler
def test_elements_that_the_reader_notes_as_masked_are_not_compared():
    ink = [line((20, 20), (180, 130)), line((20, 130), (180, 130))]
    assert compare(scene(*ink, notes=[Note("mask", "soft mask", (0,))]), scene(ink[1])).passed
    assert not compare(scene(*ink, notes=[Note("clip", "a clip", (0,))]), scene(ink[1])).passed


@needs_poppler
def test_a_text_may_stand_on_ink_of_any_colour():
    ground = [
        fill(polyline(list(box(20, 20, 120, 120)), closed=True), (0.1, 0.1, 0.4)),
        line((10, 64), (190, 64), stroke=Stroke(Paint(RED), 2)),
    ]
    whole = scene(*ground, text(60, 60, "White", WHITE), text(130, 60, "Black"))
    result = compare(whole, whole)
    assert result.passed, result.reason
    assert compare(whole, scene(*ground, text(130, 60, "Black"))).unprinted == (2,)


@needs_poppler
def test_a_text_s_box_hides_no_stroke_that_leaves_it_or_is_longer_than_a_glyph():
    label = text(60, 60, "LABEL", size=10)
    for stroke in (line((70, 64), (70, 72), stroke=Stroke(Paint(RED), 1.0)), line((50, 63), (70, 63))):
        assert not compare(scene(label), scene(label, stroke)).passed
    wide = text(20, 60, "A LONG LINE OF WORDS")
    assert not compare(scene(wide), scene(wide, line((22, 61), (140, 61), stroke=Stroke(Paint(RED), 1.0)))).passed


@needs_poppler
def test_the_words_of_a_text_may_have_colours_of_their_own():
    words = [text(60, 60, "AB"), text(73, 60, "CD", RED)]
    recorded = replace(words[0], text="ABCD", box=box(60, 60, 90, 68))
    result = compare(scene(recorded), scene(*words))
    assert result.passed, result.reason


@needs_poppler
def test_a_hidden_text_need_not_be_printed():
    cover = fill(polyline(list(box(20, 20, 120, 120)), closed=True), RED)
    whole = scene(text(60, 60, "Under"), cover)
    assert compare(whole, whole).passed


@needs_poppler
def test_a_dark_page_is_ground():
    whole = scene(line((10, 10), (100, 100), stroke=Stroke(Paint(WHITE), 1)), background=(0.1, 0.1, 0.1))
    assert compare(whole, whole).passed
    assert not compare(scene(background=(0.1, 0.1, 0.1)), whole).passed


def blank(columns, rows, color=WHITE):
    surface = cairo.ImageSurface(cairo.FORMAT_RGB24, columns, rows)
    context = cairo.Context(surface)
    context.set_source_rgb(*color)
    context.paint()
    out = io.BytesIO()
    surface.write_to_png(out)
    return out.getvalue()


@pytest.mark.parametrize("size", [(1, 1), (400, 200), (200, 300)])
def test_a_picture_of_another_size_disagrees(size):
    assert "pixels instead of" in agreement(scene(), blank(*size), SCALE).reason


def test_far_and_huge_coordinates_are_drawn_in_bounded_time():
    far = Stroke(Paint(BLACK), 1.0, (0.01, 0.01))
    elements = [
        line((-1e9, 75), (1e9, 75), stroke=far),
        fill(polyline([(-1e9, -1e9), (1e9, -1e9), (0, 40)], closed=True)),
    ]
    result = agreement(scene(*elements), blank(400, 300), SCALE)
    assert result.missing.area > 100


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GIF89a" + bytes(40),
        b"\x89PNG\r\n\x1a\n" + bytes(40),
        blank(20, 20)[:60],
        blank(20, 20)[:30] + b"garbage" * 20,
    ],
)
def test_what_is_no_png_is_refused(data):
    with pytest.raises(SceneError):
        read_png(data)


def test_a_png_that_claims_to_be_immense_is_refused_before_it_is_decoded():
    header = b"IHDR" + struct.pack(">IIBBBBB", 2**31 - 1, 2**31 - 1, 8, 2, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + header + struct.pack(">I", zlib.crc32(header))
    with pytest.raises(SceneError, match="pixels"):
        read_png(data)


def test_transparent_pixels_are_white():
    surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, 4, 4)
    out = io.BytesIO()
    surface.write_to_png(out)
    assert (read_png(out.getvalue()) == 255).all()


def test_an_overlay_shows_names_hidden_ink_and_remarks():
    elements = (
        line((10, 20), (190, 20), names=("gamma",)),
        line((10, 60), (190, 60), stroke=Stroke(Paint(WHITE), 1.0), names=("secret\x1b[31m",)),
        text(100, 100, "f"),
    )
    plain = read_png(overlay(scene(*elements), blank(400, 300)))
    remarked = read_png(
        overlay(scene(*elements), blank(400, 300), annotations=[Annotation((150, 120), "off by 7 %", (0.8, 0.0, 0.0))])
    )
    assert plain.shape == remarked.shape
    red = lambda image: ((image[..., 0] > 150) & (image[..., 1:].max(axis=2) < 130)).sum()  # noqa: E731
    assert red(plain) > 100
    assert red(remarked) > red(plain) + 200


def test_an_overlay_of_nothing_and_of_far_things_is_drawn():
    far = (line((-1e9, 1e9), (1e9, 3), names=("far",)), text(1e8, 1e8, "lost"))
    for content in (scene(), scene(*far)):
        assert overlay(content, blank(400, 300))[:4] == b"\x89PNG"


@settings(max_examples=60)
@given(scenes(), st.sampled_from([1e-3, 1.0, 1e6]))
def test_any_scene_at_all_is_looked_at_compared_and_drawn_over(any_scene, stretch):
    """Whatever the border lets through is judged; nothing raises."""
    blown = []
    for element in any_scene.elements:
        if isinstance(element, Path):
            pieces = tuple(
                Subpath(tuple((x * stretch, y * stretch) for x, y in piece.points), piece.closed)
                for piece in element.subpaths
            )
            blown.append(replace(element, subpaths=pieces))
        else:
            blown.append(element)
    judged = replace(any_scene, elements=tuple(blown))
    result = agreement(judged, blank(int(WIDTH), int(HEIGHT)), 1.0)
    assert 0.0 <= result.iou <= 1.0
    for seen in visible_shares(SceneGeometry(judged)):
        assert 0.0 <= seen.share <= seen.continued <= 1.0
        assert 1.0 <= seen.contrast <= 21.0 + 1e-9
        assert all(0 <= value <= 1 + 1e-9 for value in seen.lost.values())
    assert overlay(judged, blank(int(WIDTH), int(HEIGHT)))[:4] == b"\x89PNG"
