"""One small figure for every feature of SVG that a drawing may use, each 200 px square unless it says otherwise."""

from __future__ import annotations

from typing import NamedTuple

SQUARE = 'width="200" height="200" viewBox="0 0 200 200"'


class Feature(NamedTuple):
    """A figure; where `solid` is false, paints are gradients or patterns, one mean colour each in a scene."""

    body: str
    attributes: str = SQUARE
    solid: bool = True


_STAR = '<path id="star" d="M0-40L12-12 40-10 18 10 25 40 0 22-25 40-18 10-40-10-12-12z" fill="#246"/>'
_FLAG = '<path d="M20 20H180V100L100 60 20 100z" fill="#a33"/><circle cx="60" cy="140" r="30" fill="none" stroke="#000" stroke-width="4"/>'
_TIP = '<marker id="m" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L10 5 0 10z"/></marker>'
_ALIGN = '<circle cx="20" cy="20" r="18" fill="#286"/><path d="M0 0H40V40" fill="none" stroke="#000" stroke-width="3"/>'
_GRADIENT = '<stop offset="0" stop-color="#c00"/><stop offset="1" stop-color="#00c"/>'


def _aspect(value: str) -> Feature:
    inside = _ALIGN.split("<path", maxsplit=1)[0] if value == "none" else _ALIGN
    return Feature(
        f'<svg x="20" y="60" width="160" height="80" viewBox="0 0 40 40" preserveAspectRatio="{value}">{inside}</svg>'
    )


