"""Scorecards as tables on a terminal. Every table says what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.box import HEAVY_HEAD
from rich.console import Group as Stack
from rich.text import Text

from mathvis.cli.layout import Column, Grid, Kind
from mathvis.goldir.codes import Code

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rich.console import RenderableType

    from mathvis.harness.expectations import Surprise
    from mathvis.metrics.scorecard import Rate, Scorecard, Section

MEANINGS = {
    "D-PSR": "strict delivery: T, M and P",
    "T": "technically valid",
    "M-PSR": "T and every hard statement",
    "S-PSR": "T and every soft criterion in full",
    "R": "rubric coverage, mean score",
    "pass@1": "first rollout delivered",
}


def scorecards(runs: Sequence[tuple[str, Scorecard]]) -> RenderableType:
    """Lay out one run in full, or several side by side followed by each one's own tables."""
    parts: list[RenderableType | None] = []
    if len(runs) == 1:
        parts.append(_overall(*runs[0]))
    else:
        parts.append(_comparison(runs))
    for name, card in runs:
        title = f" · {name}" if len(runs) > 1 else ""
        parts += [
            _sections(f"by discipline{title}", "discipline", card.disciplines, card),
            _sections(f"by predicate group{title}", "group", card.groups, card),
            _codes(f"by error code{title}", card),
        ]
    parts.append(_footnote(runs[0][1]))
    return Stack(*[item for part in parts if part is not None for item in (part, Text())][:-1])


def surprise_table(found: Sequence[Surprise]) -> Grid:
    """List the outcomes other than declared."""
    columns = (Column("task", Kind.KEY), Column("rollout", Kind.KEY), Column("drawing"), Column("difference"))
    grid = Grid("outcomes other than declared", columns, box=HEAVY_HEAD, lines=True)
    for item in found:
        grid.add(item.task, str(item.rollout), item.drawing, "\n".join(item.problems))
    return grid


def percent(value: float | None) -> str:
    """Write a share in per cent; a dash over nothing."""
    return "—" if value is None else f"{100 * value:.1f}"


def missing_line(card: Scorecard) -> Text:
    """Say what is missing in a run, in red if anything is."""
    if card.complete:
        return Text(f"all {_many(card.rollouts, 'rollout')} of {_many(card.tasks, 'task')}")
    why = ", ".join(f"{fault.value} {count}" for fault, count in card.missing.items())
    lost = f"{card.missing_count} of {_many(card.rollouts, 'rollout')} {'is' if card.rollouts == 1 else 'are'} missing"
    text = f"INCOMPLETE: {lost} ({why}); they count nowhere"
    if card.unpublishable:
        text += "; NOT PUBLISHABLE: faults of mathvis took rollouts out"
    return Text(text, style="bold red")


def usage_lines(runs: Iterable[tuple[str, Mapping[str, object], Mapping[str, float]]]) -> Iterator[Text]:
    """Say for each run what it was and what its calls took."""
    for name, configuration, usage in runs:
        model = configuration["model"]
        spec = model.get("spec", "") if isinstance(model, dict) else ""
        yield Text(
            f"{name}: {configuration['harness']}, {spec}; {_many(usage['calls'], 'call')} in "
            f"{_many(usage['attempts'], 'attempt')}, {usage['prompt_tokens']:,.0f} + "
            f"{usage['completion_tokens']:,.0f} tokens, {usage['seconds']:,.0f} s of model time"
        )


def _many(count: float, what: str) -> str:
    return f"{count:,.0f} {what}{'' if count == 1 else 's'}"


def _overall(name: str, card: Scorecard) -> Grid:
    numbers = [Column(head, Kind.NUMBER) for head in ("%", "interval", "of", "left out")]
    columns = (Column("score", Kind.KEY), *numbers, Column("meaning", style="dim"))
    grid = Grid(f"scorecard · {name}", columns, footer=missing_line(card))
    for rate in card.overall.rates:
        grid.add(
            rate.name,
            percent(rate.value),
            _interval(rate, 1),
            f"{_count(rate.numerator)}/{rate.denominator} {rate.unit}",
            str(rate.missing or "—"),
            MEANINGS.get(rate.name, _estimator(rate.name)),
        )
    return grid


def _comparison(runs: Sequence[tuple[str, Scorecard]]) -> Grid:
    names = list(dict.fromkeys(rate.name for _, card in runs for rate in card.overall.rates))
    numbers = [Column(name, Kind.NUMBER) for name in names]
    grid = Grid("scorecard, %", (Column("run", Kind.KEY), *numbers, Column("missing")), lines=True)
    for name, card in runs:
        rates = {rate.name: rate for rate in card.overall.rates}
        grid.add(name, *[_cell(rates[column]) if column in rates else "—" for column in names], missing_line(card))
    return grid


def _sections(title: str, head: str, sections: Sequence[Section], card: Scorecard) -> Grid | None:
    if not sections:
        return None
    numbers = [Column(rate.name, Kind.NUMBER) for rate in sections[0].rates]
    grid = Grid(f"{title}, %", (Column(head, Kind.KEY), *numbers), footer=missing_line(card))
    for section in sections:
        grid.add(section.key, *[_cell(rate) for rate in section.rates])
    return grid


def _codes(title: str, card: Scorecard) -> Grid | None:
    if not card.codes:
        return None
    columns = (Column("code", Kind.KEY), Column("meaning"), Column("rollouts that show it,\N{NO-BREAK SPACE}%"))
    grid = Grid(title, columns, footer=missing_line(card))
    for section in card.codes:
        grid.add(section.key, Code(section.key).meaning, _cell(section["shown"]).replace("\n", "  "))
    return grid


def _cell(rate: Rate) -> str:
    lines = [percent(rate.value), f"{_count(rate.numerator)}/{rate.denominator}"]
    if rate.interval is not None:
        lines.insert(1, _interval(rate, 0))
    return "\n".join(lines)


def _interval(rate: Rate, digits: int) -> str:
    if rate.interval is None:
        return "—"
    return f"{100 * rate.interval.low:.{digits}f}–{100 * rate.interval.high:.{digits}f}"


def _count(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _estimator(name: str) -> str:
    kind, _, k = name.partition("@") if "@" in name else name.partition("^")
    del kind
    return f"at least one of {k} delivered" if "@" in name else f"all of {k} delivered"


def _footnote(card: Scorecard) -> Text:
    return Text(
        f"Intervals: {100 * card.confidence:g} %, percentile bootstrap over tasks, {card.resamples} resamples; "
        "a dash where fewer than two tasks count; no width where all tasks agree.",
        style="dim",
    )
