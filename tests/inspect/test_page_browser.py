"""The page of a drawing in a real browser: it answers, it asks nobody, and it runs nothing but itself."""

from __future__ import annotations

import json
import time

import pytest
from inspect_views import drawing, verdict, view_of
from test_page import HOSTILE

from mathvis.inspect.page import page


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    for name, view in (
        ("plain", view_of(drawing())),
        ("judged", view_of(drawing(), judged=verdict())),
        *((f"hostile-{k}", hostile(text)) for k, text in enumerate(HOSTILE)),
    ):
        (folder / f"{name}.html").write_text(page(view), encoding="utf-8")
    return folder


def hostile(text):
    return view_of(
        drawing((text,) * 5, text, text, text),
        title=text,
        program=f"<svg>\n{text}\n</svg>",
        judged=verdict(entity=text, text=text),
    )


@pytest.fixture
def opened(browser, files):
    """Open a page; its log is that of this page alone."""

    def open_page(name="plain"):
        browser.get("about:blank")
        browser.get_log("performance")
        browser.get_log("browser")
        browser.get((files / f"{name}.html").as_uri())
        return browser

    return open_page


class eventually:  # noqa: N801 - it reads as a word of the assertion
    """What a page shows when it has come to rest: a loaded machine answers a key or the pointer late."""

    __hash__ = None

    def __init__(self, look):
        self.look = look

    def __eq__(self, wanted):
        deadline = time.monotonic() + 10
        while (found := self.look()) != wanted:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.05)
        return found == wanted

    def __repr__(self):
        return repr(self.look())


def css(browser, selector):
    from selenium.webdriver.common.by import By

    return browser.find_elements(By.CSS_SELECTOR, selector)


def shown_records(browser):
    return [item.get_attribute("id") for item in css(browser, "#record article") if item.is_displayed()]


def lit(browser):
    return [item.get_attribute("id") for item in css(browser, "#items .item.on")]


def point_at(browser, selector, dx=0, dy=0):
    from selenium.webdriver import ActionChains

    ActionChains(browser).move_to_element_with_offset(css(browser, selector)[0], dx, dy).perform()


def press(browser, *keys):
    from selenium.webdriver import ActionChains

    actions = ActionChains(browser)
    for key in keys:
        actions.send_keys(key)
    actions.perform()


def focused(browser):
    return browser.execute_script("return document.activeElement.dataset.of ?? document.activeElement.id")


def rows_of(browser):
    return [item.get_attribute("data-of") for item in css(browser, "#list button") if item.is_displayed()]


def visible(browser, selector):
    return [item.text for item in css(browser, selector) if item.is_displayed()]


def test_pointing_at_something_shows_its_record(opened):
    browser = opened()
    assert eventually(lambda: shown_records(browser)) == []
    assert css(browser, "#nothing")[0].is_displayed()
    point_at(browser, "#i-e0 .hit")
    assert eventually(lambda: shown_records(browser)) == ["r-e0"]
    assert eventually(lambda: lit(browser)) == ["i-e0"]
    assert "points → 0°" in css(browser, "#r-e0")[0].text
    point_at(browser, "#i-e4 .hit")
    assert eventually(lambda: shown_records(browser)) == ["r-e4"]
    assert "f(x)" in css(browser, "#r-e4")[0].text
    point_at(browser, "#i-e3 .hit", 5, 5)
    assert eventually(lambda: shown_records(browser)) == ["r-e3"]
    point_at(browser, "h1")
    assert eventually(lambda: shown_records(browser)) == []


def test_a_hidden_line_and_what_lies_under_a_disc_can_be_pointed_at(opened):
    browser = opened()
    point_at(browser, "#i-e1 .hit")
    assert eventually(lambda: shown_records(browser)) == ["r-e1"]
    assert "0% seen" in css(browser, "#r-e1")[0].text
    point_at(browser, "#i-e2 .hit", 60)
    assert eventually(lambda: shown_records(browser)) == ["r-e2"], (
        "the line is under the disc, but it is the smaller target"
    )


