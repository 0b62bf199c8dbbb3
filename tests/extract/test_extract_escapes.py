"""Code inside string literals."""

import json

import pytest

from mathvis.extract import Status, extract

CODES = [
    '\\begin{tikzpicture}\n\\draw (0,0) -- (1,1) node {$\\beta "x"$};\n\\end{tikzpicture}',
    '\\begin{tikzcd}\nA \\arrow[r, "f"] & B \\\\\n\tC\n\\end{tikzcd}',
    "\\documentclass{standalone}\n\\usepackage{tikz}\n\\begin{document}\n\\tikz \\draw (0,0) -- (1,1);\n\\end{document}",
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">\n  <text>é "𝔽"</text>\n</svg>',
    "<svg xmlns='http://www.w3.org/2000/svg'>\n\t<path d='M 0 0'/>\n</svg>",
]
LAYERS = {
    "string": json.dumps,
    "object": lambda code: json.dumps({"name": "draw", "code": code}),
    "pretty": lambda code: json.dumps({"a": [1, {"b": code}]}, indent=2, ensure_ascii=False),
    "arguments": lambda code: json.dumps({"name": "draw", "arguments": json.dumps({"code": code})}),
    "thrice": lambda code: json.dumps({"x": json.dumps({"y": json.dumps({"z": code})})}),
    "list": lambda code: json.dumps(["Here is the figure", code, "Enjoy"]),
    "fenced inside": lambda code: json.dumps({"content": f"Sure.\n```\n{code}\n```\nDone."}),
}
PLACES = ["{}", "  {}\n", "```json\n{}\n```", "<tool_call>\n{}\n</tool_call>", 'I call the "draw" tool.\n\n{}\n']


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("place", PLACES)
def test_code_in_strings_is_unescaped(code, layer, place):
    if "'" in code and place == PLACES[-1]:
        pytest.skip("nothing shows that this is escaped: the line breaks stay as they are")
    found = extract(place.replace("{}", LAYERS[layer](code)))
    assert found.status is Status.COMPLETE, found.note
    assert found.program.source == code


def test_code_escaped_without_quotes():
    code = CODES[0]
    found = extract("The code: \n" + json.dumps(code)[1:-1])
    assert found.program.source == code


def test_escapes_that_are_none_stay():
    reply = '{"code": "\\\\begin{tikzpicture}\\n\\draw (0,0);\\n\\\\end{tikzpicture}"}'
    assert extract(reply).program.source == "\\begin{tikzpicture}\n\\draw (0,0);\n\\end{tikzpicture}"


@pytest.mark.parametrize("code", CODES[:4])
@pytest.mark.parametrize("layer", ["string", "object", "arguments"])
def test_a_string_cut_off_is_truncated(code, layer):
    whole = LAYERS[layer](code)
    start = whole.index("svg" if "svg" in code else "begin") + 25
    end = whole.rindex("</svg" if "svg" in code else "end{")
    for cut in range(start, end):
        assert extract(whole[:cut]).status is Status.TRUNCATED, whole[:cut]


def test_the_last_string_wins():
    reply = json.dumps({"draft": CODES[0], "final": CODES[1]})
    found = extract(reply)
    assert (found.status, found.candidates, found.program.source) == (Status.SEVERAL, 2, CODES[1])


def test_a_thought_in_a_string_is_no_program():
    reply = json.dumps({"content": f"<think>{CODES[0]}</think>{CODES[1]}"})
    assert extract(reply).candidates == 1


def test_line_breaks_of_tex_are_not_escapes():
    code = '\\begin{tikzcd}\nA & \\text{a "quoted" word} \\\\\nB \\\\ \\end{tikzcd}'
    assert extract(code).program.source == code


@pytest.mark.parametrize(
    "reply",
    [
        "[" * 100_000 + "begin",
        '{"a":' * 50_000 + "begin",
        '"begin',
        '["\\ud800 <svg"]',
        "{" + '"begin":' + "1" * 5000 + "}",
    ],
)
def test_broken_json_is_only_text(reply):
    assert extract(reply).program is None
