"""A predicate family for mathvis: the golden section."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType


def family() -> tuple[ModuleType, ...]:
    """Return the modules that hold the family's predicates; the entry point names this function."""
    from mathvis_golden import sections

    return (sections,)
