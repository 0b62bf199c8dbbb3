"""Selectors: reading them, and telling what they match."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from mathvis.scene.readers.svg_document import Node, local_name

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


class Compound(NamedTuple):
    """Simple selectors that one element must satisfy, and how it is reached from the one before."""

    combinator: str
    tests: tuple[Test, ...]


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
