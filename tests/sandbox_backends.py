"""Both backends as one parametrised fixture: every test that takes `sandbox` runs on each of them."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import pytest

from mathvis.errors import SandboxFault
from mathvis.sandbox import LIMITS, Engine, Job, Sandbox, open_sandbox

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Made = TypeVar("Made")

LIMITS_IN_TESTS = replace(LIMITS, cpu=4, wall=60.0, step_cpu=4, step=60.0)
"""Little CPU time, so that endless programs end soon; much wall time, so that a busy machine does not matter."""


def ready(make: Callable[[], Made]) -> Made:
    """Make what needs a sandbox; where there is none, skip with the reason, but fail in CI."""
    try:
        return make()
    except SandboxFault as fault:
        if os.environ.get("CI") == "true":
            pytest.fail(f"CI must test both backends: {fault}")
        pytest.skip(str(fault))


def opened(backend: str) -> Sandbox:
    """Open a backend where there is one."""
    return ready(lambda: open_sandbox(backend, LIMITS_IN_TESTS))


@pytest.fixture(scope="session")
def bubblewrap() -> Iterator[Sandbox]:
    sandbox = opened("bubblewrap")
    yield sandbox
    sandbox.close()


@pytest.fixture(scope="session")
def docker() -> Iterator[Sandbox]:
    sandbox = opened("docker")
    yield sandbox
    sandbox.close()


@pytest.fixture(
    params=[
        pytest.param("bubblewrap", marks=[pytest.mark.bubblewrap, pytest.mark.tex]),
        pytest.param("docker", marks=[pytest.mark.docker, pytest.mark.tex]),
    ]
)
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    return request.getfixturevalue(request.param)


def tikz(body: str, preamble: str = "", options: str = "tikz,border=2pt") -> Job:
    """A document around a body; the body starts on line 4."""
    source = f"\\documentclass[{options}]{{standalone}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    return Job(source, Engine.PDFLATEX)


def lua(code: str, body: str = r"\tikz\draw (0,0) -- (1,1);") -> Job:
    """A LuaLaTeX document that runs `code` (no percent signs, hashes or backslashes) before it draws."""
    source = f"\\documentclass{{standalone}}\n\\usepackage{{tikz}}\n\\begin{{document}}\n\\directlua{{{code}}}\n{body}\n\\end{{document}}\n"
    return Job(source, Engine.LUALATEX)


def svg(content: str, attributes: str = 'viewBox="0 0 100 50"') -> Job:
    return Job(f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{content}</svg>', Engine.SVG)
