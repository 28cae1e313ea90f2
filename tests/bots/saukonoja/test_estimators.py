"""Estimators of the values of actions: when observations count, and how values are computed."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product

import pytest

from railbird.agent.tracker import BettingTracker
from railbird.bots.saukonoja.estimators import (
    ChainEvidence,
    Estimator,
    EstimatorInputs,
    FormulaEstimator,
    Opponent,
    ProspectsOf,
    ScenarioEstimator,
    SearchEstimator,
    Values,
)
from railbird.game import ActionKind
from railbird.models.saukonoja.action_chains import ActionChains, Ending
from railbird.models.saukonoja.chain_recorder import ChainRecorder
from railbird.models.saukonoja.counters import Counters
from railbird.policies.saukonoja.cold_start import (
    COLD_START,
    OurHand,
    Rival,
    WinFunction,
    by_odds,
    by_ratio,
    cold_prospects,
)
from railbird.policies.saukonoja.five_scenarios import five_scenarios
from railbird.policies.saukonoja.prospects import Prospects, corrected_value, printed_value, scenario_sum
from railbird.strength import call_value
from tests.agent.situations import hand_of, situation
from tests.reference.shallow import values as shallow_values

FOLD, CALL, RAISE = ActionKind
ENDS = [("pot", "cost"), ("pot_others_fold", "cost_others_fold"), ("pot_we_fold", "cost_we_fold")]
HARD = ChainEvidence(enough=20, enough_shown=5)
"""All or nothing."""


def opponent(
    chain: str = "f", chains: ActionChains | None = None, acts: Sequence[ActionKind] = (), strength: float | None = None
) -> Opponent:
    """An opponent who took these actions on the flop, facing a bet."""
    pair = ChainRecorder(chain[0] == "f")
    for kind in acts:
        pair.opponent_acts(1, kind, faced=True)
    pair.chain = chain
    return Opponent(pair, chains or ActionChains(), Counters(), strength)


def inputs(
    *opponents: Opponent, actions: str = "c c /", strength: float = 0.6, potential: float = 0.1, game: str = "limit"
) -> EstimatorInputs:
    """A decision after some actions."""
    others = opponents or (opponent(),)
    players = len(others) + 1
    hand = hand_of(f"{game}(players={players})", players, actions)
    tracker = BettingTracker(hand)
    view = hand.view(hand.actor)
    for _ in tracker.follow(view).steps():
        pass
    return EstimatorInputs(view, tracker.situation(), tracker.hand, strength, potential, others)


def prospects_of(
    evidence: ChainEvidence = HARD, win: WinFunction = by_odds, empirical: bool = False
) -> Callable[[EstimatorInputs, ActionKind], Prospects]:
    return ProspectsOf(COLD_START, evidence, win, empirical)


def bets(count: int, folds: int, shown: float = 0.8) -> ActionChains:
    """We bet the flop ``count`` times; they folded ``folds`` times, else called, both bet the turn, and they showed.

    In ten of these hands we folded on the turn.
    """
    chains = ActionChains()
    for number in range(count):
        if number < folds:
            chains.add("frF", [0, 1, 1], [0, 0, 0], Ending.OPPONENT_FOLDS, None)
        elif number < count - 10:
            chains.add("frC/rC", [0, 1, 1, 1, 3, 3], [0, 0, 1, 1, 1, 3], Ending.SHOWDOWN, shown)
        else:
            chains.add("frC/cRf", [0, 1, 1, 1, 1, 1, 1], [0, 0, 1, 1, 1, 3, 3], Ending.WE_FOLD, None)
    return chains


def test_saukonoja_30_without_any_data_every_parameter_has_an_estimate() -> None:
    for actions, kind in product(("c c /", "r c / c c / r", "r r r c / r r c / c c / r"), (CALL, RAISE)):
        now = inputs(actions=actions)
        result = prospects_of()(now, kind)
        assert result._fields == Prospects._fields
        assert all(map(math.isfinite, result))
        assert min(result.win, result.others_fold, result.we_fold, result.showdown) >= 0
        assert sum((result.others_fold, result.we_fold, result.showdown)) == pytest.approx(1)


def test_saukonoja_30_rough_estimates_are_those_of_the_cold_start() -> None:
    """They have called, so they are a little better than average."""
    now = inputs(opponent(acts=[CALL]))
    theirs = 0.5 + COLD_START.call
    rival = Rival(theirs, COLD_START.folds)
    for kind in (CALL, RAISE):
        assert prospects_of()(now, kind) == cold_prospects(now.now, kind, OurHand(0.6, by_odds(0.6, theirs)), [rival])


@pytest.mark.parametrize("enough", [5, 20, 40])
def test_saukonoja_19_averages_count_as_soon_as_there_are_enough_hands(enough: int) -> None:
    rough = prospects_of()(inputs(), RAISE)
    evidence = ChainEvidence(enough=enough, enough_shown=1e9)
    few = inputs(opponent(chains=bets(enough - 1, 0)))
    assert prospects_of(evidence)(few, RAISE) == rough
    many = inputs(opponent(chains=bets(enough, 2)))
    result = prospects_of(evidence)(many, RAISE)
    assert result.others_fold == pytest.approx(2 / enough)
    assert prospects_of(evidence)(many, CALL) == prospects_of()(inputs(), CALL)  # calls were never observed


def test_saukonoja_19_with_too_few_shown_hands_strength_comes_from_actions() -> None:
    for shown, strength in ((4, 0.5), (5, 0.8)):
        now = inputs(opponent(chains=bets(30, 20 - shown)))
        assert prospects_of()(now, RAISE).win == pytest.approx(by_odds(0.6, strength))


@pytest.mark.parametrize("count", [11, 20, 60])
def test_saukonoja_19_with_shrinkage_averages_count_gradually(count: int) -> None:
    now = inputs(opponent(chains=bets(count, 1)))
    soft = ChainEvidence(enough=20, enough_shown=5, shrinkage=True)
    result = prospects_of(soft)(now, RAISE)
    rough, sure = (
        prospects_of(ChainEvidence(chains=False))(now, RAISE),
        prospects_of(ChainEvidence(enough=1))(now, RAISE),
    )
    weight = count / (count + 20)
    for name in ("others_fold", "we_fold", "pot", "cost"):
        both = getattr(rough, name), getattr(sure, name)
        assert getattr(result, name) == pytest.approx((1 - weight) * both[0] + weight * both[1])
    shown = max(count - 11, 0)
    assert result.win == pytest.approx(by_odds(0.6, (5 * 0.5 + shown * 0.8) / (shown + 5)))


@pytest.mark.parametrize("shrinkage", [False, True])
def test_saukonoja_19_without_chains_no_observations_count(shrinkage: bool) -> None:
    now = inputs(opponent(chains=bets(500, 100)))
    for kind in (CALL, RAISE):
        off = ChainEvidence(chains=False, shrinkage=shrinkage)
        assert prospects_of(off)(now, kind) == prospects_of()(inputs(), kind)


def test_saukonoja_20_parameters_are_averages_over_matches() -> None:
    """They folded to 12 of 40 bets; 18 hands went to a showdown for one more bet of 20 each; ten times we folded.

    The pot has 20 chips, the bet is 10; in each showdown they called 10 and both put in 20.
    """
    result = prospects_of()(inputs(opponent(chains=bets(40, 12))), RAISE)
    assert result.others_fold == pytest.approx(12 / 40)
    assert result.we_fold == pytest.approx(10 / 40 * 2 * (1 - 0.6))
    assert result.win == pytest.approx(by_odds(0.6, 0.8))
    assert (result.pot, result.cost) == pytest.approx((20 + 10 + 10 + 40, 10 + 20))
    assert (result.pot_others_fold, result.cost_others_fold) == pytest.approx((30, 10))
    assert (result.pot_we_fold, result.cost_we_fold) == pytest.approx((20 + 10 + 10 + 20, 10))


def test_saukonoja_20_a_bet_that_always_makes_them_fold_is_worth_the_pot() -> None:
    chains = ActionChains()
    for _ in range(30):
        chains.add("frF", [0, 1, 1], [0, 0, 0], Ending.OPPONENT_FOLDS, None)
    now = inputs(opponent(chains=chains))
    assert prospects_of()(now, RAISE).others_fold == 1
    assert FormulaEstimator(ProspectsOf(COLD_START, HARD, by_odds)).values(now)[RAISE] == pytest.approx(20)


def test_with_a_better_hand_we_fold_less_than_on_average() -> None:
    shares = [
        prospects_of()(inputs(opponent(chains=bets(40, 0)), strength=each), RAISE).we_fold for each in (0, 0.25, 0.5, 1)
    ]
    assert shares == pytest.approx([0.5, 0.375, 0.25, 0])


def test_our_fold_probability_is_at_most_the_chance_that_they_stay_in() -> None:
    chains = bets(40, 0)
    for _ in range(1000):
        chains.add("frRf", [0, 1, 1, 1], [0, 0, 2, 2], Ending.WE_FOLD, None)
    result = prospects_of()(inputs(opponent(chains=chains), strength=0.0), RAISE)
    assert (result.we_fold, result.showdown) == pytest.approx((1, 0))


def test_endings_never_observed_have_the_assumed_chips() -> None:
    chains = ActionChains()
    for _ in range(30):
        chains.add("frC/cC", [0, 1, 1, 1, 1, 1], [0, 0, 1, 1, 1, 1], Ending.SHOWDOWN, 0.5)
    result, rough = prospects_of()(inputs(opponent(chains=chains)), RAISE), prospects_of()(inputs(), RAISE)
    assert (result.others_fold, result.we_fold) == (0, 0)
    assert (result.pot, result.cost) == pytest.approx((40, 10))
    for pot, cost in ENDS[1:]:
        assert (getattr(result, pot), getattr(result, cost)) == (getattr(rough, pot), getattr(rough, cost))


@pytest.mark.parametrize("count", [0, 11, 25, 300])
@pytest.mark.parametrize("shrinkage", [False, True])
def test_saukonoja_27_final_pots_hold_the_current_pot_and_what_we_put_in(count: int, shrinkage: bool) -> None:
    evidence = ChainEvidence(enough=20, shrinkage=shrinkage)
    for share, kind in product((0.0, 0.3, 1.0), (CALL, RAISE)):
        now = inputs(opponent(chains=bets(count, count // 3)), strength=share)
        result = prospects_of(evidence)(now, kind)
        assert min(result.others_fold, result.we_fold, result.showdown) >= -1e-12
        for pot, cost in ENDS:
            assert getattr(result, pot) >= now.now.pot + getattr(result, cost) - 1e-9


def test_saukonoja_31_without_an_opponent_model_strength_comes_from_actions_in_this_hand() -> None:
    calm, called, raised = (prospects_of()(inputs(opponent(acts=acts)), CALL).win for acts in ([], [CALL], [RAISE]))
    assert calm == pytest.approx(0.6)
    assert calm > called > raised


@pytest.mark.parametrize("win", [by_odds, by_ratio, lambda mine, theirs: mine - theirs / 2])
def test_saukonoja_32_the_function_for_the_chance_of_winning_can_be_exchanged(win: WinFunction) -> None:
    result = prospects_of(win=win)(inputs(opponent(acts=[RAISE])), CALL)
    assert result.win == pytest.approx(win(0.6, 0.5 + COLD_START.raise_))


@pytest.mark.parametrize(("shown", "wins"), [(4, by_odds(0.6, 0.5)), (5, 0.0), (9, 0.0)])
def test_saukonoja_32_the_chance_of_winning_from_shown_hands_needs_enough_of_them(shown: int, wins: float) -> None:
    """All hands they showed were better."""
    now = inputs(opponent(chains=bets(30, 20 - shown)))
    assert prospects_of(empirical=True)(now, RAISE).win == pytest.approx(wins)


def test_saukonoja_32_the_chance_of_winning_from_shown_hands_is_the_share_of_weaker_ones() -> None:
    chains = ActionChains()
    for number in range(10):
        chains.add("frC", [0, 1, 1], [0, 0, 1], Ending.SHOWDOWN, number / 10 + 0.05)
    for strength in (0.1, 0.6, 1.0):
        now = inputs(opponent(chains=chains), strength=strength)
        assert prospects_of(empirical=True)(now, RAISE).win == pytest.approx(strength)


def test_the_strength_of_a_range_is_used_if_ranges_are_kept() -> None:
    for chains in (ActionChains(), bets(100, 0)):
        now = inputs(opponent(chains=chains, acts=[RAISE], strength=0.7))
        assert prospects_of()(now, RAISE).win == pytest.approx(by_odds(0.6, 0.7))


def test_folds_are_counted_by_round() -> None:
    folder = opponent()
    for _ in range(40):
        folder.counters.see(situation(to_call=10, raises=1), FOLD)
    k, expected = COLD_START.folds_weight, COLD_START.folds
    assert prospects_of()(inputs(folder), RAISE).others_fold == pytest.approx((40 + k * expected) / (40 + k))
    later = inputs(folder, actions="c c / c c /")
    assert prospects_of()(later, RAISE).others_fold == pytest.approx(expected)


def test_saukonoja_49_both_of_two_opponents_must_fold_or_be_beaten() -> None:
    one, other = opponent(chains=bets(40, 20)), opponent(chains=bets(40, 10, shown=0.4))
    now = inputs(one, other, actions="c c c /")
    result = prospects_of()(now, RAISE)
    assert result.others_fold == pytest.approx(0.5 * 0.25)
    assert result.win == pytest.approx(by_odds(0.6, 0.8) * by_odds(0.6, 0.4))
    assert (result.pot, result.cost) == pytest.approx((30 + 10 + 20 + 20 + 40, 30))  # each called 10, and all put in 20


def test_saukonoja_49_rough_estimates_are_used_if_one_opponent_is_little_known() -> None:
    one, few = opponent(chains=bets(40, 20)), opponent(chains=bets(19, 9))
    for other in (opponent(), few):
        now = inputs(one, other, actions="c c c /")
        assert prospects_of()(now, RAISE).others_fold == pytest.approx(COLD_START.folds**2)
        soft = ChainEvidence(enough=20, shrinkage=True)
        weight = 19 / 39 if other is few else 0.0
        wanted = (1 - weight) * COLD_START.folds**2 + weight * 0.5 * 9 / 19
        assert prospects_of(soft)(now, RAISE).others_fold == pytest.approx(wanted)


def estimators(evidence: ChainEvidence = HARD) -> dict[str, Estimator]:
    given = ProspectsOf(COLD_START, evidence, by_odds)
    return {
        "formula": FormulaEstimator(given),
        "printed": FormulaEstimator(given, printed_value),
        "scenarios": ScenarioEstimator(given),
        "miximax": SearchEstimator(given),
    }


@pytest.mark.parametrize("name", estimators())
@pytest.mark.parametrize("actions", ["c c /", "r c / r r", "c c / c c / c", "c c / c c / c c / r r r r"])
def test_saukonoja_34_estimators_return_values_for_the_same_actions(name: str, actions: str) -> None:
    now = inputs(opponent(acts=[CALL]), actions=actions)
    result = estimators()[name].values(now)
    assert set(result) == {CALL, RAISE} if now.now.can_raise else {CALL}
    assert all(map(math.isfinite, result.values()))
    three = inputs(opponent(), opponent(), actions="c c c / r")
    assert set(estimators()[name].values(three)) == {CALL, RAISE}


def test_saukonoja_48_an_estimator_can_be_assembled_by_hand() -> None:
    """Half of all bets win the pot at once; the other half goes to a showdown between two hands."""
    chains = ActionChains()
    for number in range(30):
        if number % 2:
            chains.add("frF", [0, 1, 1], [0, 0, 0], Ending.OPPONENT_FOLDS, None)
        else:
            chains.add("frC/cC", [0, 1, 1, 1, 1, 1], [0, 0, 1, 1, 1, 1], Ending.SHOWDOWN, 0.5)
    estimator = FormulaEstimator(ProspectsOf(COLD_START, ChainEvidence(enough=30, enough_shown=15), by_odds))
    values = estimator.values(inputs(opponent(chains=chains), strength=0.7))
    assert values[RAISE] == pytest.approx(0.5 * 20 + 0.5 * (0.7 * 40 - 10))


def test_saukonoja_27_the_formula_can_be_exchanged_for_the_printed_one() -> None:
    now = inputs()
    for name, formula in (("formula", corrected_value), ("printed", printed_value)):
        wanted = {kind: formula(prospects_of()(now, kind)) for kind in (CALL, RAISE)}
        assert estimators()[name].values(now) == wanted
    assert estimators()["formula"].values(now) != estimators()["printed"].values(now)


def test_saukonoja_33_the_sum_of_five_scenarios_can_replace_the_formula() -> None:
    now = inputs(strength=0.3, potential=0.25)
    wanted = {
        kind: scenario_sum(five_scenarios(prospects_of()(now, kind), now.now, kind, 0.3, 0.25))
        for kind in (CALL, RAISE)
    }
    assert estimators()["scenarios"].values(now) == wanted


@pytest.mark.parametrize("name", estimators())
def test_the_value_of_a_call_that_ends_the_betting_is_formula_3(name: str) -> None:
    """On the river, with 80 in the pot and 20 to call."""
    now = inputs(actions="r c / c r c / c c / r", strength=0.45)
    assert (now.now.pot, now.now.to_call) == (80, 20)
    assert estimators()[name].values(now)[CALL] == pytest.approx(call_value(0.45, 80, 20))


@pytest.mark.parametrize("name", estimators())
def test_better_hands_are_worth_more(name: str) -> None:
    for kind in (CALL, RAISE):
        result = [estimators()[name].values(inputs(strength=0.5 + each / 20))[kind] for each in range(11)]
        assert result == sorted(result)


def predicted(chains: ActionChains, evidence: ChainEvidence, folds: int = 0) -> Values:
    """Miximax values on the river, where we act first with a worthless hand: only folds can win."""
    other = opponent("fcC/cC/", chains)
    for _ in range(folds):
        other.counters.see(situation(round_now=3, bet=20, to_call=20, raises=1), FOLD)
    now = inputs(other, actions="c c / c c / c c /", strength=0.0)
    return SearchEstimator(ProspectsOf(COLD_START, evidence, by_odds)).values(now)


def test_miximax_predicts_from_the_same_chain() -> None:
    """With a worthless hand, a bet of 20 into 20 wins the pot as often as they fold, and is lost otherwise."""
    chains = ActionChains()
    for number in range(40):
        letter, ending = ("F", Ending.OPPONENT_FOLDS) if number < 30 else ("C", Ending.SHOWDOWN)
        size = len("fcC/cC/r") + 1
        chains.add(f"fcC/cC/r{letter}", [0.0] * size, [0.0] * size, ending, None)
    assert predicted(chains, ChainEvidence(enough=40))[RAISE] == pytest.approx(0.75 * 20 - 0.25 * 20)
    rough = COLD_START.folds * 20 - (1 - COLD_START.folds) * 20
    for evidence in (ChainEvidence(enough=41), ChainEvidence(chains=False)):
        assert predicted(chains, evidence)[RAISE] == pytest.approx(rough)


def test_miximax_predicts_from_counters_where_chains_are_too_few() -> None:
    """They fold most of the time, so we raise even their raise."""
    k = COLD_START.folds_weight
    folds = (30 + k * COLD_START.folds) / (30 + k)
    triple = (folds, (1 - folds) * (1 - COLD_START.raises_back), (1 - folds) * COLD_START.raises_back)
    river = hand_of("limit", 2, "c c / c c / c c /")
    plain = shallow_values(river, lambda hand, line: triple if hand.legal.call else (0, *triple[1:]), lambda *_: 0.0)
    assert predicted(ActionChains(), HARD, folds=30)[RAISE] == pytest.approx(plain["r"])


def test_miximax_counts_visited_nodes() -> None:
    search = SearchEstimator(ProspectsOf(COLD_START, HARD, by_odds))
    search.values(inputs())
    once = search.visited
    assert once > 5
    search.values(inputs())
    assert search.visited == 2 * once


def test_saukonoja_35_an_estimate_takes_less_than_a_few_milliseconds_once_strength_is_known() -> None:
    now = inputs(opponent(chains=bets(100, 30)))
    for name, estimator in estimators().items():
        times = []
        for _ in range(30):
            start = time.perf_counter()
            estimator.values(now)
            times.append(time.perf_counter() - start)
        assert min(times) < 0.005, name


@dataclass(frozen=True)
class LikesToCall:
    """A custom estimator needs only ``values``."""

    worth: float

    def values(self, inputs: EstimatorInputs) -> Values:
        return dict.fromkeys(inputs.kinds, 0.0) | {CALL: self.worth}


def test_saukonoja_48_a_custom_estimator_needs_only_values() -> None:
    mine: Estimator = LikesToCall(3.0)
    assert mine.values(inputs()) == {CALL: 3, RAISE: 0}
    assert mine.values(inputs(actions="c c / r r r r")) == {CALL: 3}


def test_the_given_hand_does_not_change() -> None:
    now = inputs(opponent(), opponent(), actions="c c c / r")
    before = now.hand.state_bytes()
    for estimator in estimators().values():
        estimator.values(now)
    assert now.hand.state_bytes() == before


def test_with_shrinkage_miximax_relies_on_observations_gradually() -> None:
    chains = ActionChains()
    for _ in range(1000):
        chains.add("fcC/cC/rF", [0.0] * 9, [0.0] * 9, Ending.OPPONENT_FOLDS, None)
    hard, soft = (predicted(chains, ChainEvidence(enough=20, shrinkage=each))[RAISE] for each in (False, True))
    assert hard == 20
    assert soft > 15


def test_without_chains_shown_hands_do_not_affect_the_chance_of_winning() -> None:
    now = inputs(opponent(chains=bets(30, 0)))
    off = ChainEvidence(chains=False)
    assert prospects_of(off, empirical=True)(now, RAISE) == prospects_of(off)(now, RAISE)


def test_an_all_in_player_does_not_fold() -> None:
    somebody = opponent(chains=bets(0, 0))
    assert prospects_of(ChainEvidence())(inputs(replace(somebody, chips=0)), RAISE).others_fold == 0
    assert prospects_of(ChainEvidence())(inputs(somebody), RAISE).others_fold > 0


@pytest.mark.parametrize("shrinkage", [False, True])
def test_an_all_in_player_does_not_fold_however_often_they_did_in_similar_hands(shrinkage: bool) -> None:
    evidence = ChainEvidence(enough=20, shrinkage=shrinkage)
    folder = opponent(chains=bets(40, 30))
    assert prospects_of(evidence)(inputs(folder), RAISE).others_fold > 0.4
    assert prospects_of(evidence)(inputs(replace(folder, chips=0)), RAISE).others_fold == 0
    for two in ((replace(folder, chips=0), folder), (folder, replace(folder, chips=0))):
        assert prospects_of(evidence)(inputs(*two, actions="c c c /"), RAISE).others_fold == 0
    assert prospects_of(evidence)(inputs(folder, folder, actions="c c c /"), RAISE).others_fold > 0


@pytest.mark.parametrize(("chips", "room"), [(4, 500), (10, 500), (500, 10), (25, 500), (500, 25), (25, 25)])
def test_a_raise_costs_at_most_our_stack_and_what_an_opponent_can_match(chips: float, room: float) -> None:
    """The pot has 20 chips; in the similar hands, a bet of 10 is followed by 20 on the turn."""
    most = min(chips, room)
    for chains in (ActionChains(), bets(400, 100)):
        now = replace(inputs(replace(opponent(chains=chains), chips=room, room=room)), chips=chips)
        assert now.room == most
        result = prospects_of()(now, RAISE)
        assert result.cost == pytest.approx(most)
        assert result.cost_others_fold == result.cost_we_fold == min(most, 10)
        if not len(chains):
            assert result.pot == pytest.approx(20 + 2 * most)


def test_a_raise_costs_the_difference_to_a_call() -> None:
    """The pot has 500 chips, with a bet of 300."""
    always_folds = ActionChains()
    for _ in range(40):
        always_folds.add("lRrF", [0, 0, 10, 10], [0, 3, 3, 3], Ending.OPPONENT_FOLDS, None)
    for chains in (ActionChains(), always_folds):
        now = replace(inputs(opponent("lR", chains), actions="c c / r300", game="nolimit"), raise_to=1000)
        assert now.raises_by == 700
        result = prospects_of()(now, RAISE)
        assert (result.pot_others_fold, result.cost_others_fold) == (500 + 300 + 700, 300 + 700)
    assert inputs(actions="c c / r").raises_by == 10


def test_averages_from_larger_games_are_bounded_by_their_stack() -> None:
    """After calling a bet they put in 500 more small bets on average; now they have 30 chips."""
    chains = ActionChains()
    for _ in range(40):
        chains.add("frC/cR", [0, 1, 1, 1, 1, 501], [0, 0, 1, 1, 1, 501], Ending.SHOWDOWN, 0.5)
    now = inputs(replace(opponent(chains=chains), chips=30, room=30))
    result = prospects_of()(now, RAISE)
    assert (result.pot, result.cost) == pytest.approx((20 + 30 + 30, 30))


def test_without_counters_everybody_folds_as_often_as_assumed() -> None:
    folder = opponent()
    for _ in range(200):
        folder.counters.see(situation(to_call=10, raises=1), FOLD)
    off, on = (ProspectsOf(COLD_START, HARD, by_odds, counters=each) for each in (False, True))
    for make in (FormulaEstimator, ScenarioEstimator, SearchEstimator):
        assert make(off).values(inputs(folder)) == make(on).values(inputs())
        assert make(on).values(inputs(folder))[RAISE] > make(on).values(inputs())[RAISE]
    assert off.folds(replace(folder, chips=0), 1) == 0


@pytest.mark.parametrize("shown", [4, 5, 30])
def test_saukonoja_32_miximax_uses_the_share_of_weaker_hands_if_enough_were_shown(shown: int) -> None:
    """On the river, with a bet of 20 to call; all hands they showed after such a call were better."""
    chains = ActionChains()
    for _ in range(shown):
        chains.add("lCc/Cc/Rc", [0, 0, 0, 0, 0, 0, 0, 0, 2], [0, 0, 0, 0, 0, 0, 0, 2, 2], Ending.SHOWDOWN, 0.8)
    now = inputs(opponent("lCc/Cc/R", chains, [RAISE]), actions="c c / c c / c c / r")
    values = [
        SearchEstimator(ProspectsOf(COLD_START, HARD, by_odds, empirical)).values(now)[CALL]
        for empirical in (False, True)
    ]
    if shown < HARD.enough_shown:
        assert values[0] == values[1] > -20
    else:
        assert values == pytest.approx([call_value(by_odds(0.6, 0.8), 40, 20), -20])


def test_miximax_distinguishes_the_actions_of_two_opponents() -> None:
    """On the river with a worthless hand: one always raises our bet and folds to the next, the other folds at once.

    The pot has 30 chips, and bets are of 20.
    """
    others = []
    for chain in ("fcC/cC/rRrF", "fcC/cC/rF"):
        chains = ActionChains()
        for _ in range(40):
            chains.add(chain, [0.0] * len(chain), [0.0] * len(chain), Ending.OPPONENT_FOLDS, None)
        others.append(opponent("fcC/cC/", chains))
    now = inputs(*others, actions="c c c / c c c / c c c /", strength=0.0)
    assert SearchEstimator(ProspectsOf(COLD_START, HARD, by_odds)).values(now)[RAISE] == pytest.approx(30 + 40)
