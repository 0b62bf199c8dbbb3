"""What both backends promise for honest programs: the same artifact, the same errors, the same limits."""

import struct
import zlib
from concurrent.futures import ThreadPoolExecutor

import pytest
from sandbox_backends import LIMITS_IN_TESTS, lua, svg, tikz

from mathvis.errors import SandboxFault
from mathvis.sandbox import Engine, Job, Outcome, open_sandbox
from mathvis.scene.codec import from_json
from mathvis.scene.model import Label, Path

LABELLED_CIRCLE = r"\begin{tikzpicture}\draw (0,0) circle (1); \node at (0,0) {$x_1$}; \end{tikzpicture}"


def pixels(png):
    """Size, and the share of bytes in the first and last row that are not white."""
    width, height, depth, colour = struct.unpack(">IIBB", png[16:26])
    assert depth == 8
    channels = {0: 1, 2: 3, 6: 4, 3: 1}[colour]
    data, at = b"", 8
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at : at + 8])
        data += png[at + 8 : at + 8 + size] if kind == b"IDAT" else b""
        at += size + 12
    assert len(zlib.decompress(data)) == height * (width * channels + 1)
    return width, height


class TestArtifact:
    def test_a_figure_comes_back_as_document_picture_and_scene(self, sandbox):
        artifact = sandbox.run(tikz(LABELLED_CIRCLE))
        assert (artifact.outcome, artifact.message, artifact.errors) == (Outcome.OK, "", ())
        assert artifact.document.startswith(b"%PDF-")
        assert artifact.pages == 1
        width, height = pixels(artifact.picture)
        assert width / artifact.width == pytest.approx(artifact.picture_scale, rel=0.02)
        assert height / artifact.height == pytest.approx(artifact.picture_scale, rel=0.02)
        scene = from_json(artifact.scene)
        assert artifact.scene_error == ""
        assert (scene.canvas.width, scene.canvas.height) == pytest.approx((artifact.width, artifact.height), abs=0.01)
        assert [type(element) for element in scene.elements] == [Path, Label]
        assert "This is pdfTeX" in artifact.log

    def test_it_says_where_it_was_made_and_what_it_took(self, sandbox):
        artifact = sandbox.run(tikz(LABELLED_CIRCLE))
        assert artifact.backend == sandbox.backend
        assert artifact.toolchain == sandbox.toolchain
        assert sandbox.toolchain.startswith(f"{sandbox.backend}:")
        assert artifact.usage.wall >= artifact.usage.stages["engine"] > 0
        assert artifact.usage.cpu > 0
        assert 10 < artifact.usage.memory < 512

    def test_lualatex_on_request(self, sandbox):
        artifact = sandbox.run(Job(tikz(LABELLED_CIRCLE).source, Engine.LUALATEX))
        assert artifact.outcome is Outcome.OK
        assert "This is LuaHBTeX" in artifact.log
        assert [type(element) for element in from_json(artifact.scene).elements] == [Path, Label]

    def test_svg(self, sandbox):
        artifact = sandbox.run(svg('<rect x="10" y="10" width="30" height="20"/><text x="50" y="25">A</text>'))
        assert artifact.outcome is Outcome.OK
        assert (artifact.width, artifact.height) == (75.0, 37.5)
        width, height = pixels(artifact.picture)
        assert width == 2 * height
        assert [type(element) for element in from_json(artifact.scene).elements] == [Path, Label]

    @pytest.mark.parametrize(
        ("attributes", "ratio"),
        [
            ('width="300" height="100"', 3),
            ('width="100%" height="100%" viewBox="0 0 40 20"', 2),
            ('width="40mm" viewBox="0 0 10 40"', 0.25),
            ('style="width:200px;height:50px" viewBox="0 0 10 10"', 4),
            ('height="1e2" width="5e1"', 0.5),
        ],
    )
    def test_picture_and_scene_of_an_svg_have_one_canvas(self, sandbox, attributes, ratio):
        artifact = sandbox.run(svg('<circle cx="5" cy="5" r="4"/>', attributes))
        canvas = from_json(artifact.scene).canvas
        assert canvas.width / canvas.height == pytest.approx(ratio)
        width, height = pixels(artifact.picture)
        assert width / height == pytest.approx(ratio, rel=0.02)
        assert width / artifact.picture_scale == pytest.approx(canvas.width, rel=0.02)

    def test_a_program_gives_the_same_bytes_again(self, sandbox):
        body = r"\begin{tikzpicture}\draw (0,0) -- (rand,rand); \node {\the\year\the\time}; \end{tikzpicture}"
        first, second = sandbox.run(tikz(body)), sandbox.run(tikz(body))
        assert first.document == second.document
        assert (first.picture, first.scene) == (second.picture, second.scene)

    def test_a_large_page_gets_a_picture_within_the_limit(self, sandbox):
        artifact = sandbox.run(tikz(r"\tikz\draw (0,0) -- (190cm,1cm);", preamble=r"\usepackage{pgf}"))
        assert artifact.outcome is Outcome.OK
        assert pixels(artifact.picture)[0] == LIMITS_IN_TESTS.side


