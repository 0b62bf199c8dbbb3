"""SVG documents that attack: refused with the reason, or bounded."""

import time

import pytest
from sandbox_backends import LIMITS_IN_TESTS, svg

from mathvis.sandbox import Engine, Job, Outcome

XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10"'


@pytest.mark.parametrize(
    ("job", "reason"),
    [
        (Job('<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>', Engine.SVG), "entity 'x'"),
        (Job('<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&b;</text></svg>', Engine.SVG), "entity 'a'"),
        (Job('<!DOCTYPE svg [<!ENTITY % p SYSTEM "http://example.org/x.dtd"> %p;]><svg xmlns="http://www.w3.org/2000/svg"/>', Engine.SVG), "entity 'p'"),
        (Job('<!DOCTYPE svg [<!ATTLIST svg onload CDATA "x()">]><svg xmlns="http://www.w3.org/2000/svg"/>', Engine.SVG), "declares the attribute"),
        (Job('<?xml-stylesheet href="http://example.org/a.css"?><svg xmlns="http://www.w3.org/2000/svg"/>', Engine.SVG), "style sheet"),
        (svg("<script>alert(1)</script>"), "script"),
        (svg('<rect onclick="x()"/>'), "onclick"),
        (svg("<foreignObject><p/></foreignObject>"), "foreignObject"),
        (svg('<rect><animate attributeName="x" to="5"/></rect>'), "animated"),
        (svg('<rect><set attributeName="x" to="5"/></rect>'), "animated"),
        (svg('<image href="http://example.org/a.png"/>'), "outside itself"),
        (svg('<image xlink:href="file:///etc/passwd"/>', XLINK), "outside itself"),
        (svg('<use href="other.svg#a"/>'), "outside itself"),
        (svg('<use xlink:href="data:image/svg+xml,x#a"/>', XLINK), "outside itself"),
        (svg('<rect fill="url(http://example.org/a.svg#g)"/>'), "outside itself"),
        (svg("<rect style=\"fill: URL( 'other.svg#g' )\"/>"), "outside itself"),
        (svg("<style>@import 'a.css';</style>"), "imports"),
        (svg("<style><![CDATA[rect{fill:url(//example.org/a)}]]></style>"), "outside itself"),
        (svg("<g>" * 500 + "</g>" * 500), "nested"),
    ],
)  # fmt: skip
def test_what_a_drawing_never_needs_is_refused_with_the_reason(sandbox, job, reason):
    artifact = sandbox.run(job)
    assert artifact.outcome is Outcome.REFUSED
    assert reason in artifact.message
    assert artifact.document is artifact.picture is artifact.scene is None


@pytest.mark.parametrize(
    "job",
    [
        Job('<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h5"/></svg>', Engine.SVG),
        svg('<a href="https://example.org/"><rect width="9" height="9"/></a>'),
        svg('<defs><path id="p" d="M0 0h9"/></defs><use href="#p"/><use href=""/><rect fill="url(#none)" width="3" height="3"/>'),
        svg('<metadata><x:onto xmlns:x="urn:x"/></metadata><title>on &amp; off</title><rect width="9" height="9"/>'),
    ],
    ids=["doctype", "link", "own-references", "metadata"],
)  # fmt: skip
def test_what_is_harmless_is_drawn(sandbox, job):
    artifact = sandbox.run(job)
    assert artifact.outcome is Outcome.OK
    assert artifact.picture is not None
    assert artifact.scene is not None


def use_bomb(levels, width):
    """Copies of copies: ``width ** levels`` rectangles."""
    layers = ['<rect id="a0" width="1" height="1"/>']
    layers += [f'<g id="a{n}">' + f'<use href="#a{n - 1}"/>' * width + "</g>" for n in range(1, levels + 1)]
    return svg("<defs>" + "".join(layers) + f'</defs><use href="#a{levels}"/>')


@pytest.mark.parametrize(
    "job",
    [
        use_bomb(12, 10),
        svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
        svg('<pattern id="p" width="1" height="1"><rect fill="url(#p)" width="1" height="1"/></pattern><rect fill="url(#p)" width="90" height="40"/>'),
        svg('<path d="' + "M0 0L99 49" * 60_000 + '" stroke="black" stroke-dasharray="0.001"/>'),
        svg('<filter id="f"><feGaussianBlur stdDeviation="9999"/></filter><rect filter="url(#f)" width="90" height="40"/>'),
        svg('<rect width="1e30" height="1e30" stroke-width="1e30" stroke="red"/>'),
        svg("<rect/>" * 100_000),
    ],
    ids=["use-bomb", "use-cycle", "pattern-cycle", "dashes", "filter", "huge-numbers", "many"],
)  # fmt: skip
def test_amplification_is_bounded(sandbox, job):
    started = time.monotonic()
    artifact = sandbox.run(job)
    assert time.monotonic() - started < 4 * LIMITS_IN_TESTS.total
    assert artifact.usage.memory < 600
    assert artifact.usage.cpu < 4 * LIMITS_IN_TESTS.cpu
    assert artifact.scene is None or len(artifact.scene) <= LIMITS_IN_TESTS.scene


def test_a_use_bomb_is_never_a_figure(sandbox):
    artifact = sandbox.run(use_bomb(12, 10))
    assert artifact.outcome is not Outcome.OK or artifact.scene is None


@pytest.mark.parametrize("size", ["1e9", "100000000mm", "99999999999999999999"])
def test_a_huge_canvas_is_over_the_limit(sandbox, size):
    assert sandbox.run(svg("<rect/>", f'width="{size}" height="{size}"')).outcome is Outcome.OUTPUT


def test_an_embedded_raster_stays_inside(sandbox):
    """Whether it may be there is for the contract to say."""
    pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    artifact = sandbox.run(svg(f'<image href="data:image/png;base64,{pixel}" width="9" height="9"/>'))
    assert artifact.outcome is Outcome.OK
