"""Everything that is shown of one drawing, read once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mathvis.errors import SceneError
from mathvis.gates import technical
from mathvis.inspect.source import relined
from mathvis.scene.codec import from_json
from mathvis.scene.conforming import agreement
from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.visibility import Visibility

if TYPE_CHECKING:
    from mathvis.gates.verdict import Check
    from mathvis.inspect.judged import Judged
    from mathvis.inspect.source import Source
    from mathvis.sandbox.model import Artifact
    from mathvis.scene.conforming import Agreement
    from mathvis.scene.model import Scene


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A drawing with everything that is said of it.

    Attributes
    ----------
    title
        What the user calls the file.
    source
        The program and its file.
    artifact
        What the sandbox gave back.
    scene
        The scene, with the lines of the file.
    visibility
        What is seen of it.
    agreement
        Whether the picture shows it; None without a picture.
    checks
        What gate T says of it: rendered, conforming.
    judged
        What a task makes of it, if one was named.
    """

    title: str
    source: Source
    artifact: Artifact
    scene: Scene
    visibility: Visibility
    agreement: Agreement | None
    checks: tuple[Check, ...]
    judged: Judged | None = None


def look(title: str, source: Source, artifact: Artifact, judged: Judged | None = None) -> View:
    """Read the scene of an artifact and look at it.

    Raises
    ------
    SceneError
        There is no scene, or what came out of the sandbox is none.
    """
    if artifact.scene is None:
        raise SceneError(artifact.scene_error or "no reason given")
    scene = relined(from_json(artifact.scene), source)
    visibility = Visibility(SceneGeometry(scene))
    agrees = None
    if artifact.picture is not None:
        agrees = agreement(scene, artifact.picture, artifact.picture_scale, visibility=visibility)
    checks = (
        technical.rendered(artifact, visibility),
        technical.conforming(scene, "there is no picture", visibility, agrees),
    )
    return View(title, source, artifact, scene, visibility, agrees, checks, judged)
