"""AIVAT: exact if everything is known, unbiased with any values, and with much less variance than winnings."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest

from railbird import _core
from railbird.agent import HandDriver, Streams
from railbird.bots.simple import SimpleBot, SimpleSettings
from railbird.cards import CLASSES, HandClass, HoleCards
from railbird.errors import CardError, RailbirdError
from railbird.game import (
    CALL,
    Action,
    Betting,
    Game,
    Hand,
    Profile,
    Rake,
    Rules,
    SeededDealing,
    Split,
    View,
    kuhn,
    leduc,
    limit,
    nolimit,
)
from railbird.game.holdings import holdings
from railbird.stats.aivat import Decided, Policy, ValueFunction, aivat, aivat_of_all, payoffs_by_holding
from railbird.stats.control import cross_fitted
from railbird.stats.equity_value import EquityValue, preflop_shares
from tests.driving import act_at_random, play_bots, random_hand
from tests.game.play import GAMES
from tests.reference.exact_values import (
    ExactValues,
    RandomStrategy,
    RandomValues,
    all_deals,
    all_endings,
    game_value,
    one_ending,
    possible_actions,
)

# Three players with unequal stacks, side pots, split pots with odd chips, and a rake; two ranks in two suits.
THREE = Game(
    betting=Betting.NO_LIMIT,
    blinds=(1, 2, 0),
    stacks=(3, 5, 8),
    bets=(2, 2),
    most_raises=(1, 0),
    first=(2, 0),
    board_cards=(0, 1),
    hole_cards=1,
    ranks=2,
    suits=2,
    rules=Rules(Profile.CASINO),
    rake=Rake(Decimal(10)),
)
# A board card before the first round, and one raise to any of 19 amounts.
MANY_RAISES = Game(
    betting=Betting.NO_LIMIT,
    blinds=(1, 1),
    stacks=(20, 20),
    bets=(1,),
    most_raises=(1,),
    first=(0,),
    board_cards=(1,),
    hole_cards=1,
    ranks=3,
    suits=1,
)
SMALL_GAMES = {"kuhn": kuhn(), "three players": THREE, "many raises": MANY_RAISES}


def strategies_of(game: Game, seed: int = 0) -> dict[int, Policy]:
    return {
        position: RandomStrategy(10 * seed + position, every_raise=game is MANY_RAISES)
        for position in range(game.players)
    }


def mean_and_deviation(
    game: Game, strategies: dict[int, Policy], known: Iterable[int], value: ValueFunction
) -> tuple[list[float], list[float]]:
    """AIVAT's mean and deviation for each player, over all deals and actions; checks that each term has mean 0."""
    policies = {position: strategies[position] for position in known}
    deals = all_deals(game)
    endings = [each for deal in deals for each in all_endings(Hand(game, deal), strategies)]
    chances = np.array([chance for chance, _ in endings]) / len(deals)
    parts = [aivat_of_all(ending, policies, value) for _, ending in endings]
    means, deviations = [], []
    for player in range(game.players):
        terms = np.array([each[player].terms for each in parts])
        assert chances @ terms == pytest.approx(np.zeros(1 + 3 * game.rounds), abs=1e-9)
        totals = np.array([each[player].total for each in parts])
        means.append(float(chances @ totals))
        deviations.append(math.sqrt(chances @ (totals - means[-1]) ** 2))
    return means, deviations


def totals_of(hand: Hand, known: dict[int, Policy], value: ValueFunction) -> list[float]:
    return [each.total for each in aivat_of_all(hand, known, value)]


class Nothing:
    """A value function that omits every term."""

    def deal_value(self, hand: Hand, player: int) -> None:
        return None

    def values(self, hand: Hand, player: int, board: bytes) -> None:
        return None


