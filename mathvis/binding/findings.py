"""Whether an entity is there, visible, in one piece, and reads as it must."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mathvis.binding.dashing import sparse
from mathvis.binding.faint import faintest
from mathvis.binding.hidden import Shown
from mathvis.binding.statement import contradicts, reading
from mathvis.figure.finding import Evidence, Finding, holds, violated
from mathvis.goldir.codes import Code
from mathvis.goldir.model import Kind
from mathvis.mathtext import from_latex
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mathvis.binding.drafts import Draft
    from mathvis.binding.ink import Ink
    from mathvis.binding.labels import Settled
    from mathvis.binding.members import Member, Roster
    from mathvis.goldir.model import GoldIR

_ORDER = (Code.B2, Code.B1, Code.O1, Code.O2, Code.U4)
"""Which of several problems of a set is told."""


_LINES = (Kind.POINT, Kind.NODE, Kind.CURVE, Kind.ARROW, Kind.EDGE)
"""Kinds that are seen by their lines; texts are read, and regions may be pale."""


_WORD_SPACE = 1.0
"""Gap, in type sizes, below which two texts on a line read as one."""
_PLAIN = re.compile(r"[A-Za-z(\[]{2,}|[A-Za-z]$")
"""Words beside a value say something about it; digits and signs change it."""


class Findings:
    """Makes the binding findings of all entities."""

    def __init__(self, gold: GoldIR, people: Roster, settled: Mapping[str, Settled], ink: Ink) -> None:
        self._gold, self._people, self._settled, self._ink = gold, people, settled, ink
        self._shown = Shown(people, ink)

    def of(self, name: str) -> Finding:
        """Say whether an entity is there, visible, and labelled."""
        spec = self._gold.entities[name]
        members = self._people.members(name)
        if not spec.kind.is_set:
            return self._member(members[0], optional=spec.optional)
        problems = [(m, f) for m in members if not (f := self._member(m, optional=False)).holds]
        absent = [m for m, f in problems if f.code in (Code.O1, Code.O2) and self._people.draft(m) is None]
        surplus = self._people.surplus(name)
        if absent:
            code = Code.O4 if len(absent) < len(members) else Code.O1
            listed = ", ".join(m.short for m in absent)
            return violated(code, f"{len(absent)} of {len(members)} missing: {listed}")
        if surplus:
            return violated(Code.X1, f"no such object belongs to the figure: {', '.join(surplus)}")
        if problems:
            problems.sort(key=lambda item: _ORDER.index(item[1].code) if item[1].code in _ORDER else len(_ORDER))
            member, finding = problems[0]
            more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
            return violated(
                finding.code or Code.O2, f"{member.short}: {finding.message}{more}", evidence=finding.evidence
            )
        if not members and not spec.optional and spec.members is None:
            return violated(Code.O1, f"nothing called {spec.names} is drawn")
        return holds(f"{len(members)} drawn")

    def _member(self, member: Member, *, optional: bool) -> Finding:
        people, ink = self._people, self._ink
        draft = people.draft(member)
        if draft is None:
            problem = people.problem(member)
            if problem is None and optional:
                return holds("not drawn, which is allowed")
            code = Code.O2 if member.kind in (Kind.VALUE, Kind.TEXT) else Code.O1
            return problem or violated(code, f"there is no {member.kind.value} called {member.name!r}")
        seen = self._shown.share(member, draft)
        allowed = TOLERANCES.visible_share
        if seen < allowed:
            return violated(Code.U1, f"only {seen:.0%} of it is visible", measured=seen, tolerance=allowed)
        read = member.kind is Kind.NODE and draft.own
        faint = faintest(ink, draft.elements) if member.kind in _LINES and not read else None
        if faint is not None:
            message = f"it is drawn too faintly, at a contrast of {faint:.1f} to 1"
            return violated(Code.U5, message, measured=faint, tolerance=TOLERANCES.contrast, unit="to 1")
        gap = sparse(ink, draft.elements)
        if gap is not None:
            message = f"its dashes are {gap:.0f} pt apart, which reads as no line"
            return violated(Code.U1, message, measured=gap, tolerance=TOLERANCES.dash_gap, unit="pt")
        if member.kind is Kind.TEXT and member.label is not None:
            wanted = from_latex(member.label)
            if any(ink.texts[k].text.form != wanted for k in draft.own):
                wrong = next(k for k in draft.own if ink.texts[k].text.form != wanted)
                return violated(Code.O2, f"it reads {ink.texts[wrong].text.text!r}, not {member.label}")
        if member.kind is Kind.VALUE and member.reads is not None:
            return self._value(member, draft)
        label = self._settled.get(member.id)
        return holds() if label is None else label.finding

    def _value(self, member: Member, draft: Draft) -> Finding:
        """Check that a value is printed in the demanded form, and that no other text states another."""
        ink = self._ink
        template = member.reads or ""
        shown = template.replace("{...}", "…")
        found = reading(template, draft.own, ink)
        if found is None:
            return violated(Code.O2, f"it reads {ink.texts[draft.own[0]].text.text!r}, not {shown}")
        against = self._against(found[0], draft.own)
        if against is not None:
            beside = ink.texts[against].text
            message = f"{beside.text!r} stands right against it"
            return violated(Code.X2, message, evidence=(Evidence(beside.elements),))
        spoken_for = self._people.values_but(member).union(draft.own)
        for k, other in enumerate(ink.texts):
            if k not in spoken_for and contradicts(template, other.text.form, found[1]):
                message = f"{other.text.text!r} states something else"
                return violated(Code.X2, message, evidence=(Evidence(other.text.elements),))
        stated = {form: None for _, form in self._people.statements(template, member)}
        stated[found[1]] = None
        if len(stated) > 1:
            where = tuple(Evidence(ink.texts[k].text.elements) for k, _ in self._people.statements(template, member))
            return violated(Code.X2, f"{shown} is stated in {len(stated)} different ways", evidence=where)
        return holds()

    def _against(self, text: int, own: tuple[int, ...]) -> int | None:
        """Another text that a reader would read on as part of a value: on its line, hardly a space away."""
        ink = self._ink
        item = ink.texts[text]
        x0, y0, x1, y1 = item.box.bounds
        room = _WORD_SPACE * item.height
        for k, other in enumerate(ink.texts):
            if k in own or other.text.elements[0] in item.text.elements:
                continue
            a0, b0, a1, b1 = other.box.bounds
            level = min(y1, b1) - max(y0, b0) > 0.3 * min(y1 - y0, b1 - b0)
            if level and max(a0 - x1, x0 - a1) <= room and not _PLAIN.match(other.text.form):
                return k
        return None