class TestErrors:
    @pytest.mark.parametrize(
        ("job", "message", "line"),
        [
            (tikz("\\begin{tikzpicture}\n\\draw (0,0) circle (1)\n\\draw (0,0) -- (1,0);\n\\end{tikzpicture}"), "semicolon", 6),
            (tikz("\\begin{tikzpicture}\n\\draw (0,0) -- (30000,0);\n\\end{tikzpicture}"), "Dimension too large", 5),
            (tikz("\\begin{tikzcd}\nA \\arrow[r] & B \\\\\n\n C & D\n\\end{tikzcd}", r"\usepackage{tikz-cd}"), "Missing $ inserted", 6),
            (tikz('\\begin{tikzpicture}\n\\node (a) {A}; \\node (b) at (1,1) {B};\n\\draw (a) edge["$f$"] (b);\n\\end{tikzpicture}'), "I do not know the key '/tikz/\"$f$\"'", 6),
            (tikz("\\begin{tikzpicture}\n\n\\node {$\\unheardof{R}$};\n\\end{tikzpicture}"), "Undefined control sequence. \\unheardof", 6),
            (tikz("", rf"\usepackage{{a-package-{'with-a-long-name-' * 6}}}"), f"`a-package-{'with-a-long-name-' * 6}.sty' not found", 3),
            (tikz("", r"\usetikzlibrary{nosuchlibrary}"), "nosuchlibrary", 2),
            (Job("\\documentclass{standalone}\n\\begin{document}\nx\n", Engine.PDFLATEX), "no legal \\end found", None),
            (lua("local x = nil + 1"), "attempt to perform arithmetic on a nil value", 4),
            (Job("\\documentclass{article}\n\\begin{document}\n\\end{document}\n", Engine.PDFLATEX), "made no page", None),
        ],
        ids=["semicolon", "dimension", "blank-line", "key", "undefined", "long-name", "library", "no-end", "lua", "no-page"],
    )  # fmt: skip
    def test_the_first_error_has_its_message_and_line(self, sandbox, job, message, line):
        artifact = sandbox.run(job)
        assert artifact.outcome is Outcome.COMPILE_ERROR
        assert message in artifact.errors[0].message
        assert artifact.errors[0].line == line

    def test_a_pdf_in_spite_of_errors_is_no_success(self, sandbox):
        artifact = sandbox.run(tikz(r"\begin{tikzpicture}\draw (0,0) -- (1,0) node {$\mathbbm{R}$};\end{tikzpicture}"))
        assert artifact.outcome is Outcome.COMPILE_ERROR
        assert artifact.document is not None
        assert artifact.picture is not None, "people may look at it"

    def test_lines_are_the_programs_own(self, sandbox):
        job = tikz("\\begin{tikzpicture}\n\\oops\n\\end{tikzpicture}")
        assert sandbox.run(Job(job.source, job.engine, offset=3)).errors[0].line == 2

    def test_dropped_text_is_told_although_it_is_no_error_of_tex(self, sandbox):
        artifact = sandbox.run(tikz(r"\begin{tikzpicture}\draw (0,0) -- (1,1); lost \end{tikzpicture}"))
        assert artifact.outcome is Outcome.OK
        assert "dropped: lost" in artifact.errors[0].message
        assert artifact.errors[0].line is None

    def test_a_log_cannot_hide_an_error(self, sandbox):
        artifact = sandbox.run(tikz(r"\batchmode\oops\message{Output written on figure.pdf (1 page)}x"))
        assert artifact.outcome is Outcome.COMPILE_ERROR

    def test_malformed_xml(self, sandbox):
        artifact = sandbox.run(Job('<svg xmlns="http://www.w3.org/2000/svg">\n<g>\n</svg>', Engine.SVG))
        assert artifact.outcome is Outcome.COMPILE_ERROR
        assert artifact.errors[0].line == 3

    @pytest.mark.parametrize(
        "text", ["", "hello", "<html/>", "\\documentclass{standalone}\n\\begin{document}x\\end{document}"]
    )
    def test_what_is_no_svg(self, sandbox, text):
        assert sandbox.run(Job(text, Engine.SVG)).outcome is Outcome.COMPILE_ERROR

    def test_bytes_that_are_not_utf8_are_an_error_of_the_program(self, sandbox):
        artifact = sandbox.run(tikz("\\tikz\\node {caf\udce9 au lait};"))
        assert artifact.outcome is Outcome.COMPILE_ERROR
        assert "UTF-8" in artifact.errors[0].message
        assert sandbox.run(svg("<text>caf\udce9</text>")).outcome is Outcome.COMPILE_ERROR
        assert sandbox.run(svg("<text>\ud800</text>")).outcome is Outcome.COMPILE_ERROR

    def test_an_svg_that_names_another_encoding_is_read_as_the_text_it_is(self, sandbox):
        drawn = svg("<text y='20'>é</text>")
        declared = Job('<?xml version="1.0" encoding="ISO-8859-1"?>' + drawn.source, Engine.SVG)
        assert sandbox.run(declared).scene == sandbox.run(drawn).scene

    def test_noise_is_an_error_of_the_program(self, sandbox):
        noise = "".join(chr(33 + (i * i * 7919) % 90) for i in range(20_000))
        for engine in Engine:
            assert sandbox.run(Job(noise, engine)).outcome is Outcome.COMPILE_ERROR


