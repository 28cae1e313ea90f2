"""Folds of the better hand: computed by hand, and compared with a plain count."""

import json
import math
import pickle
import random
from collections import defaultdict

import pytest

from railbird.cards import Card, HoleCards, evaluate
from railbird.errors import GameError
from railbird.game import ActionKind, Betting, Game, Hand, SeededDealing, leduc, limit, nolimit
from railbird.stats.leaks import LeakCounter, Leaks
from railbird.stats.style import Share
from railbird.strength import equity
from tests.driving import random_hand

GAMES = {
    "limit, heads-up": limit(),
    "limit, three players": limit(3),
    "limit, four players": limit(4),
    "no-limit, heads-up": nolimit(),
    "no-limit, uneven stacks": nolimit(4, ante=20, stack=[300, 900, 4000, 10000], rules="casino"),
}
KINGS = "limit; AhKh QsQd / Kc7d2h / 9s / 4d; "
DRAW = "limit; AsAd 7h6h / Kh9h2c / 3s / 4d; "
DRAWING = "limit; 7h6h AsAd / Kh9h2c / 3s / 4d; "


def leaks_of(*texts: str) -> dict[str, Leaks]:
    counter = LeakCounter(threads=1)
    for text in texts:
        counter.add(Hand.parse(text))
    return counter.report()


def random_hands(game: Game, count: int, seed: int) -> list[Hand]:
    choose = random.Random(seed)
    return [random_hand(game, seed, number, choose, calling=0.5) for number in range(count)]


def test_saukonoja_47_the_better_hand_folded_on_the_river_costs_the_whole_pot() -> None:
    leaks = leaks_of(KINGS + "r c / c r c / c r c / c r f")["p1"]
    assert leaks.unit == "small bets"
    assert (leaks.hands, leaks.folds) == (1, 1)
    assert leaks.better == Share(1, 1)
    assert leaks.better_by_street == {
        "preflop": Share(0, 0),
        "flop": Share(0, 0),
        "turn": Share(0, 0),
        "river": Share(1, 1),
    }
    assert leaks.better_cost == leaks.lost == 12  # 120 chips in the pot, and nothing to lose by the call
    assert leaks.right == Share(0, 1)
    assert leaks.saved == 0


def test_the_worse_hand_folded_on_the_river_saves_the_call() -> None:
    leaks = leaks_of(KINGS + "r c / c r c / c r c / r f")["p2"]
    assert leaks.better == Share(0, 1)
    assert leaks.right == Share(1, 1)
    assert (leaks.better_cost, leaks.lost, leaks.saved) == (0, 0, 2)


def test_a_tie_is_not_the_better_hand_but_worth_half_the_pot() -> None:
    leaks = leaks_of("limit; AhKd AsKc / 2c7d9h / Th / 3s; r c / c r c / c r c / r f")["p2"]
    assert leaks.better == Share(0, 1)
    assert leaks.right == Share(0, 1)
    assert leaks.lost == pytest.approx((140 / 2 - 20) / 10)
    preflop = leaks_of("limit; AhAd AsAc / 2c7d9h / Th / 3s; r f")["p1"]
    assert preflop.better == Share(0, 1)
    assert preflop.lost == pytest.approx((40 / 2 - 10) / 10)


def test_aces_folded_to_a_draw_on_the_turn_cost_their_equity() -> None:
    leaks = leaks_of(DRAW + "r c / c c / c r f")["p1"]
    assert leaks.better_by_street["turn"] == Share(1, 1)
    assert leaks.better_cost == pytest.approx((80 * 35 / 44 - 20) / 10)  # nine hearts of 44 cards beat them
    assert leaks.cost_per_100 == pytest.approx(100 * leaks.better_cost)
    assert leaks.cost_per_fold == leaks.better_cost


