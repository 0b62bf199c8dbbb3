"""SVG programs: files, elements in pages, elements in prose."""

import html

import pytest
from lxml import etree

from mathvis.extract import Form, Format, Status, extract

XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
A = f'<svg {XMLNS} viewBox="0 0 10 10"><line x1="0" y1="0" x2="10" y2="10"/></svg>'
B = f'<svg {XMLNS} viewBox="0 0 10 10">\n  <line x1="0" y1="5" x2="10" y2="5"/>\n</svg>'


def program(reply, status=Status.COMPLETE):
    found = extract(reply)
    assert found.status is status, found
    return found.program


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "Words: {} words",
        "```svg\n{}\n```",
        "```xml\n{}\n```",
        "```\n{}",
        "~~~html\n{}\n~~~",
        "```python\ns = '''{}'''\n```",
    ],
)
@pytest.mark.parametrize("code", [A, B, f"<svg {XMLNS}/>", f"<svg {XMLNS}\n></svg\n>"])
def test_an_element_is_taken_unchanged(around, code):
    taken = program(around.format(code))
    assert (taken.format, taken.form, taken.source, taken.preamble) == (Format.SVG, Form.SVG, code, "")


@pytest.mark.parametrize(
    "prolog",
    [
        '<?xml version="1.0" encoding="UTF-8"?>\n',
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n',
        '<?xml version="1.0"?>\n<!-- a > b -->\n<!DOCTYPE svg [\n <!ENTITY pt "<circle r=\'1\'/>">\n <!ENTITY a "x]">\n]>\n<!-- and -->\n',
    ],
)
@pytest.mark.parametrize("around", ["{}", "Words:\n{}\nwords", "```svg\n{}\n```"])
def test_the_prolog_belongs_to_the_document(prolog, around):
    assert program(around.format(prolog + A)).source == prolog + A


def test_the_prolog_of_another_document_does_not():
    reply = f'<?xml version="1.0"?>\nis how it starts.\n{A}'
    assert program(reply).source == A


@pytest.mark.parametrize(
    "inside",
    [
        '<svg x="1" width="3"><circle r="1"/></svg>',
        '<svg x="1"/><svg y="1"><svg/></svg>',
        "<!-- </svg> -->",
        "<style><![CDATA[ a > b {} /* </svg> */ ]]></style>",
        '<text title="&lt;/svg>" data-a=">">a</text>',
    ],
)
@pytest.mark.parametrize("around", ["{}", "```svg\n{}\n```"])
def test_what_is_inside_does_not_end_it(inside, around):
    code = A.replace("<line", inside + "<line")
    found = extract(around.format(code))
    assert (found.status, found.candidates, found.program.source) == (Status.COMPLETE, 1, code)


@pytest.mark.parametrize("code", [A, B])
def test_every_beginning_of_an_element_is_truncated(code):
    for end in range(len("<svg "), len(code)):
        for reply in (f"```svg\n{code[:end]}", f"Here:\n{code[:end]}", f"```svg\n{code[:end]}\n```"):
            found = extract(reply)
            assert found.status is Status.TRUNCATED, reply
            assert found.fragment.startswith("<svg")


@pytest.mark.parametrize("around", ["{}", "```svg\n{}\n```", "```svg\n{}", "Words:\n{}"])
def test_an_inner_element_of_an_unfinished_one_is_not_the_program(around):
    code = '<svg viewBox="0 0 9 9"><circle r="1"/>\n<svg x="1"><circle r="2"/></svg>\n<line x1='
    assert extract(around.format(code)).status is Status.TRUNCATED


def test_an_element_begun_anew_after_a_broken_one():
    assert program(f'<svg {XMLNS} viewBox="0 0 1 1"><path d="M 0\n\nSorry, again:\n\n{A}').source == A


def test_a_missing_namespace_is_declared():
    source = program(A.replace(f" {XMLNS}", "")).source
    assert source == A
    assert extract(source).program.source == source


def test_a_missing_link_namespace_is_declared():
    code = A.replace("<line", '<use xlink:href="#a"/><line')
    source = program(code).source
    assert etree.fromstring(source)[0].get("{http://www.w3.org/1999/xlink}href") == "#a"
    declared = code.replace("<svg ", '<svg xmlns:xlink="http://www.w3.org/1999/xlink" ')
    assert program(declared).source == declared


def test_a_prefixed_root_is_left_alone():
    code = '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:circle r="1"/></s:svg>'
    assert program(code).source == code


PAGE = (
    "<!DOCTYPE html>\n<html><head><style>line{{stroke:red}}</style><script>let s = 1</script></head>"
    "<body><h1>Title</h1>{}<p>Text</p><script>draw()</script></body></html>"
)


@pytest.mark.parametrize("around", ["{}", "Save as a.html:\n\n```html\n{}\n```\n"])
@pytest.mark.parametrize("namespace", [XMLNS + " ", ""])
def test_a_page_is_left_out(around, namespace):
    code = f'<svg {namespace}viewBox="0 0 2 2"><style>a{{}}</style><circle r="1"/></svg>'
    source = program(around.format(PAGE.format(code))).source
    assert "script" not in source
    assert "stroke:red" not in source
    assert "<style>a{}</style>" in source
    assert etree.fromstring(source).tag == "{http://www.w3.org/2000/svg}svg"


def test_named_characters_of_a_page_become_characters():
    source = program(PAGE.format("<svg><text>&gamma;&nbsp;&lt; 1 &amp; &eacute;</text></svg>")).source
    assert etree.fromstring(source)[0].text == "γ\N{NO-BREAK SPACE}< 1 & é"


def test_named_characters_outside_a_page_are_the_models_own():
    code = f"<svg {XMLNS}><text>&gamma;</text></svg>"
    assert program(code).source == code


def test_an_element_in_a_comment_of_a_page_is_no_program():
    found = extract(PAGE.format(f"<!-- {B} -->{A}"))
    assert (found.candidates, found.program.source) == (1, A)


@pytest.mark.parametrize(
    "line",
    [
        "<!-- ... rest of the code unchanged ... -->",
        "<!-- ... -->",
        "<!-- … (axes as before) -->",
        "...",
        "<!-- existing code here -->",
    ],
)
def test_code_left_out_makes_no_program(line):
    found = extract(f"```svg\n{B.replace('  <line', f'  {line}{chr(10)}  <line')}\n```")
    assert (found.status, found.program) == (Status.NONE, None)


@pytest.mark.parametrize(
    "line", ["<!-- the other lines ... -->", "<text>...</text>", "<text>\n...\n</text>", "<!-- ... and the axes -->"]
)
def test_ordinary_ellipses_are_part_of_a_program(line):
    code = B.replace("  <line", f"  {line}\n  <line")
    assert program(f"```svg\n{code}\n```").source == code


@pytest.mark.parametrize("around", ["{}", "<pre><code>{}</code></pre>", "```html\n{}\n```"])
def test_an_element_escaped_for_a_page(around):
    assert program(around.format(html.escape(B))).source == B


def test_the_elements_children_alone_are_no_program():
    assert extract('```svg\n<circle r="1"/>\n<line x1="0"/>\n```').status is Status.NONE
