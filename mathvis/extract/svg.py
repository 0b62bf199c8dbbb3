"""SVG elements in a text: a file, the body of a page, code in prose."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from mathvis.extract.seek import Seeker

NAMESPACE = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"

_TOKEN = re.compile(
    r"<(?P<close>/?)(?P<name>(?:[A-Za-z_][\w.-]{0,30}:)?svg)(?![\w.:-])"
    r"|(?P<comment><!--)|(?P<cdata><!\[CDATA\[)"
    r"|(?P<declaration><\?xml(?![\w.:-]))|(?P<doctype><!DOCTYPE\s{1,20}svg(?![\w.:-]))"
)
_TAG_END = re.compile(r"(?:[^<>\"']|\"[^<\"]*+\"|'[^<']*+')*+>")
_SUBSET = re.compile(r"[^\[><]{0,2000}+([\[>])")
_BETWEEN = re.compile(r"\s*+")
_PAGE = re.compile(
    r"<(?:!doctype html|html|head|body|div|main|section|p|h[1-6]|script|style|button)[\s>]", re.IGNORECASE
)
_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,31});")
_XML_ENTITIES = frozenset({"amp", "lt", "gt", "quot", "apos"})


@dataclass(frozen=True, slots=True)
class Element:
    """An outermost ``<svg>`` element, or the beginning of one.

    Attributes
    ----------
    start, end
        Its place; the XML declaration and document type directly before it belong to it.
    root
        Where its opening tag starts.
    name
        Its name as written, prefix included.
    closed
        Whether it ends.
    """

    start: int
    end: int
    root: int
    name: str
    closed: bool


@dataclass(slots=True)
class _Open:
    start: int
    root: int
    name: str
    attributes: str
    cut: bool
    """Whether the text ends inside the opening tag."""
    inner: list[Element]


def elements(text: str, *, prose: bool) -> list[Element]:
    """Find the outermost ``<svg>`` elements of a text, in order; comments and CDATA are passed over.

    With `prose`, a tag quoted as inline code is a mention, and so is an opening tag without attributes that
    is never closed.
    """
    found: list[Element] = []
    stack: list[_Open] = []
    seekers = {
        "comment": Seeker(text, "-->"),
        "cdata": Seeker(text, "]]>"),
        "declaration": Seeker(text, "?>"),
        "doctype": Seeker(text, re.compile(r"\]\s{0,200}>")),
    }
    prolog: int | None = None
    prolog_end = place = 0
    while (token := _TOKEN.search(text, place)) is not None:
        place = token.end()
        if not token["name"]:
            kind = token.lastgroup or ""
            end = _passed(text, token.end(), kind, seekers)
            if end is None:
                continue
            place = end
            if stack or kind == "cdata":
                continue
            if not _adjacent(text, prolog_end, token.start()):
                prolog = None
            if prolog is None and kind in ("declaration", "doctype"):
                prolog = token.start()
            prolog_end = end
            continue
        if prose and not stack and text.endswith("`", 0, token.start()) and not text.endswith("```", 0, token.start()):
            quoted = _TAG_END.match(text, token.end())
            if quoted is None or text.startswith("`", quoted.end()):
                continue
        tag = _TAG_END.match(text, token.end())
        place = tag.end() if tag else token.end()
        if token["close"]:
            if stack and tag:
                _close(stack, found, place)
            continue
        attributes = tag[0] if tag else ""
        start = token.start()
        if not stack and prolog is not None and _adjacent(text, prolog_end, start):
            start = prolog
        prolog = None
        if attributes.endswith("/>"):
            element = Element(start, place, token.start(), token["name"], closed=True)
            if stack:
                stack[-1].inner.append(element)
            else:
                found.append(element)
        else:
            cut = tag is None and text.find("<", place) < 0
            stack.append(_Open(start, token.start(), token["name"], text[place:] if cut else attributes, cut, []))
    found.extend(_left_over(text, stack, prose=prose))
    return sorted(found, key=lambda element: element.start)


def is_page(text: str, found: list[Element]) -> bool:
    """Whether HTML stands around the elements of a text."""
    cursor = 0
    for element in found:
        if _PAGE.search(text, cursor, element.start):
            return True
        cursor = element.end
    return _PAGE.search(text, cursor) is not None


def document(text: str, element: Element, *, page: bool) -> tuple[str, str]:
    """Return an element as an SVG document, and in words what had to be changed ("" for nothing).

    A missing declaration of the SVG or XLink namespace is added, as a browser would understand it, and in an
    HTML page the named characters that XML lacks are replaced.
    """
    source = text[element.start : element.end]
    changes: list[str] = []
    root = element.root - element.start + 1 + len(element.name)
    tag = _TAG_END.match(source, root)
    attributes = tag[0] if tag else ""
    added = ""
    if element.name == "svg" and not re.search(r"\sxmlns\s*=", attributes):
        added += f' xmlns="{NAMESPACE}"'
    if "xmlns:xlink" not in source and re.search(r"\sxlink:[a-z]+\s*=", source):
        added += f' xmlns:xlink="{XLINK}"'
    if added:
        source = source[:root] + added + source[root:]
        changes.append("a namespace declaration was added")
    if page:
        replaced = _ENTITY.sub(_character, source)
        changes.append("what stands around it in the page, styles and scripts included, was left out")
        if replaced != source:
            source = replaced
            changes.append("named HTML characters were replaced")
    return source, "; ".join(changes)


def _character(entity: re.Match[str]) -> str:
    if entity[1] in _XML_ENTITIES:
        return entity[0]
    return html.unescape(entity[0])


def _passed(text: str, place: int, kind: str, seekers: dict[str, Seeker]) -> int | None:
    """Return where a comment, CDATA section, declaration or document type ends, or None if it does not."""
    if kind == "doctype":
        subset = _SUBSET.match(text, place)
        if subset is None:
            return None
        if subset[1] == ">":
            return subset.end()
        place = subset.end()
    end = seekers[kind].after(place)
    return end.end() if end else None


def _adjacent(text: str, end: int, start: int) -> bool:
    gap = _BETWEEN.match(text, end)
    return gap is not None and gap.end() >= start


def _close(stack: list[_Open], found: list[Element], place: int) -> None:
    closing = stack.pop()
    element = Element(closing.start, place, closing.root, closing.name, closed=True)
    if stack:
        stack[-1].inner.append(element)
    else:
        found.append(element)


def _left_over(text: str, stack: list[_Open], *, prose: bool) -> list[Element]:
    """Sort out what was never closed: in prose an element after a mention or a broken attempt stands alone."""
    real: list[_Open] = []
    anew: list[Element] = []
    for item in stack:
        if prose and not item.cut and item.attributes.strip() in ("", ">"):
            anew.extend(item.inner)
            continue
        real.append(item)
        if prose and "xmlns=" in item.attributes:
            anew.extend(element for element in item.inner if _declares(text, element))
    if not real:
        return anew
    first = real[0]
    end = min((element.start for element in anew if element.start > first.start), default=len(text))
    return [*anew, Element(first.start, end, first.root, first.name, closed=False)]


def _declares(text: str, element: Element) -> bool:
    tag = _TAG_END.match(text, element.root + 1 + len(element.name))
    return tag is not None and "xmlns=" in tag[0]