def test_a_draw_is_folded_rightly_in_a_small_pot_and_wrongly_in_a_large_one() -> None:
    small = leaks_of(DRAWING + "r c / c c / c r f")["p1"]
    assert small.better == Share(0, 1)
    assert small.right == Share(1, 1)
    assert small.saved == pytest.approx((20 - 80 * 9 / 44) / 10)
    large = leaks_of(DRAWING + "r r r c / c c / c r f")["p1"]
    assert large.better == Share(0, 1)
    assert large.right == Share(0, 1)
    assert large.lost == pytest.approx((120 * 9 / 44 - 20) / 10)
    assert large.better_cost == 0


def test_preflop_the_better_hand_has_more_than_its_share_of_the_equity() -> None:
    queens = leaks_of("limit; QsQd AhKh / Kc7d2h / 9s / 4d; r f")["p1"]
    assert queens.better_by_street["preflop"] == Share(1, 1)
    assert queens.better_cost == pytest.approx((40 * (1 - 0.46214457) - 10) / 10)
    ace_king = leaks_of(KINGS + "r f")["p1"]
    assert ace_king.better == Share(0, 1)
    assert ace_king.lost == pytest.approx((40 * 0.46214457 - 10) / 10)


def test_only_those_still_in_are_compared() -> None:
    """The kings folded pre-flop no longer beat the queens, and no king can be dealt."""
    cards = "limit(players=3); QsQd KsKd AhJc / 8c5d2h / 9s / 4d; "
    before = leaks_of(cards + "r c f / r c / r c / r c")["p2"]
    assert before.better == Share(1, 1)
    after = leaks_of(cards + "r c f / c r f")["p1"]
    assert after.better_by_street["flop"] == Share(1, 1)
    two_left = equity(["QsQd", "AhJc"], "8c5d2h", dead="KsKd").equities[0]
    assert after.better_cost == pytest.approx((70 * two_left - 10) / 10)  # 20 from each and the raiser's bet


def test_with_three_players_a_third_of_the_equity_is_enough() -> None:
    cards = "limit(players=3); AhKd 9c8c 7h7d / QcJc2h / 3s / 4d; "
    equities = equity(["AhKd", "9c8c", "7h7d"]).equities
    assert 1 / 3 < equities[0] < 1 / 2
    leaks = leaks_of(cards + "r f c / c c / c c / c c")["p1"]
    assert leaks.better == Share(1, 1)
    assert leaks.lost == pytest.approx((50 * equities[0] - 15) / 10)


def test_a_short_stack_can_win_no_more_than_it_calls() -> None:
    leaks = leaks_of("nolimit(stack=10bb/200bb); QsQd AhKh / Kc7d2h / 9s / 4d; r20000 f")["p1"]
    assert leaks.unit == "big blinds"
    assert leaks.better_cost == pytest.approx((2000 * (1 - 0.46214457) - 900) / 100)


def test_antes_are_in_the_pot_even_if_one_player_posts_them_all() -> None:
    river = " AhKh QsQd 7c2d / Kc7d2h / 9s / 4d; f c c / c c / c c / c r100 f"
    everybody = leaks_of("nolimit(players=3, ante=10);" + river)["p1"]
    assert everybody.better_cost == 3.3  # antes of 30, blinds of 200, and the bet
    big_blind = leaks_of("nolimit(players=3, ante=0/100/0);" + river)["p1"]
    assert big_blind.better_cost == 4
    short = leaks_of("nolimit(players=3, ante=0/100/0, stack=150/200bb/200bb);" + river.replace("r100", "r1000"))["p1"]
    assert short.better_cost == 3.5  # they have 50 left: two stakes of 150 and the ante, minus their call


def test_a_free_fold_costs_what_a_check_would_have_won() -> None:
    leaks = leaks_of("limit(free_fold=on); AhKh QsQd / Kc7d2h / 9s / 4d; c c / c c / c c / f")["p1"]
    assert leaks.better_cost == 2


