"""Saukonoja's bot: what it keeps of hands, how it decides, and that its parts can be exchanged."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from railbird.agent import Bot, Decision, MatchStart, Streams, check_bot
from railbird.arena import MatchDefinition, StackRule
from railbird.arena.leg import Chunk, LegRunner
from railbird.bots.saukonoja import ESTIMATORS, PREFLOP, STRENGTHS, WINS, Saukonoja, SaukonojaSettings
from railbird.bots.valuation import (
    Asked,
    Estimator,
    Evidence,
    FormulaEstimator,
    ProspectsOf,
    ScenarioEstimator,
    SearchEstimator,
    Values,
)
from railbird.cards import ALL_HOLE_CARDS, HandClass, HoleCards
from railbird.errors import BotError, ModelError
from railbird.gallery import parse_bot
from railbird.game import (
    CALL,
    FOLD,
    Action,
    ActionKind,
    Game,
    Hand,
    Rules,
    SeededDealing,
    Showing,
    View,
    limit,
    nolimit,
    parse_game,
    raise_to,
    rezai,
)
from railbird.game.events import PARTS as CHIP
from railbird.game.events import Move
from railbird.models.chains import ActionChains, Ending
from railbird.models.parts import read_parts, write_parts
from railbird.policies.cold_start import COLD_START, by_odds
from railbird.policies.prospects import Prospects, printed_value
from railbird.policies.selector import MIXING
from railbird.policies.start_hands import raising
from railbird.stats.style import StyleCounter
from railbird.strength import call_value, one_hand, start_hand_order
from tests.arena.matches import match
from tests.reference.chains import kept_hands

IDS = ("hero", "ann", "bob")
CARDS = {2: "AhKh QsQd", 3: "AhKh QsQd 7c7s"}
BOARD = "Kc8d2h / 9s / 4d"
SPECS = [
    *(f"saukonoja(estimator={name})" for name in ESTIMATORS if name != "simulation"),
    *(f"saukonoja(strength={name})" for name in STRENGTHS[1:]),
    *(f"saukonoja(win={name})" for name in WINS[1:]),
    *(f"saukonoja(preflop={name})" for name in PREFLOP[1:]),
    *("saukonoja(estimator=simulation, trials=20)", "saukonoja(chains=off)", "saukonoja(shrinkage=off, decay=0.99)"),
]
MUCKING = Rules(showing=Showing.MUCK)


def started(spec: str = "saukonoja", game: Game | None = None, seed: int = 1) -> Saukonoja:
    """A bot that plays as hero."""
    bot = parse_bot(spec).make()
    assert isinstance(bot, Saukonoja)
    chosen = game or limit()
    bot.start_match(MatchStart(chosen, IDS[: chosen.players], 0))
    bot.streams = Streams(seed, 0, 0)
    return bot


def dealt(game: Game, number: int, seed: int) -> Hand:
    """A random hand; hero has each position in turn."""
    turn = number % game.players
    return Hand(game, SeededDealing(seed).deal(game, number), players=IDS[: game.players][turn:] + IDS[:turn])


def watched(bot: Saukonoja, game: Game, count: int, seed: int = 1) -> Iterator[Hand]:
    """Hands that were played at random while a bot watched, now from action to action, now in the end."""
    choose = Random(seed)
    for number in range(count):
        hand = dealt(game, number, seed)
        me = hand.position_of("hero")
        bot.start_hand(hand.view(me))
        while not hand.over:
            if hand.actor == me and choose.random() < 0.5:
                bot.act(hand.view(me))
            _act(hand, choose)
        bot.end_hand(hand.view(me))
        yield hand


def _act(hand: Hand, choose: Random) -> None:
    legal, dice = hand.legal, choose.random()
    if dice < 0.15 and legal.call:
        hand.fold()
    elif dice < 0.65 or not legal.most_raise:
        hand.call()
    else:
        hand.raise_to(choose.choice([legal.least_raise, legal.least_raise, legal.most_raise]))


def decided(bot: Saukonoja, actions: str, cards: str = "", game: Game | None = None) -> tuple[Decision, Hand]:
    """What hero does after some actions, wherever he sits, and the hand."""
    chosen = game or limit()
    hand = Hand(chosen, f"{cards or CARDS[chosen.players]} / {BOARD}")
    hand.play(actions)
    turn = -hand.actor % chosen.players
    hand = Hand(chosen, hand.deal, players=IDS[: chosen.players][turn:] + IDS[:turn])
    me = hand.position_of("hero")
    bot.start_hand(hand.view(me))
    hand.play(actions)
    answer = bot.act(hand.view(me))
    assert isinstance(answer, Decision)
    hand.clone().act(answer.action)
    return answer, hand


def facts(answer: Decision) -> dict[str, Any]:
    return {fact.name: fact.value for fact in answer.facts}


def played(definition: MatchDefinition, start: int = 0, learned: Mapping[str, bytes] | None = None) -> Chunk:
    runner = LegRunner(definition, definition.leg(0), start=start, learned={0: learned} if learned else None)
    chunk = runner.run(1e9)
    assert not chunk.faults, chunk.faults[0]
    return chunk


def won(chunk: Chunk) -> float:
    """By the first player, in small bets a hand."""
    return float(np.mean([payoffs[0] for payoffs in chunk.payoffs])) / CHIP / 10


def sums(chains: ActionChains) -> dict[str, list[float]]:
    state = chains.state()
    beginnings = bytes(state["chains"]).decode().split("\n")
    return dict(zip(beginnings, state["sums"].tolist(), strict=True)) if len(chains) else {}


# It plays


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("players", [2, 3])
def test_it_plays_legally_repeats_itself_saves_and_does_not_peek(spec: str, players: int) -> None:
    hands = 6 if any(slow in spec for slow in ("simulation", "range", "miximax")) else 16
    report = check_bot(parse_bot(spec).make, games=[limit(players)], hands=hands)
    assert report.passed, str(report)


@pytest.mark.parametrize(
    "game", [nolimit(stack="20bb"), nolimit(4, stack="30bb"), rezai(), limit(6), limit(10), limit(3, stack=40)], ids=str
)
def test_saukonoja_50_it_plays_without_limit_other_structures_and_short_stacks(game: Game) -> None:
    report = check_bot(parse_bot("saukonoja").make, games=[game], hands=30)
    assert report.passed, str(report)


@pytest.mark.parametrize("spec", SPECS[:5])
def test_freeze_outs_are_played_to_their_end(spec: str) -> None:
    game = "limit(players=3, stack=12bb, rules=casino)"
    chunk = played(match(spec, "always-raise", "always-call", game=game, hands=1000, stacks=StackRule.KEPT))
    left = [120 + sum(payoffs[player] for payoffs in chunk.payoffs) // CHIP for player in range(3)]
    assert sorted(left) == [0, 0, 360]


def test_what_it_plays() -> None:
    games = {"limit": True, "limit(players=9)": True, "nolimit": True, "rezai": True, "kuhn": False, "leduc": False}
    assert {text: Saukonoja().plays(parse_game(text)) for text in games} == games


def test_saukonoja_39_the_same_seed_gives_the_same_match_and_another_seed_another_one() -> None:
    one, again, other = (played(match("saukonoja", "simple", hands=60, seed=seed)).hands for seed in (1, 1, 2))
    assert one == again
    assert one != other


def test_saukonoja_39_the_same_cards_may_be_played_otherwise_with_another_seed() -> None:
    answers = [decided(started(seed=seed), "c c /")[0] for seed in range(40)]
    assert {answer.action for answer in answers} == set(answers[0].probabilities) == {CALL, raise_to(10)}
    assert all(answer.probabilities == answers[0].probabilities for answer in answers)


@pytest.mark.parametrize("players", [2, 3])
def test_saukonoja_40_with_selector_and_values_alone_it_runs(players: int) -> None:
    """No chains: what it does after the flop is by strength, pot and actions."""
    others = ("simple", "always-call")[: players - 1]
    assert len(played(match("saukonoja(chains=off)", *others, hands=60)).hands) == 60


@pytest.mark.parametrize("other", ["poki", "simbot(trials=16)", "vexbot"])
def test_saukonoja_44_it_meets_rules_simulation_and_somebody_who_adapts(other: str) -> None:
    assert len(played(match("saukonoja", other, hands=12)).hands) == 12


# What it keeps of hands


@pytest.mark.parametrize(
    ("game", "count"),
    [
        (limit(), 250),
        (limit(rules=MUCKING), 250),
        (limit(stack=70), 250),
        (nolimit(stack="10bb"), 250),
        (rezai(), 150),
        (limit(3), 250),
        (limit(3, rules=MUCKING), 200),
        (limit(3, stack=60), 200),
        (limit(3, stack=57), 200),
        (nolimit(stack=700), 200),
        (nolimit(stack=700, ante=(100, 0)), 200),
    ],
    ids=str,
)
def test_saukonoja_17_chains_are_what_a_plain_account_of_each_hand_says(game: Game, count: int) -> None:
    bot = started(game=game)
    plain = {name: ActionChains() for name in IDS[1 : game.players]}
    endings: Counter[Ending] = Counter()
    early = mucked = 0
    for hand in watched(bot, game, count, seed=17):
        for name, kept in kept_hands(hand, hand.position_of("hero"), bot.settings.mucked).items():
            plain[name].add(*kept)
            endings[kept.ending] += 1
            if kept.ending is Ending.SHOWDOWN:
                early += kept.chain.count("/") < 2
                mucked += hand.position_of(name) not in hand.shown
    for name, chains in plain.items():
        found, wanted = sums(bot.chains(name)), sums(chains)
        assert set(found) == set(wanted)
        for beginning in wanted:
            assert found[beginning] == pytest.approx(wanted[beginning], abs=1e-9), beginning
        assert bot.chains(name).hands == chains.hands
    assert min(endings[ending] for ending in Ending) > 0
    assert bool(mucked) == (game.rules.showing is Showing.MUCK)
    assert bool(early) == (min(game.stacks) < 20 * game.bets[0])  # all-in before the river


@pytest.mark.parametrize(
    ("actions", "chain", "ending", "shown"),
    [
        ("r r r c / c c / c c / c c", "fcC/cC/cC", Ending.SHOWDOWN, True),
        ("c c / r c / c r f", "frC/cRf", Ending.WE_FOLD, False),
        ("r c / c r r r f", "fcRrRf", Ending.WE_FOLD, False),
        ("c c / r f", "frF", Ending.HE_FOLDS, False),
        ("c r c / c c / r r c / r c", "fcC/rRc/rC", Ending.SHOWDOWN, True),
    ],
)
def test_saukonoja_17_a_chain_has_what_was_done_after_the_flop(
    actions: str, chain: str, ending: Ending, shown: bool
) -> None:
    """Hero is first after the flop, as the big blind; the other one shows QsQd."""
    bot = started()
    hand = Hand(limit(), f"{CARDS[2]} / {BOARD}", players=IDS[:2])
    bot.start_hand(hand.view(0))
    hand.play(actions)
    bot.end_hand(hand.view(0))
    kept = bot.chains("ann").matching(chain)
    assert kept is not None
    assert (kept.count, kept.share(ending)) == (1, 1)
    assert kept.strength == (one_hand("QsQd", "Kc8d2h9s4d").hs if shown else None)
    assert set(sums(bot.chains("ann"))) == {chain[:length] for length in range(1, len(chain) + 1)}


@pytest.mark.parametrize("actions", ["f", "r f", "r r r f", "c r f"])
def test_saukonoja_17_of_hands_that_end_before_the_flop_there_is_no_chain(actions: str) -> None:
    bot = started()
    hand = Hand(limit(), f"{CARDS[2]} / {BOARD}", players=IDS[:2])
    bot.start_hand(hand.view(0))
    hand.play(actions)
    bot.end_hand(hand.view(0))
    assert bot.chains("ann").hands == 0
    assert bot.counters("ann").hands == 1


@pytest.mark.parametrize("mucked", ["0", "0.5", "1"])
def test_saukonoja_22_a_hand_that_is_mucked_is_taken_as_a_share_of_ours(mucked: str) -> None:
    """Hero bets the river with a pair of kings, and shows first."""
    game = limit(rules=MUCKING)
    bot = started(f"saukonoja(mucked={mucked})", game)
    hand = Hand(game, f"{CARDS[2]} / {BOARD}", players=IDS[:2])
    bot.start_hand(hand.view(0))
    hand.play("c c / c c / c c / r c")
    bot.end_hand(hand.view(0))
    assert list(hand.shown) == [0]
    kept = bot.chains("ann").matching("fcC/cC/rC")
    assert kept is not None
    assert kept.shown == 1
    assert kept.strength == pytest.approx(float(mucked) * one_hand("AhKh", "Kc8d2h9s4d").hs)


@pytest.mark.parametrize("mucked", ["0", "0.5", "1"])
@pytest.mark.parametrize(("river", "shown"), [("r c c", {"ann"}), ("c r c c", {"ann", "hero"})])
def test_saukonoja_22_of_three_a_hand_that_is_mucked_is_taken_as_a_share_of_the_best_that_was_shown(
    river: str, shown: set[str], mucked: str
) -> None:
    """Ann wins with a pair of kings; hero has queens, and bob does not show."""
    game = limit(3, rules=MUCKING)
    bot = started(f"saukonoja(mucked={mucked})", game)
    hand = Hand(game, f"{CARDS[3]} / {BOARD}", players=("ann", "hero", "bob"))
    bot.start_hand(hand.view(1))
    hand.play(f"c c c / c c c / c c c / {river}")
    bot.end_hand(hand.view(1))
    assert {hand.players[place] for place in hand.shown} == shown
    best = one_hand("AhKh", "Kc8d2h9s4d").hs
    for name, chain, strength in (("ann", "l", best), ("bob", "f", float(mucked) * best)):
        kept = bot.chains(name).matching(chain)
        assert kept is not None
        assert kept.strength == pytest.approx(strength)


@pytest.mark.parametrize(
    "game", [limit(3), limit(3, stack=60), limit(3, stack=(25, 60, 400)), nolimit(3, stack=900)], ids=str
)
def test_saukonoja_16_its_counters_are_those_of_the_style_report(game: Game) -> None:
    """Of hands that hero has folded too, and of those in which all are all-in."""
    bot, counter = started(game=game), StyleCounter()
    reached: Counter[tuple[str, int]] = Counter()
    without_hero = all_in = 0
    for hand in watched(bot, game, 200, seed=16):
        counter.add(hand)
        gone = {event.player: event.round for event in hand.history if event.move is Move.FOLD}
        for place, name in enumerate(hand.players):
            reached.update((name, number) for number in range(1, hand.round + 1) if gone.get(place, 4) >= number)
        without_hero += hand.position_of("hero") in gone and hand.folded.count(False) > 1
        all_in += hand.round > hand.history[-1].round
    for name in IDS[1:]:
        style, mine = counter.styles()[name], bot.counters(name)
        assert mine.hands == style.hands == 200
        assert mine.vpip == pytest.approx(style.vpip.value)
        assert mine.pfr == pytest.approx(style.pfr.value)
        assert (mine.reached(1), mine.showdowns) == (style.wtsd.of, style.wtsd.count)
        assert [mine.reached(number) for number in (1, 2, 3)] == [reached[name, number] for number in (1, 2, 3)]
        assert 0 < mine.showdowns <= mine.reached(3) <= mine.reached(2) <= mine.reached(1)
    assert without_hero
    assert bool(all_in) == (min(game.stacks) < 1000)


def test_saukonoja_23_a_new_match_begins_with_nothing() -> None:
    bot = started()
    for _ in watched(bot, limit(), 30):
        pass
    assert bot.chains("ann").hands > 0
    bot.start_match(MatchStart(limit(), IDS[:2], 0))
    assert bot.chains("ann").hands == bot.counters("ann").hands == 0


# What it learns


class FoldsToTurnBets(Bot):
    """Calls everything, but on the turn."""

    def act(self, view: View) -> Action:
        return FOLD if view.round == 2 and view.to_call else CALL


@cache
def learned_from(hands: int) -> Mapping[str, bytes]:
    return played(match("saukonoja", FoldsToTurnBets, hands=hands, seed=21)).learned[0] if hands else {}


def expects(learned: Mapping[str, bytes], actions: str) -> float:
    """How likely a bet of hero's makes all others fold, by what was learned."""
    bot = started()
    bot.load({"ann": learned["player1"]} if learned else {})
    _, hand = decided(bot, actions)
    me = hand.position_of("hero")
    asked = bot._asked(hand.view(me), bot._follower.situation())
    return bot._prospects(asked, ActionKind.RAISE).others_fold


