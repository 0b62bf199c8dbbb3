"""Looking an SVG document over before anything draws or reads it.

One linear pass of expat, which resolves nothing. What a drawing never needs and a renderer could be
harmed or fed by is refused: entity declarations, scripts, foreign objects, animation, references to
anything outside the document.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from xml.parsers import expat

from mathvis.scene.readers.svg_numbers import PX_PER_UNIT

_SVG = "http://www.w3.org/2000/svg"
_SCRIPT = frozenset({"script", "handler", "listener"})
_FOREIGN = frozenset({"foreignObject", "iframe", "object", "embed", "video", "audio", "canvas"})
_ANIMATION = frozenset(
    {"animate", "animateTransform", "animateMotion", "animateColor", "set", "mpath", "discard", "animation"}
)
_MAY_EMBED = frozenset({"image", "feImage"})
_MOST_ELEMENTS, _DEEPEST = 200_000, 200
_MOST_WORDS = 2000
_URL = re.compile(r"url\(\s*['\"]?\s*([^)'\"\s]*)", re.IGNORECASE)
_IMPORT = re.compile(r"@import", re.IGNORECASE)
_LENGTH = re.compile(
    r"\s*\+?(\d{0,40}\.?\d{0,40}(?:[eE][+-]?\d{1,2})?)\s*(px|pt|pc|mm|cm|in|em|ex|q|%)?\s*", re.IGNORECASE
)
_NUMBERS = re.compile(r"[\s,]+")
_PX = PX_PER_UNIT | {"q": 96 / 101.6, "em": 16.0, "ex": 8.0}
_DEFAULT = (300.0, 150.0)
"""What CSS gives a replaced element that has no size of its own."""
BP_PER_PX = 0.75

_TINY = re.compile(
    rb"""\bfont(?:-size)?\s*[=:][^;<>}]{0,200}?(?<![\d.])0?(?:\.\d+|\d+e-\d+)(?:px)?\s*["';\s}/!]""", re.IGNORECASE
)
_ATTRIBUTE = re.compile(rb"""\s+([^\s=<>"'/]+)\s*=\s*(?:"[^"]*"|'[^']*')""")
_ROOT = re.compile(rb"""(<[^\s=<>"'/]+)((?:\s+[^\s=<>"'/]+\s*=\s*(?:"[^"]*"|'[^']*'))*)""")


@dataclass(frozen=True)
class Sheet:
    """What the look-over found: a reason to refuse, or an XML error, or the canvas in big points."""

    refused: str = ""
    error: str = ""
    line: int | None = None
    width: float = 0.0
    height: float = 0.0
    root: int = -1
    """Where the root's tag starts."""
    tiny: bool = False
    """Whether it may hold text in type of less than one user unit."""

    def to_json(self) -> bytes:
        """Write it for the runner."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def from_json(cls, data: bytes) -> Sheet:
        """Read what a process wrote that had the document in hand, and may be the document's by now."""
        try:
            said = json.loads(data)
            return cls(
                refused=str(said["refused"])[:_MOST_WORDS],
                error=str(said["error"])[:_MOST_WORDS],
                line=None if said["line"] is None else int(said["line"]),
                width=float(said["width"]),
                height=float(said["height"]),
                root=int(said["root"]),
                tiny=bool(said["tiny"]),
            )
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
            return cls(error="it cannot be looked over")


class _RefusedError(Exception):
    pass


class _NotSvgError(Exception):
    pass


