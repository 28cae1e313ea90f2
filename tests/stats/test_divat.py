"""DIVAT: the baseline, the value of an ending, the assessment of hands, and unbiasedness."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from decimal import Decimal
from itertools import pairwise, permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from railbird.arena import DealingScheme, MatchDefinition
from railbird.arena.definition import Adjustment
from railbird.arena.entrants import Entrant
from railbird.arena.evidence import played_hands
from railbird.arena.leg import LegRunner
from railbird.cards import DECK, Card, HoleCards, parse_cards
from railbird.cards.hole_cards import ALL_HOLE_CARDS
from railbird.errors import MatchError
from railbird.gallery import parse_bot
from railbird.game import Game, Hand, Rake, kuhn, limit, nolimit, rezai
from railbird.stats.divat import DivatLog, Equity, why_not_divat
from railbird.stats.divat_baseline import (
    BASELINES,
    LOOSE,
    MODERATE,
    NOBODY,
    TIGHT,
    Array,
    Baseline,
    Round,
    play_round,
    strengths,
    winners,
)
from railbird.strength import one_hand
from tests.reference.divat import baseline_round

FLOP = Round(0, 10.0, 4)
GAME = limit(2)


def cards(*texts: str) -> NDArray[np.uint8]:
    return np.array([[int(card) for card in parse_cards(text)] for text in texts], dtype=np.uint8)


# The baseline


def test_a_hand_is_worth_as_many_bets_as_thresholds_it_reaches() -> None:
    worth = MODERATE.bets(np.array([0.1, 0.619, 0.62, 0.8, 0.92, 0.96, 1.0]), 4)
    assert worth.tolist() == [0, 0, 1, 2, 3, 4, 4]
    assert MODERATE.bets(np.array([1.0]), 2).tolist() == [2]
    assert MODERATE.bets(np.array([0.97]), 6).tolist() == [6]


def test_the_settings_go_from_loose_and_aggressive_to_tight_and_conservative() -> None:
    assert len(BASELINES) == 5
    assert (BASELINES[0], BASELINES[2], BASELINES[4]) == (LOOSE, MODERATE, TIGHT)
    for one, next_one in pairwise(BASELINES):
        assert one.fold < next_one.fold
        assert all(low < high for low, high in zip(one.make, next_one.make, strict=True))
    means = np.mean([each.make for each in BASELINES], axis=0)
    assert means == pytest.approx(MODERATE.make)
    with pytest.raises(ValueError, match="thresholds must rise"):
        Baseline((0.8, 0.6), 1.0)


def test_billings_2006_smoothing_a_hand_at_the_edge_of_a_raise_counts_2_4_bets() -> None:
    """Bet and call are 2 bets, bet, raise and call 4; one of five settings raises: 2.4."""
    even = np.full((1, 2), 20.0)
    bets = [(play_round(each, FLOP, even, np.array([[0.7, 0.76]])).put - even).sum() / 10 for each in BASELINES]
    assert sorted(bets) == [2, 2, 2, 2, 4]
    assert np.mean(bets) == pytest.approx(2.4)


@pytest.mark.parametrize(
    ("strength", "put", "folded"),
    [
        ((0.5, 0.5), (20, 20), NOBODY),  # check, check
        ((0.7, 0.5), (30, 30), NOBODY),  # bet, call
        ((0.5, 0.7), (30, 30), NOBODY),  # check, bet, call
        ((0.7, 0.85), (40, 40), NOBODY),  # bet, raise, call
        ((0.5, 0.85), (30, 30), NOBODY),  # check, bet, call: nobody raises their own bet
        ((0.94, 0.94), (50, 50), NOBODY),  # bet, raise, raise, call
        ((1.0, 1.0), (60, 60), NOBODY),  # to the cap of four bets
        ((0.7, 0.19), (30, 20), 1),  # 10 to call, 50 in the pot: the worst fifth folds
        ((0.7, 0.21), (30, 30), NOBODY),
        ((0.19, 0.7), (20, 30), 0),
        ((0.1, 0.1), (20, 20), NOBODY),  # nobody folds where checking is free
    ],
)
def test_both_bet_for_value_and_fold_by_the_odds(
    strength: tuple[float, float], put: tuple[float, float], folded: int
) -> None:
    result = play_round(MODERATE, FLOP, np.full((1, 2), 20.0), np.array([strength]))
    assert (tuple(result.put[0]), result.folded[0]) == (put, folded)


@pytest.mark.parametrize(
    ("strength", "put", "folded"),
    [
        ((0.5, 0.3), (10, 5), 1),  # the small blind folds the worst third: 5 to call of 15
        ((0.5, 0.4), (10, 10), NOBODY),  # it calls, the big blind checks
        ((0.7, 0.4), (20, 20), NOBODY),  # it calls, the big blind raises, it calls
        ((0.5, 0.7), (20, 20), NOBODY),  # it raises, the big blind calls
        ((0.2, 0.7), (10, 20), 0),  # 10 to call of 30
        ((1.0, 1.0), (40, 40), NOBODY),  # three raises
    ],
)
def test_preflop_blinds_are_posted_and_the_big_blind_may_still_raise(
    strength: tuple[float, float], put: tuple[float, float], folded: int
) -> None:
    result = play_round(MODERATE, Round(1, 10.0, 3), np.array([[10.0, 5.0]]), np.array([strength]))
    assert (tuple(result.put[0]), result.folded[0]) == (put, folded)


def test_rounds_are_those_of_the_definition_taken_one_at_a_time() -> None:
    drawn = np.random.default_rng(1)
    for baseline in BASELINES:
        for rules, put in ((Round(1, 10.0, 3), (10.0, 5.0)), (FLOP, (20.0, 20.0)), (Round(1, 20.0, 1), (80.0, 80.0))):
            strength = drawn.random((300, 2))
            result = play_round(baseline, rules, np.tile(put, (300, 1)), strength)
            for case in range(300):
                wanted = baseline_round(baseline.make, baseline.fold, *rules, put, strength[case])
                assert (result.put[case].tolist(), result.folded[case]) == wanted


# Strength


def test_strength_is_the_share_of_hands_that_are_beaten() -> None:
    for board in ("Jh4c3h", "Jh4c3h9s", "Jh4c3h9s2d"):
        holes = np.stack([cards("AdQc", "7s7d")])
        result = strengths(holes, cards(board))
        wanted = [one_hand(hole, board, cards_ahead=0).hs for hole in ("AdQc", "7s7d")]
        assert result[0] == pytest.approx(wanted, abs=1e-12)


def test_preflop_strengths_are_percentiles() -> None:
    holes = np.array([[(hand.high, hand.low)] * 2 for hand in ALL_HOLE_CARDS], dtype=np.uint8)
    result = strengths(holes, np.zeros((len(holes), 0), dtype=np.uint8))[:, 0]
    assert result.mean() == pytest.approx(0.5)
    assert result[HoleCards.parse("AhAs").index] == result.max() == pytest.approx(1 - 3 / 1326)
    assert result[HoleCards.parse("3h2s").index] == result.min() == pytest.approx(6 / 1326)


def test_showdowns_have_a_winner_or_two() -> None:
    boards = np.repeat(cards("Jh4c3h9s2d"), 3, axis=0)
    holes = np.array([cards("AdAc", "KdKc"), cards("7d6c", "KdKc"), cards("KhQs", "KdQc")])
    assert winners(holes, boards).tolist() == [1, 0, 0.5]


# Hands


def assessed(*hands: Hand, **how: object) -> Array:
    log = DivatLog(hands[0].game, **how)  # type: ignore[arg-type]
    for hand in hands:
        log.add(hand, (0, 1))
    return log.by_round()


def hand_of(deal: str, actions: str) -> Hand:
    hand = Hand(GAME, deal)
    hand.play(actions)
    return hand


DEAL = "AhAd 7c2d / Kc9d3h / 9s / 4d"
"""Aces in the big blind against the worst hand of the dealer."""
RIVER = "c c / c c / c c / "


@pytest.mark.parametrize(
    ("betting", "gained"),
    [
        # With aces and nines the baseline bets, and seven high folds: 20 to call of 40 is above its strength.
        ("r f", 0.0),
        ("r c", 20.0),  # a call where the baseline folds: the aces win 30 instead of 10
        ("c c", 0.0),  # a check wins 10 as well
        ("c r f", -20.0),  # aces that fold to a bet lose 10 instead of winning 10
        ("c r c", 20.0),
        ("c r r c", 40.0),
        ("c r r f", 20.0),
    ],
)
def test_on_the_river_a_decision_is_worth_the_chips_that_it_moved(betting: str, gained: float) -> None:
    result = assessed(hand_of(DEAL, RIVER + betting), baselines=[MODERATE])
    assert result[0, 3] == pytest.approx(gained)


def test_rounds_that_were_not_reached_and_play_like_the_baselines_count_nothing() -> None:
    """The dealer folds 72o at once, as the baseline does."""
    assert assessed(hand_of(DEAL, "f")).tolist() == [[0, 0, 0, 0]]
    before = assessed(hand_of(DEAL, "c c / c r f"), baselines=[MODERATE])[0]
    assert before[0] != 0
    assert before[2:].tolist() == [0, 0]


def test_all_in_equity_shares_the_pot_and_nobody_bets_any_more() -> None:
    """Pre-flop the baseline folds 72o: a call puts 20 into the pot, of which aces have 0.8858."""
    hand = hand_of(DEAL, "c c / c c / c c / c c")
    result = assessed(hand, baselines=[MODERATE], equity=Equity.ALL_IN)[0, 0]
    share = 0.88  # of AhAd against 7c2d, about
    assert result == pytest.approx(20 * share - 10 - 5, abs=0.3)


def test_the_value_of_a_turn_is_the_mean_over_all_rivers() -> None:
    hands = [hand_of(f"AhAd 7c2d / Kc9d3h / 9s / {card}", RIVER + "c c") for card in DECK if str(card) in "4d5h"]
    exact = assessed(hands[0], baselines=[MODERATE], roll_outs=44)[0, 2]
    sampled = np.mean([assessed(hands[0], baselines=[MODERATE], roll_outs=count)[0, 2] for count in range(30, 44)])
    assert sampled == pytest.approx(exact, abs=3)


def test_gains_sum_to_zero_and_follow_the_seats() -> None:
    log = DivatLog(GAME)
    hand = hand_of(DEAL, RIVER + "c r f")
    log.add(hand, (0, 1))
    log.add(hand, (1, 0))
    result = log.differences()
    assert result.sum(axis=1).tolist() == [0, 0]
    assert result[0].tolist() == result[1, ::-1].tolist()
    assert result[0, 0] != 0


def test_hands_that_come_later_change_nothing() -> None:
    hands = [random_hand(seed) for seed in range(12)]
    log, parts = DivatLog(GAME), []
    for hand in hands:
        log.add(hand, (0, 1))
        parts.append(len(log.by_round()))
    assert parts == list(range(1, 13))
    assert (log.by_round() == assessed(*hands)).all()


def random_hand(seed: int) -> Hand:
    drawn = random.Random(seed)
    dealt = drawn.sample(range(52), 9)
    hand = Hand(GAME, bytes(dealt))
    while not hand.over:
        legal = [each for each in "fcr" if each != "f" or hand.legal.call]
        hand.play(drawn.choice(legal if hand.legal.most_raise else legal[:-1]))
    return hand


# Unbiased

Policy = Callable[[Sequence[Card], float], str]
"""Maps hole cards and board, and a number for the decision, to f, c or r."""
FLOP_CARDS = "Kc9d3h"


def _by_cards(seed: int) -> Policy:
    """A policy that depends on all its cards but knows nothing about poker."""

    def choose(known: Sequence[Card], decision: float) -> str:
        return random.Random(f"{seed} {sorted(map(int, known))} {decision}").choice("fccrr")

    return choose


def _by_river(known: Sequence[Card], decision: float) -> str:
    """Bets and raises with a good pair or better, and folds the rest."""
    high = one_hand(known[:2], known[2:], cards_ahead=0).hs
    return "r" if high > 0.7 else "c" if high > 0.4 else "f"


def _all_run_outs(policies: tuple[Policy, Policy]) -> list[Hand]:
    """The same flop with all 45 · 44 turns and rivers, played by two policies from the turn on."""
    holes = parse_cards("QhJh"), parse_cards("9h8c")
    flop = parse_cards(FLOP_CARDS)
    left = [card for card in DECK if card not in (*holes[0], *holes[1], *flop)]
    hands = []
    for turn, river in permutations(left, 2):
        board = (*flop, turn, river)
        hand = Hand(GAME, bytes([*map(int, (*holes[0], *holes[1], *board))]))
        hand.play("r c / r c")
        while not hand.over:
            actor = hand.actor
            seen = board[: 4 if hand.round == 2 else 5]
            wanted = policies[actor]((*holes[actor], *seen), len(hand.actions))
            if wanted == "f" and not hand.legal.call:
                wanted = "c"
            hand.play("c" if wanted == "r" and not hand.legal.most_raise else wanted)
        hands.append(hand)
    return hands


@pytest.fixture(scope="module")
def run_outs() -> list[tuple[Array, list[Hand]]]:
    pairs = ((_by_river, _by_river), (_by_cards(1), _by_river), (_by_cards(3), _by_cards(4)))
    played = [_all_run_outs(pair) for pair in pairs]
    return [(np.array([float(hand.payoffs[0]) for hand in hands]), hands) for hands in played]


def test_over_all_turns_and_rivers_winnings_minus_divat_is_the_same_for_any_players(
    run_outs: list[tuple[Array, list[Hand]]],
) -> None:
    """It is unbiased: the mean of won − DIVAT over the cards is what the baseline wins, whatever the players do."""
    rest, means = [], []
    for won, hands in run_outs:
        result = assessed(*hands, baselines=[LOOSE, TIGHT], roll_outs=1980)[:, 1:]
        rest.append((won - result.sum(axis=1)).mean())
        means.append(won.mean())
    assert np.ptp(means) > 5
    assert rest == pytest.approx([rest[0]] * len(rest), abs=1e-9)


def test_with_all_in_equity_it_is_biased(run_outs: list[tuple[Array, list[Hand]]]) -> None:
    """The better hand wins bets on later streets, which all-in equity ignores."""
    rest = []
    for won, hands in run_outs[:2]:
        result = assessed(*hands, baselines=[MODERATE], equity=Equity.ALL_IN)[:, 1:]
        rest.append((won - result.sum(axis=1)).mean())
    assert np.ptp(rest) > 0.5


@pytest.mark.parametrize("players", [("simple", "always-raise"), ("chump", "flock")])
def test_over_whole_matches_divat_equals_winnings_within_its_error(players: tuple[str, str]) -> None:
    entrants = tuple(Entrant(parse_bot(bot), player=f"p{number}") for number, bot in enumerate(players))
    definition = MatchDefinition(game=GAME, entrants=entrants, hands=200, seed=5, dealing=DealingScheme.DUPLICATE)
    gaps = []
    for leg in definition.legs():
        log, won = DivatLog(GAME, roll_outs=6), []
        chunk = LegRunner(definition, leg).run(1e9)
        for hand, positions in played_hands(definition, leg, chunk.hands):
            log.add(hand, positions)
            won.append(float(hand.payoffs[positions[0]]))
        gaps.append(np.array(won) - log.differences()[:, 0])
    by_deal = np.mean(gaps, axis=0)
    assert abs(by_deal.mean()) < 3.5 * by_deal.std() / np.sqrt(len(by_deal))


# Where it is defined


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (limit(3), "heads-up limit hold'em"),
        (nolimit(), "heads-up limit hold'em"),
        (kuhn(), "heads-up limit hold'em"),
        (limit(stack=200), "stacks deep enough"),
        (limit(rake=Rake(percent=Decimal(5))), "rake"),
        (rezai(), "number of actions"),
        (limit(), None),
        (limit(blinds=(10, 20)), None),
    ],
    ids=str,
)
def test_it_is_for_heads_up_limit_hold_em_with_deep_stacks(game: Game, reason: str | None) -> None:
    result = why_not_divat(game)
    assert result is None if reason is None else result is not None and reason in result


def test_a_match_of_another_game_is_refused_with_the_remedy() -> None:
    entrants = tuple(Entrant(parse_bot("simple"), player=f"p{number}") for number in range(3))
    with pytest.raises(MatchError, match=r"DIVAT does not work in limit.*heads-up.*--adjust luck"):
        MatchDefinition(game=limit(3), entrants=entrants, hands=10, adjust=Adjustment.DIVAT)
