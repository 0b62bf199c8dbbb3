"""mathvis decides mechanically whether a drawing of mathematics, given as TikZ or SVG, is right.

Everything public is loaded on first use, so that the parts which run inside the sandbox
(`mathvis.scene`, `mathvis.mathtext`) need nothing but the standard library and a PDF/XML parser.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from mathvis.gates.verdict import Verdict
    from mathvis.verifier import Verifier, verify

__all__ = ["Verdict", "Verifier", "__version__", "verify"]

_HOMES = {
    "verify": "mathvis.verifier",
    "Verifier": "mathvis.verifier",
    "Verdict": "mathvis.gates.verdict",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'mathvis' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(home), name)
