"""The output contract: generated from the Gold IR, public, and silent about the answer.

It names roles that the prompt already names, gives the pattern of every set, and never a count, a
coordinate, an adjacency or an order.
"""

from __future__ import annotations

from mathvis.extract import STANDARD_LIBRARIES, STANDARD_PACKAGES
from mathvis.extract.model import Format
from mathvis.goldir.model import EntitySpec, GoldIR, Kind

_WORDS = {
    Kind.POINT: "point",
    Kind.POINTS: "points, one name each",
    Kind.CURVE: "curve",
    Kind.CURVES: "curves, one name each",
    Kind.REGION: "region",
    Kind.REGIONS: "regions, one name each",
    Kind.NODE: "node",
    Kind.NODES: "nodes, one name each",
    Kind.ARROW: "arrow",
    Kind.ARROWS: "arrows, one name each",
    Kind.EDGE: "line between two nodes",
    Kind.EDGES: "lines between two nodes, one name each",
    Kind.VALUE: "text",
    Kind.TEXT: "text",
}

_NAMING = {
    Format.TIKZ: (
        "TikZ: name a node or point with its node or coordinate name, as in `\\node (A) at …` or "
        "`\\coordinate (A) at …` (in tikz-cd: `|[alias=A]|`), and a path with `name path=…` (library intersections)."
    ),
    Format.SVG: "SVG: use the name as `id` of the element, or of a `<g>` that holds all its parts.",
}


def contract(gold: GoldIR, formats: frozenset[Format]) -> str:
    """Write the contract of a task as Markdown."""
    lines = ["## Output contract", ""]
    lines.append(f"Answer with one complete program: {_formats(formats)}.")
    if Format.TIKZ in formats:
        lines.append(
            f"A bare `tikzpicture` or `tikzcd` is compiled by pdfLaTeX with {_listed(STANDARD_PACKAGES)} and the TikZ "
            f"libraries {_listed(STANDARD_LIBRARIES)}; a whole document keeps its own preamble, which must load all it "
            "uses. Everything must be on one page, without page numbers, and the page cropped to the figure (class "
            "`standalone`)."
        )
    if Format.SVG in formats:
        lines.append(
            "An SVG must be self-contained and well-formed. One whose width is not in physical units (mm, cm, in, pt) "
            "is printed at most 16 cm wide."
        )
    lines.append(
        "No raster images, external files, scripts or invisible objects. Text must be text, set in at least 7 pt as "
        "printed, and every object must be visible against its background."
    )
    lines += ["", "Give these objects these names:", "", "| name | object | label |", "|---|---|---|"]
    lines += [row for name, spec in gold.entities.items() if spec.union is None for row in _rows(name, spec)]
    star = "A `*` stands for a part of your choice that tells the objects apart, unless the problem fixes it."
    lines += ["", star]
    lines += [_NAMING[item] for item in sorted(formats)]
    lines.append(
        "Construction lines, grids and axes, where the problem allows them, are named `decor-…` and must be "
        "thinner, lighter or dashed beside the objects."
    )
    return "\n".join(lines) + "\n"


def _listed(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _formats(formats: frozenset[Format]) -> str:
    names = {Format.TIKZ: "TikZ (LaTeX)", Format.SVG: "SVG"}
    return " or ".join(names[item] for item in sorted(formats, reverse=True))


def _rows(name: str, spec: EntitySpec) -> list[str]:
    if spec.names is None and spec.members is not None:
        words = spec.about or _WORDS[spec.kind.member]
        return [
            f"| `{member}` | {words} | {'' if label is None else f'`{label}`'} |"
            for member, label in spec.members.items()
        ]
    pattern = spec.names or spec.name or name
    words = spec.about or _WORDS[spec.kind]
    shown = ""
    if spec.label is not None:
        shown = f"`{spec.label}`"
    elif spec.reads is not None:
        shown = f"`{spec.reads.replace('{...}', '…')}`"
    return [f"| `{pattern}` | {words} | {shown} |"]
