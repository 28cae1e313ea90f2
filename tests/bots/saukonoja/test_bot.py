"""Saukonoja's bot: its decisions, and its exchangeable parts."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import fields, replace
from random import Random

import pytest

from railbird.agent import Streams, check_bot
from railbird.arena import StackRule
from railbird.bots.saukonoja import Saukonoja, SaukonojaSettings
from railbird.bots.saukonoja.estimators import (
    EstimatorInputs,
    FormulaEstimator,
    ScenarioEstimator,
    SearchEstimator,
    Values,
)
from railbird.bots.saukonoja.settings import ESTIMATORS
from railbird.cards import ALL_HOLE_CARDS, HandClass, HoleCards
from railbird.errors import BotError
from railbird.gallery import parse_bot
from railbird.game import CALL, FOLD, Action, ActionKind, Game, Hand, limit, nolimit, parse_game, raise_to, rezai
from railbird.game.events import PARTS as CHIP
from railbird.game.events import ActionName
from railbird.policies.saukonoja.action_selector import MIXING
from railbird.policies.saukonoja.prospects import Prospects, printed_value
from railbird.policies.saukonoja.start_hands import raise_shares
from railbird.strength import one_hand, start_hand_order
from tests.arena.matches import match
from tests.bots.saukonoja.hands import BOARD, CARDS, SPECS, all_decisions, decided, facts, played, started

# Playing


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("players", [2, 3])
def test_it_is_legal_reproducible_saves_and_does_not_peek(spec: str, players: int) -> None:
    hands = 6 if any(slow in spec for slow in ("simulation", "range", "miximax")) else 16
    report = check_bot(parse_bot(spec).make, games=[limit(players)], hands=hands)
    assert report.passed, str(report)


@pytest.mark.parametrize(
    "game", [nolimit(stack="20bb"), nolimit(4, stack="30bb"), rezai(), limit(6), limit(10), limit(3, stack=40)], ids=str
)
def test_saukonoja_50_it_plays_no_limit_other_structures_and_short_stacks(game: Game) -> None:
    report = check_bot(parse_bot("saukonoja").make, games=[game], hands=30)
    assert report.passed, str(report)


@pytest.mark.parametrize("spec", SPECS[:5])
def test_freeze_outs_are_played_to_their_end(spec: str) -> None:
    game = "limit(players=3, stack=12bb, rules=casino)"
    chunk = played(match(spec, "always-raise", "always-call", game=game, hands=1000, stacks=StackRule.KEPT))
    left = [120 + sum(payoffs[player] for payoffs in chunk.payoffs) // CHIP for player in range(3)]
    assert sorted(left) == [0, 0, 360]


def test_which_games_it_plays() -> None:
    games = {"limit": True, "limit(players=9)": True, "nolimit": True, "rezai": True, "kuhn": False, "leduc": False}
    assert {text: Saukonoja().plays(parse_game(text)) for text in games} == games


def test_saukonoja_39_the_same_seed_gives_the_same_match_and_another_seed_another() -> None:
    one, again, other = (played(match("saukonoja", "simple", hands=60, seed=seed)).hands for seed in (1, 1, 2))
    assert one == again
    assert one != other


def test_saukonoja_39_the_same_cards_may_be_played_differently_with_another_seed() -> None:
    answers = [decided(started(seed=seed), "c c /")[0] for seed in range(40)]
    assert {answer.action for answer in answers} == set(answers[0].probabilities) == {CALL, raise_to(10)}
    assert all(answer.probabilities == answers[0].probabilities for answer in answers)


@pytest.mark.parametrize("players", [2, 3])
def test_saukonoja_40_it_runs_with_only_the_selector_and_values(players: int) -> None:
    """No chains: post-flop it plays by strength, pot and actions."""
    others = ("simple", "always-call")[: players - 1]
    assert len(played(match("saukonoja(chains=off)", *others, hands=60)).hands) == 60


@pytest.mark.parametrize("other", ["poki", "simbot(trials=16)", "vexbot"])
def test_saukonoja_44_it_plays_against_rules_simulation_and_an_adaptive_bot(other: str) -> None:
    assert len(played(match("saukonoja", other, hands=12)).hands) == 12


# Decisions


@pytest.mark.parametrize("spec", ["saukonoja", *SPECS[1:4], "saukonoja(preflop=value)"])
def test_saukonoja_29_folding_is_worth_0_and_is_no_option_where_checking_is_free(spec: str) -> None:
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
    """Returns random values."""

    def __init__(self) -> None:
        self._choose = Random(37)

    def values(self, inputs: EstimatorInputs) -> Values:
        return {kind: self._choose.uniform(-3, 2) for kind in inputs.kinds}


@pytest.mark.parametrize("aggression", ["on", "off"])
def test_saukonoja_37_without_positive_value_it_acts_only_after_leading_or_for_free(aggression: str) -> None:
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
    """Whether the player to act made the last bet of the previous round."""
    before = [action for action in hand.history if action.round == hand.round - 1]
    bets = [action.player for action in before if action.move in (ActionName.BET, ActionName.RAISE)]
    return bets[-1:] == [hand.actor]


@pytest.mark.parametrize(("actions", "number"), [("c c /", 0), ("c c / c c /", 1), ("c c / c c / c c /", 2)])
@pytest.mark.parametrize("last", [False, True])
def test_saukonoja_36_to_38_frequencies_are_those_of_the_selector(actions: str, number: int, last: bool) -> None:
    bot = started()
    _, hand = decided(bot, actions + " c" * last)
    view = hand.view(hand.position_of("hero"))
    now = bot.memory.tracker.situation()
    position = 1 if last else MIXING.out_of_position
    for values, led, wanted in (
        ({ActionKind.CALL: 2.0, ActionKind.RAISE: 1.0}, False, MIXING.smaller[number] * position),
        ({ActionKind.CALL: -2.0, ActionKind.RAISE: -1.0}, True, MIXING.aggression[number] * position),
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
    """A hand of a class without the cards of the board and of the other player."""
    used = BOARD + CARDS[2]
    hands = (HoleCards.from_index(index) for index in hand_class.hands)
    return next(f"{each.high}{each.low}" for each in hands if str(each.high) not in used and str(each.low) not in used)


def test_saukonoja_14_a_hand_is_always_or_never_played_and_raised_as_often_as_its_rank_says() -> None:
    """On the button, with the small blind, before any action."""
    bot = started()
    for each in start_hand_order()[8::20]:
        share = raise_shares(2)[each.index]
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


def test_saukonoja_13_a_hand_that_is_not_played_is_checked_for_free() -> None:
    answer, _ = decided(started(), "c", "3h2d QsQd")
    assert (answer.action, facts(answer)["rule"]) == (CALL, "not played")
    assert decided(started(), "r", "3h2d QsQd")[0].action == FOLD


def test_at_the_cap_a_preflop_raise_is_a_call() -> None:
    for seed in range(20):
        answer, _ = decided(started(seed=seed), "r r r", "AhAd QsQd")
        assert (answer.action, dict(answer.probabilities)) == (CALL, {})


def test_saukonoja_15_preflop_formula_10_can_replace_the_order() -> None:
    """Aces are worth more raised than called, and 32o is folded to a raise."""
    spec = "saukonoja(preflop=value, mixing=off)"
    aces, _ = decided(started(spec), "", "QsQd AhAd")
    assert aces.action == raise_to(20)
    assert aces.values[raise_to(20)] > aces.values[CALL] > aces.values[FOLD] == 0
    trash, _ = decided(started(spec), "r", "3h2d QsQd")
    assert trash.values[CALL] < 0
    assert trash.action == FOLD


@pytest.mark.parametrize(("actions", "raised"), [("", False), ("", True), ("r", False), ("r", True)])
def test_saukonoja_15_its_values_are_chances_times_pots_minus_costs(actions: str, raised: bool) -> None:
    """QQ against one opponent: 0.4 or 0.7 of all bets to come, which are 5 bets of 10 chips; blinds of 5 and 10."""
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
def test_saukonoja_50_in_no_limit_games_it_bets_a_share_of_the_pot(bet: str, raised: int) -> None:
    """The pot has 200 chips, and both players have 1,900 of 2,000 left."""
    game = nolimit(stack="20bb")
    bot = started(f"saukonoja(bet={bet}, mixing=off)", game)
    answer, _ = decided(bot, "c c /", "KdKh QsQd", game)
    sizes = [action.to for action in answer.values if action.kind is ActionKind.RAISE]
    assert sizes == [raised if raised < 1800 else 1900]


@pytest.mark.parametrize("name", ["formula", "miximax"])
def test_saukonoja_50_in_no_limit_games_the_bet_size_affects_only_the_bet(name: str) -> None:
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
    result = facts(answer)
    assert result["EHS"] == pytest.approx(one_hand("QsQd", "Kc8d2h").win_probability)
    assert result["pot odds"] == pytest.approx(10 / 60)
    assert result["similar hands against ann"] == "none and none (lR)"
    for kind in ("call", "raise"):
        assert result[f"if we {kind}"].startswith("wins 0.")
    assert set(answer.values) == {FOLD, CALL, raise_to(hand.legal.least_raise)}
    assert json.loads(json.dumps(answer.to_json()))["facts"]


def test_a_fact_shows_how_many_hands_were_similar() -> None:
    bot = started()
    for _ in range(3):
        hand = Hand(limit(), f"{CARDS[2]} / {BOARD}", players=("ann", "hero"))
        bot.start_hand(hand.view(1))
        hand.play("c c / r c / c c / c c")
        bot.end_hand(hand.view(1))
    assert facts(decided(bot, "r c / r")[0])["similar hands against ann"] == "3 and none (lR)"


def test_facts_show_each_active_opponent() -> None:
    result = facts(decided(started(game=limit(3)), "c c c / r", game=limit(3))[0])
    assert {name for name in result if name.startswith("similar hands")} == {
        "similar hands against ann",
        "similar hands against bob",
    }
    result = facts(decided(started(game=limit(3)), "c c c / r f", game=limit(3))[0])
    assert sum(name.startswith("similar hands") for name in result) == 1


@pytest.mark.parametrize("actions", ["", "r c / r", "c c / c c / c", "r r c / c c / r c / r"])
def test_public_facts_do_not_depend_on_our_cards(actions: str) -> None:
    shown = []
    for cards in ("AhKh", "7h2c", "9c9h", "Th3c"):
        for deal in (f"{cards} QsQd", f"QsQd {cards}"):
            answer, _ = decided(started(), actions, deal)
            public = answer.public()
            assert not public.values
            assert not public.probabilities
            shown.append(sorted((fact.name, fact.value) for fact in public.facts))
    assert all(each == shown[0] for each in shown)


# Parts


@pytest.mark.parametrize("name", ESTIMATORS)
def test_saukonoja_34_every_estimator_takes_the_same_inputs(name: str) -> None:
    bot = started(f"saukonoja(estimator={name}, trials=100)")
    answer, hand = decided(bot, "r c / r")
    assert set(answer.values) == {FOLD, CALL, raise_to(hand.legal.least_raise)}
    inputs = bot._inputs(hand.view(1), bot.memory.tracker.situation())
    result = bot.estimator.values(inputs)
    assert set(result) == {ActionKind.CALL, ActionKind.RAISE}
    assert all(map(math.isfinite, result.values()))


def test_saukonoja_34_simulation_and_formula_agree_that_the_nuts_beat_a_worthless_hand() -> None:
    for name in ESTIMATORS:
        values = []
        for cards in ("KdKs", "7h3s"):
            answer, _ = decided(started(f"saukonoja(estimator={name}, trials=100)"), "r c / r", f"QsQd {cards}")
            values.append(answer.values[CALL])
        assert values[0] > values[1]


class Pessimist:
    """Says that every action loses."""

    def values(self, inputs: EstimatorInputs) -> Values:
        return dict.fromkeys(inputs.kinds, -1.0)


def test_saukonoja_48_a_custom_estimator_can_replace_its_own() -> None:
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


def test_saukonoja_24_strength_by_range_is_the_mean_over_the_opponents_range() -> None:
    bot = started("saukonoja(strength=range)")
    _, hand = decided(bot, "r c / r")
    inputs = bot._inputs(hand.view(1), bot.memory.tracker.situation())
    assert bot.memory.models is not None
    likely = bot.memory.models.table(0).probabilities()
    known = {*hand.hole_cards[1], *hand.board}
    mean = 0.0
    for hole, share in zip(ALL_HOLE_CARDS, likely, strict=True):
        assert share == 0 or not {hole.high, hole.low} & known
        mean += share * one_hand(hole, hand.board, cards_ahead=0).hs if share else 0.0
    assert inputs.opponents[0].range_strength == pytest.approx(mean)
    assert mean > 0.5  # the opponent has bet


def test_saukonoja_49_with_three_players_all_others_must_fold() -> None:
    shares = []
    for players in (2, 3):
        bot = started(game=limit(players))
        _, hand = decided(bot, "c " * players + "/", game=limit(players))
        inputs = bot._inputs(hand.view(hand.position_of("hero")), bot.memory.tracker.situation())
        result: Prospects = bot._prospects(inputs, ActionKind.RAISE)
        shares.append(result.others_fold)
    assert shares[1] == pytest.approx(shares[0] ** 2)


def test_saukonoja_51_every_setting_has_a_meaning_and_an_origin() -> None:
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
def test_invalid_settings_are_refused(spec: str) -> None:
    with pytest.raises(BotError) as caught:
        parse_bot(spec).make()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("decay", "enough"), [("0.9", "20"), ("0.9", "10"), ("0.8", "5"), ("0.5", "2")])
def test_an_unreachable_number_of_hands_is_refused_with_a_remedy(decay: str, enough: str) -> None:
    """With decay, the effective number of hands never reaches 1 / (1 - decay)."""
    with pytest.raises(BotError, match="use a smaller enough, a larger decay, or shrinkage=on") as caught:
        parse_bot(f"saukonoja(decay={decay}, shrinkage=off, enough={enough})").make()
    assert f"with decay {decay} " in str(caught.value)
    assert f"stays below {1 / (1 - float(decay)):g} and never reaches enough={enough}" in str(caught.value)
    for remedy in ("shrinkage=on", "shrinkage=off, enough=1.9, enough_shown=1.9", "chains=off, shrinkage=on"):
        parse_bot(f"saukonoja(decay={decay}, {remedy})").make()


@pytest.mark.parametrize("setting", ["shrinkage=off, enough=2", "win=empirical"])
def test_an_unreachable_number_of_shown_hands_is_refused(setting: str) -> None:
    with pytest.raises(BotError, match="stays below 5 and never reaches enough_shown=5: use a smaller enough_shown"):
        parse_bot(f"saukonoja(decay=0.8, {setting})").make()
    parse_bot(f"saukonoja(decay=0.8, {setting}, enough_shown=4)").make()
