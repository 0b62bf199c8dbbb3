"""What a reader sees of every element.

A place of a line is seen when some part of the line's width there is on the page, inside all clips, under no
opaque paint of another colour, and of a colour that differs from what lies beside it. A fill is seen as far
as it is on the page, inside its clips and uncovered, provided its rim can be told from its surroundings.
Text is judged by its box. Nothing here looks at a picture: everything follows from the scene's geometry.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from mathvis.scene.glance import Glance
from mathvis.scene.ground import Coat, Ground
from mathvis.scene.model import Label, Path
from mathvis.scene.regions import EMPTY, box_of
from mathvis.scene.retrace import retraced
from mathvis.scene.seen import Cause, Gap, Seen
from mathvis.scene.seen_areas import Areas
from mathvis.scene.seen_lines import Lines

if TYPE_CHECKING:
    from mathvis.scene.coat import Look
    from mathvis.scene.geometry import SceneGeometry
    from mathvis.scene.polyline import Polyline


class Visibility:
    """What a reader sees of a scene, element by element, computed when first asked for.

    Parameters
    ----------
    geometry
        The scene's geometry; its tolerances are used.
    """

    def __init__(self, geometry: SceneGeometry) -> None:
        self.geometry = geometry
        self.ground = Ground(geometry)
        self._tolerances = geometry.tolerances
        self._seen: dict[int, Seen] = {}
        self._retraced: dict[int, tuple[Gap, ...]] = {}
        self._glance = Glance(geometry) if self.ground.crowded else None
        self._areas = Areas(self.ground)

    def __getitem__(self, index: int) -> Seen:
        """Return what is seen of an element."""
        if index not in self._seen:
            self._seen[index] = self._look(index)
        return self._seen[index]

    def __len__(self) -> int:
        return len(self.geometry.scene.elements)

    def share(self, index: int) -> float:
        """Share of an element that is seen; see `Seen`."""
        return self[index].share

    def contrast(self, index: int) -> float:
        """Contrast ratio of an element to its surroundings; see `Seen`."""
        return self[index].contrast

    def parts(self, index: int) -> tuple[Polyline, ...]:
        """Seen stretches of an element's line."""
        return self[index].parts

    def retraced(self, index: int) -> tuple[Gap, ...]:
        """Gaps of an element's line that other strokes run along in full sight; see `mathvis.scene.retrace`."""
        if index not in self._retraced:
            self._retraced[index] = retraced(self, index) if self[index].share < 1 else ()
        return self._retraced[index]

    def drawn(self, index: int) -> float:
        """Share of an element that is seen or, of its line, drawn again on the same course for a reader to see."""
        again = sum(gap.stop - gap.start for gap in self.retraced(index))
        if not again:
            return self[index].share
        return max(self[index].share, min((self[index].stroke_share or 0.0) + again / self.geometry.length(index), 1.0))

    def text_size(self, index: int) -> float:
        """Type size of a label in points at printed size."""
        label = self.geometry.scene.elements[index]
        if not isinstance(label, Label):
            raise TypeError(f"element {index} is no label")
        return label.size * self.geometry.printed

    @property
    def any_ink(self) -> bool:
        """Whether a reader sees anything at all."""
        return any(self[index].share > 0 for index in range(len(self)))

    @property
    def hidden(self) -> tuple[int, ...]:
        """Elements of which less than `Tolerances.visible_share` is seen, bridged gaps apart."""
        return tuple(k for k in range(len(self)) if self[k].continued < self._tolerances.visible_share)

    def ink_box(self) -> tuple[float, float, float, float] | None:
        """Box (x0, y0, x1, y1) of everything seen; None if nothing is."""
        boxes = []
        for index in range(len(self)):
            seen, half = self[index], self.geometry.width(index) / 2
            if seen.parts:
                boxes.append(box_of(seen.parts, half))
            if not seen.region.is_empty:
                boxes.append(seen.region.bounds)
        if not boxes:
            return None
        x0, y0, x1, y1 = np.array(boxes).T
        width, height = self.geometry.page.bounds[2:]
        return max(x0.min(), 0.0), max(y0.min(), 0.0), min(x1.max(), width), min(y1.max(), height)

    # -- one element ----------------------------------------------------------------------------------

    @cached_property
    def _lines(self) -> Lines:
        return Lines(self.ground)

    def _look(self, index: int) -> Seen:
        if self._glance is not None:
            return self._glance.look(index)
        element = self.geometry.scene.elements[index]
        looks: dict[Coat, Look] = {}
        if isinstance(element, Path):
            for place in self.ground.of(index):
                kind = self.ground.layers[place].coat
                line = kind is Coat.STROKE and self.geometry.length(index) > 0
                looks[kind] = self._lines.look(index, place) if line else self._areas.fill(index, place)
        elif isinstance(element, Label):
            looks[Coat.FILL] = self._areas.text(index, element)
            others = [other for other in element.elements if isinstance(self.geometry.scene.elements[other], Path)]
            rules = [self[other].share for other in others]
            if min(rules, default=1.0) < self._tolerances.visible_share / 2:
                # without its fraction bar or root it says something else
                looks[Coat.FILL].share = min(looks[Coat.FILL].share, *rules)
        else:
            looks[Coat.FILL] = self._areas.fill(index, self.ground.of(index)[0])
        if not looks:
            return Seen(index, 0.0, lost={Cause.NOTHING: 1.0})
        best = max(looks.values(), key=lambda look: look.share)
        stroke, fill = looks.get(Coat.STROKE), looks.get(Coat.FILL)
        bridged = sum(gap.stop - gap.start for gap in stroke.gaps if gap.bridged) if stroke else 0.0
        continued = best.share
        if bridged and stroke:
            continued = max(best.share, min(stroke.share + bridged / self.geometry.length(index), 1.0))
        return Seen(
            index,
            best.share,
            best.contrast,
            best.lost,
            tuple(sorted(set().union(*(look.hidden_by for look in looks.values())))),
            tuple(stroke.parts) if stroke else (),
            fill.region if fill else (stroke.region if stroke else EMPTY),
            tuple(stroke.gaps) if stroke else (),
            continued,
            stroke.share if stroke else None,
            fill.share if fill else None,
            all(look.exact for look in looks.values()),
        )


def visible_shares(geometry: SceneGeometry) -> tuple[Seen, ...]:
    """Return what a reader sees of every element, in paint order."""
    visibility = Visibility(geometry)
    return tuple(visibility[index] for index in range(len(visibility)))
