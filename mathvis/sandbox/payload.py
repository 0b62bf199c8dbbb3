"""What of mathvis goes into the sandbox: the runner, the readers and the TeX style, and nothing else."""

from __future__ import annotations

import hashlib
from pathlib import Path

from mathvis.assets import asset
from mathvis.errors import SandboxFault

BOOT = "tex/mathvis-scene-boot.tex"
"""The file that installs the hooks; without it nothing could be read back."""

_PACKAGE = Path(__file__).resolve().parent.parent
_EMPTY = ("mathvis/__init__.py", "mathvis/sandbox/__init__.py")
_MODULES = (
    "errors.py",
    "tolerances.py",
    "scene/__init__.py",
    "scene/model.py",
    "scene/codec.py",
    "scene/codec_kinds.py",
    "scene/codec_records.py",
    "scene/codec_table.py",
)
_FOLDERS = ("scene/readers", "mathtext", "sandbox/inside")


def payload() -> dict[str, bytes]:
    """Return the files by their path below the sandbox's ``/opt/mathvis``.

    Raises
    ------
    SandboxFault
        The installation is incomplete.
    """
    files = dict.fromkeys(_EMPTY, b"")
    try:
        for name in _MODULES:
            files[f"mathvis/{name}"] = (_PACKAGE / name).read_bytes()
        for folder in _FOLDERS:
            for path in sorted((_PACKAGE / folder).rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    files[f"mathvis/{path.relative_to(_PACKAGE).as_posix()}"] = path.read_bytes()
        for name in ("tex", "live"):
            place = asset("sandbox") / name
            for path in sorted(place.iterdir() if place.is_dir() else ()):
                if path.is_file():
                    files[f"{name}/{path.name}"] = path.read_bytes()
    except OSError as error:
        raise SandboxFault(f"this installation of mathvis is incomplete ({error}); install it again") from error
    if BOOT not in files:
        raise SandboxFault(f"this installation of mathvis is incomplete (sandbox/{BOOT} is missing); install it again")
    return dict(sorted(files.items()))


def digest(files: dict[str, bytes]) -> str:
    """Return a hash over names and contents."""
    total = hashlib.sha256()
    for name, data in sorted(files.items()):
        total.update(f"{name}\0{len(data)}\0".encode())
        total.update(data)
    return total.hexdigest()


def write(files: dict[str, bytes], folder: Path) -> None:
    """Lay the files out below `folder`, readable by everybody."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        path.write_bytes(data)
        path.chmod(0o644)
    for path in (folder, *folder.rglob("*")):
        if path.is_dir():
            path.chmod(0o755)
