"""The page of a drawing is complete in itself, and nothing that a program chose is more than text on it."""

from __future__ import annotations

import base64
import hashlib
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inspect_views import drawing, verdict, view_of
from lxml import html
from strategies_scene import scenes

from mathvis.inspect import page as pages
from mathvis.inspect.markup import Markup, tag
from mathvis.inspect.page import page

HOSTILE = (
    "</script><img src=x onerror=document.title='hit'>",
    "\"><svg/onload=document.title='hit'>",
    "'-alert(1)-'",
    "</title></style><script>document.title='hit'</script>",
    "javascript:document.title='hit'",
    "<!--<script>",
    "&lt;b&gt;&#60;",
    "{{7*7}}${7*7}",
    "\x00\x1b[2J\u202eabc\u2028",
    "\u0000]]>",
)


def parsed(text):
    return html.document_fromstring(text.encode(), parser=html.HTMLParser(encoding="utf-8"))


def test_everything_that_is_drawn_has_a_record_a_row_and_a_place_in_the_picture():
    document = parsed(page(view_of(drawing())))
    for key in ("e0", "e1", "e2", "e3", "e4", "n0", "p0"):
        assert document.get_element_by_id(f"i-{key}") is not None
        assert document.get_element_by_id(f"r-{key}") is not None
        assert len(document.xpath(f"//ul[@id='list']//button[@data-of='{key}']")) == 1
    ids = document.xpath("//@id")
    assert len(ids) == len(set(ids))


def record(document, key):
    article = document.get_element_by_id(f"r-{key}")
    words = [item.text_content() for item in article.iter("dt", "dd")]
    return dict(zip(words[::2], words[1::2], strict=True))


def test_a_record_tells_what_there_is_to_tell():
    document = parsed(page(view_of(drawing(), judged=verdict())))
    arrow = record(document, "e0")
    assert arrow["kind"] == "line"
    assert arrow["name"] == "gamma"
    assert (arrow["from"], arrow["to"]) == ("(20.0, 30.0)", "(180.0, 30.0)")
    assert arrow["line"] == "#000000, 1.00 bp wide"
    assert arrow["tip"] == "arrow at its end (Stealth), apex (180.0, 30.0), points → 0°"
    assert arrow["visible"] == "100% seen"
    assert arrow["source"] == "line 2: <line id='gamma'/>"
    assert arrow["bound to"] == "gamma"
    assert record(document, "e1")["visible"].startswith("0% seen; hidden: 100% as pale as its ground")
    assert "hidden: 50% covered (by element 3)" in record(document, "e2")["visible"]
    assert record(document, "e3")["fill"] == "#e6e666"
    label = record(document, "e4")
    assert (label["form"], label["in node"], label["size"]) == ("f(x)", "N", "10.0 pt")
    assert record(document, "p0")["at"] == "(20.0, 30.0)"


def test_hidden_ink_is_marked_as_such():
    document = parsed(page(view_of(drawing())))
    assert document.xpath("//g[@id='i-e1']/path[@class='gap']/@d")
    assert document.xpath("//g[@id='i-e2']/path[@class='gap']/@d")
    assert not document.xpath("//g[@id='i-e0']/path[@class='gap']")
    assert document.xpath("//ul[@id='list']//button[@class='gone']/@data-of") == ["e1", "e2"]
    rows = [row.text_content() for row in document.xpath("//ul[@id='list']//li")]
    assert rows[1:3] == ["secretline, hidden", "lineelement 2, partly hidden"]


def test_findings_and_bindings_are_there_with_a_task_alone():
    plain, judged = (parsed(page(view_of(drawing(), judged=item))) for item in (None, verdict()))
    assert not plain.xpath("//*[@id='findings' or @id='t-bindings']")
    rows = judged.xpath("//section[@id='findings']//button")
    assert [row.get("data-elements") for row in rows] == ["e0 e3", "", "e4"]
    assert "slope: it is too steep (R2)" in rows[0].text_content()
    assert len(judged.xpath("//g[contains(@class, 'mark') and @data-finding='f1']")) == 1
    captions = judged.xpath("//g[contains(@class, 'caption')]/text/text()")
    assert "gamma ≙" in captions
    assert "≙ s" in captions


def test_the_policy_allows_the_page_s_own_script_and_style_and_nothing_else():
    text = page(view_of(drawing()))
    document = parsed(text)
    (policy,) = document.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["img-src"] == "data:"
    for element, rule in (("script", "script-src"), ("style", "style-src")):
        (code,) = re.findall(rf"<{element}>(.*?)</{element}>", text, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
        assert rules[rule] == f"'sha256-{digest}'"
    assert document.xpath("//meta")[1].get("http-equiv"), "the policy stands before everything it is to hold for"


def harmless(text):
    """Nothing on a page may load, run, or stand where the page did not put it."""
    document = parsed(text)
    assert len(document.xpath("//script")) == 1
    assert len(document.xpath("//style")) == 1
    assert not document.xpath("//@*[starts-with(name(), 'on')] | //@style | //@src | //@srcset | //@action")
    assert not document.xpath(
        "//img | //iframe | //object | //embed | //link | //form | //base | //foreignobject | //a"
    )
    for link in document.xpath("//@href"):
        assert link.startswith("data:image/png;base64,")
    assert "http:" not in text.replace("http-equiv", "")
    assert "https:" not in text


@pytest.mark.parametrize("text", HOSTILE)
def test_whatever_a_program_calls_things_stays_text(text):
    scene = drawing((text,) * 5, text, text, text)
    said = page(view_of(scene, title=text, program=PROGRAM_OF.format(text), judged=verdict(entity=text, text=text)))
    harmless(said)
    article = parsed(said).get_element_by_id("r-e0")
    shown = "".join(c if c.isprintable() else "\ufffd" for c in text)
    assert article.find("h2").text == shown
    assert f"line 2: {shown}"[:12] in article.text_content()


PROGRAM_OF = "<svg>\n{}\n</svg>"


@settings(max_examples=12, deadline=None)
@given(scenes(), st.text(max_size=20))
def test_any_scene_has_a_page(scene, title):
    harmless(page(view_of(scene, title=title)))


def test_an_immense_scene_is_cut_short_and_says_so(monkeypatch):
    monkeypatch.setattr(pages, "MOST_ITEMS", 3)
    document = parsed(page(view_of(drawing())))
    assert "only the first 3 of 5 things" in document.find(".//header").text_content()
    assert len(document.xpath("//article")) == 5


def test_markup_escapes_what_is_not_markup():
    assert tag("p", "<b>", Markup("<i>"), title='"&') == '<p title="&quot;&amp;">&lt;b&gt;<i></p>'
    assert tag("input", hidden=True, value=None, size=2.0) == '<input hidden size="2">'
    for wrong in (
        lambda: tag("p", onclick="x"),
        lambda: tag("a b"),
        lambda: tag("script", "a</script>"),
        lambda: tag("p", **{"a b": "x"}),
    ):
        with pytest.raises(ValueError):
            wrong()
