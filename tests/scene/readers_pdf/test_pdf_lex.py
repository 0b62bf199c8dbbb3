"""Tokens of content streams."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mathvis.scene.readers import pdf_lex
from mathvis.scene.readers.pdf_lex import MALFORMED, Name, operations


def one(data: bytes):
    (found,) = operations(data)
    return found


@pytest.mark.parametrize(
    ("text", "value"),
    [(b"1", 1.0), (b"-.5", -0.5), (b"+2.", 2.0), (b"0.30000", 0.3), (b"007", 7.0)],
)
def test_numbers(text, value):
    assert one(text + b" w") == (b"w", [value])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b"(a(b)c)", b"a(b)c"),
        (rb"(\(\)\\)", b"()\\"),
        (rb"(\101\7\0053)", b"A\x07\x053"),
        (b"(a\\\nb)", b"ab"),
        (b"(a\\\r\nb)", b"ab"),
        (rb"(\n\r\t\b\f\x)", b"\n\r\t\b\fx"),
        (b"<48 65 6C6c 6>", b"Hell`"),
        (b"()", b""),
    ],
)
def test_strings(text, value):
    assert one(text + b"Tj") == (b"Tj", [value])


def test_names_escape_bytes():
    assert one(b"/A#20b gs") == (b"gs", [Name("A b")])


def test_arrays_and_dictionaries_nest():
    operator, operands = one(b"/MV <</k /path /n [<41> (b)] /q <</x 1>>>> BDC")
    assert operator == b"BDC"
    assert operands == ["MV", {"k": "path", "n": [b"A", b"b"], "q": {"x": 1.0}}]


def test_a_dictionary_may_be_spread_over_literals():
    assert one(b"/MV <</k /path \n/d [ \n/m 0 1.5 \n] \n>> BDC")[1][1]["d"] == ["m", 0.0, 1.5]


def test_comments_and_starred_operators():
    assert list(operations(b"% 1 2 m\n0 0 m f* W* '")) == [(b"m", [0.0, 0.0]), (b"f*", []), (b"W*", []), (b"'", [])]


def test_an_inline_image_is_one_operation():
    data = b"q BI /W 2 /H 1 /IM true ID \x00 EIx) ( EI Q"
    assert list(operations(data)) == [(b"q", []), (b"BI", [{"W": 2.0, "H": 1.0, "IM": True}]), (b"Q", [])]


@pytest.mark.parametrize("data", [b"1.2.3 w", b"5-3 w", b"] w", b">> w", b"<4G> w", b"[1 w"])
def test_what_is_no_token_is_told(data):
    operator, operands = list(operations(data))[-1]
    assert operator == b"w"
    assert MALFORMED in operands


@given(st.binary(max_size=300))
def test_any_bytes_can_be_read(data):
    for operator, operands in operations(data):
        assert isinstance(operator, bytes)
        assert isinstance(operands, list)


@given(st.lists(st.floats(-1e6, 1e6).map(lambda v: round(v, 5)), min_size=1, max_size=8))
def test_numbers_come_back(values):
    assert one(" ".join(f"{v:.5f}" for v in values).encode() + b" c")[1] == values


@given(st.binary(max_size=60))
def test_strings_come_back(value):
    escaped = b"".join(b"\\%03o" % byte for byte in value)
    assert one(b"(" + escaped + b") Tj")[1] == [value]
    assert one(b"<" + value.hex().encode() + b"> Tj")[1] == [value]


TOKENS = st.sampled_from(
    [b"1", b"-2.50", b".5", b"+7.", b"1.2.3", b"--4", b"m", b"f*", b"re", b"'", b"T*", b"true", b"null", b"/N", b"(s)", b"<41>",
     b"[", b"]", b"<<", b">>", b"BI", b"ID", b"EI", b"1x", b"x1", b"$", b"%c\n", b"{", b"\x0b"]
)  # fmt: skip
SPACES = st.sampled_from([b" ", b"\n", b"\r\n", b"\t", b"\x00", b"\x0c", b" \x00 ", b"\x0b", b""])


@given(st.lists(st.tuples(TOKENS, SPACES), max_size=40), st.sampled_from([3, 1_000_000]))
def test_operators_with_numbers_alone_are_read_as_token_by_token(parts, most):
    data = b"".join(token + space for token, space in parts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pdf_lex, "_NUMBERS_ALONE", re.compile(rb"(?!)"))
        token_by_token = list(operations(data, most))
    assert list(operations(data, most)) == token_by_token


def test_long_numbers_that_end_in_nonsense_take_no_long():
    digits = b"1" * 300_000
    assert list(operations(digits + b"x w " + digits + b"x m")) == [(b"w", [MALFORMED]), (b"m", [MALFORMED])]
