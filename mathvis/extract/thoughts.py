"""A model's thinking aloud is not its answer: drafts in it are never judged."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NAMES = "think|thinking|thought|thoughts|reasoning|scratchpad|seed:think"
_TAG = re.compile(
    rf"<(?P<open>{_NAMES})>"
    rf"|</(?P<close>{_NAMES})>"
    r"|(?P<bracket_open>\[THINK\])|(?P<bracket_close>\[/THINK\])"
    r"|(?P<lozenge_open>◁think▷)|(?P<lozenge_close>◁/think▷)"
    r"|(?P<marker_open><\|begin_of_thought\|>)|(?P<marker_close><\|end_of_thought\|>)"
    r"|(?P<channel_open><\|channel\|>analysis<\|message\|>)"
    r"|(?P<channel_close><\|end\|>|<\|channel\|>final<\|message\|>)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Spoken:
    """What is left of a reply without its thoughts.

    Attributes
    ----------
    text
        The reply; each thought is replaced by a line break.
    thoughts
        Whether anything was taken out.
    unfinished
        Whether the reply ends inside a thought.
    """

    text: str
    thoughts: bool
    unfinished: bool


def without_thoughts(text: str) -> Spoken:
    """Take out ``<think> … </think>`` and its relatives.

    A closing tag with no opening one ends a thought that began before the reply did (chat templates put
    the opening tag into the prompt), so everything before it goes. A thought that never ends takes the rest
    of the reply with it. Tags quoted as inline code are words, not tags.
    """
    kept: list[str] = []
    cursor = 0
    thinking = ""
    thoughts = False
    for tag in _TAG.finditer(text):
        if _quoted(text, tag.start()):
            continue
        kind, opens = _kind(tag)
        if thinking:
            if not opens and kind == thinking:
                thinking, cursor = "", tag.end()
        elif opens:
            kept.append(text[cursor : tag.start()])
            thinking = kind
        elif kind != "channel":
            kept.clear()
            cursor = tag.end()
        else:
            kept.append(text[cursor : tag.start()])
            cursor = tag.end()
        thoughts = True
    if not thinking:
        kept.append(text[cursor:])
    return Spoken("\n".join(kept) if thoughts else text, thoughts, bool(thinking))


def _kind(tag: re.Match[str]) -> tuple[str, bool]:
    if tag["open"]:
        return tag["open"].lower(), True
    if tag["close"]:
        return tag["close"].lower(), False
    kind, _, role = (tag.lastgroup or "").rpartition("_")
    return kind, role == "open"


def _quoted(text: str, place: int) -> bool:
    return text.endswith("`", 0, place) and not text.endswith("```", 0, place)
