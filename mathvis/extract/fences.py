"""Where code blocks begin and end in a reply, as models write them rather than as Markdown defines them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto

from mathvis.extract.seek import Seeker


class End(Enum):
    """How a segment ended."""

    CLOSED = auto()
    """By its own closing fence."""
    IMPLIED = auto()
    """By the opening fence of the next block."""
    OPEN = auto()
    """By the end of the reply."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of a reply: the inside of one code block, or the text between two.

    Attributes
    ----------
    at
        Where it starts in the reply.
    text
        Its text, the fence's own indentation and quote marks removed.
    fenced
        Whether it is a code block.
    tag
        First word after the opening fence, lower case.
    end
        How it ended.
    """

    at: int
    text: str
    fenced: bool = False
    tag: str = ""
    end: End = End.OPEN


@dataclass(frozen=True, slots=True)
class _Opening:
    character: str
    length: int
    margin: str
    tag: str
    content: int


_RUN = re.compile(r"`{3,}|~{3,}")
_LOOK = 200
"""Characters of a line that are looked at before and after a fence."""
_MARGIN = re.compile(r"[ \t]*+(?:>[ \t]*+)*+(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]++)?[ \t`~]*+")
_TAG = re.compile(r"[ \t]*\{?\.?([A-Za-z][\w+#.-]*)?\}?")
_CODE = re.compile(r"\\(?:begin|documentclass|usepackage|usetikzlibrary|tikz)(?![A-Za-z])|<svg[\s/>]|<\?xml")
_INDENT = re.compile(r"^[ \t]*+(?=\S)", re.MULTILINE)
_CODE_ENDS = re.compile(r"[}>;][ \t]*\Z")
_TAGS = frozenset(
    ["latex", "tex", "tikz", "tikzcd", "tikz-cd", "plaintex", "svg", "xml", "html", "xhtml", "json", "jsonc",
    "text", "txt", "plaintext", "plain", "markdown", "md", "bash", "sh", "shell", "console", "python", "py",
    "asy", "asymptote", "javascript", "js", "jsx", "typescript", "ts", "tsx", "css", "yaml", "toml", "c",
    "cpp", "java", "rust", "go", "typst", "mermaid", "metapost", "mp", "metafont", "pstricks", "diff",
    "patch", "matlab", "r", "julia", "sage", "mathematica", "code", "output"]
)  # fmt: skip


def segments(text: str) -> list[Segment]:
    """Cut a reply into code blocks and the text between them, in order, nothing lost but the fences.

    Fences may be of backticks or tildes, of any length from three, indented, quoted or in a list, with any tag; a
    closing fence may stand at the end of the last line of code, share a line with the next opening one, or be
    missing before it. Three backticks around inline code are no fence.
    """
    found: list[Segment] = []
    lines = Seeker(text, "\n")
    opening: _Opening | None = None
    cursor = line = skip = 0
    for run in _RUN.finditer(text):
        if run.start() < skip:
            continue
        line = text.rfind("\n", line, run.start()) + 1 or line
        ending = lines.after(run.end())
        eol = ending.start() if ending else len(text)
        prefix = text[line : run.start()] if run.start() - line <= _LOOK else None
        rest = text[run.end() : min(eol, run.end() + _LOOK)]
        leading = prefix is not None and _MARGIN.fullmatch(prefix) is not None
        margin = re.split("[`~]", prefix or "", maxsplit=1)[0] if leading else ""
        character, length = run[0][0], len(run[0])

        floor = max(opening.content if opening else cursor, line, run.start() - _LOOK)
        ends_code = _CODE_ENDS.search(text[floor : run.start()])

        if opening is not None:
            if character != opening.character or length < opening.length or not (leading or ends_code):
                continue
            tagged = _is_tag(rest, certain=length >= 2 * opening.length)
            end = End.IMPLIED if tagged and length < 2 * opening.length else End.CLOSED
            stop = max(opening.content, line if leading else run.start())
            found.append(_block(text[opening.content : stop], opening, end))
            cursor = run.end()
            if tagged:
                length = length - opening.length if end is End.CLOSED else length
                opening = _open((character, length), margin, rest, place=run.end(), eol=eol)
            else:
                opening = None
            continue

        if rest.lstrip(" \t")[:3] in ("```", "~~~"):
            continue
        if not leading and character == "`" and not rest.strip() and ends_code:
            found.append(Segment(cursor, text[cursor : run.start()]))
            cursor = run.end()
            continue
        has_code = _CODE.search(rest)
        if character in rest and character == "`" and not has_code:
            skip = eol
            continue
        if leading:
            start = line
        elif character == "`" and (has_code or _is_tag(rest, certain=False) or _introduces(prefix, rest)):
            start = run.start()
        else:
            continue
        found.append(Segment(cursor, text[cursor : max(cursor, start)]))
        opening = _open((character, length), margin, rest, place=run.end(), eol=eol)

    if opening is not None:
        found.append(_block(text[opening.content :], opening, End.OPEN))
    else:
        found.append(Segment(cursor, text[cursor:]))
    return [segment for segment in found if segment.text.strip() or (segment.tag and segment.end is End.OPEN)]


def _open(fence: tuple[str, int], prefix: str, rest: str, *, place: int, eol: int) -> _Opening:
    tag = _TAG.match(rest)
    word = (tag[1] or "").lower() if tag else ""
    content = place + (tag.end() if tag else 0) if _CODE.search(rest) else eol + 1
    return _Opening(*fence, prefix if not prefix.strip("> \t") else " " * len(prefix), word, content)


def _block(text: str, opening: _Opening, end: End) -> Segment:
    quotes = opening.margin.count(">")
    for _ in range(quotes):
        text = re.sub(r"^[ \t]{0,3}> ?", "", text, flags=re.MULTILINE)
    indent = len(opening.margin.rpartition(">")[2]) - (1 if quotes else 0)
    indent = min([indent, *(len(line[0]) for line in _INDENT.finditer(text))])
    if indent > 0:
        text = re.sub(rf"^[ \t]{{1,{indent}}}", "", text, flags=re.MULTILINE)
    return Segment(opening.content, text, fenced=True, tag=opening.tag, end=end)


def _introduces(prefix: str | None, rest: str) -> bool:
    return not rest.strip() and prefix is not None and prefix.rstrip().endswith(":")


def _is_tag(rest: str, *, certain: bool) -> bool:
    """Whether what follows a run of fence characters opens a block; `certain` takes any single word."""
    if _CODE.search(rest):
        return True
    tag = _TAG.match(rest)
    if tag is None or not tag[1]:
        return False
    after = rest[tag.end() :].strip()
    return (certain and not after) or (tag[1].lower() in _TAGS and (not after or "=" in after))
