"""Style sheets, selectors and the cascade."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from mathvis.errors import SceneError
from mathvis.scene.readers.svg_document import Node, local_name

MAX_RULES = 5_000
MAX_MATCHES = 1_000_000
_COMMENT = re.compile(r"/\*.*?\*/|<!--|-->", re.DOTALL)
_IDENT = r"-?[A-Za-z_\u0080-\U0010ffff][\w\u0080-\U0010ffff-]*"
_SIMPLE = re.compile(
    rf"""(?P<type>{_IDENT}|\*)
    |\#(?P<id>[\w\u0080-\U0010ffff-]+)
    |\.(?P<class>{_IDENT})
    |\[\s*(?P<name>{_IDENT})\s*(?:(?P<op>[~|^$*]?=)\s*(?:"(?P<dq>[^"]*)"|'(?P<sq>[^']*)'|(?P<bare>{_IDENT}))\s*(?P<flag>[iIsS])?\s*)?\]
    |:(?P<pseudo>[a-z-]+)(?:\((?P<argument>(?:[^()]|\([^()]*\))*)\))?""",
    re.VERBOSE,
)
_COMBINATOR = re.compile(r" ?([>+~]) ?| ")
_NTH = re.compile(r"(?:([+-]?\d*)n\s*(?:([+-])\s*(\d+))?|([+-]?\d+))")

Test = Callable[[Node], bool]


class Declaration(NamedTuple):
    """A property with its raw value."""

    name: str
    value: str
    important: bool


class Compound(NamedTuple):
    """Simple selectors that one element must satisfy, and how it is reached from the one before."""

    combinator: str
    tests: tuple[Test, ...]


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


def _siblings(node: Node, *, same_type: bool) -> list[Node]:
    parent = node.getparent()
    if parent is None:
        return [node]
    return [child for child in parent if isinstance(child.tag, str) and (not same_type or child.tag == node.tag)]


def _type_test(name: str) -> Test:
    return lambda node: local_name(node) == name


def _id_test(name: str) -> Test:
    return lambda node: bool(node.get("id") == name)


def _class_test(name: str) -> Test:
    return lambda node: name in (node.get("class") or "").split()


def _not_test(inside: tuple[Test, ...]) -> Test:
    return lambda node: not all(test(node) for test in inside)


def _attribute_test(name: str, op: str | None, wanted: str, *, ignore_case: bool) -> Test:
    def test(node: Node) -> bool:
        value = node.get(name)
        if value is None or op is None:
            return value is not None
        have, want = (value.lower(), wanted.lower()) if ignore_case else (value, wanted)
        if op == "=":
            return bool(have == want)
        if op == "~=":
            return want in have.split()
        if op == "|=":
            return bool(have == want) or bool(have.startswith(want + "-"))
        if op == "*=":
            return bool(want) and want in have
        return bool(want) and bool(have.startswith(want) if op == "^=" else have.endswith(want))

    return test


def _nth(argument: str) -> tuple[int, int] | None:
    text = argument.strip().lower()
    text = {"odd": "2n+1", "even": "2n"}.get(text, text)
    match = _NTH.fullmatch(text)
    if match is None:
        return None
    step, sign, offset, single = match.groups()
    if single is not None:
        return 0, int(single)
    a = {"": 1, "+": 1, "-": -1}.get(step) if step in {"", "+", "-"} else int(step)
    return a or 0, int((sign or "+") + (offset or "0"))


def _position_test(step: int, offset: int, *, last: bool, same_type: bool) -> Test:
    known: dict[Node, int] = {}

    def test(node: Node) -> bool:
        if node not in known:
            siblings = _siblings(node, same_type=same_type)
            for place, sibling in enumerate(siblings):
                known[sibling] = len(siblings) - place if last else place + 1
        difference = known[node] - offset
        return difference == 0 if step == 0 else difference % step == 0 and difference // step >= 0

    return test


def _pseudo_test(name: str, argument: str | None) -> Test | None:
    same_type = name.endswith("of-type")
    if name == "root":
        return lambda node: node.getparent() is None
    if name == "empty":
        return lambda node: len(node) == 0 and not (node.text or "")
    if name in {"link", "any-link"}:
        return lambda node: local_name(node) == "a"
    if name in {"first-child", "first-of-type", "last-child", "last-of-type"}:
        return _position_test(0, 1, last=name.startswith("last"), same_type=same_type)
    if name in {"only-child", "only-of-type"}:
        return lambda node: len(_siblings(node, same_type=same_type)) == 1
    if name.startswith("nth-") and argument is not None:
        nth = _nth(argument)
        if nth is not None and name in {"nth-child", "nth-of-type", "nth-last-child", "nth-last-of-type"}:
            return _position_test(*nth, last="last" in name, same_type=same_type)
    return None


class _Parsed(NamedTuple):
    tests: tuple[Test, ...]
    specificity: tuple[int, int, int]
    key: str


def _compound(text: str, position: int) -> tuple[_Parsed, int] | None:
    """Read one compound selector; nothing where it is malformed or not supported."""
    tests: list[Test] = []
    a = b = c = 0
    key, start = "", position
    while (match := _SIMPLE.match(text, position)) is not None:
        groups = match.groupdict()
        if groups["type"] is not None:
            if position != start:
                return None
            if groups["type"] != "*":
                tests.append(_type_test(groups["type"]))
                c, key = c + 1, key or groups["type"]
        elif groups["id"] is not None:
            tests.append(_id_test(groups["id"]))
            a, key = a + 1, "#" + groups["id"]
        elif groups["class"] is not None:
            tests.append(_class_test(groups["class"]))
            b, key = b + 1, key if key.startswith("#") else "." + groups["class"]
        elif groups["name"] is not None:
            wanted = groups["dq"] or groups["sq"] or groups["bare"] or ""
            ignore = (groups["flag"] or "").lower() == "i"
            tests.append(_attribute_test(groups["name"], groups["op"], wanted, ignore_case=ignore))
            b += 1
        elif groups["pseudo"] == "not":
            inner = _compound((groups["argument"] or "").strip(), 0)
            if inner is None or inner[1] != len((groups["argument"] or "").strip()):
                return None
            tests.append(_not_test(inner[0].tests))
            a, b, c = a + inner[0].specificity[0], b + inner[0].specificity[1], c + inner[0].specificity[2]
        else:
            pseudo = _pseudo_test(groups["pseudo"], groups["argument"])
            if pseudo is None:
                return None
            tests.append(pseudo)
            b += 1
        position = match.end()
    return None if position == start else (_Parsed(tuple(tests), (a, b, c), key), position)


def parse_selector(text: str) -> tuple[tuple[Compound, ...], tuple[int, int, int], str] | None:
    """Read one complex selector: compounds, specificity, key of the last compound."""
    text, position, combinator = " ".join(text.split()), 0, ""
    compounds: list[Compound] = []
    total, key = (0, 0, 0), ""
    while True:
        parsed = _compound(text, position)
        if parsed is None:
            return None
        (tests, specificity, key), position = parsed
        compounds.append(Compound(combinator, tests))
        total = (total[0] + specificity[0], total[1] + specificity[1], total[2] + specificity[2])
        if position == len(text):
            return tuple(compounds), total, key
        separator = _COMBINATOR.match(text, position)
        if separator is None or len(compounds) > 32:
            return None
        combinator, position = separator.group(1) or " ", separator.end()


def _reach(node: Node, combinator: str) -> Iterator[Node]:
    if combinator in {" ", ">"}:
        parent = node.getparent()
        while parent is not None:
            yield parent
            if combinator == ">":
                return
            parent = parent.getparent()
        return
    for sibling in node.itersiblings(preceding=True):
        if isinstance(sibling.tag, str):
            yield sibling
            if combinator == "+":
                return


def matches(compounds: tuple[Compound, ...], node: Node, spend: Callable[[], None] = lambda: None) -> bool:
    """Whether a selector matches; depth-first over the compounds from the right, each pair visited once.

    `spend` is called for every pair.
    """
    seen: set[tuple[int, int]] = set()
    stack = [(len(compounds) - 1, node)]
    while stack:
        index, at = stack.pop()
        if (index, id(at)) in seen:
            continue
        seen.add((index, id(at)))
        spend()
        if not all(test(at) for test in compounds[index].tests):
            continue
        if index == 0:
            return True
        stack.extend((index - 1, other) for other in _reach(at, compounds[index].combinator))
    return False


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
