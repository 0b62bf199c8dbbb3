"""Scores are what their definitions say; a missing rollout is in no denominator and in every table."""

import json
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mathvis.goldir.codes import Code, Group
from mathvis.metrics import Fault, GroupCount, Marks, RolloutResult, scorecard
from mathvis.metrics.bootstrap import interval
from mathvis.metrics.plain import COLUMNS, to_plain, to_tsv


def marks(gates, score=1.0, codes=(), groups=None):
    """Marks from the letters of the gates that pass."""
    return Marks(T="T" in gates, M="M" in gates, P="P" in gates, R=score, codes=frozenset(codes), groups=groups or {})


GOOD = marks("TMP")
NO_PROGRAM = marks("", 0.0, [Code.T1])
WRONG = marks("TP", 1.0, [Code.R8, Code.R4], {Group.RELATION: GroupCount(1, 3)})
UGLY = marks("TM", 0.75)


def run(*rows, discipline="algebra"):
    """Rows of marks or faults, one row a task."""
    return [
        RolloutResult(f"{discipline}/t{i:03}/a", n, *((None, item) if isinstance(item, Fault) else (item, None)))
        for i, row in enumerate(rows)
        for n, item in enumerate(row, 1)
    ]


MARKS = st.sampled_from([GOOD, NO_PROGRAM, WRONG, UGLY])
ROWS = st.lists(st.lists(MARKS | st.sampled_from(list(Fault)), min_size=1, max_size=5), min_size=1, max_size=8)


def test_the_papers_pass_at_1_is_160_of_512():
    rows = [[GOOD, WRONG, WRONG]] * 160 + [[WRONG, GOOD, GOOD]] * 352
    rate = scorecard(run(*rows), resamples=10).overall["pass@1"]
    assert (rate.numerator, rate.denominator) == (160, 512)
    assert rate.value == 0.3125


def test_every_gate_counts_as_defined():
    card = scorecard(run([GOOD, UGLY, WRONG, NO_PROGRAM]))
    values = {rate.name: rate.value for rate in card.overall.rates}
    assert values["D-PSR"] == 1 / 4
    assert values["T"] == 3 / 4
    assert values["M-PSR"] == 2 / 4
    assert values["S-PSR"] == 2 / 4
    assert values["R"] == (1 + 0.75 + 1 + 0) / 4
    assert dict(card.failed) == {"T": 1, "M": 1, "P": 1}


@pytest.mark.parametrize("gates", ["".join(c) for n in range(4) for c in combinations("TMP", n)])
def test_delivery_is_all_three_gates_and_none_compensates(gates):
    card = scorecard(run([marks(gates)]))
    assert card.overall["D-PSR"].value == float(gates == "TMP")
    assert card.overall["M-PSR"].value == float({"T", "M"} <= set(gates))
    assert card.overall["S-PSR"].value == float({"T", "P"} <= set(gates))


def test_a_technical_failure_never_counts_as_mathematically_right():
    assert scorecard(run([marks("MP")])).overall["M-PSR"].value == 0.0


def test_the_first_rollout_alone_decides_pass_at_1():
    card = scorecard(run([WRONG, GOOD, GOOD], [GOOD, WRONG, WRONG]))
    assert card.overall["pass@1"].value == 0.5
    assert card.overall["pass@3"].value == 1.0
    assert card.overall["pass^3"].value == 0.0


def test_a_lost_rollout_is_in_no_denominator():
    card = scorecard(run([GOOD, Fault.MODEL, GOOD], [GOOD, GOOD, GOOD]))
    assert (card.overall["D-PSR"].numerator, card.overall["D-PSR"].denominator) == (5, 5)
    assert card.overall["D-PSR"].missing == 1
    assert not card.complete
    assert card.missing == {Fault.MODEL: 1}


def test_a_task_with_too_few_rollouts_is_left_out_and_counted_never_one_and_never_zero():
    card = scorecard(run([GOOD, GOOD, Fault.MODEL], [GOOD, WRONG, GOOD]))
    for name, value in (("pass@3", 1.0), ("pass^3", 0.0)):
        assert card.overall[name].denominator == 1
        assert card.overall[name].missing == 1
        assert card.overall[name].value == value


def test_a_lost_first_rollout_takes_its_task_out_of_pass_at_1():
    rate = scorecard(run([Fault.SANDBOX, GOOD, GOOD], [GOOD, GOOD, GOOD])).overall["pass@1"]
    assert (rate.denominator, rate.missing) == (1, 1)


@pytest.mark.parametrize(
    ("fault", "unpublishable"),
    [(Fault.MODEL, False), (Fault.PENDING, False), (Fault.SANDBOX, True), (Fault.OURS, True)],
)
def test_only_a_fault_of_ours_makes_a_run_unpublishable(fault, unpublishable):
    assert scorecard(run([GOOD, fault])).unpublishable is unpublishable


def test_nothing_but_missing_gives_no_number():
    card = scorecard(run([Fault.MODEL] * 3))
    assert all(rate.value is None and rate.denominator == 0 for rate in card.overall.rates)
    assert card.missing_count == 3