def test_saukonoja_21_that_somebody_folds_to_any_turn_bet_is_learned() -> None:
    shares = [expects(learned_from(hands), "c c / c c / c") for hands in (0, 60, 400, 1200)]
    assert shares[0] < 0.35
    assert shares == sorted(shares)
    assert shares[-1] > 0.99
    assert expects(learned_from(1200), "c c / c c / c c / c") < 0.1


def test_saukonoja_21_what_was_learned_wins_more_on_the_same_deals() -> None:
    learned = learned_from(1200)
    definition = match("saukonoja", FoldsToTurnBets, hands=300, seed=22)
    fresh, taught = won(played(definition)), won(played(definition, learned=learned))
    assert taught > fresh + 0.05
    untaught = match("saukonoja(chains=off)", FoldsToTurnBets, hands=300, seed=22)
    assert taught > won(played(untaught)) + 0.05


# How it decides


def all_decisions(
    spec: str, count: int, game: Game | None = None, estimator: Estimator | None = None
) -> Iterator[tuple[Decision, Hand]]:
    """Of a bot against others who act at random, by its own estimator or by another one."""
    chosen = game or limit()
    bot, choose = started(spec, chosen), Random(5)
    bot.estimator = estimator or bot.estimator
    for number in range(count):
        hand = dealt(chosen, number, 5)
        me = hand.position_of("hero")
        bot.streams = Streams(5, number, 0)
        bot.start_hand(hand.view(me))
        while not hand.over:
            if hand.actor == me:
                answer = bot.act(hand.view(me))
                assert isinstance(answer, Decision)
                yield answer, hand
                hand.act(answer.action)
            else:
                _act(hand, choose)
        bot.end_hand(hand.view(me))