class TestSmallGames:
    @pytest.mark.parametrize("name", ["kuhn", "three players"])
    def test_with_all_strategies_and_exact_values_every_hand_has_the_value_of_the_game(self, name: str) -> None:
        game = SMALL_GAMES[name]
        strategies = strategies_of(game)
        value = ExactValues(game, strategies)
        true = [game_value(game, strategies, player) for player in range(game.players)]
        for deal in all_deals(game):
            for _, ending in all_endings(Hand(game, deal), strategies):
                assert totals_of(ending, strategies, value) == pytest.approx(true, abs=1e-12)

    def test_with_exact_values_every_hand_of_leduc_has_the_value_of_the_game(self) -> None:
        game, choose = leduc(), random.Random(1)
        strategies = strategies_of(game, seed=1)
        value = ExactValues(game, strategies)
        true = [game_value(game, strategies, player) for player in range(2)]
        for deal in all_deals(game):
            for _ in range(3):
                ending = one_ending(Hand(game, deal), strategies, choose)
                assert totals_of(ending, strategies, value) == pytest.approx(true, abs=1e-12)

    @pytest.mark.slow
    @pytest.mark.parametrize("known", [(), (0,), (1,), (0, 1)])
    @pytest.mark.parametrize("name", SMALL_GAMES)
    def test_the_mean_is_right_with_any_values_and_whoever_is_known(self, name: str, known: Sequence[int]) -> None:
        game = SMALL_GAMES[name]
        strategies = strategies_of(game, seed=2)
        true = [game_value(game, strategies, player) for player in range(game.players)]
        values: list[ValueFunction] = [RandomValues(game)]
        if name == "kuhn":
            values += [Nothing(), ExactValues(game, strategies_of(game, seed=3))]
        for value in values:
            means, _ = mean_and_deviation(game, strategies, known, value)
            assert means == pytest.approx(true, abs=1e-9)

    @pytest.mark.slow
    def test_the_mean_is_right_over_all_hands_of_leduc_with_one_raise_a_round(self) -> None:
        game = replace(leduc(), most_raises=(1, 1))
        strategies = strategies_of(game, seed=4)
        means, _ = mean_and_deviation(game, strategies, (0,), RandomValues(game))
        assert means == pytest.approx([game_value(game, strategies, player) for player in range(2)], abs=1e-9)

    def test_more_knowledge_means_less_variance(self) -> None:
        game = kuhn()
        strategies = strategies_of(game, seed=5)
        value = ExactValues(game, strategies)
        plain, chance, one, other, both = (
            mean_and_deviation(game, strategies, known, values)[1]
            for known, values in (((), Nothing()), ((), value), ((0,), value), ((1,), value), ((0, 1), value))
        )
        for player in range(2):
            assert both[player] < 1e-7
            assert max(one[player], other[player]) < chance[player] < plain[player]

    @pytest.mark.parametrize("seed", range(6, 12))
    def test_values_of_another_strategy_help_as_well(self, seed: int) -> None:
        game = kuhn()
        strategies, alike = strategies_of(game, seed=seed), ExactValues(game, dict.fromkeys(range(2), _evenly))
        _, plain = mean_and_deviation(game, strategies, (), Nothing())
        _, result = mean_and_deviation(game, strategies, (0, 1), alike)
        assert max(result) < min(plain)


def _evenly(view: View) -> Decided:
    actions = possible_actions(view)
    return actions, np.full((len(holdings(view.game)), len(actions)), 1 / len(actions))


class TestHoldings:
    def test_holdings_of_holdem_are_in_the_order_of_hands(self) -> None:
        every = holdings(limit())
        assert [HoleCards.from_index(index).index for index in range(1326)] == list(range(1326))
        for index in (0, 1, 2, 700, 1325):
            hand = HoleCards.from_index(index)
            assert every.cards[index].tolist() == [int(hand.low), int(hand.high)]
            assert every.index(bytes([int(hand.high), int(hand.low)])) == index

    def test_an_index_is_that_of_the_cards_in_any_order(self) -> None:
        for game in (kuhn(), leduc(), MANY_RAISES, replace(leduc(), hole_cards=2)):
            every = holdings(game)
            assert [every.index(cards.tobytes()) for cards in every.cards] == list(range(len(every)))

    def test_impossible_cards_are_rejected(self) -> None:
        for cards in (b"\x00", b"\x33\x32", b""):
            with pytest.raises(CardError):
                holdings(kuhn()).index(cards)


