"""Figures for binding tests: an SVG drawing and a Gold IR in, a figure out."""

from __future__ import annotations

from mathvis.binding import bind
from mathvis.figure.model import Figure
from mathvis.goldir.load import load_gold
from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.model import Scene
from mathvis.scene.readers.svg import read_svg
from mathvis.scene.visibility import Visibility

REST = """
hard:
  - any: {whatever: {}}
soft:
  - any-soft: {whatever: {}}
"""
ARROW = (
    '<defs><marker id="h" orient="auto-start-reverse" markerWidth="8" markerHeight="6" refX="8" refY="3" '
    'markerUnits="userSpaceOnUse"><path d="M0,0 L8,3 L0,6 Z"/></marker></defs>'
)


def scene_of(body: str, width: int = 400, height: int = 300) -> Scene:
    """Read an SVG whose content is `body`; strokes are black and nothing is filled unless it says so."""
    source = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-size="16" '
        f'font-family="DejaVu Sans">{ARROW}<g stroke-width="1.5">{body}</g></svg>'
    )
    return read_svg(source.encode())


def figure_of(body: str, entities: str, **size: int) -> Figure:
    """Bind a drawing to a Gold IR given as the YAML of its entities (and frames)."""
    return bound(scene_of(body, **size), entities)


def bound(scene: Scene, entities: str) -> Figure:
    """Bind a scene."""
    geometry = SceneGeometry(scene)
    return bind(scene, geometry, Visibility(geometry), load_gold("schema: mathvis/gold@1\n" + entities + REST))


def dot(name: str, x: float, y: float, r: float = 3) -> str:
    """A filled mark."""
    return f'<circle id="{name}" cx="{x}" cy="{y}" r="{r}"/>'


def text(x: float, y: float, content: str, name: str = "") -> str:
    """A centred text whose middle is about at (x, y)."""
    given = f' id="{name}"' if name else ""
    return f'<text{given} x="{x}" y="{y + 5}" text-anchor="middle">{content}</text>'


def line(name: str, x1: float, y1: float, x2: float, y2: float, more: str = "") -> str:
    """A straight stroke."""
    given = f' id="{name}"' if name else ""
    return f'<line{given} x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="black" {more}/>'


def box(name: str, x: float, y: float, content: str) -> str:
    """A node: a white box with a text, as a group."""
    return (
        f'<g id="{name}"><rect x="{x - 15}" y="{y - 12}" width="30" height="24" fill="white" stroke="black"/>'
        f"{text(x, y, content)}</g>"
    )
