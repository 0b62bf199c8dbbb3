"""How records of a scene are written, read and described: one table of kinds per dataclass."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, ClassVar, Generic, TypeVar, cast

from mathvis.scene.codec_kinds import BadValue, Kind, shown

T = TypeVar("T")


class Record(Generic[T]):
    """A dataclass as an object; fields that have their default are left out."""

    registry: ClassVar[list[Record[Any]]] = []

    def __init__(self, cls: type[T], tag: str = "", **kinds: Kind) -> None:
        self.cls, self.tag, self.kinds = cls, tag, kinds
        self.defaults = {item.name: item.default for item in fields(cast("Any", cls))}
        if set(self.defaults) != set(kinds):
            raise TypeError(f"the table of {cls.__name__} does not match its fields")
        self.required = frozenset(name for name, default in self.defaults.items() if default is MISSING)
        self.rows = tuple((name, kind.encode, self.defaults[name]) for name, kind in kinds.items())
        self.decoders = {name: kind.decode for name, kind in kinds.items()}
        self.registry.append(self)

    def encode(self, value: T) -> dict[str, Any]:
        """Write a value."""
        result: dict[str, Any] = {"type": self.tag} if self.tag else {}
        for name, encode, default in self.rows:
            item = getattr(value, name)
            if item != default:
                written = encode(item)
                if written != default:
                    result[name] = written
        return result

    def decode(self, data: Any) -> T:
        """Read a value, or raise `BadValue`."""
        if type(data) is not dict:
            raise BadValue(f"{shown(data)} is not an object")
        values, decoders, name = {}, self.decoders, ""
        try:
            for name, item in data.items():
                decode = decoders.get(name)
                if decode is not None:
                    values[name] = decode(item)
                elif name != "type" or not self.tag:
                    raise BadValue("unknown field")  # noqa: TRY301
        except BadValue as bad:
            bad.place.append(f".{name[:40]}")
            raise
        if not self.required <= values.keys():
            raise BadValue(f"{', '.join(sorted(self.required - values.keys()))} is missing")
        return self.cls(**values)

    def schema(self) -> dict[str, Any]:
        """Describe the values in JSON Schema."""
        return {"$ref": f"#/$defs/{self.cls.__name__}"}

    def definition(self) -> dict[str, Any]:
        """Describe the record among the definitions of the JSON Schema."""
        properties: dict[str, Any] = {"type": {"const": self.tag}} if self.tag else {}
        properties |= {name: kind.schema() for name, kind in self.kinds.items()}
        required = [*(["type"] if self.tag else []), *(name for name in self.kinds if name in self.required)]
        return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


class UnionOf:
    """One of several records, told apart by their ``type``."""

    def __init__(self, *records: Record[Any]) -> None:
        self.by_class = {record.cls: record for record in records}
        self.by_tag = {record.tag: record for record in records}

    def encode(self, value: Any) -> dict[str, Any]:
        """Write a value."""
        return self.by_class[type(value)].encode(value)

    def decode(self, data: Any) -> Any:
        """Read a value, or raise `BadValue`."""
        if type(data) is not dict:
            raise BadValue(f"{shown(data)} is not an object")
        tag = data.get("type")
        record = self.by_tag.get(tag) if type(tag) is str else None
        if record is None:
            raise BadValue(f"type {shown(tag)} is not one of {', '.join(self.by_tag)}")
        return record.decode(data)

    def schema(self) -> dict[str, Any]:
        """Describe the values in JSON Schema."""
        return {"oneOf": [record.schema() for record in self.by_tag.values()]}
