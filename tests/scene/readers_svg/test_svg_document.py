"""What is refused, and that the refusal says why; encodings; limits."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from svg_kit import codes, labels, read, svg

from mathvis.errors import SceneError
from mathvis.scene.readers.svg import read_svg

NS = 'xmlns="http://www.w3.org/2000/svg"'


def refusal(data: bytes) -> str | None:
    """The reason of a refusal; nothing where the document is read. Any other exception fails the test."""
    try:
        read_svg(data)
    except SceneError as error:
        return str(error)
    return None


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<script>1</script>", "script"),
        ("<foreignObject/>", "foreign object"),
        ('<rect><animate attributeName="x"/></rect>', "animation"),
        ('<rect><set attributeName="x"/></rect>', "animation"),
        ('<rect onclick="x()"/>', "event handler"),
        ('<use href="other.svg#a"/>', "external"),
        ('<use xlink:href="http://example.org/a.svg#a"/>', "external"),
        ('<image href="file:///etc/passwd"/>', "external"),
        ('<rect fill="url(http://example.org/#g)"/>', "external"),
        ('<rect style="fill:url( &quot;x.svg#g&quot; )"/>', "external"),
        ("<rect style=\"mask:URL('x.svg#g')\"/>", "external"),
        ("<style>rect{fill:url(x.svg#g)}</style>", "external"),
        ("<style>@import 'x.css';</style>", "external"),
        ("<style>@font-face{font-family:a;src:url(x.ttf)}</style>", "external"),
        ('<?xml-stylesheet href="x.css"?>', "external"),
        ('<feImage href="x.png"/>', "external"),
    ],
)
def test_what_a_figure_may_not_contain_is_refused_with_its_reason(body, reason):
    with pytest.raises(SceneError, match=reason):
        read(body)


def test_links_and_metadata_of_other_namespaces_are_no_references():
    body = '<a href="https://example.org/"><rect width="9" height="9"/></a>'
    body += '<metadata xmlns:r="urn:r"><r:script href="http://example.org/" onload="1"/></metadata>'
    assert len(read(body).elements) == 1


def test_an_embedded_image_is_reported_and_not_read():
    scene = read('<image x="1" y="2" width="3" height="4" href="data:image/png;base64,AAAA"/>')
    assert type(scene.elements[0]).__name__ == "Image"
    assert codes(scene) == {"image"}


@pytest.mark.parametrize(
    "subset",
    [
        '<!ENTITY a "b">',
        '<!ENTITY a SYSTEM "file:///etc/hostname">',
        '<!ENTITY % p SYSTEM "x"> %p;',
        '<!-- > ]> --><!ENTITY a "b">',
        '<!ELEMENT svg ANY><!ENTITY a "]>">',
        "%p;",
    ],
)
def test_entities_are_refused_whatever_stands_around_them(subset):
    document = f"<?xml version='1.0'?><!-- <!DOCTYPE svg> --><!DOCTYPE svg [{subset}]><svg {NS}/>"
    with pytest.raises(SceneError, match="entities"):
        read_svg(document.encode())


def test_a_billion_laughs_are_not_heard():
    lines = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 12))
    document = f'<!DOCTYPE svg [<!ENTITY l0 "ha">{lines}]><svg {NS}><text>&l11;</text></svg>'
    with pytest.raises(SceneError, match="entities"):
        read_svg(document.encode())


def test_a_plain_document_type_is_harmless_and_lines_keep_their_numbers():
    document = (
        '<?xml version="1.0" standalone="no"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"\n'
        f' "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<svg {NS} viewBox="0 0 9 9">\n'
        '<rect width="9" height="9"/></svg>'
    )
    assert read_svg(document.encode()).elements[0].line == 5


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be", "iso-8859-1", "windows-1252"])
def test_declared_encodings_are_understood(encoding):
    declared = "utf-16" if encoding.startswith("utf-16") else encoding
    document = f'<?xml version="1.0" encoding="{declared}"?><svg {NS} viewBox="0 0 9 9"><text>é</text></svg>'
    assert labels(read_svg(document.encode(encoding)))[0].text == "é"


def test_a_byte_order_mark_is_no_text():
    assert read_svg(b"\xef\xbb\xbf" + svg("<rect width='1' height='1'/>")).elements


@pytest.mark.parametrize(
    "encoding", ["hex", "zlib", "rot13", "idna", "punycode", "unicode_escape", "utf-7", "nonsense"]
)
def test_other_codecs_are_refused(encoding):
    with pytest.raises(SceneError, match="encoding"):
        read_svg(f'<?xml version="1.0" encoding="{encoding}"?><svg {NS}/>'.encode())


@pytest.mark.parametrize(
    "data",
    [b"", b"   ", b"<svg", b"plain text", b"\xff\xfe\x00", b"\x00" * 100, b"<html/>", svg("<rect>"), svg("<g></h>")],
)
def test_what_is_no_svg_is_refused(data):
    with pytest.raises(SceneError):
        read_svg(data)


def test_a_document_without_its_namespace_is_read_as_it_is_drawn():
    assert read_svg(b'<svg viewBox="0 0 9 9"><rect width="9" height="9"/></svg>').elements


def test_elements_of_other_namespaces_draw_nothing():
    assert not read(
        '<rect xmlns="urn:other" width="9" height="9"/><unknown><rect width="9" height="9"/></unknown>'
    ).elements


# --- limits


def test_use_amplification_stops_at_a_limit():
    layers = "".join(f'<g id="l{i}">' + f'<use href="#l{i - 1}"/>' * 10 + "</g>" for i in range(1, 10))
    with pytest.raises(SceneError, match="elements after expanding"):
        read(f'<defs><g id="l0"><rect width="1" height="1"/></g>{layers}</defs><use href="#l9"/>')


def test_points_are_limited_too(monkeypatch):
    monkeypatch.setattr("mathvis.scene.readers.svg_source.MAX_POINTS", 100_000)
    data = "M0 0" + "h1" * 1_000
    with pytest.raises(SceneError, match="points after expanding"):
        read(f'<defs><path id="p" d="{data}"/></defs>' + '<use href="#p"/>' * 100)


def test_a_marker_cannot_amplify_past_the_limit(monkeypatch):
    monkeypatch.setattr("mathvis.scene.readers.svg_source.MAX_ELEMENTS", 5_000)
    inner = "<rect width='1' height='1'/>" * 300
    with pytest.raises(SceneError, match="after expanding"):
        read(f'<marker id="m">{inner}</marker><path marker-mid="url(#m)" stroke="#000" d="M0 0{"h1" * 500}"/>')


def test_depth_is_limited():
    for depth in (150, 5_000):
        body = "<g>" * depth + '<rect width="1" height="1"/>' + "</g>" * depth
        if depth == 150:
            assert len(read(body).elements) == 1
        else:
            with pytest.raises(SceneError):
                read(body)


def test_chains_of_use_are_limited_in_depth():
    chain = "".join(f'<g id="c{i}"><use href="#c{i + 1}"/></g>' for i in range(1_000))
    with pytest.raises(SceneError, match="nested deeper"):
        read(f'<defs>{chain}<rect id="c1000" width="1" height="1"/></defs><use href="#c0"/>')


@pytest.mark.parametrize(
    "body",
    [
        '<use id="a" href="#a"/>',
        '<g id="a"><use href="#a"/></g>',
        '<use id="a" href="#b"/><use id="b" href="#a"/>',
        '<defs><g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g></defs><use href="#a"/>',
        '<symbol id="s"><use href="#s"/></symbol><use href="#s"/>',
        '<linearGradient id="g" href="#g"/><rect width="9" height="9" fill="url(#g)"/>',
        '<linearGradient id="g" href="#h"/><radialGradient id="h" href="#g"/><rect width="9" height="9" fill="url(#g)"/>',
        (
            '<pattern id="p" width="2" height="2"><rect width="1" height="1" fill="url(#p)"/></pattern>'
            '<rect width="9" height="9" fill="url(#p)"/>'
        ),
        '<pattern id="p" href="#p" width="2" height="2"/><rect width="9" height="9" fill="url(#p)"/>',
        '<marker id="m"><path d="M0 0h9" marker-end="url(#m)"/></marker><path d="M0 0h9" marker-end="url(#m)"/>',
        (
            '<clipPath id="c" clip-path="url(#c)"><rect width="9" height="9"/></clipPath>'
            '<rect width="9" height="9" clip-path="url(#c)"/>'
        ),
        (
            '<clipPath id="c"><rect width="9" height="9" clip-path="url(#c)"/></clipPath>'
            '<rect width="9" height="9" clip-path="url(#c)"/>'
        ),
        '<clipPath id="c"><use id="u" href="#u"/></clipPath><rect width="9" height="9" clip-path="url(#c)"/>',
    ],
)
def test_references_in_a_circle_end(body):
    read(body + '<rect width="1" height="1"/>')


HOSTILE = [
    "M" + " " * 50_000 + "x",
    "M1 1" + "1" * 50_000,
    "M1 1" + "," * 50_000,
    "M1 1" + "a" * 50_000,
    "M1e999 1e-999 L1 1",
    "M" + "-" * 50_000,
]


@pytest.mark.parametrize("data", HOSTILE)
def test_long_malformed_attributes_take_no_time(data):
    for attribute in ("d", "points", "transform", "x", "stroke-dasharray", "fill", "style", "viewBox", "font-family"):
        element = "polyline" if attribute == "points" else "text" if attribute == "x" else "path"
        read(f'<{element} {attribute}="{data}">a</{element}>')
    read(f'<path d="M0 0h9" transform="rotate({data})" fill="url(#{data})" stroke="rgb({data})"/>')
    read(f"<style>{data} {{fill:red}} path[{data}] {{x}} </style><path d='M0 0h9v9z'/>")


def test_long_selectors_and_urls_take_no_time():
    for sheet in (
        "é" * 50_000,
        "url(" * 20_000,
        "a" * 50_000 + "{",
        ":not(" * 5_000,
        "g " * 5_000 + "{fill:red}",
        "/*" * 20_000,
    ):
        answer = refusal(svg(f"<style>{sheet}</style><g><g><path d='M0 0h9v9z'/></g></g>"))
        assert answer is None or "external" in answer


def test_many_rules_and_elements_stop_at_a_limit():
    sheet = "".join(f"g > * ~ [a{i}]{{fill:red}}" for i in range(3_000))
    with pytest.raises(SceneError, match="comparisons"):
        read(f"<style>{sheet}</style><g>{'<rect/>' * 2_000}</g>")


_TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40)
_NUMBERISH = st.one_of(
    _TEXT,
    st.floats().map(str),
    st.sampled_from(["1e400", "-1e9", "NaN", "100%", "1em", "0", "-0", "1e-300", "url(#a)", "none"]),
)
_ATTRIBUTES = st.dictionaries(
    st.sampled_from(
        [
            "x",
            "y",
            "width",
            "height",
            "r",
            "rx",
            "ry",
            "cx",
            "cy",
            "d",
            "points",
            "transform",
            "viewBox",
            "fill",
            "stroke",
            "stroke-width",
            "stroke-dasharray",
            "style",
            "class",
            "id",
            "href",
            "clip-path",
            "marker-end",
            "marker-start",
            "font-size",
            "dx",
            "dy",
            "text-anchor",
            "opacity",
            "preserveAspectRatio",
            "orient",
            "refX",
            "markerWidth",
            "clipPathUnits",
            "gradientUnits",
            "offset",
            "stop-color",
            "display",
            "overflow",
            "letter-spacing",
            "baseline-shift",
        ]
    ),
    st.one_of(
        _NUMBERISH,
        st.lists(_NUMBERISH, max_size=5).map(" ".join),
        st.sampled_from(["#a", "url(#a)", "rotate(9)", "M0 0h9"]),
    ),
    max_size=6,
)
_NAMES = st.sampled_from(
    [
        "g",
        "svg",
        "symbol",
        "use",
        "rect",
        "circle",
        "ellipse",
        "line",
        "path",
        "polygon",
        "polyline",
        "text",
        "tspan",
        "marker",
        "clipPath",
        "pattern",
        "linearGradient",
        "stop",
        "switch",
        "defs",
        "image",
        "style",
        "mask",
        "a",
    ]
)


def _element(children):
    return st.builds(
        lambda name, attributes, inside, text: (name, attributes, inside, text), _NAMES, _ATTRIBUTES, children, _TEXT
    )


_TREE = st.recursive(_element(st.just([])), lambda inner: _element(st.lists(inner, max_size=3)), max_leaves=12)


def _write(tree) -> str:
    name, attributes, inside, text = tree
    quoted = "".join(f' {key}="{_escape(value)}"' for key, value in attributes.items())
    return f"<{name}{quoted}>{_escape(text)}{''.join(map(_write, inside))}</{name}>"


def _escape(text: str) -> str:
    kept = "".join(c for c in text if c in "\t\n" or (c >= " " and not 0xFFFE <= ord(c) <= 0xFFFF))
    return kept.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(_TREE, max_size=4))
def test_random_documents_are_read_or_refused(trees):
    assert refusal(svg("".join(map(_write, trees)))) != ""


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200), st.integers(0, 150), st.integers(0, 30))
def test_random_bytes_are_read_or_refused(noise, at, cut):
    good = svg('<path d="M1 1h9" stroke="#000"/><text x="1" y="9">a<tspan dy="3">2</tspan></text>')
    for data in (noise, good[:at] + noise + good[at + cut :]):
        assert refusal(data) != ""


def test_parts_of_a_group_with_an_opacity_that_overlap_are_told():
    apart = '<g opacity=".5"><rect width="20" height="20"/><rect x="50" width="20" height="20"/></g>'
    assert "group" not in codes(read(apart))
    scene = read(apart.replace('x="50"', 'x="10"') + '<rect width="9" height="9"/>')
    (note,) = scene.notes
    assert (note.code, note.elements) == ("group", (0, 1))
    assert codes(read('<circle r="9" stroke="red" opacity=".5"/>')) == {"group"}
    assert not codes(read('<circle r="9" stroke="red" fill-opacity=".5" stroke-opacity=".5"/>'))
