"""What looks like an attack and is none; `test_hostile_programs` has those that are."""

import pytest
from sandbox_backends import svg

from mathvis.sandbox import Engine, Job, Outcome


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


def test_an_embedded_raster_stays_inside(sandbox):
    """Whether it may be there is for the contract to say."""
    pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    artifact = sandbox.run(svg(f'<image href="data:image/png;base64,{pixel}" width="9" height="9"/>'))
    assert artifact.outcome is Outcome.OK
