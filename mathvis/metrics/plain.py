"""A scorecard as plain data (JSON) and as flat rows (TSV)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mathvis.metrics.scorecard import SCORECARD_SCHEMA, Rate, Scorecard, Section

if TYPE_CHECKING:
    from collections.abc import Iterator

COLUMNS = (
    "run", "table", "key", "rate", "value", "numerator", "denominator", "unit", "low", "high", "missing",
    "run_missing", "run_rollouts", "publishable",
)  # fmt: skip


def to_plain(card: Scorecard) -> dict[str, Any]:
    """Return the scorecard as plain data; rates by name, with everything they are made of."""
    return {
        "schema": SCORECARD_SCHEMA,
        "tasks": card.tasks,
        "rollouts": card.rollouts,
        "complete": card.complete,
        "publishable": not card.unpublishable,
        "missing": {fault.value: count for fault, count in card.missing.items()},
        "failed_first": dict(card.failed),
        "confidence": card.confidence,
        "resamples": card.resamples,
        "seed": card.seed,
        "overall": _section(card.overall),
        "disciplines": {section.key: _section(section) for section in card.disciplines},
        "groups": {section.key: _section(section) for section in card.groups},
        "codes": {section.key: _section(section) for section in card.codes},
    }


def tables(card: Scorecard) -> Iterator[tuple[str, Section]]:
    """Iterate over (table, section) of all sections."""
    yield "overall", card.overall
    for name, sections in (("discipline", card.disciplines), ("group", card.groups), ("code", card.codes)):
        for section in sections:
            yield name, section


def to_rows(card: Scorecard, run: str) -> Iterator[tuple[str, ...]]:
    """Iterate over flat rows in the order of `COLUMNS`; every row says what is missing in its run."""
    for table, section in tables(card):
        for rate in section.rates:
            yield (
                _cell(run), table, section.key, rate.name, _number(rate.value), _number(rate.numerator),
                str(rate.denominator), rate.unit, _number(rate.interval and rate.interval.low),
                _number(rate.interval and rate.interval.high), str(rate.missing), str(card.missing_count),
                str(card.rollouts), "no" if card.unpublishable else "yes",
            )  # fmt: skip


def to_tsv(cards: Iterator[tuple[str, Scorecard]] | list[tuple[str, Scorecard]]) -> str:
    """Return runs as tab-separated text with a header."""
    lines = ["\t".join(COLUMNS)]
    for run, card in cards:
        lines += ["\t".join(row) for row in to_rows(card, run)]
    return "\n".join(lines) + "\n"


def _section(section: Section) -> dict[str, Any]:
    return {rate.name: _rate(rate) for rate in section.rates}


def _rate(rate: Rate) -> dict[str, Any]:
    return {
        "value": None if rate.value is None else round(rate.value, 9),
        "numerator": round(rate.numerator, 9),
        "denominator": rate.denominator,
        "unit": rate.unit,
        "missing": rate.missing,
        "interval": None if rate.interval is None else [round(bound, 9) for bound in rate.interval],
    }


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"


def _cell(text: str) -> str:
    return " ".join(text.split())
