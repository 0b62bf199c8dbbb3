"""Faults that broke other readers of TikZ figures, each as a kind with an input of its own; the shared ones too."""

from __future__ import annotations

import io
import math
from pathlib import Path as File

import pikepdf
import pytest
from tex_batch import compiled_pages

from mathvis.scene.model import Label, Path, Role, TipEnd
from mathvis.scene.readers.pdf import read_pdf

pytestmark = pytest.mark.tex
CM = 72 / 2.54
NEAR = 0.03
FAULTS = File(__file__).resolve().parents[4] / "shared" / "faults"
needs_shared = pytest.mark.skipif(not FAULTS.is_dir(), reason="the shared material is not here")
PREAMBLE = r"\usepackage{amsmath,amssymb,tikz,tikz-cd}\usetikzlibrary{calc,intersections}"
BODIES = {
    "relative to a name": r"\coordinate (v) at (2,1); \draw[->] (1,1) -- +(v); \draw[->] (0,0) -- ++(v) -- ++(v);",
    "polar": r"\draw (0,0) -- (canvas polar cs:angle=45,radius=3cm); \draw (0,0) -- (xy polar cs:angle=150,x radius=1,y radius=2);"
    r"\draw (0,0) -- (-30:2 and 1);",
    "perpendicular": r"\coordinate (A) at (2,4); \draw (0,0) -- (40:3 -| 5,0); \draw (A) -- (A |- 0,1); \draw ($(0,0)!(A)!(3,1)$) circle (3pt);",
    "glyphs": r"\fill (0,0) circle (2pt) node[left] {$P'$}; \draw (0,0) -- (3,0) node[midway,above] {$\sqrt{3}$}; \node at (3,1) {$\frac{a}{b}$};",
}
CD = (
    r"\begin{tikzcd}[ampersand replacement=\&] A \ar[d, \"{p(x,y)}\"', swap] \arrow[rr, \"{\mathrm{id}_{B,C}}\" description, dashed, bend left]"
    r" \arrow{r}{s}[swap]{t} \& B \ar[dl, shift left=1ex] \& C \\ D \ar[loop below, \"2_D\"] \ar[from=1-3, to=2-1, hook, \"\kappa\"{near end}]\end{tikzcd}"
).replace('\\"', '"')


@pytest.fixture(scope="module")
def scenes():
    start = r"\coordinate (O) at (0,0);"
    bodies = [rf"\begin{{tikzpicture}}{start}{body}\end{{tikzpicture}}" for body in BODIES.values()]
    pages = compiled_pages([*bodies, CD], PREAMBLE)
    return {name: read_pdf(page) for name, page in zip([*BODIES, "cd"], pages, strict=True)}


def lines(scene) -> list[Path]:
    return [e for e in scene.elements if isinstance(e, Path) and e.role is Role.PATH]


def labels(scene) -> dict[str, Label]:
    return {e.form: e for e in scene.elements if isinstance(e, Label)}


def corners(scene, path: Path, origin) -> list:
    pieces = path.declared if path.tips else path.subpaths
    return [((x - origin[0]) / CM, (y - origin[1]) / CM) for piece in pieces for x, y in piece.points[::3]]


def origin(scene):
    (found,) = {p.at for p in scene.points if p.name == "O"}
    return found


def close(found, wanted) -> bool:
    return len(found) == len(wanted) and all(math.dist(a, b) * CM < NEAR for a, b in zip(found, wanted, strict=True))


def middle(label: Label):
    return sum(p[0] for p in label.box) / 4, sum(p[1] for p in label.box) / 4


def check_lines(scene, at, *wanted):
    found = [corners(scene, path, at) for path in lines(scene)]
    assert len(found) == len(wanted)
    assert all(close(a, b) for a, b in zip(found, wanted, strict=True)), found


def test_points_relative_to_a_name(scenes):
    scene = scenes["relative to a name"]
    check_lines(scene, origin(scene), [(1, 1), (3, 2)], [(0, 0), (2, 1), (4, 2)])
    assert [[tip.end for tip in path.tips] for path in lines(scene)] == [[TipEnd.END], [TipEnd.END]]
    for path, end in zip(lines(scene), [(3, 2), (4, 2)], strict=True):
        apex = tuple(a - b for a, b in zip(path.tips[0].apex, origin(scene), strict=True))
        assert math.dist(apex, (CM * end[0], CM * end[1])) < 0.1


def test_polar_points_with_two_radii(scenes):
    scene = scenes["polar"]
    c, s = math.cos(math.radians(150)), math.sin(math.radians(150))
    check_lines(
        scene,
        origin(scene),
        [(0, 0), (3 / math.sqrt(2), 3 / math.sqrt(2))],
        [(0, 0), (c, 2 * s)],
        [(0, 0), (2 * math.cos(math.pi / 6), -0.5)],
    )


