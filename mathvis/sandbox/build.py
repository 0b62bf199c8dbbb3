"""Building the image of the docker backend."""

from __future__ import annotations

import io
import tarfile
from typing import TYPE_CHECKING

from mathvis.assets import asset
from mathvis.errors import SandboxFault
from mathvis.sandbox import payload
from mathvis.sandbox.engine import client, docker_faults

if TYPE_CHECKING:
    from collections.abc import Callable

TAG = "mathvis-sandbox"
LABEL = "org.mathvis.context"
BASE = "debian:bookworm-slim"


def context() -> dict[str, bytes]:
    """Return the files of the build context by their path."""
    folder = asset("sandbox")
    try:
        files = {name: (folder / name).read_bytes() for name in ("Dockerfile", "packages.txt", "fonts.sh")}
    except OSError as error:
        raise SandboxFault(f"this installation of mathvis is incomplete ({error}); install it again") from error
    return files | {f"files/{name}": data for name, data in payload.payload().items()}


def context_digest() -> str:
    """Return the hash that the image's label must carry."""
    return payload.digest(context())


def build(*, base: str = BASE, network: str | None = None, say: Callable[[str], None] = lambda _line: None) -> str:
    """Build the image and tag it.

    Parameters
    ----------
    base
        Image to build on, a Debian 12.
    network
        Network mode of the build, such as ``host``.
    say
        Called with each line of the engine's progress.

    Returns
    -------
    str
        The image's id.

    Raises
    ------
    SandboxFault
        The engine does not answer, or the build fails.
    """
    files = context()
    digest = payload.digest(files)
    with docker_faults("the image cannot be built"), client() as engine:
        arguments = {"BASE": base, "CONTEXT": digest}
        stream = engine.api.build(
            fileobj=_archive(files),
            custom_context=True,
            tag=f"{TAG}:{digest[:12]}",
            buildargs=arguments,
            network_mode=network,
            rm=True,
            forcerm=True,
            decode=True,
        )
        for event in stream:
            if "error" in event:
                raise SandboxFault(f"the image cannot be built: {str(event['error']).strip()}")
            for line in str(event.get("stream", event.get("status", ""))).splitlines():
                if line.strip():
                    say(line.rstrip())
        image = engine.images.get(f"{TAG}:{digest[:12]}")
        return str(image.id)


def _archive(files: dict[str, bytes]) -> io.BytesIO:
    """Return a tar archive that depends on names and contents alone."""
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as archive:
        for name, data in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(data), 0o644
            archive.addfile(entry, io.BytesIO(data))
    target.seek(0)
    return target