@pytest.mark.parametrize("spec", ["saukonoja", *SPECS[1:4], "saukonoja(preflop=value)"])
def test_saukonoja_29_to_fold_is_worth_0_and_is_no_choice_where_it_is_free(spec: str) -> None:
    facing = 0
    for answer, hand in all_decisions(spec, 60):
        if hand.round or "value" in spec:
            facing += hand.legal.call > 0
            assert answer.values.get(FOLD, math.nan) == 0 if hand.legal.call else FOLD not in answer.values
            assert set(answer.values) >= {CALL}
        if not hand.legal.call:
            assert answer.action != FOLD
    assert facing > 20


@pytest.mark.parametrize("players", [2, 3])
def test_saukonoja_36_it_mostly_takes_the_larger_of_two_positive_values(players: int) -> None:
    larger = decisions = 0
    for answer, hand in all_decisions("saukonoja", 250, limit(players)):
        values = {action: value for action, value in answer.values.items() if value > 0}
        if hand.round and len(values) == 2:
            best = max(values, key=values.__getitem__)
            assert answer.probabilities[best] >= 0.8
            larger += answer.action == best
            decisions += 1
    assert decisions > 100
    assert larger / decisions >= 0.8
    assert larger < decisions


class AnyValues:
    """Whatever comes to mind."""

    def __init__(self) -> None:
        self._choose = Random(37)

    def values(self, asked: Asked) -> Values:
        return {kind: self._choose.uniform(-3, 2) for kind in asked.kinds}


