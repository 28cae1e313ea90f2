"""Search to the end of the betting round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar
from zlib import crc32

import pytest

from railbird import _core
from railbird.game import ActionKind, Game, Hand, SeededDealing, limit, nolimit, rezai
from railbird.search.saukonoja.shallow_search import RAISES_AHEAD, BettingSequence, Evaluate, Predict, ShallowSearch
from tests.reference.shallow import values

Answer = TypeVar("Answer")

FOLD, CALL, RAISE = ActionKind
CARDS = {2: "AhKh QsQd", 3: "AhKh QsQd 7c7s"}
BOARD = "Kc8d2h / 9s / 4d"
RIVER = "c c / c c / c c / "
"""Heads-up, with 20 in the pot, and bets of 20."""


def hand_after(actions: str, players: int = 2, game: str = "limit") -> Hand:
    games = {"limit": limit, "nolimit": nolimit, "short": lambda count: limit(count, stack=55)}
    hand = Hand(rezai() if game == "rezai" else games[game](players), f"{CARDS[players]} / {BOARD}")
    hand.play(actions)
    return hand


def always(*triple: float) -> Predict:
    return lambda hand, sequence: triple


def any_triple(hand: _core.Hand, sequence: str) -> Sequence[float]:
    """A triple that depends only on the actions so far."""
    return [crc32(f"{letter} {sequence} {hand.actor}".encode()) % 97 for letter in "fcr"]


def any_value(hand: _core.Hand, sequence: str) -> float:
    return crc32(sequence.encode()) % 100 / 100 * hand.pot


def by_letters(
    hand: Hand, answer: Callable[[_core.Hand, str], Answer]
) -> Callable[[_core.Hand, BettingSequence], Answer]:
    """Our actions in small letters, all others' in capitals."""
    me = hand.actor

    def answered(later: _core.Hand, sequence: BettingSequence) -> Answer:
        return answer(later, "".join(("fcr" if actor == me else "FCR")[kind] for actor, kind in sequence))

    return answered


def wins(share: float) -> Evaluate:
    return lambda hand, sequence: share * hand.pot


@pytest.mark.parametrize(
    ("players", "game", "actions"),
    [
        *((2, "limit", actions) for actions in ("", "c", "r r", "c c /", "c c / c", "r c / r r", RIVER, RIVER + "r")),
        *((3, "limit", actions) for actions in ("c c c /", "c c c / r", "r c f / r", "c c c / c c c / r r r")),
        *((2, "short", actions) for actions in ("c c / r", "r r r c / r", "r r r c / c")),
        *((3, "nolimit", actions) for actions in ("c c c / r19000 c", "r19900 r20000")),
        (2, "rezai", "c c / r r"),
    ],
)
def test_values_agree_with_a_plain_recursion(players: int, game: str, actions: str) -> None:
    hand = hand_after(actions, players, game)
    result = ShallowSearch(hand, by_letters(hand, any_triple), by_letters(hand, any_value)).values()
    plain = values(hand, any_triple, any_value)
    assert {"fcr"[kind]: value for kind, value in result.items()} == pytest.approx(plain, abs=1e-9)
    assert (RAISE in result) == (hand.legal.most_raise > 0)


def test_the_given_hand_does_not_change() -> None:
    hand = hand_after("c c c / r r", players=3)
    before = hand.state_bytes(), str(hand)
    search = ShallowSearch(hand, by_letters(hand, any_triple), by_letters(hand, any_value))
    assert search.values() == search.values()
    assert (hand.state_bytes(), str(hand)) == before


def test_a_bet_wins_the_pot_from_a_player_who_folds() -> None:
    result = ShallowSearch(hand_after(RIVER), always(1, 0, 0), wins(0.3)).values()
    assert result == {CALL: pytest.approx(0.3 * 20), RAISE: 20}


@pytest.mark.parametrize("share", [0.0, 0.2, 0.7, 1.0])
def test_a_player_who_always_calls_pays_a_bet_and_checks_behind(share: float) -> None:
    result = ShallowSearch(hand_after(RIVER), always(0, 1, 0), wins(share)).values()
    assert result == pytest.approx({CALL: share * 20, RAISE: share * 60 - 20})


def test_with_the_nuts_a_player_who_always_raises_is_raised_to_the_cap() -> None:
    """The pot has 20 chips; each puts in four bets of 20."""
    result = ShallowSearch(hand_after(RIVER), always(0, 0, 1), wins(1.0)).values()
    assert result == pytest.approx({CALL: 20 + 80, RAISE: 20 + 80})


def test_with_a_worthless_hand_our_raise_costs_a_bet_and_then_we_fold() -> None:
    result = ShallowSearch(hand_after(RIVER), always(0, 0, 1), wins(0.0)).values()
    assert result == {CALL: 0, RAISE: -20}


