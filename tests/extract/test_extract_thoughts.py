"""What a model thinks is not what it answers."""

import pytest

from mathvis.extract import Status, extract
from mathvis.extract.thoughts import without_thoughts

DRAFT = "```latex\n\\begin{tikzpicture}\n\\draw (9,9) -- (0,0); % draft\n\\end{tikzpicture}\n```"
FINAL = "\\begin{tikzpicture}\n\\draw (0,0) -- (1,1);\n\\end{tikzpicture}"
ANSWER = f"The figure:\n\n```latex\n{FINAL}\n```\n"
PAIRS = [
    ("<think>", "</think>"),
    ("<THINK>", "</Think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
    ("<seed:think>", "</seed:think>"),
    ("[THINK]", "[/THINK]"),
    ("◁think▷", "◁/think▷"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("<|channel|>analysis<|message|>", "<|end|><|start|>assistant<|channel|>final<|message|>"),
    ("<|channel|>analysis<|message|>", "<|channel|>final<|message|>"),
]


@pytest.mark.parametrize(("opening", "closing"), PAIRS)
@pytest.mark.parametrize("layout", ["{o}\n{d}\n{c}\n{a}", "{o}{d}{c}{a}", "{o}\n{d}{c}\n\n{a}"])
def test_a_draft_in_a_thought_is_not_seen(opening, closing, layout):
    found = extract(layout.format(o=opening, c=closing, d=DRAFT, a=ANSWER))
    assert (found.status, found.candidates, found.program.source) == (Status.COMPLETE, 1, FINAL)


@pytest.mark.parametrize(("opening", "closing"), PAIRS)
def test_a_thought_after_the_answer_changes_nothing(opening, closing):
    found = extract(f"{ANSWER.rstrip()}{opening}\nas asked\n{DRAFT}\n{closing}\n")
    assert (found.status, found.program.source) == (Status.COMPLETE, FINAL)


@pytest.mark.parametrize("closing", ["</think>", "</thinking>", "[/THINK]"])
def test_the_opening_tag_may_be_in_the_prompt(closing):
    found = extract(f"First I try\n{DRAFT}\nno.\n{closing}\n\n{ANSWER}")
    assert (found.status, found.candidates, found.program.source) == (Status.COMPLETE, 1, FINAL)


def test_a_thought_inside_a_thought():
    found = extract(f"<think>one <think>{DRAFT}</think> two {DRAFT}</think>{ANSWER}")
    assert (found.status, found.candidates, found.program.source) == (Status.COMPLETE, 1, FINAL)


def test_several_thoughts():
    found = extract(f"<think>{DRAFT}</think>Now.<think>{DRAFT}</think>{ANSWER}<think>good</think>")
    assert (found.status, found.candidates, found.program.source) == (Status.COMPLETE, 1, FINAL)


@pytest.mark.parametrize("thought", [DRAFT, "so the centre", DRAFT + "\nwait", "\\begin{tikzpicture}\n\\draw"])
@pytest.mark.parametrize("opening", [pair[0] for pair in PAIRS])
def test_only_an_unfinished_thought(opening, thought):
    found = extract(f"{opening}\n{thought}")
    assert (found.status, found.program, found.fragment) == (Status.TRUNCATED, None, "")
    assert "thought" in found.note


@pytest.mark.parametrize("thought", [DRAFT, "so the centre"])
def test_only_a_finished_thought(thought):
    found = extract(f"<think>\n{thought}\n</think>\n")
    assert (found.status, found.program) == (Status.NONE, None)


def test_an_unfinished_thought_after_the_answer():
    found = extract(f"{ANSWER}<think>\nis that right? {DRAFT}")
    assert (found.status, found.program.source) == (Status.COMPLETE, FINAL)


@pytest.mark.parametrize("mention", ["`<think>`", "`</think>`", "``<think>``"])
def test_a_quoted_tag_is_a_word(mention):
    found = extract(f"{ANSWER}\nI left the {mention} tag out.\n")
    assert (found.status, found.program.source) == (Status.COMPLETE, FINAL)
    found = extract(f"I left the {mention} tag out.\n{ANSWER}")
    assert (found.status, found.program.source) == (Status.COMPLETE, FINAL)


def test_a_draft_that_was_never_fenced_off_in_a_thought():
    found = extract(f"<think>```latex\n\\begin{{tikzpicture}}\n\\draw (0,0)</think>{ANSWER}")
    assert (found.status, found.program.source) == (Status.COMPLETE, FINAL)


def test_text_without_thoughts_is_left_alone():
    assert without_thoughts("a < b and </b> c").text == "a < b and </b> c"
