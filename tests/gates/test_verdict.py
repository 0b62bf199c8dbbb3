"""Gates and scores follow from the findings alone, and a verdict survives being written down."""

from __future__ import annotations

import pytest

from mathvis.errors import UsageError
from mathvis.figure.finding import Evidence, holds, scored, undecided, violated
from mathvis.gates.verdict import Check, CheckName, CriterionResult, StatementResult, Verdict
from mathvis.goldir.codes import Code, Group

GOOD = tuple(Check(name, True) for name in CheckName)
BAD = (*GOOD[:3], Check(CheckName.CONFORMING, False, "hidden ink", Code.T4))


def statement(finding, name="s"):
    return StatementResult(name, "p", Group.RELATION, "", finding)


def criterion(score, weight=1.0):
    return CriterionResult("c", "p", weight, "", scored(score, code=Code.U1))


RIGHT = Verdict("a/b/c", GOOD, (statement(holds()),), (criterion(1.0),))


def test_a_right_figure_is_delivered():
    assert (RIGHT.T, RIGHT.M, RIGHT.P, RIGHT.D, RIGHT.R) == (True, True, True, True, 1.0)


def test_hard_statements_do_not_compensate_each_other():
    many = tuple(statement(holds(), f"s{k}") for k in range(20))
    verdict = Verdict("a/b/c", GOOD, (*many, statement(violated(Code.R4, "wrong"))), (criterion(1.0),))
    assert not verdict.M
    assert not verdict.D
    assert verdict.codes == (Code.R4,)


def test_undecided_is_not_a_pass():
    verdict = Verdict("a/b/c", GOOD, (statement(undecided("too short")),), (criterion(1.0),))
    assert not verdict.M


def test_without_statements_nothing_is_proved():
    assert not Verdict("a/b/c", GOOD).M
    assert not Verdict("a/b/c", GOOD).P


@pytest.mark.parametrize("technical", [BAD, GOOD[:3], (Check(CheckName.EXTRACTED, False, "", Code.T1),)])
def test_a_failed_or_missing_check_fails_t(technical):
    verdict = Verdict("a/b/c", technical, RIGHT.hard, RIGHT.soft)
    assert not verdict.T
    assert not verdict.D
    assert verdict.R == 1.0, "the rubric score is kept for diagnosis"


def test_rubric_weights_are_normalised():
    verdict = Verdict("a/b/c", GOOD, RIGHT.hard, (criterion(1.0, 3.0), criterion(0.5), criterion(0.0)))
    assert pytest.approx(3.5 / 5) == verdict.R
    assert not verdict.P


def test_an_undecided_criterion_scores_nothing():
    undecided_one = CriterionResult("c", "p", 1.0, "", undecided("no panels"))
    assert Verdict("a/b/c", GOOD, RIGHT.hard, (undecided_one,)).R == 0.0


def test_what_an_absence_only_blocks_is_no_failure_of_its_own():
    hard = (
        statement(violated(Code.O1, "not drawn"), "C"),
        statement(undecided("needs C", code=Code.O1, blocked_by="C"), "turned"),
    )
    assert Verdict("a/b/c", GOOD, hard, ()).failures == (("C", Code.O1),)


def test_json_round_trip():
    finding = violated(Code.R2, "off", measured=0.25, tolerance=0.01, evidence=(Evidence((3,), (1.0, 2.0), "here"),))
    verdict = Verdict(
        "a/b/c",
        BAD,
        (statement(finding),),
        (criterion(0.5),),
        "ab12",
        "tikz",
        "pdflatex",
        {"sandbox": 0.25},
        {"codes": "1"},
        ("a note",),
    )
    assert Verdict.from_json(verdict.to_json()) == verdict


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": "mathvis/verdict@99"}', "null"])
def test_other_json_is_refused(text):
    with pytest.raises(UsageError):
        Verdict.from_json(text)


@pytest.mark.parametrize("score", [0.25, 2.0, -1.0])
def test_criteria_score_nought_a_half_or_one(score):
    with pytest.raises(ValueError, match=r"0, 0\.5 or 1"):
        scored(score)
