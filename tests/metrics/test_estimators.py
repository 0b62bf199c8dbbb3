"""pass@k and pass^k are averages over all subsets of k rollouts."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mathvis.metrics import pass_at, pass_hat

CASES = st.integers(1, 9).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n)))


@given(CASES)
def test_they_agree_with_enumeration_over_all_subsets(case):
    n, c, k = case
    delivered = [i < c for i in range(n)]
    subsets = list(combinations(delivered, k))
    assert pass_at(n, c, k) == pytest.approx(sum(any(s) for s in subsets) / len(subsets), abs=1e-12)
    assert pass_hat(n, c, k) == pytest.approx(sum(all(s) for s in subsets) / len(subsets), abs=1e-12)


@given(CASES)
def test_all_is_rarer_than_one_and_one_rarer_than_any(case):
    n, c, k = case
    assert 0.0 <= pass_hat(n, c, k) <= c / n + 1e-12
    assert c / n <= pass_at(n, c, k) + 1e-12 <= 1.0 + 1e-12


@given(CASES)
def test_more_rollouts_help_any_and_hurt_all(case):
    n, c, k = case
    if k < n:
        assert pass_at(n, c, k) <= pass_at(n, c, k + 1)
        assert pass_hat(n, c, k) >= pass_hat(n, c, k + 1)


def test_with_one_rollout_both_are_the_share_delivered():
    assert pass_at(8, 3, 1) == pass_hat(8, 3, 1) == 3 / 8


@pytest.mark.parametrize(("n", "c", "k"), [(2, 1, 3), (3, 4, 1), (3, -1, 1), (3, 1, 0), (0, 0, 0)])
def test_fewer_rollouts_than_k_is_an_error_never_a_number(n, c, k):
    with pytest.raises(ValueError):
        pass_at(n, c, k)
    with pytest.raises(ValueError):
        pass_hat(n, c, k)
