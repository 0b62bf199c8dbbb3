"""Optional content: which layers of a document are shown."""

from __future__ import annotations

from typing import Any

import pikepdf


class Layers:
    """The optional-content groups of a document in its default configuration."""

    def __init__(self, root: Any) -> None:
        self._off: set[tuple[int, int]] = set()
        self._on: set[tuple[int, int]] = set()
        self._base_off = False
        properties = root.get("/OCProperties")
        default = properties.get("/D") if isinstance(properties, pikepdf.Dictionary) else None
        if isinstance(default, pikepdf.Dictionary):
            self._base_off = str(default.get("/BaseState", "/ON")) == "/OFF"
            self._off = {group.objgen for group in default.get("/OFF", [])}
            self._on = {group.objgen for group in default.get("/ON", [])}

    def shown(self, content: Any) -> bool:
        """Tell whether content of a group, or of a membership dictionary, is shown."""
        if not isinstance(content, pikepdf.Dictionary):
            return True
        if str(content.get("/Type")) != "/OCMD":
            return self._group(content)
        groups: Any = content.get("/OCGs", [])
        members = list(groups) if isinstance(groups, pikepdf.Array) else [groups]
        states = [self._group(group) for group in members if isinstance(group, pikepdf.Dictionary)]
        policy = str(content.get("/P", "/AnyOn"))
        if not states:
            return True
        if policy == "/AllOn":
            return all(states)
        if policy == "/AllOff":
            return not any(states)
        if policy == "/AnyOff":
            return not all(states)
        return any(states)

    def _group(self, group: Any) -> bool:
        if group.objgen in self._off:
            return False
        return not self._base_off or group.objgen in self._on
