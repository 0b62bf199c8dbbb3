"""Random labels: however they are typed they have one form, and a change of one symbol changes it."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import assume, given
from hypothesis import strategies as st

from mathvis.mathtext import TextRun, from_latex, from_runs
from mathvis.mathtext.tree import parse, write


class Leaf(NamedTuple):
    text: str


class Node(NamedTuple):
    kind: str
    parts: tuple


LEAVES = st.sampled_from(
    [
        "a",
        "b",
        "k",
        "x",
        "y",
        "z",
        "A",
        "B",
        "R",
        "1",
        "2",
        "7",
        r"\alpha",
        r"\pi",
        r"\Gamma",
        r"\mathbb{R}",
        r"\mathcal{F}",
    ]
).map(Leaf)


def grown(inner):
    one = st.tuples(inner)
    two = st.tuples(inner, inner)
    return st.one_of(
        st.builds(Node, st.just("row"), st.lists(inner, min_size=2, max_size=3).map(tuple)),
        st.builds(
            Node, st.sampled_from(["sqrt", "bar", "hat", "vec", "tilde", "prime", "paren", "underline", "abs"]), one
        ),
        st.builds(Node, st.sampled_from(["frac", "sub", "sup", "plus", "equals", "root", "minus"]), two),
    )


LABELS = st.recursive(LEAVES, grown, max_leaves=8)


def plain(label) -> str:
    """With as few braces and macros as there may be."""
    if isinstance(label, Leaf):
        return label.text + (" " if label.text[-1].isalpha() and label.text[0] == "\\" else "")
    parts = [plain(part) for part in label.parts]
    one, two = parts[0], parts[-1]
    return {
        "row": "".join(parts), "plus": f"{one}+{two}", "equals": f"{one}={two}", "minus": f"{one}-{two}",
        "sqrt": rf"\sqrt{{{one}}}", "root": rf"\sqrt[{one}]{{{two}}}", "bar": rf"\bar{{{one}}}", "hat": rf"\hat{{{one}}}",
        "vec": rf"\vec{{{one}}}", "tilde": rf"\tilde{{{one}}}", "underline": rf"\underline{{{one}}}", "prime": f"{{{one}}}'",
        "paren": f"({one})", "abs": f"|{one}|", "frac": rf"\frac{{{one}}}{{{two}}}", "sub": f"{{{one}}}_{{{two}}}",
        "sup": f"{{{one}}}^{{{two}}}",
    }[label.kind]  # fmt: skip


def wordy(label) -> str:
    """With the long names, with spaces, sizes and braces that change nothing."""
    if isinstance(label, Leaf):
        return rf"{{\displaystyle {label.text} }}"
    parts = [wordy(part) for part in label.parts]
    one, two = parts[0], parts[-1]
    return {
        "row": r"\,".join(parts), "plus": f"{{{one}}} + {{{two}}}", "equals": rf"{one} \;=\; {two}",
        "minus": rf"{one} - {two}", "sqrt": rf"\sqrt {{ {one} }}", "root": rf"\sqrt [{{{one}}}] {{ {two} }}",
        "bar": rf"\overline {{{one}}}", "hat": rf"\widehat{{{{{one}}}}}", "vec": rf"\overrightarrow{{{one}}}",
        "tilde": rf"\widetilde {{{one}}}", "underline": rf"\underline {{ {one}}}", "prime": rf"{{{one}}}^{{\prime}}",
        "paren": rf"\left( {one} \right)", "abs": rf"\left\lvert {one} \right\rvert", "frac": rf"\dfrac {{{one}}} {{{two}}}",
        "sub": rf"{{{one}}}_{{\mathrm{{{{{two}}}}}}}", "sup": rf"{{{one}}}^{{\scriptstyle {two}}}",
    }[label.kind]  # fmt: skip


def leaves(label) -> list[tuple[int, ...]]:
    if isinstance(label, Leaf):
        return [()]
    return [(at, *path) for at, part in enumerate(label.parts) for path in leaves(part)]


def changed(label, path: tuple[int, ...], leaf: Leaf):
    if not path:
        return leaf
    parts = list(label.parts)
    parts[path[0]] = changed(parts[path[0]], path[1:], leaf)
    return label._replace(parts=tuple(parts))


def form(source: str) -> str:
    return from_latex(f"${source}$")


@given(LABELS)
def test_the_typing_of_a_label_does_not_matter(label):
    assert form(plain(label)) == form(wordy(label))


@given(LABELS)
def test_a_form_is_read_back_as_it_was_written(label):
    found = form(plain(label))
    assert write(parse(found)) == found


@given(LABELS, st.data(), LEAVES)
def test_a_change_of_one_symbol_changes_the_form(label, data, leaf):
    path = data.draw(st.sampled_from(leaves(label)))
    other = changed(label, path, leaf)
    assume(other != label)
    assert form(plain(other)) != form(plain(label))


@given(LABELS, st.data())
def test_a_mark_more_changes_the_form(label, data):
    path = data.draw(st.sampled_from(leaves(label)))
    kind = data.draw(st.sampled_from(["bar", "hat", "vec", "tilde", "prime", "sqrt", "underline"]))
    here = label
    for at in path:
        here = here.parts[at]
    assert form(plain(changed(label, path, Node(kind, (here,))))) != form(plain(label))


@given(st.sampled_from(["sub", "sup", "plus", "minus", "frac", "row", "equals"]), LABELS, LABELS)
def test_what_joins_two_labels_tells(kind, one, two):
    others = {"sub", "sup", "plus", "minus", "frac", "row", "equals"} - {kind}
    found = form(plain(Node(kind, (one, two))))
    assert all(found != form(plain(Node(other, (one, two)))) for other in others)


SMALL = {"0": "₀", "1": "₁", "2": "₂", "n": "ₙ", "i": "ᵢ", "+": "₊"}
RAISED = {"0": "⁰", "1": "¹", "2": "²", "n": "ⁿ", "i": "ⁱ", "+": "⁺"}


@given(st.sampled_from("xyzAfπΓ"), st.text("012ni+", min_size=1, max_size=4), st.booleans(), st.floats(4, 40))
def test_script_characters_and_small_shifted_text_are_one(base, script, up, size):
    characters = base + "".join((RAISED if up else SMALL)[char] for char in script)
    shift = 0.35 * size if up else -0.2 * size
    width = 0.6 * size
    set_small = [TextRun(base, 0, 0, size, width), TextRun(script, width, shift, 0.7 * size, 0.4 * size * len(script))]
    expected = form(f"{base}{'^' if up else '_'}{{{script}}}")
    assert from_runs([TextRun(characters, 0, 0, size)]) == expected
    assert from_runs(set_small) == expected
