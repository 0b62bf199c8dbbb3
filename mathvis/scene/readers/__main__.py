"""``python3 -m mathvis.scene.readers pdf|svg INPUT OUTPUT``: read a document, write its scene as JSON.

Exit codes: 0 written; 2 wrong usage or a file that cannot be opened; 4 the document cannot be read as a
scene (one line on standard error says why).
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mathvis.errors import SceneError
from mathvis.scene.codec import to_json

if TYPE_CHECKING:
    from mathvis.scene.model import Scene

USAGE_EXIT, UNREADABLE_EXIT = 2, 4


def read(kind: str, data: bytes) -> Scene:
    """Read a document of a kind, ``pdf`` or ``svg``.

    Raises
    ------
    SceneError
        It cannot be read as a scene.
    ValueError
        There is no such kind.
    """
    if kind == "pdf":
        from mathvis.scene.readers.pdf import read_pdf

        return read_pdf(data)
    if kind == "svg":
        from mathvis.scene.readers.svg import read_svg

        return read_svg(data)
    raise ValueError(f"no reader for {kind!r}; there are pdf and svg")


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code."""
    if len(arguments) != 3 or arguments[0] not in ("pdf", "svg"):
        sys.stderr.write("usage: python3 -m mathvis.scene.readers pdf|svg INPUT OUTPUT\n")
        return USAGE_EXIT
    kind, source, target = arguments
    try:
        data = Path(source).read_bytes()
    except OSError as error:
        sys.stderr.write(f"{source}: {error.strerror}\n")
        return USAGE_EXIT
    try:
        written = to_json(read(kind, data))
    except SceneError as error:
        sys.stderr.write(" ".join(str(error).split()) + "\n")
        return UNREADABLE_EXIT
    Path(target).write_bytes(written)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
