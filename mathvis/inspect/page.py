"""A page of one drawing, in one file: pointing at a thing, or going to it with the keyboard, shows its record.

The page asks the network for nothing and lets nothing in it ask: its policy allows the one script and the one
style that it carries, by hash, and pictures that are part of it. Everything a program chose (names, labels, file
names, lines of its source) is escaped text; the script makes no markup.
"""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from mathvis.inspect.layer import Sheet, layer
from mathvis.inspect.markup import Markup, joined, tag
from mathvis.inspect.records import records

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mathvis.inspect.judged import Found, Judged
    from mathvis.inspect.records import Record
    from mathvis.inspect.view import View

MOST_ITEMS = 3000
"""Elements, nodes and named places beyond this many of each are not on the page, which is said."""
_HERE = Path(__file__).resolve().parent
_TITLES = {"T": "technically valid", "M": "mathematics", "P": "presentation"}


def page(view: View) -> str:
    """Return the page of a drawing as HTML."""
    style = (_HERE / "page.css").read_text(encoding="utf-8")
    script = (_HERE / "page.js").read_text(encoding="utf-8")
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    told = list(records(view, MOST_ITEMS))
    picture = view.artifact.picture
    uri = None if picture is None else "data:image/png;base64," + base64.b64encode(picture).decode("ascii")
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"{view.title} · mathvis inspect"),
        tag("style", style),
    )
    body = tag(
        "body",
        _header(view, told),
        tag(
            "main",
            tag("figure", layer(Sheet(view), told, uri), id="stage"),
            tag(
                "aside",
                _records(told),
                *([_findings(view.judged)] if view.judged else []),
                _list(told),
                *([_notes(view)] if view.scene.notes else []),
            ),
        ),
        tag("script", script),
    )
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")


def _header(view: View, told: Sequence[Record]) -> Markup:
    canvas = view.scene.canvas
    unit = "pt" if canvas.physical else "units"
    facts = [f"{view.scene.source.upper()} {canvas.width:.0f}×{canvas.height:.0f} {unit}"]
    if view.agreement is not None:
        agrees = "agrees" if view.agreement.passed else view.agreement.reason
        facts.append(f"picture {agrees} ({view.agreement.iou:.1%} of the ink)")
    most = max(len(view.scene.elements), len(view.scene.nodes), len(view.scene.points))
    if most > MOST_ITEMS:
        facts.append(f"only the first {MOST_ITEMS} of {most} things are on this page")
    lines = [tag("p", " · ".join(facts))]
    if view.judged is None:
        lines += [
            tag("p", f"{check.name}: {check.message}", class_="bad") for check in view.checks if check.passed is False
        ]
    else:
        said = f"{view.judged.task}: {'delivered' if view.judged.delivered else 'not delivered'}"
        lines.append(tag("p", said, class_=None if view.judged.delivered else "bad", id="verdict"))
    hidden = sum(bool(record.hidden) for record in told)
    toggles = [
        _toggle("names", "names", on=True),
        _toggle("labels", "label forms", on=False),
        _toggle("directions", "arrow directions", on=True),
        _toggle("hidden", f"hidden ink ({hidden})", on=True),
    ]
    if view.judged is not None:
        toggles += [_toggle("bindings", "bindings", on=True), _toggle("findings", "findings", on=True)]
    fade = tag("input", type="checkbox", id="t-faded", data_class="faded", data_when="on", checked=False)
    toggles.append(tag("label", fade, " fade the picture"))
    return tag("header", tag("h1", view.title), *lines, tag("div", *toggles, id="toggles"))


def _toggle(layer: str, text: str, *, on: bool) -> Markup:
    box = tag("input", type="checkbox", id=f"t-{layer}", data_class=f"no-{layer}", data_when="off", checked=on)
    return tag("label", box, f" {text}")


def _records(told: Sequence[Record]) -> Markup:
    nothing = tag("p", "Point at something in the picture or in the list.", id="nothing")
    return tag("section", nothing, joined(map(_record, told)), id="record", aria_live="polite", aria_label="record")


def _record(record: Record) -> Markup:
    rows = [tag("dt", "kind"), tag("dd", record.kind)]
    for word, text in record.rows:
        rows += [tag("dt", word), tag("dd", text)]
    return tag("article", tag("h2", record.title), tag("dl", *rows), id=f"r-{record.key}", hidden=True)


def _list(told: Sequence[Record]) -> Markup:
    search = tag("input", type="search", id="search", placeholder="search", aria_label="search the list")
    count = tag("p", f"{len(told)} of {len(told)}", id="count", aria_live="polite")
    return tag("section", search, count, tag("ul", joined(map(_row, told)), id="list"))


def _row(record: Record) -> Markup:
    kind = record.kind if record.kind != record.title else f"element {record.key[1:]}"
    button = tag(
        "button",
        tag("b", record.title),
        tag("span", kind + (f", {record.hidden}" if record.hidden else "")),
        type="button",
        tabindex="-1",
        data_of=record.key,
        class_="gone" if record.hidden else None,
    )
    return tag("li", button, data_search=record.search)


def _findings(judged: Judged) -> Markup:
    return tag("section", tag("h2", "findings"), tag("ul", joined(_found(judged.findings))), id="findings")


def _found(findings: Sequence[Found]) -> Iterator[Markup]:
    for index, found in sorted(enumerate(findings), key=lambda item: item[1].well):
        code = f" ({found.code})" if found.code else ""
        button = tag(
            "button",
            tag("b", found.sign, title=_TITLES[found.group]),
            tag("span", f"{found.group} {found.id}{': ' if found.text else ''}{found.text}{code}"),
            type="button",
            class_=None if found.well else "gone",
            data_finding=f"f{index}",
            data_elements=" ".join(f"e{k}" for k in found.elements),
        )
        yield tag("li", button)


def _notes(view: View) -> Markup:
    rows = [tag("li", f"{note.code}: {note.message}") for note in view.scene.notes[:100]]
    return tag("section", tag("h2", "notes"), tag("ul", *rows), id="notes")
