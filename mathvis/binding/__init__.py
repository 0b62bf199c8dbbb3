"""Scene and Gold IR meet: which ink is which entity, and where the data coordinates lie."""

from mathvis.binding.bind import bind

__all__ = ["bind"]
