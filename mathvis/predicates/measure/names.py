"""Numbers carried by names: the template ``circ-{p}-{q}`` reads p = 2, q = 5 out of ``circ-2-5``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from mathvis.figure.model import Array, Entity
from mathvis.goldir.expressions import Condition, Expr, parse, parse_condition
from mathvis.predicates.measure.words import member_name

_HOLE = re.compile(r"\{([a-z])\}")


@lru_cache(maxsize=256)
def compiled(template: str) -> re.Pattern[str]:
    """Return the pattern of a template.

    Raises
    ------
    ValueError
        The template has no hole, or the same one twice.
    """
    holes = _HOLE.findall(template)
    if not holes or len(set(holes)) != len(holes):
        raise ValueError(f"{template!r} needs holes such as {{p}}, each letter once")
    pattern, at = "", 0
    for hole in _HOLE.finditer(template):
        pattern += re.escape(template[at : hole.start()]) + rf"(?P<{hole[1]}>-?\d{{1,9}})"
        at = hole.end()
    return re.compile(pattern + re.escape(template[at:]) + r"\Z")


def numbers_of(template: str, item: Entity) -> dict[str, int] | None:
    """Return the numbers in an entity's name, or None if it does not fit the template."""
    match = compiled(template).match(member_name(item))
    return None if match is None else {name: int(text) for name, text in match.groupdict().items()}


def paired(first: Mapping[str, int], second: Mapping[str, int]) -> dict[str, int]:
    """Return the numbers of two entities with 1 and 2 behind their letters."""
    return {f"{k}1": v for k, v in first.items()} | {f"{k}2": v for k, v in second.items()}


def trace_at(value: Expr | tuple[Expr, Expr], numbers: Mapping[str, int]) -> Array:
    """Return the place that an expression in the numbers of a name gives, shape (2,); NaN where undefined."""
    if isinstance(value, Expr):
        z = complex(value.numeric(**numbers))
        return np.array([z.real, z.imag])
    return np.array([float(part.real(**numbers)) for part in value])


def check_names(args: Mapping[str, Any], *, single: tuple[str, ...] = (), pairs: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield what is wrong with a template and the expressions and conditions that use its letters.

    Parameters
    ----------
    args
        Arguments as written; the template is `names`.
    single, pairs
        Arguments that use the letters as they are, and with 1 and 2 behind them.
    """
    template = args.get("names")
    if not isinstance(template, str):
        if any(isinstance(args.get(key), str) for key in pairs):
            yield "argument 'names' is missing (a template such as 'circ-{p}-{q}')"
        return
    try:
        letters = compiled(template).groupindex
    except ValueError as error:
        yield f"argument 'names': {error}"
        return
    for key in (*single, *pairs):
        allowed = set(letters) if key in single else {f"{name}{k}" for name in letters for k in (1, 2)}
        value = args.get(key)
        for text in value if isinstance(value, list) else [value]:
            if not isinstance(text, str):
                continue
            used = _variables(text)
            if used is not None and not used <= allowed:
                extra = ", ".join(sorted(used - allowed))
                known = ", ".join(sorted(allowed))
                yield f"argument {key!r}: {extra} is not in the names {template!r} (allowed: {known})"


def _variables(text: str) -> frozenset[str] | None:
    from mathvis.goldir.expressions import NUMBERED, VARIABLES

    reader: Any
    for reader in (parse, parse_condition):
        try:
            found: Expr | Condition = reader(text, VARIABLES | NUMBERED)
        except ValueError:
            continue
        return found.variables
    return None