@pytest.mark.parametrize("aggression", ["on", "off"])
def test_saukonoja_37_what_is_not_positive_is_taken_only_by_who_led_or_where_it_is_free(aggression: str) -> None:
    goes_on = 0
    for answer, hand in all_decisions(f"saukonoja(aggression={aggression})", 400, estimator=AnyValues()):
        if hand.round and answer.action.kind is ActionKind.RAISE and answer.values[answer.action] <= 0:
            assert _led(hand)
            assert answer.values[answer.action] >= answer.values[CALL]
            goes_on += 1
        elif hand.round and answer.action == CALL and answer.values[CALL] <= 0:
            assert not hand.legal.call
    assert (goes_on > 5) == (aggression == "on")


def _led(hand: Hand) -> bool:
    """Did he who is to act make the last bet of the round before?"""
    before = [action for action in hand.history if action.round == hand.round - 1]
    bets = [action.player for action in before if action.move in (Move.BET, Move.RAISE)]
    return bets[-1:] == [hand.actor]


@pytest.mark.parametrize(("actions", "place"), [("c c /", 0), ("c c / c c /", 1), ("c c / c c / c c /", 2)])
@pytest.mark.parametrize("last", [False, True])
def test_saukonoja_36_to_38_frequencies_are_those_of_the_selector(actions: str, place: int, last: bool) -> None:
    bot = started()
    _, hand = decided(bot, actions + " c" * last)
    view = hand.view(hand.position_of("hero"))
    now = bot._follower.situation()
    position = 1 if last else MIXING.out_of_position
    for values, led, wanted in (
        ({ActionKind.CALL: 2.0, ActionKind.RAISE: 1.0}, False, MIXING.smaller[place] * position),
        ({ActionKind.CALL: -2.0, ActionKind.RAISE: -1.0}, True, MIXING.aggression[place] * position),
        ({ActionKind.CALL: -2.0, ActionKind.RAISE: -1.0}, False, 0.0),
    ):
        answers = [bot._decided(view, replace(now, led=led), values, None) for _ in range(1500)]
        raised = sum(answer.action.kind is ActionKind.RAISE for answer in answers)
        assert raised / 1500 == pytest.approx(wanted, abs=0.045)


def test_saukonoja_36_mixing_can_be_turned_off() -> None:
    for answer, hand in all_decisions("saukonoja(mixing=off, aggression=off)", 60):
        if hand.round:
            assert not answer.probabilities


def hand_of_class(hand_class: HandClass) -> str:
    """A hand of a class with none of the cards of the board and of the other player."""
    used = BOARD + CARDS[2]
    hands = (HoleCards.from_index(index) for index in hand_class.hands)
    return next(f"{each.high}{each.low}" for each in hands if str(each.high) not in used and str(each.low) not in used)


def test_saukonoja_14_a_hand_is_always_played_or_never_and_raised_as_often_as_its_place_says() -> None:
    """The button, with the small blind; nobody has acted."""
    bot = started()
    for each in start_hand_order()[8::20]:
        share = raising(2)[each.index]
        deal = f"QsQd {hand_of_class(each)}"
        taken: Counter[Action] = Counter()
        for seed in range(300):
            bot.streams = Streams(seed, 0, 0)
            taken[decided(bot, "", deal)[0].action] += 1
        if share < 0:
            assert taken == {FOLD: 300}
        else:
            assert set(taken) == {CALL, raise_to(20)}
            assert taken[raise_to(20)] / 300 == pytest.approx(share, abs=0.09)


def test_saukonoja_13_a_hand_that_is_not_played_is_checked_where_that_is_free() -> None:
    answer, _ = decided(started(), "c", "3h2d QsQd")
    assert (answer.action, facts(answer)["rule"]) == (CALL, "not played")
    assert decided(started(), "r", "3h2d QsQd")[0].action == FOLD


def test_at_the_cap_a_raise_before_the_flop_is_a_call() -> None:
    for seed in range(20):
        answer, _ = decided(started(seed=seed), "r r r", "AhAd QsQd")
        assert (answer.action, dict(answer.probabilities)) == (CALL, {})


def test_saukonoja_15_before_the_flop_formula_10_can_take_the_place_of_the_order() -> None:
    """Aces are worth more raised than called, and 32o is folded to a raise."""
    spec = "saukonoja(preflop=value, mixing=off)"
    aces, _ = decided(started(spec), "", "QsQd AhAd")
    assert aces.action == raise_to(20)
    assert aces.values[raise_to(20)] > aces.values[CALL] > aces.values[FOLD] == 0
    trash, _ = decided(started(spec), "r", "3h2d QsQd")
    assert trash.values[CALL] < 0
    assert trash.action == FOLD


@pytest.mark.parametrize(("actions", "raised"), [("", False), ("", True), ("r", False), ("r", True)])
def test_saukonoja_15_its_values_are_chances_times_pots_less_costs(actions: str, raised: bool) -> None:
    """QQ against one: 0.4 or 0.7 of all bets to come, which are 5 of 10 chips; blinds of 5 and 10."""
    bot = started("saukonoja(preflop=value)")
    answer, hand = decided(bot, actions, "QsQd QhQc")
    call, pot = hand.legal.call, hand.pot
    wins = 0.7994
    rounds = (0.7 if raised else 0.4) * 50
    cost = call + 10 * raised + rounds
    wanted = wins * (pot + cost + 10 * raised + rounds) - cost
    action = raise_to(hand.legal.least_raise) if raised else CALL
    assert answer.values[action] == pytest.approx(wanted, abs=0.05)


@pytest.mark.parametrize(("bet", "raised"), [("0.5", 100), ("1", 200), ("100", 1800)])
def test_saukonoja_50_without_limit_it_bets_a_share_of_the_pot(bet: str, raised: int) -> None:
    """The pot has 200 chips, and both have 1,900 left of 2,000."""
    game = nolimit(stack="20bb")
    bot = started(f"saukonoja(bet={bet}, mixing=off)", game)
    answer, _ = decided(bot, "c c /", "KdKh QsQd", game)
    sizes = [action.to for action in answer.values if action.kind is ActionKind.RAISE]
    assert sizes == [raised if raised < 1800 else 1900]


@pytest.mark.parametrize("name", ["formula", "miximax"])
def test_saukonoja_50_without_limit_the_size_of_a_bet_counts_for_the_bet_alone(name: str) -> None:
    game = nolimit(stack="50bb")
    for actions in ("c c /", "c c / c", "c c / c c / c"):
        calls, raises = set(), set()
        for bet in ("0.5", "1", "2"):
            answer, _ = decided(started(f"saukonoja(estimator={name}, bet={bet})", game), actions, game=game)
            calls.add(answer.values[CALL])
            raises |= {value for action, value in answer.values.items() if action.kind is ActionKind.RAISE}
        assert (len(calls), len(raises)) == (1, 3)


