"""Replies that decline the task in words."""

from __future__ import annotations

import re

_LOOK = 1500
_REFUSES = re.compile(
    r"\bI (?:really |truly |simply |just |also )?(?:can(?:no|['’])t|can not|could not|couldn['’]t|won['’]t|will not"
    r"|must decline|have to decline|decline to|refuse to|(?:do not|don['’]t) have the (?:ability|capability|means))\b"
    r"|\bI(?:['’]m| am) (?:not able|unable)\b"
    r"|\bnot able to (?:help|assist|comply|draw|create|generate|produce|provide)\b"
    r"|\bunable to (?:help|assist|comply|draw|create|generate|produce|provide)\b|\bas an AI\b"
    r"|\bich kann .{0,80}\bnicht\b|\bje ne peux pas\b|\bno puedo\b|无法|不能(?:绘制|生成|提供)|申し訳",
    re.IGNORECASE,
)


def is_refusal(text: str) -> bool:
    """Whether a reply that holds no code declines, judged by its first words."""
    return _REFUSES.search(text[:_LOOK]) is not None
