"""Scorecards as tables on a terminal. Every table says what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.box import SIMPLE
from rich.console import Group as Stack
from rich.table import Table
from rich.text import Text

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
    return Stack(*[part for part in parts if part is not None])


def surprise_table(found: Sequence[Surprise]) -> Table:
    """List the outcomes other than declared."""
    table = Table(title="outcomes other than declared", title_justify="left", show_lines=True)
    for column in ("task", "rollout", "drawing", "difference"):
        table.add_column(column, overflow="fold")
    for item in found:
        table.add_row(Text(item.task), str(item.rollout), Text(item.drawing), Text("\n".join(item.problems)))
    return table


def percent(value: float | None) -> str:
    """Write a share in per cent; a dash over nothing."""
    return "—" if value is None else f"{100 * value:.1f}"


def missing_line(card: Scorecard) -> Text:
    """Say what is missing in a run, in red if anything is."""
    if card.complete:
        return Text(f"all {card.rollouts} rollouts of {card.tasks} tasks")
    why = ", ".join(f"{fault.value} {count}" for fault, count in card.missing.items())
    text = f"INCOMPLETE: {card.missing_count} of {card.rollouts} rollouts are missing ({why}); they count nowhere"
    if card.unpublishable:
        text += "; NOT PUBLISHABLE: faults of mathvis took rollouts out"
    return Text(text, style="bold red")


def usage_lines(runs: Iterable[tuple[str, Mapping[str, object], Mapping[str, float]]]) -> Iterator[Text]:
    """Say for each run what it was and what its calls took."""
    for name, configuration, usage in runs:
        model = configuration["model"]
        spec = model.get("spec", "") if isinstance(model, dict) else ""
        yield Text(
            f"{name}: {configuration['harness']}, {spec}; {usage['calls']:,.0f} calls in {usage['attempts']:,.0f} "
            f"attempts, {usage['prompt_tokens']:,.0f} + {usage['completion_tokens']:,.0f} tokens, "
            f"{usage['seconds']:,.0f} s of model time"
        )


def _overall(name: str, card: Scorecard) -> Table:
    table = _table(f"scorecard · {name}", card)
    table.add_column("score", no_wrap=True)
    for column in ("%", "interval", "of", "left out"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("meaning", style="dim")
    for rate in card.overall.rates:
        table.add_row(
            rate.name,
            percent(rate.value),
            _interval(rate, 1),
            f"{_count(rate.numerator)}/{rate.denominator} {rate.unit}",
            str(rate.missing or "—"),
            MEANINGS.get(rate.name, _estimator(rate.name)),
        )
    return table


def _comparison(runs: Sequence[tuple[str, Scorecard]]) -> Table:
    table = Table(title="scorecard, %", title_justify="left", show_lines=True, box=SIMPLE, padding=(0, 1))
    table.add_column("run", overflow="fold", min_width=8)
    names = [rate.name for rate in runs[0][1].overall.rates]
    names += [rate.name for _, card in runs[1:] for rate in card.overall.rates if rate.name not in names]
    for column in dict.fromkeys(names):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("missing")
    for name, card in runs:
        rates = {rate.name: rate for rate in card.overall.rates}
        cells = [_cell(rates[column]) if column in rates else "—" for column in dict.fromkeys(names)]
        table.add_row(Text(name), *cells, missing_line(card))
    return table


def _sections(title: str, head: str, sections: Sequence[Section], card: Scorecard) -> Table | None:
    if not sections:
        return None
    table = _table(f"{title}, %", card)
    table.add_column(head, overflow="fold")
    for rate in sections[0].rates:
        table.add_column(rate.name, justify="right", no_wrap=True)
    for section in sections:
        table.add_row(Text(section.key), *[_cell(rate) for rate in section.rates])
    return table


def _codes(title: str, card: Scorecard) -> Table | None:
    if not card.codes:
        return None
    table = _table(title, card)
    for column in ("code", "meaning", "rollouts that show it, %"):
        table.add_column(column)
    for section in card.codes:
        rate = section["shown"]
        table.add_row(section.key, Code(section.key).meaning, _cell(rate).replace("\n", "  "))
    return table


def _table(title: str, card: Scorecard) -> Table:
    return Table(
        title=title,
        title_justify="left",
        box=SIMPLE,
        padding=(0, 1),
        caption=missing_line(card),
        caption_justify="left",
    )


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
