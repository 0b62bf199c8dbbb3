"""A step budget: a predicate that runs past it is undecided, never a hang."""

from __future__ import annotations

DEFAULT_STEPS = 2_000_000


class BudgetExceeded(Exception):  # noqa: N818 - it is a signal, not an error
    """More steps were asked for than a predicate may take."""


class Budget:
    """Counts the steps of one evaluation.

    Parameters
    ----------
    steps
        How many are allowed. A step is about one elementary operation on one element.
    """

    def __init__(self, steps: int = DEFAULT_STEPS) -> None:
        self.steps = steps
        self.spent = 0

    def spend(self, steps: int = 1) -> None:
        """Count `steps`.

        Raises
        ------
        BudgetExceeded
            Nothing is left; `mathvis.predicates.decide` turns it into an undecided finding.
        """
        self.spent += steps
        if self.spent > self.steps:
            raise BudgetExceeded(f"more than {self.steps} steps")