def test_groups_count_statements_and_whole_rollouts_where_there_was_a_figure():
    other = marks("TMP", groups={Group.RELATION: GroupCount(3, 3)})
    (section,) = scorecard(run([WRONG, other, NO_PROGRAM])).groups
    assert section.key == "relation"
    assert (section["held"].numerator, section["held"].denominator) == (4, 6)
    assert (section["whole"].numerator, section["whole"].denominator) == (1, 2)


def test_codes_are_shares_of_all_judged_rollouts_in_table_order():
    card = scorecard(run([WRONG, GOOD, NO_PROGRAM, Fault.MODEL]))
    assert [section.key for section in card.codes] == ["T1", "R4", "R8"]
    assert all((s["shown"].numerator, s["shown"].denominator, s["shown"].missing) == (1, 3, 1) for s in card.codes)


def test_disciplines_are_scored_apart():
    card = scorecard(run([GOOD]) + run([WRONG], discipline="topology"))
    assert {s.key: s["D-PSR"].value for s in card.disciplines} == {"algebra": 1.0, "topology": 0.0}


def test_a_rollout_given_twice_is_an_error():
    with pytest.raises(ValueError, match="twice"):
        scorecard(run([GOOD]) + run([GOOD]))


@settings(max_examples=30, deadline=None)
@given(ROWS, st.integers(0, 2**32))
def test_the_order_of_the_records_does_not_matter(rows, seed):
    records = run(*rows)
    shuffled = [records[i] for i in np.random.default_rng(seed).permutation(len(records))]
    assert to_plain(scorecard(records, resamples=50)) == to_plain(scorecard(shuffled, resamples=50))


@settings(max_examples=50, deadline=None)
@given(ROWS)
def test_adding_a_missing_rollout_changes_no_rollout_rate(rows):
    before = scorecard(run(*rows), resamples=2)
    after = scorecard(run(*[[*row, Fault.MODEL] for row in rows]), resamples=2)
    for name in ("D-PSR", "T", "M-PSR", "S-PSR", "R", "pass@1", "pass@3"):
        assert before.overall[name].value == after.overall[name].value
    assert after.missing_count == before.missing_count + len(rows)


@settings(max_examples=50, deadline=None)
@given(ROWS)
def test_every_planned_rollout_is_judged_or_missing(rows):
    card = scorecard(run(*rows), resamples=2)
    assert card.overall["T"].denominator + card.missing_count == card.rollouts == sum(map(len, rows))
    total = sum(section["T"].denominator for section in card.disciplines)
    assert total == card.overall["T"].denominator


@settings(max_examples=50, deadline=None)
@given(st.lists(st.lists(MARKS, min_size=3, max_size=3), min_size=1, max_size=8))
def test_all_three_is_at_most_the_mean_is_at_most_any(rows):
    overall = scorecard(run(*rows), resamples=2).overall
    assert overall["pass^3"].value <= overall["D-PSR"].value + 1e-12
    assert overall["D-PSR"].value <= overall["pass@3"].value + 1e-12


def test_intervals_are_seeded_and_hold_the_estimate():
    rng = np.random.default_rng(7)
    tops = rng.integers(0, 4, 100).astype(float)
    bottoms = np.full(100, 3.0)
    once, again = interval(tops, bottoms, seed=3), interval(tops, bottoms, seed=3)
    assert once == again
    assert once.low < tops.sum() / bottoms.sum() < once.high
    assert interval(tops, bottoms, seed=4) != once


def test_intervals_match_the_normal_theory_of_a_ratio_over_tasks():
    rng = np.random.default_rng(1)
    tops = rng.integers(0, 4, 400).astype(float)
    bottoms = np.full(400, 3.0)
    error = (tops / 3).std() / 20
    low, high = interval(tops, bottoms)
    mean = tops.sum() / bottoms.sum()
    assert low == pytest.approx(mean - 1.96 * error, abs=0.2 * error)
    assert high == pytest.approx(mean + 1.96 * error, abs=0.2 * error)


def test_tasks_are_resampled_not_rollouts():
    """Three equal rollouts a task say no more than one."""
    rng = np.random.default_rng(5)
    ones = rng.integers(0, 2, 60).astype(float)
    assert interval(3 * ones, np.full(60, 3.0)) == interval(ones, np.ones(60))


def test_one_task_gives_no_interval():
    assert interval(np.array([1.0]), np.array([3.0])) is None
    assert interval(np.array([1.0, 0.0]), np.array([3.0, 0.0])) is None


def test_every_row_of_the_tsv_says_what_is_missing():
    card = scorecard(run([GOOD, Fault.MODEL, WRONG]))
    lines = to_tsv([("tab\tand\nline", card)]).splitlines()
    assert lines[0].split("\t") == list(COLUMNS)
    at = COLUMNS.index("run_missing")
    assert len(lines) > 10
    assert all(len(line.split("\t")) == len(COLUMNS) and line.split("\t")[at] == "1" for line in lines[1:])


def test_plain_data_is_json_and_tells_numerator_and_denominator():
    body = json.loads(json.dumps(to_plain(scorecard(run([GOOD, Fault.OURS, WRONG]))), allow_nan=False))
    assert body["complete"] is False
    assert body["publishable"] is False
    assert body["missing"] == {"ours": 1}
    assert body["overall"]["D-PSR"]["numerator"] == 1
    assert body["overall"]["D-PSR"]["denominator"] == 2
