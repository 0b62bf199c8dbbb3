"""docs/predicates.md is what the registry says, and its examples can be read."""

from __future__ import annotations

import re
from pathlib import Path

import generate
import pytest
from blocks import blocks

from mathvis.goldir.codes import Code
from mathvis.goldir.load import read_yaml
from mathvis.goldir.model import statement_from_yaml
from mathvis.predicates.registry import load_registry

PAGE = Path(generate.HERE) / "predicates.md"
REGISTRY = load_registry()
BUILT_IN = [name for name in REGISTRY if REGISTRY[name].family == "core"]


def test_the_page_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == generate.predicates_page(), "run docs/generate.py"


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_predicate_is_documented_with_its_arguments_and_codes(name):
    text = PAGE.read_text(encoding="utf-8")
    section = re.search(rf"^### {name}\n(.*?)(?=^##|\Z)", text, re.MULTILINE | re.DOTALL)
    assert section, name
    item = REGISTRY[name]
    for parameter in item.parameters:
        assert (f"| `{parameter.name}` |" in section[1]) != parameter.injected
    assert all(re.search(rf"\b{code}\b", section[1]) for code in item.codes)
    assert "```yaml" in section[1]


EXAMPLES = [(block.line, block.text) for block in blocks(PAGE) if block.language == "yaml"]


def test_there_are_examples():
    assert len(EXAMPLES) >= len(BUILT_IN)


@pytest.mark.parametrize(("line", "text"), EXAMPLES, ids=[f"line {line}" for line, _ in EXAMPLES])
def test_every_example_names_a_predicate_and_its_arguments(line, text):
    for entry in read_yaml(text, file=f"predicates.md:{line}"):
        ((name, body),) = entry.items()
        predicate = next(key for key in body if key not in ("weight", "codes", "group", "says"))
        fields = statement_from_yaml(name, body, soft=REGISTRY[predicate].soft)
        given = {p.name: p for p in REGISTRY[fields["predicate"]].parameters if not p.injected}
        assert set(fields["args"]) <= set(given)
        assert {p.name for p in given.values() if p.required} <= set(fields["args"])
        assert set(fields.get("codes", ())) <= set(Code)