def test_the_list_shows_records_too(opened):
    browser = opened()
    point_at(browser, "#list [data-of=n0]")
    assert eventually(lambda: shown_records(browser)) == ["r-n0"]
    assert eventually(lambda: lit(browser)) == ["i-n0"]


def test_a_click_keeps_a_record_and_escape_lets_it_go(opened):
    from selenium.webdriver.common.keys import Keys

    browser = opened()
    css(browser, "#list [data-of=e3]")[0].click()
    point_at(browser, "h1")
    assert eventually(lambda: shown_records(browser)) == ["r-e3"]
    point_at(browser, "#i-e0 .hit")
    assert eventually(lambda: shown_records(browser)) == ["r-e0"]
    point_at(browser, "h1")
    assert eventually(lambda: shown_records(browser)) == ["r-e3"]
    press(browser, Keys.ESCAPE)
    assert eventually(lambda: shown_records(browser)) == []


def test_a_link_leads_to_a_thing(opened, files):
    browser = opened()
    for name, found in (("e3", ["r-e3"]), ("n0", ["r-n0"]), ("e99", []), ("nothing", []), ("<img>", [])):
        browser.get("about:blank")
        browser.get(f"{(files / 'plain.html').as_uri()}#{name}")
        assert eventually(lambda: shown_records(browser)) == found


def test_the_keyboard_reaches_everything(opened):
    from selenium.webdriver.common.keys import Keys

    browser = opened()
    for _ in range(30):
        press(browser, Keys.TAB)
        if css(browser, "#items .item:focus"):
            break
    first = focused(browser)
    assert eventually(lambda: shown_records(browser)) == [f"r-{first}"]
    order = [item.get_attribute("data-of") for item in css(browser, "#items .item")]
    reached = [first]
    for _ in order[1:]:
        press(browser, Keys.ARROW_RIGHT)
        reached.append(focused(browser))
        assert eventually(lambda: shown_records(browser)) == [f"r-{reached[-1]}"]
    assert sorted(reached) == sorted(order)
    press(browser, Keys.HOME)
    assert eventually(lambda: focused(browser)) == order[0]
    press(browser, Keys.TAB)
    assert eventually(lambda: focused(browser)) == "search"
    press(browser, Keys.TAB)
    rows = [item.get_attribute("data-of") for item in css(browser, "#list button")]
    assert eventually(lambda: focused(browser)) == rows[0]
    press(browser, Keys.ARROW_DOWN)
    assert eventually(lambda: focused(browser)) == rows[1]
    assert eventually(lambda: shown_records(browser)) == [f"r-{rows[1]}"]


@pytest.mark.parametrize(
    ("words", "found"),
    [("gamma", ["e0"]), ("LABEL f(x)", ["e4"]), ("hidden pale", ["e1"]), ("named place", ["p0"]), ("nowhere", [])],
)
def test_the_search_filters_the_list_and_dims_the_picture(opened, words, found):
    browser = opened()
    box = css(browser, "#search")[0]
    box.send_keys(words)
    assert eventually(lambda: box.get_property("value")) == words
    assert eventually(lambda: rows_of(browser)) == found
    assert eventually(lambda: css(browser, "#count")[0].text) == f"{len(found)} of 7"
    bright = [item.get_attribute("data-of") for item in css(browser, "#items .item:not(.dim)")]
    assert bright == found
    box.clear()
    box.send_keys(" ")
    assert eventually(lambda: len(rows_of(browser))) == 7