FEATURES: dict[str, Feature] = {
    # transforms
    "translate with one number": Feature(f'<g transform="translate(30)">{_FLAG}</g>'),
    "rotate about a point": Feature(f'<g transform="rotate(30,100,100)">{_FLAG}</g>'),
    "skewX and skewY": Feature(f'<g transform="skewX(15) skewY(-10)">{_FLAG}</g>'),
    "matrix": Feature(f'<g transform="matrix(.8 .2 -.3 .7 60 10)">{_FLAG}</g>'),
    "mirror": Feature(f'<g transform="translate(200 0) scale(-1 1)">{_FLAG}</g>'),
    "list of transforms without separators": Feature(f'<g transform="translate(100,100)rotate(45)scale(.5)translate(-100-100)">{_FLAG}</g>'),
    "nested transforms": Feature(f'<g transform="scale(.5)"><g transform="translate(200)"><g transform="rotate(90 100 100)">{_FLAG}</g></g></g>'),
    "malformed transform": Feature(f'<g transform="rotate(30deg)">{_FLAG}</g>'),
    "transform of CSS": Feature(f'<g style="transform:translate(20px,10px) rotate(20deg)">{_FLAG}</g>'),
    "transform of CSS over the attribute": Feature(f'<style>#g{{transform:scale(.5)}}</style><g id="g" transform="translate(90 90)">{_FLAG}</g>'),
    "uneven scale of a filled shape": Feature(f'<g transform="translate(100 100) scale(2 .8)">{_STAR}</g>'),
    # lengths and canvases
    "units": Feature('<rect x="1cm" y="10mm" width="1in" height="36pt"/><rect x="2em" y="12ex" width="4pc" height="20px" fill="red"/>'),
    "percentages": Feature('<rect x="10%" y="20%" width="50%" height="30%"/><circle cx="50%" cy="80%" r="10%" fill="red"/><line x1="0" y1="0" x2="100%" y2="50%" stroke="#000" stroke-width="2%"/>'),
    "percentages in a view box": Feature('<rect x="10%" y="20%" width="50%" height="30%"/><circle cx="50%" cy="80%" r="10%" fill="red"/>', 'width="200" height="100" viewBox="0 0 400 200"'),
    "percentages in a nested svg": Feature('<svg x="50" y="50" width="100" height="60" viewBox="0 0 50 30"><rect width="50%" height="50%"/><circle cx="75%" cy="75%" r="20%" fill="red"/></svg>'),
    "lengths in em of a group": Feature('<g font-size="20"><rect x="1em" y="1em" width="5em" height="2em"/><g font-size="50%"><rect x="1em" y="8em" width="5em" height="2em"/></g></g>'),
    "offset view box": Feature(_FLAG, 'width="200" height="200" viewBox="-50 -30 300 300"'),
    "canvas in millimetres": Feature(_FLAG, 'width="50mm" height="50mm" viewBox="0 0 200 200"'),
    "wide canvas": Feature(_FLAG, 'width="300" height="100" viewBox="0 0 200 200"'),
    "wide canvas, slice": Feature(_FLAG, 'width="300" height="100" viewBox="0 0 200 200" preserveAspectRatio="xMidYMax slice"'),
    "wide canvas, stretched": Feature('<path d="M20 20H180V100L100 60 20 100z" fill="#a33"/>', 'width="300" height="100" viewBox="0 0 200 200" preserveAspectRatio="none"'),
    **{f"aspect {value}": _aspect(value) for value in ("xMinYMin", "xMidYMin", "xMaxYMin", "xMinYMid", "xMaxYMax", "xMidYMid slice", "xMinYMin slice", "xMaxYMax slice", "none", "xMidYMid meet", "bogus")},
    # structure
    "nested svg without a view box": Feature(f'<svg x="30" y="30" width="120" height="90">{_FLAG}</svg>'),
    "nested svg that overflows": Feature(f'<svg x="30" y="30" width="60" height="60" overflow="visible">{_FLAG}</svg>'),
    "nested svg of no size": Feature(f'<svg width="0" height="10">{_FLAG}</svg><circle cx="9" cy="9" r="5"/>'),
    "svg in svg in svg": Feature(f'<svg x="20" y="20" width="160" height="160" viewBox="0 0 400 400"><svg x="100" width="200" height="300" viewBox="0 0 100 100">{_FLAG}</svg></svg>'),
    "use with x and y": Feature(f'<defs>{_STAR}</defs><use href="#star" x="60" y="60"/><use href="#star" x="140" y="140"/>'),
    "use with a transform": Feature(f'<defs>{_STAR}</defs><use href="#star" x="10" transform="translate(100 100) rotate(20) scale(1.5)"/>'),
    "use of a use": Feature(f'<defs>{_STAR}<use id="two" href="#star" x="30"/></defs><use href="#two" x="60" y="60"/><use href="#two" x="60" y="140" transform="skewX(-10)"/>'),
    "use of a group that inherits": Feature('<defs><g id="p"><rect width="40" height="40"/><circle cx="70" cy="20" r="20" fill="red"/></g></defs><use href="#p" x="20" y="20" fill="green" stroke="#000"/><use href="#p" x="20" y="100" style="fill:blue"/>'),
    "use before its target": Feature(f'<use href="#star" x="60" y="120"/><g transform="translate(140 60)">{_STAR}</g>'),
    "use of itself": Feature(f'<g id="g">{_FLAG}<use href="#g" x="50"/></g>'),
    "uses in a circle": Feature(f'<g id="a">{_FLAG}<use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    "use of nothing": Feature(f'<use href="#none"/><use/><use href=""/>{_FLAG}'),
    "symbol": Feature(f'<symbol id="s" viewBox="-50 -50 100 100">{_STAR}</symbol><use href="#s" x="10" y="10" width="80" height="80"/><use href="#s" x="100" y="100" width="80" height="40"/>'),
    "symbol without a size": Feature(f'<symbol id="s" viewBox="-50 -50 100 100">{_STAR}</symbol><use href="#s"/>'),
    "symbol with an aspect": Feature(f'<symbol id="s" viewBox="-50 -50 100 100" preserveAspectRatio="xMinYMin slice">{_STAR}</symbol><use href="#s" x="40" y="40" width="120" height="60"/>'),
    "symbol that is not cut": Feature(f'<symbol id="s" viewBox="-20 -20 40 40" overflow="visible">{_STAR}</symbol><use href="#s" x="60" y="60" width="60" height="60"/>'),
    "symbol that is cut": Feature(f'<symbol id="s" viewBox="-20 -20 40 40">{_STAR}</symbol><use href="#s" x="60" y="60" width="60" height="60"/>'),
    "symbol with overflow hidden": Feature(f'<symbol id="s" viewBox="-20 -20 40 40" overflow="hidden">{_STAR}</symbol><use href="#s" x="60" y="60" width="60" height="60"/>'),
    "symbol without a view box": Feature(f'<symbol id="s">{_STAR}</symbol><use href="#s" x="80" y="80" width="60" height="60"/>'),
    "symbol in place": Feature(f'<symbol id="s">{_FLAG}</symbol><circle cx="100" cy="100" r="20"/>'),
    "use of a nested svg": Feature(f'<defs><svg id="v" width="100" height="60" viewBox="-50 -50 100 100">{_STAR}</svg></defs><use href="#v" x="20" y="20"/><use href="#v" x="60" y="100" width="120" height="90"/>'),
    "symbol with a transform": Feature(f'<symbol id="s" viewBox="-50 -50 100 100" transform="rotate(45)">{_STAR}</symbol><use href="#s" x="60" y="20" width="100" height="100"/>'),
    "switch": Feature('<switch><rect width="90" height="90" systemLanguage="xx"/><circle cx="100" cy="100" r="50"/><rect width="200" height="200"/></switch>'),
    "switch on extensions": Feature('<switch><rect width="90" height="90" requiredExtensions="http://x"/><g><circle cx="100" cy="100" r="50"/></g></switch>'),
    "conditions without a switch": Feature('<rect width="90" height="90" systemLanguage="xx"/><rect x="100" width="90" height="90" requiredExtensions="http://x"/><circle cx="100" cy="100" r="50"/>'),
    "links": Feature(f'<a href="#x">{_FLAG}</a>'),
    "unknown elements": Feature(f'<blob>{_FLAG}</blob><g><metadata>{_FLAG}</metadata><circle cx="9" cy="9" r="9"/></g>'),
    "defs in defs": Feature(f'<g><defs><defs>{_STAR}</defs></defs><use href="#star" x="100" y="100"/></g>'),
    "comments and CDATA": Feature('<!-- <rect/> --><style><![CDATA[ rect > rect {} circle{fill:red} ]]></style><circle cx="90" cy="90" r="50"/>'),
    "foreign namespaces": Feature('<g xmlns:i="http://i"><i:rect width="90" height="90"/><rect i:width="10" x="100" width="50" height="50"/></g>'),
    # visibility
    "display none": Feature('<g display="none"><rect width="90" height="90"/></g><rect style="display:none" width="9" height="9"/><circle cx="100" cy="100" r="50"/>'),
    "display none cannot be undone": Feature('<g display="none"><rect display="inline" width="90" height="90"/></g><circle cx="100" cy="100" r="50"/>'),
    "visibility can be undone": Feature('<g visibility="hidden"><rect width="90" height="90"/><rect visibility="visible" x="100" width="90" height="90"/></g>'),
    "visibility collapse": Feature('<rect visibility="collapse" width="90" height="90"/><circle cx="100" cy="100" r="50"/>'),
    "opacity of groups multiplies": Feature('<g opacity=".5"><g opacity="50%"><rect width="150" height="150" fill="red"/></g></g>'),
    "opacity of a group that overlaps": Feature('<g opacity=".4"><rect x="20" y="20" width="100" height="100" fill="red"/><rect x="70" y="70" width="100" height="100" fill="blue"/></g>', solid=False),
    "opacity of a shape that overlaps itself": Feature('<circle cx="100" cy="100" r="60" fill="#fa0" stroke="#000" stroke-width="20" opacity=".5"/>', solid=False),
    "opacity of fill and stroke": Feature('<rect x="40" y="40" width="100" height="100" fill="red" fill-opacity=".4" stroke="#000" stroke-opacity="70%" stroke-width="0"/><circle cx="150" cy="150" r="30" fill="rgba(0,0,255,.5)"/>'),
    # style sheets
    "specificity": Feature('<style>#a{fill:red}.b{fill:blue}rect{fill:green}g rect.b{fill:teal}</style><g><rect id="a" class="b" width="90" height="90"/><rect class="b" x="100" width="90" height="90"/><rect y="100" width="90" height="90"/></g>'),
    "order among equals": Feature('<style>.a{fill:red}.b{fill:blue}</style><rect class="b a" width="90" height="90"/><style>.a{fill:green}</style>'),
    "important": Feature('<style>rect{fill:red!important;stroke:blue}#a{fill:green}</style><rect id="a" style="fill:black;stroke:none" width="90" height="90"/><rect x="100" fill="lime" width="90" height="90"/>'),
    "attributes lose to rules": Feature('<style>*{fill:teal}</style><rect fill="red" width="90" height="90"/><rect x="100" style="fill:red" width="90" height="90"/>'),
    "inherit": Feature('<g fill="red" stroke="blue" stroke-width="9"><rect x="9" y="9" width="80" height="80" fill="green" style="fill:inherit"/><rect x="109" y="9" width="80" height="80" stroke="inherit"/></g>'),
    "current colour": Feature('<g color="red"><rect width="90" height="90" fill="currentColor"/><g style="color:blue"><rect x="100" width="90" height="90" fill="currentcolor"/></g></g>'),
    "rules for media": Feature('<style>rect{fill:green}@media print{rect{fill:red}}@media screen{rect{fill:blue}}@media all{rect{fill:teal}}</style><rect width="90" height="90"/>'),
    "media of a style element": Feature('<style>rect{fill:green}</style><style media="print">rect{fill:red}</style><rect width="90" height="90"/>'),
    "style element of another type": Feature('<style>rect{fill:green}</style><style type="text/less">rect{fill:red}</style><rect width="90" height="90"/>'),
    "unknown at-rules": Feature('<style>@font-face{font-family:x;src:none}@charset "utf-8";rect{fill:green}</style><rect width="90" height="90"/>'),
    "broken rules": Feature('<style>rect{fill:green;stroke}rect{{fill:red}}circle{fill:blue}rect%{fill:red}</style><rect width="90" height="90"/><circle cx="150" cy="150" r="40"/>'),
    "selectors": Feature('<style>g>rect{fill:red}rect+rect{fill:blue}rect~circle{fill:green}[data-k="v"]{fill:teal}rect:nth-child(4){fill:lime}:root>circle{fill:navy}rect:not(.n){stroke:#000}</style><g><rect width="40" height="40"/><rect class="n" x="50" width="40" height="40"/><circle cx="20" cy="80" r="20"/><rect x="100" width="40" height="40"/></g><circle cx="150" cy="150" r="30"/><rect data-k="v" y="120" width="40" height="40"/>'),
    "var and calc": Feature('<style>:root{--c:red}rect{fill:green;fill:var(--c)}circle{fill:blue;r:calc(10px + 5px)}</style><rect width="90" height="90"/><circle cx="150" cy="150" r="40"/>'),
    "geometry from rules": Feature('<style>rect{x:20px;width:100px;height:50px;rx:10px}circle{r:30px;cx:100px}</style><rect y="20" width="5"/><circle cy="140" r="5"/>'),
    "path data from rules": Feature('<style>path{d:path("M0 0H90V90z")}</style><path d="M100 100H190V190z"/>'),
    "a colour in many forms": Feature('<rect width="40" height="40" fill="#f80"/><rect x="50" width="40" height="40" fill="#08f8"/><rect x="100" width="40" height="40" fill="rgb(10%,60%,30%)"/><rect y="50" width="40" height="40" fill="hsl(200,50%,40%)"/><rect x="50" y="50" width="40" height="40" fill="rebeccapurple"/><rect x="100" y="50" width="40" height="40" fill="RGB(1,200,3)"/><rect y="100" width="40" height="40" fill="bogus"/><rect x="50" y="100" width="40" height="40" fill="transparent"/><rect x="100" y="100" width="40" height="40" fill="rgb(10 200 30 / 50%)"/>'),
    # shapes
    "minified arcs": Feature('<path d="M20 60a40 40 0 1180 0 40 40 0 11-80 0zM120 120a30 20 30 0140-10" stroke="#000" fill="none" stroke-width="4"/>'),
    "arcs under a mirror": Feature('<g transform="scale(-1 1) translate(-200)"><path d="M40 100A60 30 30 0 1 150 120L100 160z" fill="#468"/></g>'),
    "arcs under an uneven scale": Feature('<g transform="translate(20 20) scale(1.5 .7) rotate(20)"><path d="M20 60A40 30 20 1 0 90 20z" fill="#468"/></g>'),
    "arcs too small for their ends": Feature('<path d="M20 100A10 5 30 0 1 180 100" stroke="#000" fill="none" stroke-width="4"/>'),
    "arcs of no radius": Feature('<path d="M20 100A0 5 30 0 1 180 100A20 20 0 0 1 180 100L100 20" stroke="#000" fill="none" stroke-width="4"/>'),
    "smooth curves": Feature('<path d="M10 100S40 20 80 100 150 150 190 100M10 150Q40 90 70 150T130 150T190 150" stroke="#000" fill="none" stroke-width="4"/>'),
    "relative moves": Feature('<path d="m20 20 40 0 0 40zm60 0 40 0 0 40zm-60 60h40v40h-40" fill="#c40"/>'),
    "numbers run together": Feature('<path d="M10.5.5.5 100.5l100-1e1-.5-80z" fill="#c40"/>'),
    "rounded rectangles": Feature('<rect x="10" y="10" width="80" height="60" rx="20"/><rect x="110" y="10" width="80" height="60" rx="10" ry="30"/><rect x="10" y="110" width="80" height="60" rx="90"/><rect x="110" y="110" width="80" height="60" ry="15"/>'),
    "polygons of an odd count": Feature('<polygon points="10,10 90,10 90,90 50"/><polyline points="110 10 190 10 190 90" fill="none" stroke="#000" stroke-width="6"/>'),
    "fill rules": Feature('<path d="M100 10L160 190 10 80H190L40 190z" fill-rule="evenodd"/>'),
    "open shapes are filled": Feature('<path d="M20 20L180 20L100 150" fill="#8ac" stroke="#000" stroke-width="4"/><polyline points="20,180 60,150 100,180" fill="red"/>'),
    # strokes
    "dashes": Feature('<g stroke="#000" stroke-width="6"><path d="M10 30H190" stroke-dasharray="20 10"/><path d="M10 60H190" stroke-dasharray="20 10 5"/><path d="M10 90H190" stroke-dasharray="20 10" stroke-dashoffset="15"/><path d="M10 120H190" stroke-dasharray="20 10" stroke-dashoffset="-15"/></g>'),
    "dashes in percent": Feature('<path d="M10 60H190" stroke="#000" stroke-width="6" stroke-dasharray="10% 5%"/>'),
    "dashes of nothing": Feature('<g stroke="#000" stroke-width="6"><path d="M10 30H190" stroke-dasharray="0 0"/><path d="M10 60H190" stroke-dasharray="-5 5"/><path d="M10 90H190" stroke-dasharray="none"/></g>'),
    "dots": Feature('<path d="M10 60H190" stroke="#000" stroke-width="10" stroke-dasharray="0 20" stroke-linecap="round"/>'),
    "dashes in a scaled group": Feature('<g transform="scale(2)"><path d="M10 30H90" stroke="#000" stroke-width="3" stroke-dasharray="8 4" stroke-dashoffset="2"/></g>'),
    "path length": Feature('<path d="M10 60H190" stroke="#000" stroke-width="6" pathLength="10" stroke-dasharray="1"/>'),
    "caps and joins": Feature('<g fill="none" stroke="#000" stroke-width="14"><path d="M20 80L50 20L80 80" stroke-linejoin="round" stroke-linecap="round"/><path d="M110 80L140 20L170 80" stroke-linejoin="bevel" stroke-linecap="square"/><path d="M20 180L30 110L40 180"/><path d="M90 180L110 110L130 180" stroke-miterlimit="20"/></g>'),
    "vector effect": Feature('<g transform="scale(4)"><path d="M5 5H40V40" fill="none" stroke="#000" stroke-width="3" vector-effect="non-scaling-stroke"/></g>'),
    "paint order": Feature('<rect x="50" y="50" width="100" height="100" fill="#fa0" stroke="#000" stroke-width="30" paint-order="stroke"/>'),
    "paint order with markers": Feature(_TIP + '<path d="M20 100H180" stroke="#fa0" stroke-width="16" fill="none" marker-end="url(#m)" paint-order="markers stroke"/>'),
    "stroke of no width": Feature('<rect x="50" y="50" width="100" height="100" fill="#fa0" stroke="#000" stroke-width="0"/><path d="M0 0H50" stroke="#000" stroke-width="-3"/>'),
    # markers
    "markers": Feature(_TIP + '<path d="M20 50H150" stroke="#000" stroke-width="4" marker-end="url(#m)" marker-start="url(#m)"/><path d="M20 100C60 60 90 180 150 120" fill="none" stroke="#000" stroke-width="4" marker-end="url(#m)"/>'),
    "markers by the shorthand": Feature(_TIP + '<polyline points="20,150 80,50 150,120" style="marker:url(#m);fill:none;stroke:#000;stroke-width:3"/>'),
    "markers that turn at the start": Feature(_TIP.replace('"auto"', '"auto-start-reverse"') + '<path d="M40 50L150 90" stroke="#000" stroke-width="4" marker-end="url(#m)" marker-start="url(#m)"/>'),
    "markers in user space": Feature(_TIP.replace('orient="auto"', 'orient="30deg" markerUnits="userSpaceOnUse"').replace('"5" markerHeight="5"', '"30" markerHeight="30"') + '<path d="M40 50L150 90" stroke="#000" stroke-width="4" marker-end="url(#m)"/>'),
    "markers under a transform": Feature(_TIP + '<g transform="translate(0 200) scale(1.5 -1.5) rotate(10)"><path d="M20 20L100 60" stroke="#000" stroke-width="4" marker-end="url(#m)"/></g>'),
    "markers of closed paths": Feature(_TIP + '<path d="M50 50H150V150z" fill="none" stroke="#000" stroke-width="4" marker-start="url(#m)" marker-mid="url(#m)"/>'),
    "markers on shapes that take none": Feature(_TIP + '<rect x="50" y="50" width="50" height="50" marker-start="url(#m)"/><circle cx="150" cy="150" r="30" marker-end="url(#m)"/>'),
    # clips
    "clip": Feature(f'<clipPath id="c"><circle cx="100" cy="80" r="50"/></clipPath><g clip-path="url(#c)">{_FLAG}</g>'),
    "clip in units of the box": Feature('<clipPath id="c" clipPathUnits="objectBoundingBox"><circle cx=".5" cy=".5" r=".5"/></clipPath><rect x="20" y="40" width="150" height="80" clip-path="url(#c)"/>'),
    "clip with a transform": Feature(f'<clipPath id="c" transform="rotate(20)"><rect x="60" y="10" width="100" height="60"/></clipPath><g clip-path="url(#c)" transform="translate(10 20)">{_FLAG}</g>'),
    "clip with a rule": Feature('<clipPath id="c"><path clip-rule="evenodd" d="M20 20H180V180H20zM60 60H140V140H60z"/></clipPath><rect width="200" height="200" clip-path="url(#c)" fill="#368"/>'),
    "clip of two parts": Feature('<clipPath id="c"><circle cx="70" cy="100" r="50"/><rect x="100" y="20" width="60" height="100"/></clipPath><rect width="200" height="200" clip-path="url(#c)" fill="#368"/>'),
    "nested clips": Feature('<clipPath id="c"><circle cx="100" cy="100" r="80"/></clipPath><clipPath id="d"><rect width="110" height="200"/></clipPath><g clip-path="url(#c)"><rect width="200" height="200" clip-path="url(#d)" fill="#368"/></g>'),
    "clip on a clip": Feature('<clipPath id="d"><rect width="100" height="200"/></clipPath><clipPath id="c" clip-path="url(#d)"><circle cx="100" cy="100" r="80"/></clipPath><rect width="200" height="200" clip-path="url(#c)" fill="#368"/>'),
    "clip on a part of a clip": Feature('<clipPath id="d"><rect width="100" height="200"/></clipPath><clipPath id="c"><circle clip-path="url(#d)" cx="100" cy="100" r="80"/></clipPath><rect width="200" height="200" clip-path="url(#c)" fill="#368"/>'),
    "clip by use": Feature(f'<defs>{_STAR}</defs><clipPath id="c"><use href="#star" x="100" y="100" transform="scale(1.2)"/></clipPath><rect width="200" height="200" clip-path="url(#c)" fill="#a63"/>'),
    "empty clip": Feature('<clipPath id="c"/><rect width="90" height="200" clip-path="url(#c)"/><circle cx="150" cy="100" r="30"/>'),
    "clip that is not there": Feature('<rect width="90" height="200" clip-path="url(#none)"/>'),
    "clip of what is not shown": Feature('<clipPath id="c"><rect width="50" height="200" display="none"/><rect x="100" width="50" height="200" visibility="hidden"/><rect y="100" width="200" height="40"/></clipPath><rect width="200" height="200" clip-path="url(#c)"/>'),
    "clip in itself": Feature('<clipPath id="c" clip-path="url(#c)"><circle cx="100" cy="100" r="80"/></clipPath><rect width="200" height="200" clip-path="url(#c)" fill="#368"/><circle cx="9" cy="9" r="9"/>'),
    "clip of a group in a group in the box": Feature(f'<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath><g clip-path="url(#c)" transform="rotate(10)">{_FLAG}</g>'),
    "clips with groups inside": Feature('<clipPath id="c"><g><circle cx="70" cy="100" r="50"/></g><rect x="100" y="20" width="60" height="100"/></clipPath><rect width="200" height="200" clip-path="url(#c)" fill="#368"/>'),
    # paint servers
    "linear gradient": Feature(f'<linearGradient id="g">{_GRADIENT}</linearGradient><rect x="20" y="20" width="160" height="100" fill="url(#g)"/>', solid=False),
    "gradient that refers to itself": Feature(f'<linearGradient id="g" href="#g">{_GRADIENT}</linearGradient><rect x="20" y="20" width="160" height="100" fill="url(#g)"/><circle cx="100" cy="160" r="20"/>', solid=False),
    "gradients that refer to each other": Feature('<linearGradient id="g" href="#h"/><linearGradient id="h" href="#g"/><rect x="20" y="20" width="160" height="100" fill="url(#g)"/><circle cx="100" cy="160" r="20"/>', solid=False),
    "gradient from another": Feature(f'<radialGradient id="h">{_GRADIENT}</radialGradient><radialGradient id="g" href="#h" r="30%"/><rect x="20" y="20" width="160" height="100" fill="url(#g)"/>', solid=False),
    "gradient without stops": Feature('<linearGradient id="g"/><rect x="20" y="20" width="160" height="100" fill="url(#g)"/><circle cx="100" cy="160" r="20"/>', solid=False),
    "gradient of one stop": Feature('<linearGradient id="g"><stop stop-color="#36a"/></linearGradient><rect x="20" y="20" width="160" height="100" fill="url(#g)"/>', solid=False),
    "gradient on a line": Feature(f'<linearGradient id="g">{_GRADIENT}</linearGradient><path d="M20 50H180" stroke="url(#g)" stroke-width="9"/><circle cx="100" cy="160" r="20"/>', solid=False),
    "paint with a fallback": Feature('<rect x="20" y="20" width="160" height="100" fill="url(#none) red"/><rect x="20" y="140" width="160" height="50" fill="url(#none)"/>'),
    "pattern": Feature('<pattern id="p" width="20" height="20" patternUnits="userSpaceOnUse"><rect width="10" height="10" fill="#36a"/></pattern><rect x="20" y="20" width="160" height="100" fill="url(#p)" stroke="#000"/>', solid=False),
    "pattern in itself": Feature('<pattern id="p" width="20" height="20" patternUnits="userSpaceOnUse"><rect width="10" height="10" fill="url(#p)"/></pattern><rect x="20" y="20" width="160" height="100" fill="url(#p)"/><circle cx="100" cy="160" r="20"/>', solid=False),
    "context paint in a marker": Feature('<marker id="m" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="6" markerHeight="6"><circle cx="5" cy="5" r="4" fill="context-stroke"/></marker><path d="M30 100H160" stroke="#c30" stroke-width="5" marker-end="url(#m)"/>'),
    # where the renderer departs from what one would think
    "aspect with more behind it": Feature('<svg x="20" y="60" width="160" height="80" viewBox="0 0 40 40" preserveAspectRatio="xMinYMin,slice"><circle cx="20" cy="20" r="18"/></svg>'),
    "aspect of a symbol, malformed": Feature('<symbol id="s" viewBox="0 0 40 40" preserveAspectRatio="bogus"><circle cx="20" cy="20" r="18"/></symbol><use href="#s" width="160" height="80"/>'),
    "view box of a symbol, malformed": Feature('<symbol id="s" viewBox="0 0 40"><circle cx="20" cy="20" r="18"/></symbol><use href="#s" x="50" width="160" height="80"/>'),
    "place of a use, malformed": Feature('<defs><circle id="k" r="30"/></defs><use href="#k" x="bogus" y="90"/><use href="#k" x="90" y="90" width="-5"/><use href="#k" x="150" y="150"/>'),
    "size of a nested svg, negative": Feature('<svg x="60" y="60" width="-5" height="60" viewBox="0 0 20 20"><rect width="40" height="40"/></svg>'),
    "number apart from its unit": Feature('<rect width="50 px" height="90"/><rect x="100" width="50px" height="50"/><path d="M0 150H190" stroke="#000" stroke-width="9 px"/>'),
    "lists with commas in wrong places": Feature('<g stroke="#000" stroke-width="6"><path d="M9 9H180" stroke-dasharray="5,,9"/><path d="M9 39H180" stroke-dasharray="5 , 9"/><path d="M9 69H180" stroke-dasharray="5,9,"/></g>'),
    "marker at a keyword": Feature('<marker id="m" viewBox="0 0 10 10" refX="center" refY="5" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0L10 5L0 10z"/></marker><path d="M40 60L120 90" stroke="#000" stroke-width="5" marker-end="url(#m)"/>'),
    "marker of malformed size": Feature('<marker id="m" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="bogus" markerHeight="6" orient="auto"><path d="M0 0L10 5L0 10z"/></marker><path d="M40 60L120 90" stroke="#000" stroke-width="5" marker-end="url(#m)"/>'),
    "marker of malformed view box": Feature('<marker id="m" viewBox="bogus" refX="5" refY="5" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0L10 5L0 10z"/></marker><path d="M40 60L120 90" stroke="#000" stroke-width="5" marker-end="url(#m)"/>'),
    "marker of malformed turn": Feature('<marker id="m" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="6" markerHeight="6" orient="sideways"><path d="M0 0L10 5L0 10z"/></marker><path d="M40 60L120 90" stroke="#000" stroke-width="5" marker-end="url(#m)"/>'),
    "marker that is not displayed": Feature('<marker id="m" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="6" markerHeight="6" orient="auto" display="none"><path d="M0 0L10 5L0 10z"/></marker><path d="M40 60L120 90" stroke="#000" stroke-width="5" marker-end="url(#m)"/>'),
    "marker in gradians": Feature('<marker id="m" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="6" markerHeight="6" orient="50grad"><path d="M0 0L10 5L0 10z"/></marker><path d="M40 60L120 90" stroke="#000" stroke-width="5" marker-end="url(#m)"/>'),
    "clip on a use": Feature('<clipPath id="c"><circle cx="60" cy="60" r="40"/></clipPath><defs><rect id="r" width="80" height="80"/></defs><use href="#r" x="20" clip-path="url(#c)"/>'),
    "clip on a use with a transform": Feature('<clipPath id="c"><circle cx="60" cy="60" r="40"/></clipPath><defs><rect id="r" width="140" height="140"/></defs><use href="#r" x="20" y="10" transform="scale(.7)" clip-path="url(#c)"/>'),
    "clip on a use of a symbol": Feature('<clipPath id="c"><circle cx="60" cy="60" r="40"/></clipPath><symbol id="r" viewBox="0 0 40 40"><rect width="40" height="40"/></symbol><use href="#r" x="20" y="10" width="80" height="80" clip-path="url(#c)"/>'),
    "clip on a nested svg": Feature('<clipPath id="c"><circle cx="60" cy="60" r="40"/></clipPath><svg x="20" y="10" width="90" height="90" viewBox="0 0 45 45" clip-path="url(#c)"><rect width="80" height="80"/></svg>'),
    "clip on a copied svg": Feature('<clipPath id="c"><circle cx="60" cy="60" r="40"/></clipPath><defs><svg id="q" width="100" height="100" viewBox="0 0 50 50" clip-path="url(#c)"><rect width="140" height="140"/></svg></defs><use href="#q" x="20" y="10"/>'),
    "transform of a copied svg": Feature('<defs><svg id="q" width="90" height="90" transform="rotate(20)"><rect width="140" height="140"/></svg></defs><use href="#q" x="60" y="10"/>'),
    "properties of a symbol": Feature('<clipPath id="c"><circle cx="60" cy="60" r="40"/></clipPath><symbol id="r" opacity=".4" display="none" clip-path="url(#c)"><rect width="80" height="80"/></symbol><use href="#r" x="20"/>'),
    "box that hidden shapes widen": Feature('<clipPath id="b" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath><g clip-path="url(#b)"><rect width="70" height="80"/><rect x="100" y="50" width="80" height="40" visibility="hidden"/></g>'),
    "box that unpainted shapes widen": Feature('<clipPath id="b" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath><g clip-path="url(#b)"><rect width="150" height="50" fill="none"/><rect width="90" height="50"/></g>'),
    "box of a line": Feature('<clipPath id="b" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath><line x1="20" y1="50" x2="150" y2="50" stroke="#000" stroke-width="9" clip-path="url(#b)"/>'),
    "box of what is turned": Feature('<clipPath id="b" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath><g clip-path="url(#b)"><rect x="60" y="20" width="80" height="80" transform="rotate(30)"/></g>'),
    "use of what is around it, twice": Feature('<g id="a"><rect width="20" height="20"/><use href="#a" x="30"/><use href="#a" y="30"/></g>'),
    "use of the whole": Feature('<svg id="whole"><rect width="20" height="20"/><use href="#whole" x="30"/></svg>'),
    "use of a template": Feature('<clipPath id="q"><rect width="30" height="30"/></clipPath><use href="#q" x="40"/><defs id="d"><rect width="30" height="30"/></defs><use href="#d" x="90"/><circle cx="100" cy="100" r="9"/>'),
    "use with both kinds of href": Feature('<defs><rect id="r" width="30" height="30"/><circle id="s" r="30"/></defs><use href="#r" xlink:href="#s" x="80" y="80"/>'),
    "two of one id": Feature('<defs><rect id="r" width="30" height="30"/><circle id="r" r="30"/></defs><use href="#r" x="40" y="40"/>'),
    "attribute and property transform": Feature('<g style="transform:scale(.5)" transform="translate(90 90)"><rect width="40" height="40"/></g><rect style="transform:scale(.5)" transform="bogus" width="40" height="40"/>'),
    "paths with errors": Feature('<path d="M10 10L50 10 50 50X9 9L90 90" stroke="red"/><path d="L10 10"/><path d="M100 100h40v40h"/><path d="M10 150A20 20 0 2 0 90 150"/>'),
    "shapes of malformed size": Feature('<rect x="20" y="20" width="bogus" height="50"/><rect x="100" y="bogus" width="50" height="50"/><circle cx="50" cy="150" r="bogus"/><ellipse cx="150" cy="150" rx="30"/><line x1="bogus" y1="90" x2="190" y2="120" stroke="#000" stroke-width="5"/>'),
    "selectors that are not known": Feature('<style>rect:hover{fill:red}rect:is(.a){fill:red}rect::before{fill:red}rect,:foo(){stroke:red}</style><rect class="a" width="40" height="40"/>'),
    "selectors by place": Feature('<style>rect:first-of-type{fill:red}rect:last-child{stroke:blue}rect:nth-last-child(2n){fill:teal}circle:only-of-type{fill:lime}</style><g stroke-width="4"><rect x="9" y="9" width="40" height="40"/><circle cx="90" cy="30" r="20"/><rect x="120" y="9" width="40" height="40"/></g>'),
    "initial and unset": Feature('<g fill="red"><rect style="fill:initial" width="40" height="40"/><rect style="fill:unset" x="50" width="40" height="40"/></g>'),
    "lengths of the window": Feature('<rect width="5rem" height="20"/><rect y="50" width="10vw" height="20"/><rect y="90" width="20Q" height="20"/><circle cx="150" cy="150" r="20"/>'),
}  # fmt: skip
"""Features by name."""
