"""One verifier for all end-to-end tests, in the bubblewrap sandbox."""

from __future__ import annotations

import pytest
from sandbox_backends import ready

from mathvis.sandbox import open_sandbox
from mathvis.verifier import Verifier


@pytest.fixture(scope="session")
def verifier():
    sandbox = ready(lambda: open_sandbox("bubblewrap"))
    with sandbox, Verifier(sandbox) as opened:
        yield opened
