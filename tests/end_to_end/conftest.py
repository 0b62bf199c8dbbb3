"""One verifier for all end-to-end tests, in the bubblewrap sandbox."""

from __future__ import annotations

import os

import pytest

from mathvis.errors import SandboxFault
from mathvis.sandbox import open_sandbox
from mathvis.verifier import Verifier


@pytest.fixture(scope="session")
def verifier():
    try:
        sandbox = open_sandbox("bubblewrap")
    except SandboxFault as fault:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(fault))
    with sandbox, Verifier(sandbox) as opened:
        yield opened