def test_a_decision_explains_itself() -> None:
    bot = started()
    answer, hand = decided(bot, "r c / r")
    found = facts(answer)
    assert found["EHS"] == pytest.approx(one_hand("QsQd", "Kc8d2h").win_probability)
    assert found["pot odds"] == pytest.approx(10 / 60)
    assert found["hands with ann that began so"] == "none and none (lR)"
    for kind in ("call", "raise"):
        assert found[f"if we {kind}"].startswith("wins 0.")
    assert set(answer.values) == {FOLD, CALL, raise_to(hand.legal.least_raise)}
    assert json.loads(json.dumps(answer.to_json()))["facts"]


def test_it_tells_how_many_hands_began_so() -> None:
    bot = started()
    for _ in range(3):
        hand = Hand(limit(), f"{CARDS[2]} / {BOARD}", players=("ann", "hero"))
        bot.start_hand(hand.view(1))
        hand.play("c c / r c / c c / c c")
        bot.end_hand(hand.view(1))
    assert facts(decided(bot, "r c / r")[0])["hands with ann that began so"] == "3 and none (lR)"


def test_of_several_opponents_each_is_told_who_is_still_in() -> None:
    found = facts(decided(started(game=limit(3)), "c c c / r", game=limit(3))[0])
    assert {name for name in found if name.startswith("hands with")} == {
        "hands with ann that began so",
        "hands with bob that began so",
    }
    found = facts(decided(started(game=limit(3)), "c c c / r f", game=limit(3))[0])
    assert sum(name.startswith("hands with") for name in found) == 1


@pytest.mark.parametrize("actions", ["", "r c / r", "c c / c c / c", "r r c / c c / r c / r"])
def test_what_is_public_does_not_depend_on_our_cards(actions: str) -> None:
    told = []
    for cards in ("AhKh", "7h2c", "9c9h", "Th3c"):
        for deal in (f"{cards} QsQd", f"QsQd {cards}"):
            answer, _ = decided(started(), actions, deal)
            public = answer.public()
            assert not public.values
            assert not public.probabilities
            told.append(sorted((fact.name, fact.value) for fact in public.facts))
    assert all(each == told[0] for each in told)


# Its parts


@pytest.mark.parametrize("name", ESTIMATORS)
def test_saukonoja_34_every_estimator_answers_the_same_question(name: str) -> None:
    bot = started(f"saukonoja(estimator={name}, trials=100)")
    answer, hand = decided(bot, "r c / r")
    assert set(answer.values) == {FOLD, CALL, raise_to(hand.legal.least_raise)}
    asked = bot._asked(hand.view(1), bot._follower.situation())
    found = bot.estimator.values(asked)
    assert set(found) == {ActionKind.CALL, ActionKind.RAISE}
    assert all(map(math.isfinite, found.values()))


def test_saukonoja_34_simulation_and_formula_agree_that_the_nuts_are_worth_more_than_nothing() -> None:
    for name in ESTIMATORS:
        values = []
        for cards in ("KdKs", "7h3s"):
            answer, _ = decided(started(f"saukonoja(estimator={name}, trials=100)"), "r c / r", f"QsQd {cards}")
            values.append(answer.values[CALL])
        assert values[0] > values[1]


class Pessimist:
    """Everything loses."""

    def values(self, asked: Asked) -> Values:
        return dict.fromkeys(asked.kinds, -1.0)


def test_saukonoja_48_an_estimator_of_ones_own_takes_the_place_of_its_own() -> None:
    bot = started("saukonoja(aggression=off)")
    bot.estimator = Pessimist()
    answer, _ = decided(bot, "r c / r")
    assert (answer.action, answer.values[CALL]) == (FOLD, -1)
    assert decided(bot, "r c / c")[0].action == CALL


def test_saukonoja_48_parts_are_chosen_by_settings() -> None:
    kinds = {"formula": FormulaEstimator, "scenarios": ScenarioEstimator, "miximax": SearchEstimator}
    for name, kind in kinds.items():
        assert isinstance(started(f"saukonoja(estimator={name})").estimator, kind)
    printed = started("saukonoja(estimator=printed)").estimator
    assert isinstance(printed, FormulaEstimator)
    assert printed.formula is printed_value
    changed = {}
    for spec in ("saukonoja", "saukonoja(win=ratio)", "saukonoja(strength=range)", "saukonoja(estimator=printed)"):
        changed[spec] = decided(started(spec), "r c / r")[0].values[CALL]
    assert len(set(changed.values())) == len(changed)


def test_saukonoja_24_strength_by_range_is_the_mean_over_the_hands_that_he_may_hold() -> None:
    bot = started("saukonoja(strength=range)")
    _, hand = decided(bot, "r c / r")
    asked = bot._asked(hand.view(1), bot._follower.situation())
    assert bot._models is not None
    likely = bot._models.table(0).probabilities()
    known = {*hand.hole_cards[1], *hand.board}
    mean = 0.0
    for hole, share in zip(ALL_HOLE_CARDS, likely, strict=True):
        assert share == 0 or not {hole.high, hole.low} & known
        mean += share * one_hand(hole, hand.board, cards_ahead=0).hs if share else 0.0
    assert asked.opponents[0].range_strength == pytest.approx(mean)
    assert mean > 0.5  # he has bet


def test_saukonoja_49_with_three_players_all_others_must_fold() -> None:
    shares = []
    for players in (2, 3):
        bot = started(game=limit(players))
        _, hand = decided(bot, "c " * players + "/", game=limit(players))
        asked = bot._asked(hand.view(hand.position_of("hero")), bot._follower.situation())
        found: Prospects = bot._prospects(asked, ActionKind.RAISE)
        shares.append(found.others_fold)
    assert shares[1] == pytest.approx(shares[0] ** 2)


def test_saukonoja_51_every_setting_says_what_it_means_and_where_it_is_from() -> None:
    for each in fields(SaukonojaSettings):
        assert each.metadata["meaning"], each.name
        assert each.metadata["origin"].startswith(("Saukonoja 2007", "ours")), each.name


@pytest.mark.parametrize(
    "spec",
    [
        *("saukonoja(estimator=oracle)", "saukonoja(estimator=)", "saukonoja(strength=iron)", "saukonoja(win=always)"),
        *("saukonoja(preflop=none)", "saukonoja(chains=maybe)", "saukonoja(enough=0)", "saukonoja(enough=nan)"),
        *("saukonoja(enough_shown=0)", "saukonoja(shrinkage=some)", "saukonoja(decay=0.4)", "saukonoja(decay=1.1)"),
        *("saukonoja(mucked=-0.1)", "saukonoja(mucked=1.1)", "saukonoja(mixing=2)", "saukonoja(trials=0)"),
        *("saukonoja(trials=1.5)", "saukonoja(bet=0)", "saukonoja(bet=101)", "saukonoja(bluff=on)"),
        *("saukonoja(counters=maybe)", "saukonoja(decay=0.9, shrinkage=off)"),
    ],
)
def test_settings_that_make_no_sense_are_refused(spec: str) -> None:
    with pytest.raises(BotError) as caught:
        parse_bot(spec).make()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("decay", "enough"), [("0.9", "20"), ("0.9", "10"), ("0.8", "5"), ("0.5", "2")])
