"""Rates, estimators and intervals over rollouts; pure functions on frozen records."""

from mathvis.metrics.estimators import pass_at, pass_hat
from mathvis.metrics.records import Fault, GroupCount, Marks, RolloutResult, marks_of
from mathvis.metrics.scorecard import Rate, Scorecard, Section, scorecard

__all__ = [
    "Fault",
    "GroupCount",
    "Marks",
    "Rate",
    "RolloutResult",
    "Scorecard",
    "Section",
    "marks_of",
    "pass_at",
    "pass_hat",
    "scorecard",
]