@pytest.mark.parametrize(
    ("toggle", "what", "first"),
    [
        ("names", ".caption.names", True),
        ("labels", ".caption.labels", False),
        ("directions", ".tip", True),
        ("hidden", ".gap", True),
        ("bindings", ".caption.bindings", True),
        ("findings", ".mark.failed", True),
    ],
)
def test_what_is_drawn_over_the_picture_can_be_turned_off_and_on(opened, toggle, what, first):
    browser = opened("judged")
    box = css(browser, f"#t-{toggle}")[0]
    assert css(browser, what)
    for expected in (first, not first, first):
        assert eventually(lambda: any(item.is_displayed() for item in css(browser, what))) == expected
        box.click()


def test_hidden_ink_is_red(opened):
    browser = opened()
    assert css(browser, "#i-e1 .gap")[0].value_of_css_property("stroke") == "rgb(217, 0, 13)"


def test_a_finding_lights_up_its_ink_and_its_place(opened):
    browser = opened("judged")
    point_at(browser, "#findings [data-finding=f1]")
    assert eventually(lambda: sorted(lit(browser))) == ["i-e0", "i-e3"]
    assert css(browser, ".mark[data-finding=f1]")[0].value_of_css_property("visibility") == "visible"
    point_at(browser, "h1")
    assert eventually(lambda: lit(browser)) == []


def test_the_picture_is_shown(opened):
    browser = opened()
    size = browser.execute_script(
        "const i = new Image(); i.src = document.querySelector('image').getAttribute('href');"
        "return i.decode().then(() => [i.naturalWidth, i.naturalHeight]);"
    )
    assert size == [400, 300]


def requests(browser):
    for entry in browser.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            yield message["params"]["request"]["url"]


@pytest.mark.parametrize("name", ["plain", "judged", *(f"hostile-{k}" for k in range(len(HOSTILE)))])
def test_no_request_leaves_the_page_and_nothing_but_its_script_runs(opened, files, name):
    browser = opened(name)
    browser.execute_script("for (const b of document.querySelectorAll('#list button')) b.focus();")
    point_at(browser, "#i-e0 .hit")
    for row in css(browser, "#toggles input"):
        row.click()
    asked = [url for url in requests(browser) if not url.startswith("data:image/png;base64,")]
    assert asked == [(files / f"{name}.html").as_uri()]
    assert browser.get_log("browser") == [], "the policy had nothing to stop, and no script failed"
    assert browser.title != "hit"
    assert len(css(browser, "script")) == 1
    assert css(browser, "img, iframe, object, embed, link, [onerror], [onload]") == []


def test_the_policy_stops_what_would_be_let_in(opened, files):
    """Were a text to get through after all, it could neither run nor fetch."""
    text = (files / "plain.html").read_text(encoding="utf-8")
    broken = text.replace(
        "<main>",
        "<img src='https://example.invalid/x.png' onerror=\"document.title='hit'\"><script>document.title='hit'</script>"
        "<img src='about:nothing' onerror=\"document.title='hit'\"><style>body{background:url(https://example.invalid/y)}</style><main>",
    )
    (files / "broken.html").write_text(broken, encoding="utf-8")
    browser = opened("broken")
    assert browser.title != "hit"
    log = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    asked = {
        event["params"]["requestId"]: event["params"]["request"]["url"]
        for event in log
        if event["method"] == "Network.requestWillBeSent" and "example.invalid" in event["params"]["request"]["url"]
    }
    stopped = {
        event["params"]["requestId"]
        for event in log
        if event["method"] == "Network.loadingFailed" and event["params"].get("blockedReason") == "csp"
    }
    assert asked, "the picture was asked for"
    assert asked.keys() <= stopped
    assert any("Content Security Policy" in entry["message"] for entry in browser.get_log("browser"))


def test_without_a_script_the_page_still_holds_every_record(files):
    text = (files / "plain.html").read_text(encoding="utf-8")
    assert text.count("<article") == 7


def test_words_of_hidden_things_are_not_read_out_twice(opened):
    browser = opened()
    assert eventually(lambda: visible(browser, "#record article")) == []
    labels = [item.get_attribute("aria-label") for item in css(browser, "#items .item")]
    assert all(labels)
    assert "secret, line, hidden" in labels