def test_the_three_costliest_folds_are_reported() -> None:
    cheap = KINGS + "c c / c c / c c / c r f"
    costly = KINGS + "r c / c r c / c r c / c r f"
    costlier = KINGS + "r r r c / c r c / c r c / c r f"
    costliest = KINGS + "r r r c / c r r c / c r c / c r f"
    leaks = leaks_of(costly, cheap, costliest, costlier, KINGS + "f")["p1"]
    assert [fold.cost for fold in leaks.costliest] == [18, 16, 12]
    assert [fold.hand for fold in leaks.costliest] == [costliest, costlier, costly]
    assert {(fold.street, fold.equity) for fold in leaks.costliest} == {("river", 1.0)}
    first = leaks.costliest[0]
    assert Hand.parse(first.hand).actions[first.action].kind is ActionKind.FOLD
    assert leaks.better_cost == 18 + 16 + 12 + 4
    assert leaks.hands == 5
    assert leaks.cost_per_100 == pytest.approx(100 * 50 / 5)
    assert leaks.cost_per_fold == 12.5


def test_examples_have_the_ids_and_stacks_of_their_hand() -> None:
    text = 'nolimit(stack=30bb/40bb); AhKh QsQd / Kc7d2h / 9s / 4d; r300 c / c r200 f; ["Ann", "Bob"]'
    leaks = leaks_of(text)
    assert leaks["Ann"].costliest[0].hand == text
    assert leaks["Bob"].folds == 0
    assert math.isnan(leaks["Bob"].cost_per_fold)


@pytest.mark.parametrize(("number", "game"), list(enumerate(GAMES.values())), ids=GAMES)
def test_random_hands_agree_with_a_plain_count(number: int, game: Game) -> None:
    hands = random_hands(game, 150, seed=number)
    counter = LeakCounter()
    for hand in hands:
        counter.add(hand)
    result = counter.report()
    expected = plain_counts(hands)
    assert sum(leaks.folds for leaks in result.values()) > 40
    for player, leaks in result.items():
        sums = expected[player]
        assert leaks.hands == len(hands)
        assert leaks.folds == sums["folds"]
        assert leaks.right.count == sums["right"]
        assert {street: share.count for street, share in leaks.better_by_street.items() if share.count} == {
            street: sums[street] for street in leaks.better_by_street if sums[street]
        }
        assert leaks.better.count == sum(share.count for share in leaks.better_by_street.values())
        for name in ("better_cost", "lost", "saved"):
            assert getattr(leaks, name) == pytest.approx(sums[name], abs=1e-9), name


def plain_counts(hands: list[Hand]) -> dict[str, defaultdict[str, float]]:
    """Replay each hand, and compute the equity at each fold."""
    result: dict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
    for hand in hands:
        restored = Hand(hand.game, hand.deal)
        for action in hand.history:
            if action.move == "fold":
                _count_fold(restored, result[hand.players[action.player]])
            restored.act({"fold": "f", "check": "c", "call": "c"}.get(action.move, f"r{action.to}"))
    return result


def _count_fold(hand: Hand, sums: defaultdict[str, float]) -> None:
    me = hand.actor
    still_in = [player for player, folded in enumerate(hand.folded) if not folded]
    hole_cards = hand.hole_cards
    dead: list[Card] = [card for player, cards in enumerate(hole_cards) if player not in still_in for card in cards]
    ranges = [HoleCards(*hole_cards[player]) for player in still_in]
    share = equity(ranges, hand.board, dead, method="exact").equities[still_in.index(me)]
    if hand.board:
        values = {player: evaluate(hole_cards[player] + hand.board) for player in still_in}
        better = all(values[me] > value for player, value in values.items() if player != me)
    else:
        better = share > 1 / len(still_in) + 1e-12
    call = hand.legal.call
    pot = call + sum(min(paid, hand.paid[me] + call) for paid in hand.paid)
    unit = 10 if hand.game.betting is Betting.LIMIT else 100
    value = (share * pot - call) / unit
    sums["folds"] += 1
    sums["right"] += value <= 0
    sums["lost"] += max(value, 0)
    sums["saved"] += max(-value, 0)
    sums[hand.street] += better
    sums["better_cost"] += max(value, 0) * better