def test_hands_that_never_could_be_enough_are_refused_with_a_way_out(decay: str, enough: str) -> None:
    """All hands together, each of which counts less from then on, never count as 1 / (1 - decay)."""
    with pytest.raises(BotError, match="take a smaller enough, a larger decay, or shrinkage=on") as caught:
        parse_bot(f"saukonoja(decay={decay}, shrinkage=off, enough={enough})").make()
    assert f"with decay {decay} " in str(caught.value)
    assert f"never count as {enough}, but as less than {1 / (1 - float(decay)):g}" in str(caught.value)
    for remedy in ("shrinkage=on", "shrinkage=off, enough=1.9, enough_shown=1.9", "chains=off, shrinkage=on"):
        parse_bot(f"saukonoja(decay={decay}, {remedy})").make()


@pytest.mark.parametrize("setting", ["shrinkage=off, enough=2", "win=empirical"])
def test_shown_hands_that_never_could_be_enough_are_refused(setting: str) -> None:
    with pytest.raises(BotError, match="never count as 5, but as less than 5: take a smaller enough_shown"):
        parse_bot(f"saukonoja(decay=0.8, {setting})").make()
    parse_bot(f"saukonoja(decay=0.8, {setting}, enough_shown=4)").make()


# What it saves


@pytest.mark.parametrize(
    ("spec", "hands"),
    [("saukonoja", 80), ("saukonoja(strength=range)", 16), ("saukonoja(decay=0.9, shrinkage=off, enough=4)", 80)],
)
def test_saukonoja_23_saved_and_loaded_it_decides_alike(spec: str, hands: int) -> None:
    definition = match(spec, "simple", "always-raise", hands=hands, seed=6)
    learned = played(definition).learned[0]
    assert set(learned) == {"player1", "player2"}
    longer = replace(definition, hands=hands + hands // 2)
    assert played(longer, hands, learned).hands == played(longer).hands[hands:]


@cache
def learned() -> Mapping[str, bytes]:
    """What a bot has learned from some hands."""
    bot = started(game=limit(3))
    for _ in watched(bot, limit(3), 20):
        pass
    return bot.save()


def known(bot: Saukonoja) -> dict[str, Any]:
    """All that a bot has learned, without the time at which it is written."""
    return {name: read_parts(data, name) for name, data in bot.save().items()}


def assert_refused(data: bytes) -> None:
    """Not loaded, nor is anything else that stands beside it."""
    bot = started(game=limit(3))
    bot.load({"eve": learned()["bob"]})
    before = known(bot)
    with pytest.raises(ModelError, match="what was learned about ann"):
        bot.load({"bob": learned()["bob"], "ann": data})
    np.testing.assert_equal(known(bot), before)
    assert set(before) == {"eve"}


@pytest.mark.parametrize("harm", ["empty", "text", "cut", "flipped", "another bot", "another version"])
def test_saukonoja_23_damaged_or_foreign_records_are_refused_and_change_nothing(harm: str) -> None:
    data = learned()["ann"]
    head, parts = read_parts(data, "ann")
    assert_refused(
        {
            "empty": b"",
            "text": b"this is not a model",
            "cut": data[: len(data) // 2],
            "flipped": data[:20] + bytes(255 - byte for byte in data[20:80]) + data[80:],
            "another bot": write_parts({**head, "railbird": "weights"}, parts),
            "another version": write_parts({**head, "version": 99}, parts),
        }[harm],
    )


@pytest.mark.parametrize("part", ["chains.chains", "chains.sums", "chains.hands", "counters.acts", "counters.singles"])
@pytest.mark.parametrize("harm", ["missing", "cut", "text", "below 0"])
def test_saukonoja_23_records_with_damaged_parts_are_refused(part: str, harm: str) -> None:
    head, parts = read_parts(learned()["ann"], "ann")
    good = parts.pop(part)
    if harm != "missing":
        parts[part] = {
            "cut": good[:-1],
            "text": np.full(good.shape, "x"),
            "below 0": np.full(good.shape, -1, dtype=np.int64),
        }[harm]
    assert_refused(write_parts(head, parts))


def test_what_is_loaded_stands_beside_what_is_known() -> None:
    bot = started(game=limit(3))
    for name in ("bob", "ann"):
        bot.load({name: learned()[name]})
    assert set(bot.save()) == {"ann", "bob"}
    assert bot.chains("bob").hands > 0


def test_what_it_has_learned_can_be_told() -> None:
    bot = started(game=limit(3))
    bot.load(learned())
    assert len(bot.portraits()) == 2


def test_saukonoja_17_who_folds_after_us_has_not_folded_to_us() -> None:
    """Ann bets, hero folds, and then bob does."""
    game = limit(3)
    bot = started(game=game)
    hand = Hand(game, f"{CARDS[3]} / {BOARD}", players=("ann", "hero", "bob"))
    bot.start_hand(hand.view(1))
    hand.play("c c c / r f f")
    bot.end_hand(hand.view(1))
    for name, chain in (("ann", "lRf"), ("bob", "ff")):
        kept = bot.chains(name).matching(chain)
        assert kept is not None
        assert kept.share(Ending.WE_FOLD) == 1, name


def test_strength_by_actions_does_not_look_at_hands_that_were_shown() -> None:
    found = {}
    for strength in ("actions", "chains"):
        bot = started(f"saukonoja(strength={strength}, shrinkage=off, enough=1000)")
        for _ in range(10):  # he shows three kings each time
            hand = Hand(limit(), "KdKs AhKh / Kc8d2h / 9s / 4d", players=("ann", "hero"))
            bot.start_hand(hand.view(1))
            hand.play("c c / r c / c c / c c")
            bot.end_hand(hand.view(1))
        found[strength] = decided(bot, "r c / r")[0].values[CALL]
    assert found["actions"] > found["chains"]


# What there is to win and to lose


def asked_after(bot: Saukonoja, actions: str, cards: str = "", game: Game | None = None) -> Asked:
    """What an estimator is asked after some actions."""
    _, hand = decided(bot, actions, cards, game)
    return bot._asked(hand.view(hand.position_of("hero")), bot._follower.situation())


def teach(chains: ActionChains, began: str) -> None:
    """Hands that went on after they began so: he folds to bets, we give up, and both put in a lot."""
    for _ in range(40):
        for rest, ours, theirs, ending, shown in (
            ("/rF", 5, 0, Ending.HE_FOLDS, None),
            ("/cRf", 0, 5, Ending.WE_FOLD, None),
            ("/rC", 5, 5, Ending.SHOWDOWN, 0.7),
        ):
            size = len(began) + len(rest) - 1
            chains.add(began + rest, [0.0] * size + [ours], [0.0] * size + [theirs], ending, shown)


@pytest.mark.parametrize("chains", ["on", "off"])
@pytest.mark.parametrize("cards", ["AhKh QsQd", "7h3s 6c3c", "JhTh JcTc"])
@pytest.mark.parametrize(
    ("stack", "actions"),
    [
        ((1000, 5000), "c c / r900"),
        ((5000, 1000), "c c / c r900"),
        ((5000, 1000), "c c / r4900"),  # more than hero has
        ((1000, 1000), "r300 c / r700"),
        ((1000, 5000), "c c / c c / r900"),
        ((1000, 1000), "c c / r100 c / r200 r800"),
        ((5000, 1000), "c c / c c / r4900"),
    ],
)
def test_saukonoja_27_to_call_somebody_who_is_all_in_is_worth_what_formula_3_says(
    stack: tuple[int, int], actions: str, cards: str, chains: str
) -> None:
    game = nolimit(stack=stack)
    for name in ESTIMATORS[:-1]:
        bot = started(f"saukonoja(estimator={name}, chains={chains})", game)
        teach(bot.chains("ann"), asked_after(bot, actions, cards, game).opponents[0].pair.chain + "c")
        answer, _ = decided(bot, actions, cards, game)
        asked = asked_after(bot, actions, cards, game)
        given = bot._prospects(asked, ActionKind.CALL)
        call = asked.now.to_call
        assert (given.others_fold, given.we_fold, given.cost) == (0, 0, call)
        assert asked.now.pot + call == 2 * min(stack)
        assert answer.values[CALL] == pytest.approx(call_value(given.win, 2 * min(stack) - call, call)), name


@pytest.mark.parametrize("name", ESTIMATORS[:-1])
def test_what_nobody_can_call_of_a_raise_costs_nothing(name: str) -> None:
    """The other one has 900 left."""
    game, found = nolimit(stack=(20_000, 1_000)), []
    for bet in ("4.5", "100"):
        answer, _ = decided(started(f"saukonoja(estimator={name}, bet={bet})", game), "c c /", game=game)
        found.append({action.kind: value for action, value in answer.values.items()}[ActionKind.RAISE])
    assert found[0] == pytest.approx(found[1])


def test_after_a_chain_nobody_wins_more_than_he_can_match() -> None:
    """Hero has 300 left after the call; in hands that began so 1,500 were put in on the turn."""
    game = nolimit(stack=(20_000, 600))
    bot = started(game=game)
    for _ in range(200):
        bot.chains("ann").add("lRc/Rc", [0, 0, 2, 2, 2, 17], [0, 2, 2, 2, 17, 17], Ending.SHOWDOWN, 0.5)
    given = bot._prospects(asked_after(bot, "c c / r200", game=game), ActionKind.CALL)
    assert given.pot == pytest.approx(2 * 600, abs=100)
    assert given.pot <= 2 * 600
    assert given.cost <= 500


def test_a_draw_that_comes_wins_no_more_than_there_is() -> None:
    game = nolimit(stack=120)
    answer, hand = decided(started("saukonoja(estimator=scenarios)", game), "c c / c c / c", "QsQd JhTh", game)
    assert answer.values[CALL] <= hand.pot + 20


def test_saukonoja_27_an_ante_of_one_player_is_no_bet() -> None:
    """Ann has put in 100 more before the deal, and is all-in."""
    game = nolimit(stack=(1_000, 5_000), ante=(100, 0))
    bot = started(game=game)
    asked = asked_after(bot, "c c / r800", game=game)
    assert asked.opponents[0].all_in
    assert asked.room == 0
    given = bot._prospects(asked, ActionKind.CALL)
    assert (given.pot, given.others_fold, given.we_fold) == (1_900, 0, 0)


@pytest.mark.parametrize("name", ESTIMATORS[:-1])
def test_of_a_pot_that_is_larger_than_what_we_can_call_we_win_our_part(name: str) -> None:
    """Both others put in 1,100, hero has 400 left of 500: he can win 1,500."""
    game = nolimit(3, stack=(5000, 5000, 500))
    bot = started(f"saukonoja(estimator={name})", game)
    actions = "c c c / r1000 c"
    answer, hand = decided(bot, actions, game=game)
    assert (hand.pot, hand.legal.call) == (2300, 400)
    asked = asked_after(bot, actions, game=game)
    assert asked.now.pot == 1100
    win = bot._prospects(asked, ActionKind.CALL).win
    assert answer.values[CALL] == pytest.approx(win * 1500 - 400)


def test_of_chips_that_others_have_not_matched_yet_we_win_as_much_as_we_put_in() -> None:
    game = nolimit(4, stack=(5000, 800, 5000, 5000))
    cards = "AhKh QsQd 7c7s 9h8h"
    for actions, pot in (("c c c c / r2000", 800 + 3 * 100), ("r200 c c c / c c r2000 f c", 2 * 800 + 2 * 200)):
        bot = started(game=game)
        hand = Hand(game, f"{cards} / {BOARD}", players=("ann", "hero", "bob", "cy"))
        bot.start_hand(hand.view(1))
        hand.play(actions)
        bot.act(hand.view(1))
        assert bot._asked(hand.view(1), bot._follower.situation()).now.pot == pot


@pytest.mark.parametrize("name", ESTIMATORS[:-1])
@pytest.mark.parametrize("cards", ["QsQd AhKh", "QsQd 7h3s"])
def test_what_is_won_later_is_bounded_by_the_shorter_stack_whoever_has_it(name: str, cards: str) -> None:
    """One of the two has 20 chips left behind a pot of 200."""
    values = []
    for stack in ((120, 5000), (5000, 120), (120, 120), (5000, 5000)):
        game = nolimit(stack=stack)
        answer, _ = decided(started(f"saukonoja(estimator={name})", game), "c c / c", cards, game)
        values.append(answer.values[CALL])
    assert values[0] == pytest.approx(values[1]) == pytest.approx(values[2])
    if cards == "QsQd AhKh":
        assert values[3] > values[0] + 1


def test_miximax_knows_that_one_of_two_is_all_in_and_the_other_may_bet_on() -> None:
    """Bob has put his last 100 chips into a pot of 300; ann and hero are expected to put in 0.4 bets of 100 each."""
    game = nolimit(3, stack=(5000, 5000, 100))
    bot = started("saukonoja(estimator=miximax)", game)
    answer, _ = decided(bot, "c c c / c", game=game)
    asked = asked_after(bot, "c c c / c", game=game)
    win = bot._prospects(asked, ActionKind.CALL).win
    gives_up = COLD_START.gives_up * (1 - asked.strength) / 2
    more = COLD_START.passive_bets * 100
    assert answer.values[CALL] == pytest.approx((1 - gives_up) * (win * (300 + 2 * more) - more))


class WithinStacks:
    """The formula; nothing that it expects may be more than there is."""

    def __init__(self, evidence: Evidence) -> None:
        self.prospects = ProspectsOf(COLD_START, evidence, by_odds)
        self.all_in = 0

    def values(self, asked: Asked) -> Values:
        there_is = sum(asked.view.starting_stacks)
        for kind in asked.kinds:
            found = self.prospects(asked, kind)
            for cost in (found.cost, found.cost_others_fold, found.cost_we_fold):
                assert asked.now.to_call - 1e-9 <= cost <= asked.chips + 1e-9
            for pot, cost in ((found.pot, found.cost), (found.pot_others_fold, found.cost_others_fold)):
                assert asked.now.pot + cost - 1e-9 <= pot <= there_is + 1e-9
            self.all_in += found.cost > asked.chips - 1e-9
        return FormulaEstimator(self.prospects).values(asked)


@pytest.mark.parametrize("evidence", [Evidence(chains=False), Evidence(enough=1), Evidence(shrinkage=True)])
@pytest.mark.parametrize(
    "game",
    [
        nolimit(stack="10bb"),
        nolimit(stack=(700, 5000)),
        nolimit(3, stack=(600, 1500, 4000)),
        nolimit(3, ante=20, stack=(600, 1500, 4000)),
        limit(stack=70),
        limit(3, stack=57),
        limit(3, stack=(40, 75, 1000)),
    ],
    ids=str,
)
def test_nobody_is_expected_to_put_in_more_than_he_has(game: Game, evidence: Evidence) -> None:
    estimator = WithinStacks(evidence)
    for _ in all_decisions("saukonoja", 120, game, estimator):
        pass
    assert estimator.all_in > 5


@pytest.mark.parametrize(
    ("stack", "actions", "chain"),
    [
        ((3000, 1000), "c c / r2900 c", "frC"),
        ((1000, 3000), "c c / c r2900 c", "fcRc"),
        ((3000, 1000), "c c / c c / r2900 c", "fcC/rC"),
    ],
)
def test_what_nobody_has_called_at_a_showdown_does_not_count_as_put_in(
    stack: tuple[int, int], actions: str, chain: str
) -> None:
    """Each has 900 left on the flop that the other can match: nine small bets."""
    game = nolimit(stack=stack)
    bot = started(game=game)
    hand = Hand(game, f"{CARDS[2]} / {BOARD}", players=IDS[:2])
    bot.start_hand(hand.view(0))
    hand.play(actions)
    bot.end_hand(hand.view(0))
    for beginning, left in (("f", 9), (chain, 0)):
        kept = bot.chains("ann").matching(beginning)
        assert kept is not None
        assert (kept.ours(Ending.SHOWDOWN), kept.theirs(Ending.SHOWDOWN)) == (left, left)


# What counts of what it has seen


def seen(bot: Saukonoja, lines: str, game: Game, count: int) -> Saukonoja:
    """A bot that has played some hands with ann, who is first after the flop and has queens; others fold at once."""
    players = ("ann", "hero", "bob")[: game.players]
    for _ in range(count):
        for line in lines.split(","):
            hand = Hand(game, f"QsQd {'JhTh 7c7s' if game.players == 3 else 'JhTh'} / {BOARD}", players=players)
            bot.start_hand(hand.view(1))
            hand.play(("f " if game.players == 3 else "") + line)
            bot.end_hand(hand.view(1))
    return bot


@pytest.mark.parametrize("name", ["formula", "scenarios", "miximax"])
@pytest.mark.parametrize("settings", ["chains=off, counters=off", "chains=off, counters=on", "chains=on, counters=off"])
def test_saukonoja_40_without_chains_and_counters_nothing_that_was_seen_changes_anything(
    name: str, settings: str
) -> None:
    """Ann has folded to 200 bets."""
    fresh, taught = (started(f"saukonoja(estimator={name}, {settings})") for _ in range(2))
    seen(taught, "c c / c r f", limit(), 200)
    changed = False
    for actions in ("c c / c", "r c / c", "c c / r", "c c / c r", "c c / c c / c"):
        answers = []
        for bot in (fresh, taught):
            for seed in range(5):
                bot.streams = Streams(seed, 0, 0)
                answer, _ = decided(bot, actions)
                answers.append((answer.action, dict(answer.probabilities), dict(answer.values)))
        changed |= answers[:5] != answers[5:]
    assert changed == ("on" in settings)


@pytest.mark.parametrize("actions", ["c", "r", "c r r", "r r r", "c c / r", "r c / c r r"])
@pytest.mark.parametrize("shrinkage", ["on", "off"])
def test_miximax_does_not_mind_a_third_player_who_has_folded_before_the_flop(actions: str, shrinkage: str) -> None:
    """What ann has done with hero is the same at both tables."""
    lines = "c c / r r r f,c c / c r r f,c c / r r c / r r r c / c c,c c / c r c / c r c / r c"
    found = []
    for game, count in ((limit(), 25), (limit(3), 25), (limit(), 0)):
        bot = seen(started(f"saukonoja(estimator=miximax, shrinkage={shrinkage})", game), lines, game, count)
        cards = {2: "QsQd AhKh", 3: "QsQd AhKh 7c7s"}[game.players]
        hand = Hand(game, f"{cards} / {BOARD}", players=("ann", "hero", "bob")[: game.players])
        bot.start_hand(hand.view(1))
        hand.play(f"{'f ' if game.players == 3 else ''}c c / {actions}")
        answer = bot.act(hand.view(1))
        assert isinstance(answer, Decision)
        found.append(dict(answer.values))
    assert found[0] == pytest.approx(found[1])
    assert found[0] != found[2]


def test_saukonoja_32_with_enough_shown_hands_their_share_changes_what_miximax_expects() -> None:
    """Ann has bet all the way with three kings, ten times."""
    values = {}
    for win in ("odds", "empirical"):
        for hands in (0, 10):
            bot = started(f"saukonoja(estimator=miximax, win={win}, strength=actions)")
            for _ in range(hands):
                hand = Hand(limit(), "KdKs AhKh / Kc8d2h / 9s / 4d", players=("ann", "hero"))
                bot.start_hand(hand.view(1))
                hand.play("c c / r c / r c / r c")
                bot.end_hand(hand.view(1))
            values[win, hands] = decided(bot, "c c / r c / r c / r")[0].values[CALL]
    assert values["odds", 0] == values["empirical", 0] == values["odds", 10]
    assert values["empirical", 10] == -20
