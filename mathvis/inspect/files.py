"""Files that people hand in and get back."""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING

from mathvis.errors import InfrastructureFault, UsageError
from mathvis.sandbox.limits import LIMITS

if TYPE_CHECKING:
    from pathlib import Path

LARGEST_INPUT = 4 * LIMITS.source
"""Bytes of a file that is read at all; a reply may be longer than the program in it."""


def read_text(file: Path) -> str:
    """Read a UTF-8 text file of bounded size, line ends normalised.

    Raises
    ------
    UsageError
        It cannot be read, is too large, or is no text.
    """
    if file.is_dir():
        raise UsageError(f"{file}: is a folder, not a file")
    try:
        with file.open("rb") as stream:
            data = stream.read(LARGEST_INPUT + 1)
    except FileNotFoundError:
        raise UsageError(f"{file}: there is no such file") from None
    except OSError as error:
        raise UsageError(f"{file}: cannot be read: {error.strerror or error}") from None
    if len(data) > LARGEST_INPUT:
        raise UsageError(f"{file}: is larger than {LARGEST_INPUT >> 20} MiB, which no drawing program is")
    if data.startswith(b"%PDF-"):
        raise UsageError(
            f"{file}: is a PDF, which no longer holds the names of what is drawn: "
            "inspect the program that made it (.tex, .svg) or the reply that holds the program (.md, .txt)"
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{file}: is not UTF-8 text (byte {error.start}), as programs (.tex, .svg) and replies (.md, .txt) are"
        ) from None
    if not text.strip() or "\0" in text:
        raise UsageError(f"{file}: is {'empty' if not text.strip() else 'binary data'}, not a program")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def write_file(file: Path, data: bytes) -> None:
    """Write a file whole or not at all.

    Raises
    ------
    InfrastructureFault
        It cannot be written.
    """
    beside = file.resolve().with_name(f".{file.name[:100]}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        try:
            with beside.open("xb") as stream:
                stream.write(data)
            beside.replace(file)
        except OSError:
            beside.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InfrastructureFault(f"{file}: cannot be written: {error.strerror or error}") from None
