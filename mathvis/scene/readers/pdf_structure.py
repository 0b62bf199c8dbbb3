"""Whether a PDF's objects are what their places ask for.

A program can write any object into its document. Where one is not of the kind that its place asks for, or said twice,
two programs may see two different things in it, and a reader that trusts it fails.
"""

from __future__ import annotations

import re
from typing import Any

import pikepdf

_MOST = 200_000
_WORDS = 200
_MANY = 24
"""Poppler sorts the keys of a dictionary from 32 on, those that stand twice among them."""
_OBJECT = re.compile(r"object (\d{1,9}) (\d{1,9})")
_PLACE = re.compile(r"<_io\.BytesIO[^>]*>:? ?")
_DICTIONARY, _STREAM, _ARRAY, _NAME, _NUMBER = "a dictionary", "a stream", "an array", "a name", "a number"
_ANY_DICTIONARY = frozenset({_DICTIONARY, _STREAM})

_KINDS: dict[str, frozenset[str]] = {
    "/AP": frozenset({_DICTIONARY}),
    "/Annots": frozenset({_ARRAY}),
    "/CharProcs": frozenset({_DICTIONARY}),
    "/DescendantFonts": frozenset({_ARRAY}),
    "/Encoding": _ANY_DICTIONARY | {_NAME},
    "/FontDescriptor": frozenset({_DICTIONARY}),
    "/FontFile": frozenset({_STREAM}),
    "/FontFile2": frozenset({_STREAM}),
    "/FontFile3": frozenset({_STREAM}),
    "/Function": _ANY_DICTIONARY | {_ARRAY, _NAME},
    "/Group": frozenset({_DICTIONARY}),
    "/Kids": frozenset({_ARRAY}),
    "/MediaBox": frozenset({_ARRAY}),
    "/Parent": frozenset({_DICTIONARY}),
    "/Resources": frozenset({_DICTIONARY}),
    "/SMask": _ANY_DICTIONARY | {_NAME},
    "/ToUnicode": frozenset({_STREAM, _NAME}),
    "/Widths": frozenset({_ARRAY}),
}
"""What may stand under a key, wherever it is."""

_RESOURCES: dict[str, frozenset[str]] = {
    "/ExtGState": frozenset({_DICTIONARY}),
    "/Font": frozenset({_DICTIONARY}),
    "/Pattern": _ANY_DICTIONARY,
    "/Properties": frozenset({_DICTIONARY}),
    "/Shading": _ANY_DICTIONARY,
    "/XObject": frozenset({_STREAM}),
}
"""Of what the dictionaries in a dictionary of resources consist."""

_ABBREVIATED = ("/F", "/DP", "/FFilter", "/FDecodeParms")
"""Keys of streams that some programs take for the filter, and others for a file, or for nothing."""


def words_of(trouble: object) -> str:
    """Return what the library says of a document, without where in memory it was."""
    return _PLACE.sub("", str(trouble))[:_WORDS]


def equivocal(document: Any) -> str:
    """Return what another program sees differently in a document that was read; empty where there is nothing.

    Most of what the library repairs, others repair alike: of a key that stands twice, the last counts. But those that
    look for keys in sorted order find any of them in a dictionary with many keys. Some take a page with pages below it
    for a page, others for a part of the tree; and some know another name for the filter of a stream.
    """
    warnings = [str(each) for each in document.get_warnings()]
    twice = sum("duplicated key" in warning for warning in warnings)
    for warning in warnings:
        if "should be /Pages" in warning or (
            "duplicated key" in warning and _has_keys(document, warning, _MANY - twice)
        ):
            return words_of(warning)
    for thing in document.objects:
        if isinstance(thing, pikepdf.Stream) and any(key in thing for key in _ABBREVIATED):
            return "a stream that names another file, or its filter by an abbreviation"
    return ""


def _has_keys(document: Any, warning: str, least: int) -> bool:
    """Whether the object that a warning is about has a dictionary with so many keys; if it does not say, any object."""
    place = _OBJECT.search(warning)
    pending = [document.get_object(int(place[1]), int(place[2]))] if place else list(document.objects)
    while pending:
        thing = pending.pop()
        if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
            if len(thing.keys()) >= least:
                return True
            pending += [thing[key] for key in thing.keys() if not _indirect(thing[key])]  # noqa: SIM118
        elif isinstance(thing, pikepdf.Array):
            pending += [each for each in thing if not _indirect(each)]
    return False


def ill_formed(document: Any) -> str:
    """Return what is wrong with the kinds of a document's objects; empty where nothing is."""
    try:
        pending = [document.Root, *document.objects]
        seen = 0
        while pending and seen < _MOST:
            thing = pending.pop()
            seen += 1
            if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
                if fault := _dictionary(thing):
                    return fault
                pending += [thing[key] for key in thing.keys() if not _indirect(thing[key])]  # noqa: SIM118
            elif isinstance(thing, pikepdf.Array):
                pending += [each for each in thing if not _indirect(each)]
    except Exception as error:  # noqa: BLE001 - whatever it is, it was found while looking at the document alone
        return f"an object that cannot be looked at ({type(error).__name__})"
    warnings = document.get_warnings()
    return words_of(warnings[0]) if warnings else ""


def _dictionary(thing: Any) -> str:
    for key in thing.keys():  # noqa: SIM118
        if key in _KINDS and _kind(thing[key]) not in _KINDS[key]:
            return f"{key} is {_kind(thing[key])}"
    if "/MediaBox" in thing and "/Contents" in thing and not _contents(thing["/Contents"]):
        return "the contents of a page are no stream"
    if thing.get("/FunctionType") in {0, 4} and _kind(thing) != _STREAM:
        return "a function without its stream"
    if thing.get("/PatternType") == 1 and _kind(thing) != _STREAM:
        return "a pattern without its stream"
    resources = thing.get("/Resources", {})
    for key in resources.keys():  # noqa: SIM118
        if key in _RESOURCES:
            members = resources[key]
            if _kind(members) != _DICTIONARY or any(
                _kind(members[name]) not in _RESOURCES[key]
                for name in members.keys()  # noqa: SIM118
            ):
                return f"the resources under {key} are of another kind"
    return ""


def _contents(thing: Any) -> bool:
    if isinstance(thing, pikepdf.Array):
        return all(_kind(each) == _STREAM for each in thing)
    return _kind(thing) == _STREAM


def _kind(thing: Any) -> str:
    for kind, words in (
        (pikepdf.Stream, _STREAM),
        (pikepdf.Dictionary, _DICTIONARY),
        (pikepdf.Array, _ARRAY),
        (pikepdf.Name, _NAME),
    ):
        if isinstance(thing, kind):
            return words
    return f"of type {type(thing).__name__}"


def _indirect(thing: Any) -> bool:
    return bool(getattr(thing, "is_indirect", False))