class _Looker:
    def __init__(self) -> None:
        self.depth = self.elements = 0
        self.sheet: tuple[float, float] | None = None
        self.root = -1
        self.style: list[str] | None = None
        self.parser = expat.ParserCreate("utf-8", " ")
        self.parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        self.parser.buffer_text = True
        self.parser.EntityDeclHandler = self.entity
        self.parser.AttlistDeclHandler = self.defaults
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.text
        self.parser.ProcessingInstructionHandler = self.instruction

    def entity(self, name: str, *_rest: object) -> None:
        raise _RefusedError(f"it declares the entity {name!r}; entities are not allowed")

    def defaults(self, element: str, attribute: str, *_rest: object) -> None:
        raise _RefusedError(
            f"it declares the attribute {attribute!r} of <{element}>; such declarations are not allowed"
        )

    def instruction(self, target: str, _data: str) -> None:
        if target == "xml-stylesheet":
            raise _RefusedError("it asks for a style sheet outside the document")

    def start(self, full: str, attributes: dict[str, str]) -> None:
        space, _, name = full.rpartition(" ")
        self.depth += 1
        self.elements += 1
        if self.depth > _DEEPEST:
            raise _RefusedError(f"its elements are nested more than {_DEEPEST} deep")
        if self.elements > _MOST_ELEMENTS:
            raise _RefusedError(f"it has more than {_MOST_ELEMENTS} elements")
        if self.depth == 1:
            if name != "svg" or space != _SVG:
                raise _NotSvgError(f'the outermost element is not <svg xmlns="{_SVG}">')
            self.sheet = canvas(attributes) or _DEFAULT
            self.root = self.parser.CurrentByteIndex
        if name in _SCRIPT:
            raise _RefusedError(f"it holds a script (<{name}>)")
        if name in _FOREIGN:
            raise _RefusedError(f"it holds a foreign object (<{name}>)")
        if name in _ANIMATION:
            raise _RefusedError(f"it is animated (<{name}>)")
        for key, value in attributes.items():
            self.attribute(name, key.rpartition(" ")[2], value)
        if name == "style":
            self.style = []

    def attribute(self, element: str, key: str, value: str) -> None:
        if key.lower().startswith("on") and key.isalpha() and key.lower() != "on":
            raise _RefusedError(f"it holds a script (the attribute {key})")
        if key in {"href", "src"} and element != "a":
            self.target(value, embed=element in _MAY_EMBED)
        else:
            self.css(value)

    def css(self, text: str) -> None:
        if _IMPORT.search(text):
            raise _RefusedError("it imports a style sheet")
        for match in _URL.finditer(text):
            self.target(match[1], embed=False)

    def target(self, reference: str, *, embed: bool) -> None:
        reference = reference.strip()
        if not reference or reference.startswith("#") or (embed and reference[:5].lower() == "data:"):
            return
        raise _RefusedError(f"it refers to something outside itself: {reference[:80]!r}")

    def text(self, data: str) -> None:
        if self.style is not None:
            self.style.append(data)

    def end(self, _full: str) -> None:
        self.depth -= 1
        if self.style is not None:
            self.css("".join(self.style))
            self.style = None


def canvas(attributes: dict[str, str]) -> tuple[float, float] | None:
    """Return the canvas in CSS pixels that a root element's attributes state, or None if they state none."""
    box = _NUMBERS.split(attributes.get("viewBox", "").strip())
    try:
        view = tuple(float(part) for part in box) if len(box) == 4 else ()
    except ValueError:
        view = ()
    if view and not (view[2] > 0 and view[3] > 0):
        view = ()
    width, height = (
        _length(attributes.get(key), view[place] if view else None) for key, place in (("width", 2), ("height", 3))
    )
    if not view:
        return (width, height) if width is not None and height is not None else None
    if width is None and height is None:
        return view[2], view[3]
    if width is None and height is not None:
        return height * view[2] / view[3], height
    if height is None and width is not None:
        return width, width * view[3] / view[2]
    return (width, height) if width is not None and height is not None else None


def _length(text: str | None, whole: float | None) -> float | None:
    match = _LENGTH.fullmatch(text or "")
    if match is None or not match[1]:
        return None
    try:
        value = float(match[1])
    except ValueError:
        return None
    unit = (match[2] or "").lower()
    if unit == "%":
        return None if whole is None else whole * value / 100
    return value * _PX[unit]


def look_over(source: bytes) -> Sheet:
    """Look an SVG document over."""
    looker = _Looker()
    try:
        looker.parser.Parse(source, True)
    except _RefusedError as reason:
        return Sheet(refused=str(reason), line=looker.parser.CurrentLineNumber)
    except _NotSvgError as reason:
        return Sheet(error=str(reason), line=looker.parser.CurrentLineNumber)
    except expat.ExpatError as error:
        detail = expat.ErrorString(error.code).removeprefix("not well-formed ").strip("()")
        return Sheet(error=f"not well-formed XML: {detail}", line=error.lineno)
    if looker.sheet is None:
        return Sheet(error="not well-formed XML: no element found", line=1)
    width, height = looker.sheet
    tiny = _TINY.search(source) is not None
    return Sheet(width=width * BP_PER_PX, height=height * BP_PER_PX, root=looker.root, tiny=tiny)


def with_size(source: bytes, root: int, width: float, height: float) -> bytes:
    """Return the document with its size in big points stated on the root, so that a renderer need not guess."""
    tag = _ROOT.match(source, root)
    if tag is None:
        return source
    size = b' width="%.9g" height="%.9g"' % (width / BP_PER_PX, height / BP_PER_PX)
    kept = b"".join(match[0] for match in _ATTRIBUTE.finditer(tag[2]) if match[1] not in {b"width", b"height"})
    return source[: tag.end(1)] + size + kept + source[tag.end(2) :]