def test_saukonoja_29_folding_now_is_worth_0_whatever_was_put_in_before() -> None:
    """We call only if that is better: after our check the opponent bets, and our fold costs nothing."""
    for actions in ("c c /", "r r r c / c c / c c /"):
        assert ShallowSearch(hand_after(actions), always(0, 0, 1), wins(-5.0)).values()[CALL] == 0


def test_a_mixed_prediction_gives_the_mean() -> None:
    """They fold half of the time, call a quarter and raise a quarter, and then we call."""
    result = ShallowSearch(hand_after("c c / c c / c c / c"), always(2, 1, 1), wins(0.6)).values()
    assert result[CALL] == pytest.approx(0.6 * 20)
    called, raised = 0.6 * 60 - 20, 0.6 * 100 - 40
    assert raised > -20
    again = _best_of_a_raise_back()
    assert result[RAISE] == pytest.approx(0.5 * 20 + 0.25 * called + 0.25 * max(raised, again))


def _best_of_a_raise_back() -> float:
    """We raise to three bets; they fold half of the time, call a quarter, and cap a quarter, which we call or not."""
    folds, calls, caps = 20 + 40, 0.6 * 140 - 60, max(0.6 * 180 - 80, -60)
    return 0.5 * folds + 0.25 * calls + 0.25 * caps


def test_where_checking_is_free_a_predicted_fold_is_a_check() -> None:
    result = ShallowSearch(hand_after("c c / c c / c c /"), always(0.5, 0.5, 0), wins(0.4)).values()
    assert result[CALL] == pytest.approx(0.4 * 20)


def test_at_the_cap_a_predicted_raise_is_a_call() -> None:
    result = ShallowSearch(hand_after(RIVER + "r r r"), always(0, 0, 1), wins(0.5)).values()
    assert result[RAISE] == pytest.approx(0.5 * 180 - 40)


def test_the_rest_of_the_hand_is_evaluated_where_the_round_is_over() -> None:
    asked: list[tuple[int, bool, str]] = []

    def evaluate(hand: _core.Hand, sequence: str) -> float:
        asked.append((hand.round, hand.over, sequence))
        return 0.0

    hand = hand_after("c c / c")
    ShallowSearch(hand, always(0.2, 0.5, 0.3), by_letters(hand, evaluate)).values()
    assert {(number, over) for number, over, _ in asked} == {(2, False)}
    assert {sequence for _, _, sequence in asked} == {"c", "rC", "rRc", "rRrC", "rRrRc"}


def test_it_counts_visited_nodes() -> None:
    search = ShallowSearch(hand_after("c c / c"), always(0.2, 0.5, 0.3), wins(0.5))
    search.values()
    assert search.visited == 5 + 4 + 2  # ends of the round, bets and raises of both, and the opponent's folds


def test_a_sequence_has_each_action_with_its_player() -> None:
    sequences: set[BettingSequence] = set()

    def evaluate(_: _core.Hand, sequence: BettingSequence) -> float:
        sequences.add(sequence)
        return 0.0

    ShallowSearch(hand_after("c c c / c c", players=3), always(0.5, 0.5, 0), evaluate).values()
    assert sequences == {
        ((2, CALL),),
        ((2, RAISE), (0, CALL), (1, CALL)),
        ((2, RAISE), (0, CALL), (1, FOLD)),
        ((2, RAISE), (0, FOLD), (1, CALL)),
    }


@pytest.mark.parametrize("to", [200, 500, 19900])
def test_a_raise_costs_the_amount_we_would_raise_to(to: int) -> None:
    hand = hand_after("c c /", game="nolimit")
    result = ShallowSearch(hand, always(0, 1, 0), wins(0.6), raise_to=to).values()
    assert result[RAISE] == pytest.approx(0.6 * (200 + 2 * to) - to)


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("game", [limit, nolimit])
def test_a_search_is_small_at_any_table(players: int, game: Callable[[int], Game]) -> None:
    hand = Hand(game(players), SeededDealing(1).deal(game(players), 0))
    hand.play(" ".join(["c"] * players) + " /")
    search = ShallowSearch(hand, always(0.3, 0.4, 0.3), wins(0.3))
    result = search.values()
    assert set(result) == {CALL, RAISE}
    assert search.visited < 5_000


def test_with_many_opponents_fewer_raises_are_considered() -> None:
    assert [RAISES_AHEAD.get(opponents, 0) for opponents in range(1, 7)] == [4, 4, 2, 1, 0, 0]
    hand = Hand(limit(6), SeededDealing(1).deal(limit(6), 0))
    hand.play("c c c c c c /")
    raised: list[int] = []

    def evaluate(_: _core.Hand, sequence: BettingSequence) -> float:
        raised.append(sum(kind is RAISE for _, kind in sequence[1:]))
        return 0.0

    ShallowSearch(hand, always(0.3, 0.4, 0.3), evaluate).values()
    assert set(raised) == {0}