class TestPayoffsByHolding:
    @pytest.mark.parametrize("name", GAMES)
    def test_they_are_those_of_the_same_hand_with_other_cards(self, name: str) -> None:
        game = GAMES[name]
        every, size = holdings(game), game.hole_cards
        for number in range(40):
            choose = random.Random(number)
            hand = _played_at_random(game, number)
            player = choose.randrange(game.players)
            result = payoffs_by_holding(hand, player)
            before, after = hand.deal[: player * size], hand.deal[(player + 1) * size :]
            free = np.flatnonzero(every.apart_from(before + after))
            for index in choose.sample(free.tolist(), min(len(free), 20)):
                other = Hand(game, before + every.cards[index].tobytes() + after)
                other.play(" ".join(_words(hand)))
                assert result[index] == float(other.payoffs[player])
            assert np.isnan(result[~every.apart_from(before + hand.board_bytes)]).all()


def _played_at_random(game: Game, number: int) -> Hand:
    return random_hand(game, 4, number, random.Random(f"play {number}"), calling=0.6)


def _words(hand: Hand) -> list[str]:
    return [str(Action.repeat(action)) for action in hand.actions]


HOLDEM = {name: game for name, game in GAMES.items() if game.is_holdem}


class TestEquityValue:
    @pytest.mark.parametrize("name", HOLDEM)
    def test_on_the_river_values_are_payoffs_except_odd_chips_and_rake(self, name: str) -> None:
        game = replace(HOLDEM[name], rules=replace(HOLDEM[name].rules, split=Split.FRACTIONS), rake=Rake())
        hands = [_played_at_random(game, number) for number in range(60)]
        showdowns = [hand for hand in hands if hand.folded.count(False) > 1]
        assert showdowns
        for hand in showdowns:
            for player in np.flatnonzero(~np.array(hand.folded)).tolist():
                payoffs = payoffs_by_holding(hand, player)
                result = EquityValue().values(hand, player, hand.board_bytes)
                assert result is not None
                assert np.allclose(np.where(np.isnan(payoffs), np.nan, result), payoffs, equal_nan=True)

    @pytest.mark.parametrize("name", HOLDEM)
    def test_its_mean_over_the_next_card_is_the_value_before(self, name: str) -> None:
        game, value, seen = HOLDEM[name], EquityValue(), 0
        for number in range(60):
            choose = random.Random(number)
            hand = Hand(game, SeededDealing(5).deal(game, number))
            while not hand.over and (hand.round < 1 or choose.random() < 0.6):
                act_at_random(hand, choose)
            players = [player for player in range(game.players) if not hand.folded[player]]
            if len(players) < 2 or len(hand.board_bytes) < 3 or seen >= 12:
                continue
            seen += 1
            player = choose.choice(players)
            board = hand.board_bytes[: choose.choice([3, 4])]
            others = b"".join(cards for index, cards in enumerate(hand.hole_bytes) if index != player)
            free = holdings(game).apart_from(others + board)
            sums, counts = np.zeros(1326), np.zeros(1326)
            for card in set(range(52)) - {*others, *board}:
                may = holdings(game).apart_from(others + board + bytes([card]))
                sums[may] += value.values(hand, player, board + bytes([card]))[may]  # type: ignore[index]
                counts += may
            before = value.values(hand, player, board)
            assert before is not None
            assert np.allclose(sums[free] / counts[free], before[free])
        assert seen

    def test_preflop_it_has_values_for_two_players_only(self) -> None:
        value = EquityValue()
        for number in range(3):
            hand = Hand(limit(), SeededDealing(number).deal(limit(), 0))
            other = hand.hole_bytes[0]
            assert np.allclose(preflop_shares(other), _core.all_in_shares_by_hand(other, 0, 0), atol=1e-12)
            assert np.array_equal(value.values(hand, 1, b""), 20 * preflop_shares(other) - 10)  # type: ignore[arg-type]
        three = Hand(limit(3), SeededDealing(1).deal(limit(3), 0))
        assert value.values(three, 1, b"") is None
        assert value.deal_value(three, 1) is None

    def test_over_all_deals_either_player_has_half(self) -> None:
        """Each class is weighted by its number of hands, which are all equivalent."""
        means = [preflop_shares(bytes([int(hand.high), int(hand.low)])) for hand in map(_a_hand_of, CLASSES)]
        shares = [each[each >= 0].mean() for each in means]
        assert np.average(shares, weights=[each.combos for each in CLASSES]) == pytest.approx(0.5, abs=1e-12)
        assert EquityValue().deal_value(Hand(limit(), SeededDealing(1).deal(limit(), 0)), 0) == 0
        big_ante = nolimit(ante=[100, 0])
        assert EquityValue().deal_value(Hand(big_ante, SeededDealing(1).deal(big_ante, 0)), 0) == -50

    def test_other_games_have_no_terms(self) -> None:
        hand = Hand.parse("leduc; As Ks / Qs; c c / c c")
        assert totals_of(hand, {}, EquityValue()) == [1, -1]


