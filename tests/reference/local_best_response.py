"""A plain twin of LBR's utilities: Lisý and Bowling 2017, hand by hand and board by board."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from railbird.cards import evaluate

Holding = tuple[int, ...]


def win_probability(
    deck: tuple[int, ...], mine: Holding, board: Holding, size: int, weights: Mapping[Holding, float]
) -> float:
    """wp: our share of the pot against a range, over all boards to come; a tie is half a win."""
    won = total = 0.0
    for other, weight in weights.items():
        if weight == 0:
            continue
        rest = [card for card in deck if card not in (*mine, *board, *other)]
        wins = boards = 0.0
        for drawn in combinations(rest, size - len(board)):
            ours, theirs = (evaluate(bytes((*hole, *board, *drawn))) for hole in (mine, other))
            wins += 1.0 if ours > theirs else 0.5 if ours == theirs else 0.0
            boards += 1
        won += weight * wins / boards
        total += weight
    return won / total


def call_utility(wp: float, pot: float, asked: float) -> float:
    """U(call) = wp · pot − (1 − wp) · asked."""
    return wp * pot - (1 - wp) * asked


def bet_utility(fp: float, wp: float, pot: float, asked: float, bet: float) -> float:
    """U(bet s) = fp · pot + (1 − fp) · (wp′ · (pot + s) − (1 − wp′) · (asked + s))."""
    return fp * pot + (1 - fp) * (wp * (pot + bet) - (1 - wp) * (asked + bet))


def without_folds(
    weights: Mapping[Holding, float], folds: Mapping[Holding, float]
) -> tuple[float, dict[Holding, float]]:
    """fp, and the weights of what the bot keeps."""
    total = sum(weights.values())
    kept = {holding: weight * (1 - folds[holding]) for holding, weight in weights.items()}
    return 1 - sum(kept.values()) / total, kept
