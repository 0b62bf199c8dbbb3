"""From bytes to a checked XML tree: what a figure may not contain is refused here.

The text is decoded and its document type declaration removed before the XML parser sees it, so no
entity, default attribute or external subset can have an effect.
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, Any, TypeAlias

from lxml import etree

from mathvis.errors import SceneError

if TYPE_CHECKING:
    from collections.abc import Iterator

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
XML = "http://www.w3.org/XML/1998/namespace"

MAX_BYTES = 16 * 2**20
MAX_NODES = 100_000

Node: TypeAlias = Any
"""An element of the parser's tree."""

_ENCODING = re.compile(rb"""^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")
_DECLARATION = re.compile(r"^\s*<\?xml[^>]{0,300}?\?>")
_PLAIN_CODEC = re.compile(
    r"(utf-?(8|16|32)|ascii|iso8859|latin|cp\d|koi8|mac|gb|big5|shift_jis|euc|hz|iso2022|ptcp|kz|tis|johab).*"
)
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_PROLOG_ITEM = re.compile(r"\s+|<!--.*?-->|<\?.*?\?>", re.DOTALL)
_SUBSET_ITEM = re.compile(r"""\s+|<!--.*?-->|<\?.*?\?>|<![A-Z]+(?:[^<>"']|"[^"]*"|'[^']*')*>|%[^;\s]*;""", re.DOTALL)
_DOCTYPE_HEAD = re.compile(r"""<!DOCTYPE(?:[^\[<>"']|"[^"]*"|'[^']*')*""")

_FORBIDDEN = {
    "script": "scripts",
    "foreignObject": "foreign objects",
    "iframe": "embedded documents",
    "audio": "media",
    "video": "media",
    "canvas": "scripted drawing",
    "animate": "animation",
    "animateColor": "animation",
    "animateMotion": "animation",
    "animateTransform": "animation",
    "set": "animation",
    "discard": "animation",
    "handler": "event handlers",
    "listener": "event handlers",
}
_URL = re.compile(
    r"""url\(\s{0,50}(?:"([^"]{0,1000})"|'([^']{0,1000})'|([^)"'\s]{0,1000}))\s{0,50}\)|url\(""", re.IGNORECASE
)
_HREFS = ("href", f"{{{XLINK}}}href")


def local_name(node: Node) -> str:
    """Local name of an SVG element; empty for comments and for elements of other namespaces.

    An element without any namespace counts as SVG, as it does for the renderer.
    """
    tag = node.tag
    if not isinstance(tag, str):
        return ""
    if tag.startswith("{"):
        return tag[len(SVG) + 2 :] if tag.startswith(f"{{{SVG}}}") else ""
    return tag


def href(node: Node) -> str | None:
    """Give the reference of an element; the plain attribute wins over the one of XLink."""
    for name in _HREFS:
        value: str | None = node.get(name)
        if value is not None:
            return value.strip()
    return None


def url_targets(text: str) -> Iterator[str]:
    """Everything that a piece of CSS or an attribute refers to by ``url()``, malformed references too."""
    for match in _URL.finditer(text):
        rest = text[match.end() : match.end() + 60].lstrip(" \t\r\n\"'")
        yield next((group for group in match.groups() if group is not None), rest or match.group()).strip()


def _decode(data: bytes) -> str:
    if len(data) > MAX_BYTES:
        raise SceneError(f"the SVG is larger than {MAX_BYTES} bytes")
    encoding = next((name for bom, name in _BOMS if data.startswith(bom)), "")
    if encoding:
        data = data[len(next(bom for bom, name in _BOMS if name == encoding)) :]
    elif data[:2] == b"<\0":
        encoding = "utf-16-le"
    elif data[:2] == b"\0<":
        encoding = "utf-16-be"
    else:
        declared = _ENCODING.match(data[:400])
        encoding = declared.group(1).decode("ascii") if declared else "utf-8"
    try:
        codec = codecs.lookup(encoding)
    except LookupError:
        raise SceneError(f"unknown character encoding {encoding}") from None
    if not _PLAIN_CODEC.fullmatch(codec.name.replace("_", "-").replace("shift-jis", "shift_jis")):
        raise SceneError(f"character encoding {encoding} is not allowed")
    try:
        text = data.decode(codec.name)
    except (UnicodeError, LookupError) as error:
        raise SceneError(f"the SVG is not valid {encoding}: {error}") from None
    return _DECLARATION.sub("", text.removeprefix("\ufeff"), count=1)


def _without_doctype(text: str) -> str:
    """Cut out the document type declaration, keeping line numbers; refuse one with entities or default attributes."""
    position = 0
    while (item := _PROLOG_ITEM.match(text, position)) is not None:
        position = item.end()
    if not text.startswith("<!DOCTYPE", position):
        return text
    start = position
    head = _DOCTYPE_HEAD.match(text, position)
    if head is None:
        raise SceneError("malformed document type declaration")
    position = head.end()
    if text.startswith("[", position):
        position += 1
        while (item := _SUBSET_ITEM.match(text, position)) is not None:
            if item.group().startswith(("<!ENTITY", "%")):
                raise SceneError("entities are not allowed: the document type declaration declares or uses them")
            if item.group().startswith("<!ATTLIST"):
                raise SceneError("attribute defaults in a document type declaration are not allowed")
            position = item.end()
        if not text.startswith("]", position):
            raise SceneError("malformed document type declaration")
        position += 1
    closing = re.compile(r"\s*>").match(text, position)
    if closing is None:
        raise SceneError("malformed document type declaration")
    lines = text.count("\n", start, closing.end())
    return text[:start] + "\n" * lines + text[closing.end() :]


def _check_urls(text: str, where: str) -> None:
    for target in url_targets(text):
        if target and not target.startswith("#"):
            raise SceneError(f"external reference in {where}: {target[:60]}")


def _check_node(node: Node) -> None:
    name = local_name(node)
    if name in _FORBIDDEN:
        raise SceneError(f"{_FORBIDDEN[name]} are not allowed: <{name}>")
    for key, value in node.attrib.items():
        if key.startswith("on") and name:
            raise SceneError(f"event handlers are not allowed: {key} on <{name}>")
        if key in _HREFS and name and name != "a":
            target = value.strip()
            embedded = name in {"image", "feImage"} and target.startswith("data:")
            if target and not target.startswith("#") and not embedded:
                raise SceneError(f"external reference on <{name}>: {target[:60]}")
        elif "url" in value.lower():
            _check_urls(value, f"{key} of <{name}>")
    if name == "style":
        sheet = "".join(node.itertext())
        if re.search(r"@import", sheet, re.IGNORECASE):
            raise SceneError("external reference: @import in a style sheet")
        _check_urls(sheet, "a style sheet")


def parse_document(data: bytes) -> Node:
    """Parse an SVG document and check that it holds nothing a figure may not contain.

    Returns
    -------
    Node
        The root ``svg`` element.

    Raises
    ------
    SceneError
        The document is malformed, too large, or refused; the message names the reason.
    """
    text = _without_doctype(_decode(data))
    parser = etree.XMLParser(
        resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False, remove_comments=False, recover=False
    )
    try:
        root = etree.fromstring(text.encode("utf-8", "strict"), parser)
    except (etree.XMLSyntaxError, UnicodeError, ValueError) as error:
        raise SceneError(f"not well-formed XML: {error}") from None
    if local_name(root) != "svg":
        raise SceneError("the root element is not <svg>")
    for count, node in enumerate(root.iter()):
        if count >= MAX_NODES:
            raise SceneError(f"more than {MAX_NODES} XML nodes")
        if isinstance(node.tag, str):
            _check_node(node)
        elif node.tag is etree.Entity:
            raise SceneError("entities are not allowed")
        elif node.tag is etree.PI and str(node.target) == "xml-stylesheet":
            raise SceneError("external reference: xml-stylesheet")
    for sibling in root.itersiblings(preceding=True):
        if sibling.tag is etree.PI and str(sibling.target) == "xml-stylesheet":
            raise SceneError("external reference: xml-stylesheet")
    return root
