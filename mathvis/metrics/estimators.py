"""Unbiased estimators of what k rollouts would give, from n ≥ k rollouts of which c were delivered.

Both are averages over all subsets of k of the n rollouts: `pass_at` of "at least one delivers" (Chen et al., Evaluating
Large Language Models Trained on Code, 2021, eq. 1), `pass_hat` of "all deliver" (Yao et al., τ-bench, 2024).
"""

from __future__ import annotations

from math import comb


def pass_at(n: int, c: int, k: int) -> float:
    """Return 1 − C(n−c, k) / C(n, k): the chance that at least one of k rollouts delivers.

    Raises
    ------
    ValueError
        Not 1 ≤ k ≤ n and 0 ≤ c ≤ n.
    """
    _check(n, c, k)
    return (comb(n, k) - comb(n - c, k)) / comb(n, k)


def pass_hat(n: int, c: int, k: int) -> float:
    """Return C(c, k) / C(n, k): the chance that all of k rollouts deliver.

    Raises
    ------
    ValueError
        Not 1 ≤ k ≤ n and 0 ≤ c ≤ n.
    """
    _check(n, c, k)
    return comb(c, k) / comb(n, k)


def _check(n: int, c: int, k: int) -> None:
    if not 1 <= k <= n:
        raise ValueError(f"k = {k} rollouts cannot be chosen from n = {n}")
    if not 0 <= c <= n:
        raise ValueError(f"c = {c} of n = {n} rollouts cannot have delivered")