def test_counters_of_parts_add_up_to_that_of_the_whole() -> None:
    hands = random_hands(limit(3), 60, seed=9)
    whole, one, other = LeakCounter(), LeakCounter(), LeakCounter()
    for number, hand in enumerate(hands):
        whole.add(hand)
        (one if number % 2 else other).add(hand)
    together = (pickle.loads(pickle.dumps(one)) + other + LeakCounter()).report()
    for player, leaks in whole.report().items():
        for name in ("hands", "unit", "better", "better_by_street", "right"):
            assert getattr(together[player], name) == getattr(leaks, name)
        assert together[player].better_cost == pytest.approx(leaks.better_cost)
        assert together[player].lost == pytest.approx(leaks.lost)
        assert together[player].saved == pytest.approx(leaks.saved)
        assert [fold.cost for fold in together[player].costliest] == [fold.cost for fold in leaks.costliest]


def test_many_folds_are_counted_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = random_hands(limit(3), 40, seed=2)
    reports = []
    for at_once in (7, 1000):
        monkeypatch.setattr("railbird.stats.leaks._AT_ONCE", at_once)
        counter = LeakCounter()
        for hand in hands:
            counter.add(hand)
        assert counter.report() == counter.report()
        reports.append(counter.report())
    assert reports[0] == reports[1]


def test_a_sealed_hand_is_counted_when_it_is_over() -> None:
    hand = Hand(limit(), "AhKh QsQd / Kc7d2h / 9s / 4d")
    hand.seal()
    hand.play("r c / c r c / c r c / c r f")
    counter = LeakCounter()
    counter.add(hand)
    assert counter.report()["p1"].better_cost == 12


def test_only_finished_hands_of_holdem_of_one_kind_are_counted() -> None:
    counter = LeakCounter()
    assert counter.report() == {}
    with pytest.raises(GameError, match="a finished hand"):
        counter.add(Hand(limit(), SeededDealing(1).deal(limit(), 0)))
    other = Hand(leduc(), SeededDealing(1).deal(leduc(), 0))
    other.play("r f")
    with pytest.raises(GameError, match="hold'em"):
        counter.add(other)
    counter.add(Hand.parse(KINGS + "f"))
    big_bets = Hand.parse("nolimit; AhKh QsQd / Kc7d2h / 9s / 4d; f")
    with pytest.raises(GameError, match="big blinds to folds in small bets"):
        counter.add(big_bets)
    second = LeakCounter()
    second.add(big_bets)
    with pytest.raises(GameError, match="use one counter for limit"):
        counter + second
    assert counter.report()["p1"].hands == 1


def test_a_report_is_plain_json_and_a_line_of_text() -> None:
    report = leaks_of(KINGS + "r c / c r c / c r c / c r f", KINGS + "c c / c c / c c / c c")
    result = json.loads(json.dumps(report["p1"].to_json(), allow_nan=False))
    assert (result["hands"], result["unit"], result["folds"]) == (2, "small bets", 1)
    assert (result["better"]["count"], result["better"]["of"]) == (1, 1)
    assert result["better_by_street"]["river"]["count"] == 1
    assert (result["cost_per_100"], result["cost_per_fold"]) == (600, 12)
    assert (result["lost_per_100"], result["saved_per_100"]) == (600, 0)
    assert result["costliest"][0]["street"] == "river"
    assert str(report["p1"]) == "better hand in 1 of 1 folds (100 %): 600.00 small bets per 100 hands, 12.00 each"
    assert str(report["p2"]) == "better hand in 0 of 0 folds (–): 0.00 small bets per 100 hands"
    assert json.dumps(report["p2"].to_json(), allow_nan=False)
