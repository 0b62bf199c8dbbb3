"""Read a Gold IR from YAML text; every refusal names the file, the statement and the argument."""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import Any

import yaml
from pydantic import ValidationError

from mathvis.errors import PackageError
from mathvis.goldir.model import GoldIR, statement_from_yaml

MAX_YAML_BYTES = 1_000_000


class _StrictLoader(yaml.SafeLoader):
    """SafeLoader that refuses duplicate keys and aliases (an alias bomb expands without bound)."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            event: Any = self.peek_event()  # type: ignore[no-untyped-call]
            raise yaml.YAMLError(f"aliases are not allowed (line {event.start_mark.line + 1})")
        return super().compose_node(parent, index)

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[Hashable] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if not isinstance(key, Hashable):
                raise yaml.YAMLError(f"a key is not plain text (line {key_node.start_mark.line + 1})")
            if key in seen:
                raise yaml.YAMLError(f"the key {key!r} stands twice (line {key_node.start_mark.line + 1})")
            seen.add(key)
        return super().construct_mapping(node, deep)


def _plain_scalars() -> None:
    """Read plain words as YAML 1.2 does: `on`, `no` and `3:2` are texts, and so are dates."""
    tags = {f"tag:yaml.org,2002:{name}" for name in ("bool", "int", "float", "timestamp")}
    _StrictLoader.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in resolvers if tag not in tags]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    for name, pattern, first in (
        ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
        ("int", r"[-+]?(0|[1-9][0-9]*)", "-+0123456789"),
        ("float", r"[-+]?([0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))([eE][-+]?[0-9]+)?", "-+.0123456789"),
    ):
        _StrictLoader.add_implicit_resolver(f"tag:yaml.org,2002:{name}", re.compile(rf"(?:{pattern})\Z"), list(first))


_plain_scalars()


def read_yaml(text: str, *, file: str) -> Any:
    """Parse YAML strictly: no duplicate keys, no aliases, bounded size.

    Raises
    ------
    PackageError
        The text is too long or no YAML.
    """
    if len(text) > MAX_YAML_BYTES:
        raise PackageError(f"larger than {MAX_YAML_BYTES} characters", file=file)
    try:
        return yaml.load(text, Loader=_StrictLoader)  # noqa: S506  (a SafeLoader)
    except (yaml.YAMLError, RecursionError) as error:
        raise PackageError(f"not readable as YAML: {error}", file=file) from error


def load_gold(text: str, *, file: str = "gold.yaml") -> GoldIR:
    """Read a Gold IR.

    Statements may be written as a list of single-key mappings or as one mapping.

    Raises
    ------
    PackageError
        With file, place and reason.
    """
    body = read_yaml(text, file=file)
    if not isinstance(body, dict):
        raise PackageError("expected a mapping with entities, frames, hard and soft", file=file)
    body = dict(body)
    for part in ("hard", "soft"):
        body[part] = _statements(body.get(part), part, file)
    try:
        return GoldIR.model_validate(_enums(body))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(step) for step in first["loc"])
        if first["loc"] and first["loc"][0] in ("hard", "soft") and len(first["loc"]) > 1:
            item = body[first["loc"][0]][first["loc"][1]]
            where = f"{first['loc'][0]}.{item.get('id', first['loc'][1])}" + "".join(f".{s}" for s in first["loc"][2:])
        raise PackageError(first["msg"], file=file, where=where) from error


def _statements(given: Any, part: str, file: str) -> list[dict[str, Any]]:
    if isinstance(given, dict):
        items = list(given.items())
    elif isinstance(given, list):
        items = []
        for entry in given:
            if not isinstance(entry, dict) or len(entry) != 1:
                raise PackageError("each entry is one mapping 'id: {predicate: {arguments}}'", file=file, where=part)
            items += list(entry.items())
    else:
        raise PackageError("expected a list of statements", file=file, where=part)
    out = []
    for name, body in items:
        try:
            out.append(statement_from_yaml(str(name), body, soft=part == "soft"))
        except ValueError as error:
            raise PackageError(str(error), file=file, where=f"{part}.{name}") from error
    return out


def _enums(body: dict[str, Any]) -> dict[str, Any]:
    """Turn the texts of enumerated fields into their members, which strict validation asks for."""
    from mathvis.goldir.model import Equivalence, Kind, Maps

    def member(enum: Any, value: Any) -> Any:
        try:
            return enum(value)
        except ValueError:
            return value

    out = dict(body)
    entities = out.get("entities")
    if isinstance(entities, dict):
        out["entities"] = {
            key: {**spec, "kind": member(Kind, spec.get("kind"))} if isinstance(spec, dict) else spec
            for key, spec in entities.items()
        }
    frames = out.get("frames")
    if isinstance(frames, dict):
        out["frames"] = {
            key: {**spec, "maps": member(Maps, spec["maps"])} if isinstance(spec, dict) and "maps" in spec else spec
            for key, spec in frames.items()
        }
    if isinstance(out.get("equivalences"), list):
        out["equivalences"] = [member(Equivalence, value) for value in out["equivalences"]]
    return out
