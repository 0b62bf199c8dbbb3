"""An SVG program: looked over, read, and drawn on the canvas that the reader found."""

from __future__ import annotations

import os

from mathvis.sandbox.inside import files, picture, reading, steps, svg
from mathvis.sandbox.inside.engines import WORK
from mathvis.sandbox.inside.job import Job


class SvgJob(Job):
    """An SVG program."""

    def do(self) -> None:  # noqa: D102 - as in Job
        reader = self._reader("svg")
        source = self.source

        def look() -> int:
            os.write(1, svg.look_over(source).to_json())
            return 0

        check = steps.start("check", WORK, self._bounds(1 << 16), call=look, user=self.workshop.users.fresh())
        steps.wait([check])
        self.report.book(check)
        if not check.well:
            self._blame(check, "the document cannot be looked over")
            reader.drop()
            return
        sheet = svg.Sheet.from_json(check.output)
        if sheet.refused:
            self.report.end("refused", sheet.refused)
            self.report.errors = [(sheet.refused, sheet.line)]
        elif sheet.error:
            self.report.end("compile-error", sheet.error)
            self.report.errors = [(sheet.error, sheet.line)]
        else:
            self.parts["document"] = source
            self.report.pages, self.report.width, self.report.height = 1, sheet.width, sheet.height
        if self.report.outcome != "ok" or not self._size_is_sane(sheet.width, sheet.height):
            reader.drop()
            return
        scene = reader.read(source)
        steps.wait([scene])
        # the reader knows what the style sheet does to the canvas; picture and scene must have the same
        width, height = self._finish(scene) or (sheet.width, sheet.height)
        self.report.width, self.report.height = width, height
        if not self._size_is_sane(width, height):
            return
        side = picture.long_side(width, height, self.limits["side"])
        drawn, root = self._enlarged(source) if sheet.tiny else (b"", 0)
        if not drawn:
            drawn, root = source, sheet.root
        descriptor = files.sealed(svg.with_size(drawn, root, width, height))
        self._draw(picture.svg_to_png(width, height, side), descriptor, side / max(width, height))

    def _enlarged(self, source: bytes) -> tuple[bytes, int]:
        """The document to draw in place of one with tiny text, and where its root starts; nothing to draw it as it is.

        The renderer makes rubble of type smaller than a user unit, which is the common way to draw in a unit square.
        """
        bounds = self._bounds(16 * len(source) + (1 << 16))
        step = steps.start(
            "enlarge", WORK, bounds, call=lambda: reading.enlarge(source), user=self.workshop.users.fresh()
        )
        steps.wait([step])
        self.report.book(step)
        return (step.output, 0) if step.well else (b"", 0)