def test_perpendicular_and_projected_points(scenes):
    scene = scenes["perpendicular"]
    *straight, circle = lines(scene)
    found = [corners(scene, path, origin(scene)) for path in straight]
    assert close(found[0], [(0, 0), (5, 3 * math.sin(math.radians(40)))])
    assert close(found[1], [(2, 4), (2, 1)])
    ring = corners(scene, circle, origin(scene))
    assert all(abs(math.dist(p, (3, 1)) * CM - 3 * 72 / 72.27) < NEAR for p in ring)


def test_glyphs_are_labels_and_no_paths(scenes):
    scene = scenes["glyphs"]
    assert set(labels(scene)) == {"P^{′}", r"\sqrt{3}", r"\frac{a}{b}"}
    assert len(lines(scene)) == 2
    rules = [e for e in scene.elements if isinstance(e, Path) and e.role is Role.TEXT]
    assert sorted(e.index for e in rules) == sorted(i for label in labels(scene).values() for i in label.elements)


def check_diagram(scene, forms, *, loops: int) -> None:
    """Six arrows: one down, one dashed over the row, one along it with two labels, one shifted, a loop, a hook."""
    arrows = [e for e in lines(scene) if any(tip.kind == "arrow" and tip.end is TipEnd.END for tip in e.tips)]
    assert len(arrows) == 6
    found = labels(scene)
    assert forms <= set(found), set(found)
    assert len([e for e in arrows if e.stroke.dash]) == 1
    assert len([e for e in arrows if any(tip.kind == "hook" for tip in e.tips)]) == 1
    apart = [math.dist(e.subpaths[0].points[0], e.subpaths[-1].points[-1]) for e in arrows]
    assert sum(distance < 10 for distance in apart) == loops


def test_syntax_of_arrow_labels(scenes):
    scene = scenes["cd"]
    check_diagram(scene, {"p(x,y)", "id_{B,C}", "s", "t", "2_{D}", "κ"}, loops=1)
    found = labels(scene)
    a, b, d = (middle(found[form]) for form in "ABD")
    assert middle(found["p(x,y)"])[0] > (a[0] + d[0]) / 2  # swapped twice: on the left of its way down
    assert middle(found["s"])[1] > (a[1] + b[1]) / 2 > middle(found["t"])[1]
    c = middle(found["C"])
    near = math.dist(middle(found["κ"]), d), math.dist(middle(found["κ"]), c)
    assert near[0] < near[1]


# ---------------------------------------------------------------- the shared inputs


@pytest.fixture
def shared(tex):
    def read(number: int):
        (folder,) = FAULTS.glob(f"{number}-*")
        return tex((folder / "input.tex").read_text(encoding="utf-8")).read_bytes()

    return read


def left(scene, path: Path):
    """Corners of a path in centimetres, its first one at the origin."""
    pieces = path.declared if path.tips else path.subpaths
    found = [p for piece in pieces for p in piece.points[::3]]
    return [((x - found[0][0]) / CM, (y - found[0][1]) / CM) for x, y in found]


@needs_shared
def test_two_pictures_on_two_pages_shared(shared):
    data = shared(23)
    scene = read_pdf(data)
    assert scene.pages == 2
    assert len(lines(scene)) == 1
    with pikepdf.open(io.BytesIO(data)) as document:
        assert len(document.pages) == 2


@needs_shared
def test_points_relative_to_a_name_shared(shared):
    scene = read_pdf(shared(29))
    first, second = lines(scene)
    assert close(left(scene, first), [(0, 0), (3, 1)])
    assert close(left(scene, second), [(0, 0), (3, 1), (6, 2)])


@needs_shared
def test_polar_points_shared(shared):
    scene = read_pdf(shared(30))
    ends = [(math.sqrt(3), 1), (-1, math.sqrt(0.75)), (0.5, 3 * math.sqrt(0.75))]
    assert all(close(left(scene, path), [(0, 0), end]) for path, end in zip(lines(scene), ends, strict=True))


@needs_shared
def test_perpendicular_points_shared(shared):
    scene = read_pdf(shared(32))
    first, second, circle = lines(scene)
    assert close(left(scene, first), [(0, 0), (10, 6 * math.sin(math.radians(20)))])
    assert close(left(scene, second), [(0, 0), (0, -3)])
    xs, ys = zip(*circle.subpaths[0].points[::3], strict=True)
    start = first.subpaths[0].points[0]
    center = (sum(xs[:4]) / 4 - start[0]) / CM + 4, (sum(ys[:4]) / 4 - start[1]) / CM
    assert math.dist(center, (2, 2)) * CM < NEAR


@needs_shared
def test_syntax_of_arrow_labels_shared(shared):
    scene = read_pdf(shared(33))
    check_diagram(scene, {"h(a,b)", "ev_{B,C}", "u", "v", "1_{W}", "ι"}, loops=1)


@needs_shared
def test_glyphs_shared(shared):
    scene = read_pdf(shared(36))
    assert set(labels(scene)) == {"A", "B^{′}", r"\sqrt{2}"}
    assert len(lines(scene)) == 3
