"""Everything that is shown of one drawing, read once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
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


@dataclass(frozen=True, eq=False)
class View:
    """A drawing with everything that is said of it; what is computed is computed when first asked for.

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
    judged
        What a task makes of it, if one was named.
    """

    title: str
    source: Source
    artifact: Artifact
    scene: Scene
    judged: Judged | None = None

    @cached_property
    def visibility(self) -> Visibility:
        """What is seen of the scene."""
        return Visibility(SceneGeometry(self.scene))

    @cached_property
    def agreement(self) -> Agreement | None:
        """Whether the picture shows the scene; None without a picture."""
        if self.artifact.picture is None:
            return None
        return agreement(self.scene, self.artifact.picture, self.artifact.picture_scale, visibility=self.visibility)

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        """What gate T says of the drawing: rendered, conforming."""
        return (
            technical.rendered(self.artifact, self.visibility),
            technical.conforming(self.scene, "there is no picture", self.visibility, self.agreement),
        )


def look(title: str, source: Source, artifact: Artifact, judged: Judged | None = None) -> View:
    """Read the scene of an artifact.

    Raises
    ------
    SceneError
        There is no scene, or what came out of the sandbox is none.
    """
    if artifact.scene is None:
        raise SceneError(artifact.scene_error or "no reason given")
    return View(title, source, artifact, relined(from_json(artifact.scene), source), judged)
