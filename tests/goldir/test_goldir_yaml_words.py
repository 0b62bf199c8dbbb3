"""Plain words of YAML mean what an author expects: only true and false are truth values, only numerals numbers."""

import pytest

from mathvis.goldir.load import load_gold, read_yaml


@pytest.mark.parametrize(
    "word",
    [
        "on",
        "On",
        "off",
        "yes",
        "no",
        "NO",
        "y",
        "n",
        "3:2",
        "12:30:00",
        "010",
        "0x1F",
        "1_000",
        "2001-01-01",
        "1e",
        ".",
    ],
)
def test_words_that_older_yaml_turns_into_something_else_stay_words(word):
    assert read_yaml(f"a: {word}", file="x") == {"a": word}
    assert read_yaml(f"{word}: 1", file="x") == {word: 1}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("False", False),
        ("0", 0),
        ("-12", -12),
        ("+3", 3),
        ("0.5", 0.5),
        (".5", 0.5),
        ("-1.", -1.0),
        ("1e-3", 1e-3),
        ("2.5E+4", 2.5e4),
        ("~", None),
        ("null", None),
    ],
)
def test_truth_values_numbers_and_null(text, value):
    found = read_yaml(f"a: {text}", file="x")["a"]
    assert found == value
    assert type(found) is type(value)


def test_the_predicate_named_on_needs_no_quotes():
    gold = load_gold(
        """
        entities: {P: {kind: point, label: "$P$"}, k: {kind: curve}}
        hard: [{lies: {on: {points: [P], curve: k}}}]
        soft: [{legible: {labels_legible: {}}}]
        """
    )
    assert gold.hard[0].predicate == "on"
