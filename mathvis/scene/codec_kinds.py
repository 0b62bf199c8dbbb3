"""How single values of a scene are written, read and described; reading trusts nothing."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable
    from enum import StrEnum

COORDINATE = 1e9
_STRING = 20_000


class BadValue(Exception):  # noqa: N818 - becomes a SceneError with its place
    """What is wrong; the place is collected while it propagates."""

    def __init__(self, message: str) -> None:
        self.message = message
        self.place: list[str] = []
        super().__init__(message)


class Kind(Protocol):
    """How values of one kind are written, read and described."""

    def encode(self, value: Any, /) -> Any:
        """Write a value."""

    def decode(self, data: Any, /) -> Any:
        """Read a value, or raise `BadValue`."""

    def schema(self) -> dict[str, Any]:
        """Describe the values in JSON Schema."""


@dataclass(frozen=True, slots=True)
class Number:
    """A finite number within bounds, rounded when written."""

    low: float = -COORDINATE
    high: float = COORDINATE
    digits: int = 4

    def encode(self, value: float) -> float:
        """Write a value."""
        return round(value, self.digits) + 0.0  # -0.0 becomes 0.0

    def decode(self, data: Any) -> float:
        """Read a value, or raise `BadValue`."""
        if type(data) is not float and type(data) is not int:
            raise BadValue(f"{shown(data)} is not a number")
        if not self.low <= data <= self.high:
            raise BadValue(f"{shown(data)} is not within {self.low:g} … {self.high:g}")
        return float(data)

    def schema(self) -> dict[str, Any]:
        """Describe the values in JSON Schema."""
        return {"type": "number", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True, slots=True)
class Integer:
    """A whole number within bounds."""

    low: int
    high: int

    def encode(self, value: int) -> int:
        """Write a value."""
        return value

    def decode(self, data: Any) -> int:
        """Read a value, or raise `BadValue`."""
        if type(data) is not int:
            raise BadValue(f"{shown(data)} is not a whole number")
        if not self.low <= data <= self.high:
            raise BadValue(f"{shown(data)} is not within {self.low} … {self.high}")
        return data

    def schema(self) -> dict[str, Any]:
        """Describe the values in JSON Schema."""
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True, slots=True)
class Boolean:
    """True or false."""

    def encode(self, value: bool) -> bool:
        """Write a value."""
        return value

    def decode(self, data: Any) -> bool:
        """Read a value, or raise `BadValue`."""
        if type(data) is not bool:
            raise BadValue(f"{shown(data)} is not true or false")
        return data

    def schema(self) -> dict[str, Any]:
        """Describe the values in JSON Schema."""
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class String:
    """A string of bounded length."""

    longest: int = _STRING

    def encode(self, value: str) -> str:
        """Write a value."""
        # Names are bytes that a program chose; a lone surrogate has no UTF-8 form.
        return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")

    def decode(self, data: Any) -> str:
        """Read a value, or raise `BadValue`."""
        if type(data) is not str:
            raise BadValue(f"{shown(data)} is not a string")
        if len(data) > self.longest:
            raise BadValue(f"the string has {len(data)} characters, more than {self.longest}")
        if not data.isascii():
            try:
                data.encode("utf-8")
            except UnicodeEncodeError:
                raise BadValue("the string holds half of a surrogate pair") from None
        return data

    def schema(self) -> dict[str, Any]:
        """Describe the values in JSON Schema."""
        return {"type": "string", "maxLength": self.longest}


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few strings: of `kind` if given, else of `values`."""

    values: tuple[str, ...]
    kind: type[StrEnum] | None = None

    @classmethod
    def of(cls, kind: type[StrEnum]) -> Choice:
        """Accept the members of an enumeration."""
        return cls(tuple(member.value for member in kind), kind)

    def encode(self, value: str) -> str:
        """Write a value."""
        return str(value)

    def decode(self, data: Any) -> str:
        """Read a value, or raise `BadValue`."""
        if type(data) is not str or data not in self.values:
            raise BadValue(f"{shown(data)} is not one of {', '.join(self.values)}")
        return data if self.kind is None else self.kind(data)

    def schema(self) -> dict[str, Any]:
        """Describe the values in JSON Schema."""
        return {"enum": list(self.values)}


