"""Published hand strengths and pot odds, by enumeration."""

from __future__ import annotations

import numpy as np

from railbird._progress import Progress
from railbird.cards import Card, HoleCards, Range, parse_cards
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Reproduction, all_agree, compare
from railbird.strength import (
    against_several,
    call_value,
    effective_hand_strength,
    equity,
    hand_strength,
    negative_potential,
    positive_potential,
    pot_odds,
    potential_tables,
    standings,
)
from railbird.strength.standing import AHEAD, STANDINGS

EXACT = "exact, by full enumeration"


def heidenreich_hand_strength(table: PublishedTable, quick: bool, progress: Progress) -> Reproduction:
    worse, equal, better, hs = _standing("AdQc", "Jh4c3h")
    ours = {
        "hands": {"worse": worse, "equal": equal, "better": better, "all": worse + equal + better},
        "probability": {"HS": hs, "HS against five": float(against_several(hs, 5))},
    }
    return _exact(table, ours)


def pena_hand_strength(table: PublishedTable, quick: bool, progress: Progress) -> Reproduction:
    worse, equal, better, hs = _standing("As8c", "9d8h2s")
    ours = {
        "hands": {"worse": worse, "equal": equal, "better": better},
        "probability": {"HS": hs, "HS against three": float(against_several(hs, 3))},
    }
    return _exact(table, ours)


def heidenreich_figure_4(table: PublishedTable, quick: bool, progress: Progress) -> Reproduction:
    mine = HoleCards.parse("AdQc")
    counts = potential_tables("Jh4c3h", cards_ahead=2, hands=mine)[mine.index]
    whole = np.vstack([np.column_stack([counts, counts.sum(axis=1)]), [*counts.sum(axis=0), counts.sum()]])
    ours = {
        column: {row: float(whole[i, j]) for i, row in enumerate((*STANDINGS, "sum"))}
        for j, column in enumerate((*STANDINGS, "sum"))
    }
    ours["share"] = {"ahead now that stays ahead": counts[AHEAD, AHEAD] / counts[AHEAD].sum()}
    return _exact(table, ours)


def saukonoja_hand_strength(table: PublishedTable, quick: bool, progress: Progress) -> Reproduction:
    ours: dict[str, dict[str, float]] = {column: {} for column in table.values}
    for situation in table.values["HS"]:
        hand, board = situation.split(" on ")
        mine = HoleCards.parse(hand)
        *counts, hs = _standing(hand, board)
        cells = potential_tables(board, cards_ahead=1, hands=mine)[mine.index]
        ppot, npot = float(positive_potential(cells)), float(negative_potential(cells))
        results = (*counts, hs, ppot, npot, float(effective_hand_strength(hs, ppot, npot)))
        for column, value in zip((*STANDINGS, "HS", "PPOT", "NPOT", "EHS"), results, strict=True):
            ours[column][situation] = value
    return _exact(table, ours)


# Saukonoja 2007, §2.2.2: the opponent's guessed hands, in percent. Which hands belong to each kind is our reading.
GUESSED_DISTRIBUTION = (
    (65, "QQ-99"),
    (5, "KK+"),
    (5, "88, 66, 33"),  # trips
    (5, "86, 83, 63"),  # two pair
    (2, "A8, K8, A6, K6, A3, K3"),  # a pair with an ace or a king
    (
        3,
        "Q8, J8, T8, 98, 87, 85, 84, 82, Q6, J6, T6, 96, 76, 65, 64, 62, Q3, J3, T3, 93, 73, 53, 43, 32",
    ),  # a pair with another kicker
    (5, "97, 75, 54, 95, 74, 52, 42, T9, T7"),  # straight draws
)
SMALLER_FLUSH_DRAW, ANYTHING_ELSE = 3, 7


def saukonoja_pot_odds(table: PublishedTable, quick: bool, progress: Progress) -> Reproduction:
    hand, board = HoleCards.parse("AcKc"), parse_cards("8c6c3s")
    guess = guessed_distribution(hand, board)
    ours = {
        "odds": {"call 10 into 60": pot_odds(60, 10)},
        "rounded odds": {
            "call 60 into 103": pot_odds(103, 60),
            "win against 8h8s": equity([hand, "8h8s"], board).equities[0],
        },
        "estimated odds": {"win against the guess": equity([hand, guess], board).equities[0]},
        "chips": {"call at 0.53": call_value(0.53, 103, 60), "call at 0.25": call_value(0.25, 103, 60)},
    }
    return _exact(table, ours)


def guessed_distribution(hand: HoleCards, board: tuple[Card, ...]) -> Range:
    """The range that the thesis guesses: each kind of hand has its share; hands of a kind are equally likely."""
    known = (hand.high, hand.low, *board)
    clubs = Range.from_hands(each for each in Range("random") if each.high.suit == each.low.suit == hand.high.suit)
    kinds = [(share, Range(text)) for share, text in GUESSED_DISTRIBUTION]
    kinds.append((SMALLER_FLUSH_DRAW, clubs))
    weights = np.zeros(1326)
    for share, kind in kinds:
        left = kind.without(known).weights * (weights == 0)
        weights += share * left / left.sum()
    others = Range("random").without(known).weights * (weights == 0)
    weights += ANYTHING_ELSE * others / others.sum()
    return Range.from_weights(weights / weights.max())


def _standing(hand: str, board: str) -> tuple[float, float, float, float]:
    """The numbers of hands ahead, tied and behind, and HS."""
    mine = HoleCards.parse(hand)
    now = standings(board, hands=mine)[mine.index]
    ahead, tied, behind = map(float, now)
    return ahead, tied, behind, float(hand_strength(now))


def _exact(table: PublishedTable, ours: dict[str, dict[str, float]]) -> Reproduction:
    comparisons = compare(table, ours)
    return Reproduction(table, comparisons, (all_agree(comparisons),), EXACT)