def _a_hand_of(kind: HandClass) -> HoleCards:
    return HoleCards.from_index(int(kind.hands[-1]))


class TestWhatCannotBe:
    def test_a_policy_that_was_not_played_is_refused(self) -> None:
        hand = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; r f")
        with pytest.raises(RailbirdError, match="the policy of p2 never plays r20 here: limit; "):
            aivat(hand, 0, {1: _always_call}, EquityValue())

    def test_probabilities_that_do_not_sum_to_one_are_refused(self) -> None:
        hand = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; c c / c c / c c / c c")
        for player in range(2):
            with pytest.raises(RailbirdError, match="the probabilities of p2 do not sum to 1"):
                aivat(hand, player, {1: lambda view: ((CALL,), np.full((1326, 1), 0.9))}, EquityValue())

    def test_a_hand_that_is_not_over_is_refused(self) -> None:
        with pytest.raises(RailbirdError, match="a finished hand"):
            aivat(Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; c c"), 0, {}, EquityValue())


def _always_call(view: View) -> Decided:
    return (CALL,), np.ones((1326, 1))


class TestHoldem:
    def test_between_callers_only_the_opponents_cards_are_luck(self) -> None:
        """Nobody decides anything: over all of our holdings, only the opponent's cards are luck, and are removed."""
        for number in range(5):
            hand = Hand(limit(), SeededDealing(8).deal(limit(), number))
            hand.play("c c / c c / c c / c c")
            assert totals_of(hand, {0: _always_call, 1: _always_call}, EquityValue()) == pytest.approx([0, 0])
            assert totals_of(hand, {}, EquityValue()) == pytest.approx([0, 0])

    @pytest.mark.slow
    def test_simple_has_the_same_mean_and_much_less_spread(self) -> None:
        bots = [SimpleBot(), SimpleBot(SimpleSettings(bluff=False))]
        played, both, one = [], [], []
        for number in range(200):
            hand, position = _match_hand(limit(), bots, number)
            played.append(float(hand.payoffs[position]))
            policies: dict[int, Policy] = {position: bots[0].policy, 1 - position: bots[1].policy}
            both.append(aivat_of_all(hand, policies, EquityValue())[position])
            one.append(aivat(hand, position, {1 - position: bots[1].policy}, EquityValue()))
        terms, payoffs = np.array([each.terms for each in both]), np.array([each.payoff for each in both])
        fitted = cross_fitted(payoffs, lambda some: terms[some], -np.ones(13), np.arange(200))
        for result, ratio in (([each.total for each in both], 1.6), (one, 1.2), (fitted, 1.8)):
            difference = np.array(result) - played
            assert abs(difference.mean()) < 4 * difference.std() / math.sqrt(len(played))
            assert np.std(played) > ratio * np.std(result)

    def test_three_players_are_right_on_average_too(self) -> None:
        game, bots = limit(3), [SimpleBot(), SimpleBot(), SimpleBot()]
        played, result = [], []
        for number in range(60):
            hand, _ = _match_hand(game, bots, number)
            played.append([float(each) for each in hand.payoffs])
            result.append(totals_of(hand, dict.fromkeys(range(3), bots[0].policy), EquityValue()))
        difference = np.array(result) - played
        assert (np.abs(difference.mean(axis=0)) < 4 * difference.std(axis=0) / math.sqrt(len(played))).all()
        assert (np.std(result, axis=0) < np.std(played, axis=0)).all()


def _match_hand(game: Game, bots: Sequence[SimpleBot], number: int) -> tuple[Hand, int]:
    """A hand of a match, and the position of the first bot in it."""
    first = number % len(bots)
    for seat, bot in enumerate(bots):
        bot.streams = Streams(9, number, seat)
    driver = HandDriver(game, SeededDealing(9).deal(game, number))
    return play_bots(driver, {(seat + first) % len(bots): bot for seat, bot in enumerate(bots)}), first
