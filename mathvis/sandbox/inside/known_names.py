"""Names of what a live engine may load: parts of TeX Live whose loading does the same each time."""

from __future__ import annotations


def _names(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


CLASSES = _names("standalone article minimal report book scrartcl extarticle amsart")

PACKAGES = _names("""
    adjustbox amscd amsfonts amsmath amssymb amsthm anyfontsize array bbm bbold bm booktabs braids brunnian calc
    cancel caption circuitikz cmbright color courier dsfont enumitem esint etoolbox eucal euler eulervm exscale
    float fontenc fontspec forest fourier gensymb geometry graphicx helvet ifluatex iftex ifthen inputenc latexsym
    lmodern mathabx mathdots mathptmx mathrsfs mathtools microtype multirow newpxmath newpxtext newtxmath newtxtext
    nicefrac pgf pgffor pgfmath pgfplots pgfplotstable physics pifont preview relsize rotating sansmath siunitx
    stmaryrd subcaption textcomp textgreek tikz tikz-3dplot tikz-cd tikz-feynman tikz-layers tikz-qtree times
    tkz-base tkz-berge tkz-euclide tkz-fct tkz-graph tkz-tab tqft txfonts ulem unicode-math units upgreek varwidth
    venndiagram verbatim wasysym xcolor xfp xfrac xparse
    """)

TIKZ_LIBRARIES = _names("""
    3d angles arrows arrows.meta arrows.spaced automata babel backgrounds bending braids calc calendar cd chains
    circuits circuits.ee circuits.ee.IEC circuits.logic.US datavisualization decorations decorations.footprints
    decorations.fractals decorations.markings decorations.pathmorphing decorations.pathreplacing decorations.shapes
    decorations.text er fadings fit fixedpointarithmetic folding fpu graphs hobby intersections knots
    lindenmayersystems math matrix mindmap patterns patterns.meta perspective petri plothandlers plotmarks
    positioning quotes rdf scopes shadings shadows shapes shapes.arrows shapes.callouts shapes.gates.logic.IEC
    shapes.gates.logic.US shapes.geometric shapes.misc shapes.multipart shapes.symbols snakes spath3 spy svg.path
    through topaths tqft trees turtle views
    """)

PLOT_LIBRARIES = _names("colormaps dateplot fillbetween groupplots patchplots polar statistics ternary units")

DRAWING = _names("tikz pgfplots tikz-cd pgf circuitikz tkz-euclide tkz-base tkz-graph tkz-fct forest tikz-3dplot")
"""Packages that load what draws, which is most of the work."""
