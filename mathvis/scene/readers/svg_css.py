"""Style sheets and the cascade."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from mathvis.errors import SceneError
from mathvis.scene.readers.svg_document import Node, local_name
from mathvis.scene.readers.svg_selectors import Compound, matches, parse_selector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

MAX_RULES = 5_000
MAX_MATCHES = 1_000_000
_COMMENT = re.compile(r"/\*.*?\*/|<!--|-->", re.DOTALL)


class Declaration(NamedTuple):
    """A property with its raw value."""

    name: str
    value: str
    important: bool


@dataclass(frozen=True, slots=True)
class Rule:
    """A selector with its declarations.

    `key` is an id, class or type name that the last compound demands (with its sigil), or empty.
    """

    compounds: tuple[Compound, ...]
    specificity: tuple[int, int, int]
    order: int
    key: str
    declarations: tuple[Declaration, ...]


def _split(text: str, separator: str) -> Iterator[str]:
    """Split at a separator outside brackets and strings."""
    depth, quote, start = 0, "", 0
    for i, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char in "([":
            depth += 1
        elif char in ")]":
            depth -= 1
        elif char == separator and depth <= 0:
            yield text[start:i]
            start = i + 1
    yield text[start:]


def parse_declarations(text: str) -> list[Declaration]:
    """Read a declaration block or a ``style`` attribute."""
    result = []
    for part in _split(_COMMENT.sub(" ", text), ";"):
        name, colon, value = part.partition(":")
        name, value = name.strip(), value.strip()
        if not colon or not re.fullmatch(r"-{0,2}[A-Za-z_][\w-]*", name):
            continue
        important = re.search(r"!\s*important$", value, re.IGNORECASE)
        if important:
            value = value[: important.start()].rstrip()
        if value:
            result.append(Declaration(name.lower(), value, important is not None))
    return result


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Give preludes and bodies of a style sheet; at-rules come with a prelude that starts with ``@``."""
    position = 0
    while position < len(text):
        opening = re.compile(r"[{;]").search(text, position)
        if opening is None:
            return
        prelude = text[position : opening.start()].strip()
        if opening.group() == ";":
            position = opening.end()
            if prelude.startswith("@"):
                yield prelude, ""
            continue
        depth, end = 1, len(text)
        for brace in re.compile(r"[{}]").finditer(text, opening.end()):
            depth += 1 if brace.group() == "{" else -1
            if depth == 0:
                end = brace.start()
                break
        yield prelude, text[opening.end() : end]
        position = end + 1


class StyleSheet:
    """All rules of a document, found by what their last compound demands."""

    def __init__(self, sheets: Iterable[str]) -> None:
        self.ignored: set[str] = set()
        """At-rules that have no effect."""
        self._work = 0
        self._by_key: dict[str, list[Rule]] = {}
        order = 0
        for sheet in sheets:
            for prelude, body in _blocks(_COMMENT.sub(" ", sheet)):
                if prelude.startswith("@"):
                    self.ignored.add(prelude.split()[0].lower())
                    continue
                selectors = [parse_selector(part) for part in _split(prelude, ",")]
                good = [selector for selector in selectors if selector is not None]
                if len(good) != len(selectors):
                    continue
                declarations = tuple(parse_declarations(body))
                for compounds, specificity, key in good:
                    if order >= MAX_RULES:
                        self.ignored.add("rules beyond the limit")
                        return
                    order += 1
                    rule = Rule(compounds, specificity, order, key, declarations)
                    self._by_key.setdefault(key, []).append(rule)

    def _spend(self) -> None:
        self._work += 1
        if self._work > MAX_MATCHES:
            raise SceneError(f"style rules need more than {MAX_MATCHES} comparisons")

    def declarations(self, node: Node) -> list[Declaration]:
        """Everything that applies to an element, in the order in which later ones win."""
        found = self._cascade(node)
        style = node.get("style")
        if style:
            inline = parse_declarations(style)
            found = (
                [d for d in found if not d.important]
                + [d for d in inline if not d.important]
                + [d for d in found if d.important]
                + [d for d in inline if d.important]
            )
        return found

    def _cascade(self, node: Node) -> list[Declaration]:
        if not self._by_key:
            return []
        keys = ["", local_name(node), "#" + (node.get("id") or "")]
        keys += ["." + name for name in dict.fromkeys((node.get("class") or "").split())]
        rules = [
            rule for key in keys for rule in self._by_key.get(key, ()) if matches(rule.compounds, node, self._spend)
        ]
        rules.sort(key=lambda rule: (rule.specificity, rule.order))
        declarations = [d for rule in rules for d in rule.declarations]
        return [d for d in declarations if not d.important] + [d for d in declarations if d.important]


def expand(declarations: Iterable[Declaration], valid: Callable[[str, str], bool]) -> Mapping[str, str]:
    """Winning value of each property; values that are not valid are passed over."""
    return {name: value for name, value, _ in declarations if valid(name, value)}
