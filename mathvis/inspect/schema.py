"""The published JSON Schema of scenes: the codec's own table, with the model's own words."""

from __future__ import annotations

import inspect
import re
from typing import Any

from mathvis.scene import model
from mathvis.scene.codec import scene_schema


def published_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of what ``mathvis inspect --json`` prints.

    It is made from the table that scenes are written and read with, so it cannot say anything else; the
    descriptions are the docstrings of `mathvis.scene.model`.
    """
    schema = scene_schema()
    _describe(schema, model.Scene)
    for name, definition in schema["$defs"].items():
        _describe(definition, getattr(model, name))
    return schema


def _describe(definition: dict[str, Any], record: type) -> None:
    text = inspect.cleandoc(record.__doc__ or "")
    summary, _, rest = text.partition("\n\nAttributes\n----------\n")
    definition["description"] = _plain(summary)
    for names, words in re.findall(r"^(\w[\w, ]*)\n((?:[ ]+.*(?:\n|$)|\n)+)", rest, re.MULTILINE):
        for name in names.split(", "):
            said = definition["properties"].get(name)
            if said is not None and "$ref" not in said:
                form = f" ({said['description']})" if "description" in said else ""
                said["description"] = _plain(words) + form


def _plain(text: str) -> str:
    return " ".join(text.replace("``", "`").split())