class TestPages:
    def test_two_pages_are_counted(self, sandbox):
        artifact = sandbox.run(tikz("\\tikz\\draw (0,0) circle (1);\n\n\\tikz\\draw (0,0) rectangle (2,1);"))
        assert (artifact.outcome, artifact.pages) == (Outcome.OK, 2)
        assert from_json(artifact.scene).pages == 2

    def test_a_page_without_ink_is_a_page(self, sandbox):
        artifact = sandbox.run(
            Job(
                "\\documentclass{article}\n\\begin{document}\\null\\thispagestyle{empty}\\end{document}",
                Engine.PDFLATEX,
            )
        )
        assert (artifact.outcome, artifact.pages) == (Outcome.OK, 1)
        assert from_json(artifact.scene).elements == ()

    def test_a_page_longer_than_two_metres_is_over_the_limit(self, sandbox):
        for job in (tikz(r"\tikz\draw (0,0) -- (210cm,0);"), svg("<rect/>", 'width="2.1e3mm" height="10"')):
            artifact = sandbox.run(job)
            assert artifact.outcome is Outcome.OUTPUT
            assert artifact.picture is None
            assert artifact.width > LIMITS_IN_TESTS.page

    def test_a_page_without_area(self, sandbox):
        empty = Job("\\documentclass{standalone}\n\\begin{document}\n\\end{document}\n", Engine.PDFLATEX)
        for job in (empty, svg("<rect/>", 'width="0" height="10"')):
            assert sandbox.run(job).outcome is Outcome.OUTPUT


class TestJobs:
    def test_every_job_starts_in_an_empty_folder(self, sandbox):
        leave = (
            r"\newwrite\w\immediate\openout\w=standalone.cls \immediate\write\w{\noexpand\oops}\immediate\closeout\w"
        )
        assert sandbox.run(tikz(leave + LABELLED_CIRCLE)).outcome is Outcome.OK
        assert sandbox.run(tikz(LABELLED_CIRCLE)).outcome is Outcome.OK

    def test_jobs_side_by_side_keep_their_own_results(self, sandbox):
        with ThreadPoolExecutor(4) as pool:
            sizes = list(
                pool.map(lambda n: sandbox.run(tikz(rf"\tikz\fill (0,0) rectangle ({n},1);")).width, range(1, 7))
            )
        assert sizes == pytest.approx([n * 28.3465 + 4 for n in range(1, 7)], abs=0.5)

    def test_a_program_larger_than_the_limit_is_refused(self, sandbox):
        artifact = sandbox.run(tikz("%" * LIMITS_IN_TESTS.source))
        assert artifact.outcome is Outcome.REFUSED
        assert "KiB" in artifact.message

    def test_a_long_log_is_kept_by_its_head_and_tail(self, sandbox):
        artifact = sandbox.run(
            tikz(r"\newcount\n\loop\wlog{" + "x" * 500 + r"}\advance\n1 \ifnum\n<4000 \repeat" + LABELLED_CIRCLE)
        )
        assert artifact.outcome is Outcome.OK
        assert LIMITS_IN_TESTS.log - 1000 < len(artifact.log) <= LIMITS_IN_TESTS.log
        assert artifact.log.startswith("This is pdfTeX")
        assert "bytes left out" in artifact.log
        assert "Output written on figure.pdf" in artifact.log


@pytest.mark.parametrize(
    "backend",
    [pytest.param("bubblewrap", marks=pytest.mark.bubblewrap), pytest.param("docker", marks=pytest.mark.docker)],
)
def test_closing_twice_is_allowed_and_running_afterwards_is_not(request, backend):
    request.getfixturevalue(backend)
    with open_sandbox(backend) as closed:
        pass
    closed.close()
    with pytest.raises(SandboxFault, match="closed"):
        closed.run(tikz("x"))


@pytest.mark.docker
@pytest.mark.bubblewrap
@pytest.mark.tex
def test_both_backends_read_the_same_scene(bubblewrap, docker):
    jobs = [
        tikz(
            r"\begin{tikzpicture}\draw[->,dashed] (0,0) to[bend left] (2,1) node[above] {$\frac{a}{\sqrt b}$};\end{tikzpicture}"
        ),
        tikz(r"\begin{tikzcd}A \arrow[r,hook] & B\end{tikzcd}", r"\usepackage{tikz-cd}"),
        svg('<path d="M0 0C10 10 20 30 40 0z" stroke="red"/><text x="5" y="40" font-size="9">B′</text>'),
    ]
    for job in jobs:
        ours, theirs = bubblewrap.run(job), docker.run(job)
        assert ours.outcome is theirs.outcome is Outcome.OK
        assert ours.scene == theirs.scene
