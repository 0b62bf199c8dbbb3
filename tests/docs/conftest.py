"""The documentation's own tools, and where it is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from sandbox_backends import ready

from mathvis.sandbox import open_sandbox

PROJECT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "docs"))


@pytest.fixture(scope="session")
def project() -> Path:
    return PROJECT


@pytest.fixture(scope="session")
def needs_sandbox() -> None:
    """Skip with the reason where there is no sandbox, but fail in CI."""
    ready(lambda: open_sandbox().close())