@dataclass(frozen=True, slots=True)
class OptionalOf:
    """A value of another kind, or nothing."""

    kind: Kind

    def encode(self, value: Any) -> Any:
        """Write a value."""
        return None if value is None else self.kind.encode(value)

    def decode(self, data: Any) -> Any:
        """Read a value, or raise `BadValue`."""
        return None if data is None else self.kind.decode(data)

    def schema(self) -> dict[str, Any]:
        """Describe the values in JSON Schema."""
        return {"anyOf": [self.kind.schema(), {"type": "null"}]}


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of values of one kind."""

    kind: Kind
    longest: int
    shortest: int = 0

    def encode(self, value: tuple[Any, ...]) -> list[Any]:
        """Write a value."""
        encode = self.kind.encode
        return [encode(item) for item in value]

    def decode(self, data: Any) -> tuple[Any, ...]:
        """Read a value, or raise `BadValue`."""
        if type(data) is not list:
            raise BadValue(f"{shown(data)} is not a list")
        if not self.shortest <= len(data) <= self.longest:
            raise BadValue(f"the list has {len(data)} items, allowed are {self.shortest} … {self.longest}")
        decode, place = self.kind.decode, 0
        result = []
        try:
            for place, item in enumerate(data):  # noqa: B007 - used when it fails
                result.append(decode(item))
        except BadValue as bad:
            bad.place.append(f"[{place}]")
            raise
        return tuple(result)

    def schema(self) -> dict[str, Any]:
        """Describe the values in JSON Schema."""
        schema = {"type": "array", "items": self.kind.schema(), "maxItems": self.longest}
        return schema | ({"minItems": self.shortest} if self.shortest else {})


@dataclass(frozen=True, slots=True)
class Points:
    """Points as one flat list ``[x, y, x, y, …]`` of `step` × k + `least` points."""

    step: int
    least: int
    most: int
    digits: int = 4

    def encode(self, value: Iterable[tuple[float, float]]) -> list[float]:
        """Write a value."""
        digits = self.digits
        return [round(v, digits) + 0.0 for v in chain.from_iterable(value)]

    def decode(self, data: Any) -> tuple[tuple[float, float], ...]:
        """Read a value, or raise `BadValue`."""
        if type(data) is not list:
            raise BadValue(f"{shown(data)} is not a list of coordinates")
        count, odd = divmod(len(data), 2)
        if odd or not self.least <= count <= self.most or (self.step and (count - self.least) % self.step):
            raise BadValue(f"{len(data)} coordinates are not {self._rule()}")
        if not set(map(type, data)) <= {int, float}:
            raise BadValue("a coordinate is not a number")
        if not (min(data) >= -COORDINATE and max(data) <= COORDINATE):
            raise BadValue(f"a coordinate is not within ±{COORDINATE:g}")
        return tuple(zip(map(float, data[::2]), map(float, data[1::2]), strict=True))

    def _rule(self) -> str:
        return f"those of {self.least} points" if not self.step else f"those of {self.step}n + {self.least} points"

    def schema(self) -> dict[str, Any]:
        """Describe the values in JSON Schema."""
        number = {"type": "number", "minimum": -COORDINATE, "maximum": COORDINATE}
        return {
            "type": "array",
            "items": number,
            "minItems": 2 * self.least,
            "maxItems": 2 * self.most,
            "description": "x, y, x, y, … in big points; " + self._rule(),
        }


@dataclass(frozen=True, slots=True)
class Point:
    """One point ``[x, y]``."""

    digits: int = 4

    def encode(self, value: tuple[float, float]) -> list[float]:
        """Write a value."""
        return [round(value[0], self.digits) + 0.0, round(value[1], self.digits) + 0.0]

    def decode(self, data: Any) -> tuple[float, float]:
        """Read a value, or raise `BadValue`."""
        return Points(0, 1, 1).decode(data)[0]

    def schema(self) -> dict[str, Any]:
        """Describe the values in JSON Schema."""
        return Points(0, 1, 1).schema()


def shown(value: Any) -> str:
    """Show a value that may be huge or hostile."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 10**20:
        return "a huge number"
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    return ascii(value[:40] if isinstance(value, str) else value)
