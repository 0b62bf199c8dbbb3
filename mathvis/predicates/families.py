"""The built-in families. Each function returns the modules of one family; entry points name them."""

from __future__ import annotations

from types import ModuleType


def core() -> tuple[ModuleType, ...]:
    """Return the modules of the core family."""
    from mathvis.predicates.core import (
        arrows,
        circles,
        crossings,
        curves,
        diagrams,
        isomorphism,
        layout,
        metric,
        nets,
        order,
        points,
        posets,
        presentation,
        regions,
        spacing,
        strands,
        styles,
        tangency,
        tracing,
        turning,
        values,
        vectors,
        world,
    )

    return (
        arrows,
        circles,
        crossings,
        curves,
        diagrams,
        isomorphism,
        layout,
        metric,
        nets,
        order,
        points,
        posets,
        presentation,
        regions,
        spacing,
        strands,
        styles,
        tangency,
        tracing,
        turning,
        values,
        vectors,
        world,
    )
