"""Crossings that the knots library makes: it paints a piece of the upper strand again over a wider white one."""

from __future__ import annotations

import pytest
from gallery_pages import scenes

from mathvis.scene.crossings import crossings
from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.visibility import Visibility

CROSS = r"\begin{knot}[clip width=5%s] \strand[thick] (1,2)--(5,2); \strand[thick] (3,1)--(3,3); \end{knot}"
TREFOIL = (
    r"\begin{knot}[clip width=5,consider self intersections,ignore endpoint intersections=false,flip crossing=2]"
    r"\strand[thick] (0,2) .. controls +(2.2,0) and +(120:-2.2) .. (210:2) .. controls +(120:2.2) and +(60:2.2) .. "
    r"(-30:2) .. controls +(60:-2.2) and +(-2.2,0) .. (0,2); \end{knot}"
)


@pytest.mark.tex
def test_strands_of_the_knots_library_pass_over_each_other(tmp_path):
    bodies = [CROSS % "", CROSS % ",flip crossing=1", TREFOIL]
    plain, flipped, trefoil = (
        crossings(Visibility(SceneGeometry(scene))) for scene in scenes(tmp_path, bodies, r"\usetikzlibrary{knots}")
    )
    ways = []
    for found in (plain, flipped):
        (crossing,) = found
        assert not crossing.flat
        ways.append(abs(crossing.first.way[1]))
    assert sorted(ways) == pytest.approx([0.0, 1.0], abs=1e-3)
    assert len(trefoil) == 3
    assert not any(crossing.flat for crossing in trefoil)
