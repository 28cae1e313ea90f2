"""Native roll-outs, compared with plain Python and with exact counts."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from railbird import _core
from railbird.agent.tracker import BettingTracker
from railbird.cards import HAND_MASKS, Range, parse_cards
from railbird.game import CALL, FOLD, Action, Game, Hand, Profile, Rake, Rules, kuhn, limit, nolimit, potlimit, raise_to
from railbird.policies.poki.hand_values import hand_values
from railbird.search.simulation import BLOCK, SimulationResult
from tests.driving import act_at_random
from tests.reference.monte_carlo import RandomStream
from tests.reference.simulation import (
    PAIRS,
    PARTS,
    Array,
    NativeChance,
    PlainChance,
    PlainSimulation,
    bets_to_call,
    native_sample,
    strength,
    whole_sample,
)
from tests.search.simulations import (
    CONTEXTS,
    SPOILED,
    arguments,
    check_simulation,
    hand_after,
    question,
    refused,
    simulated,
)

CHECKED = "c c / c c / c c / "
CHECKED_3 = "c c c / c c c / c c c / "
SHORT = nolimit(stack=1500)
UNEVEN = nolimit(3, stack=[700, 1900, 1200])
RAKED = nolimit(3, stack=2000, rules="casino", rake=Rake(Decimal(5), cap=60))
UNCAPPED = [
    limit(rules=Rules(Profile.CASINO, uncapped_heads_up=True)),
    nolimit(stack=100_000, rules="casino"),
    potlimit(stack=100_000, rules="casino"),
]
ALWAYS = dict(zip("fcr", np.eye(3), strict=True))


def situation(game: Game, cards: str, actions: str, others: Sequence[str], policies: str) -> PlainSimulation:
    """A hand with cards; each position has a range, and always folds, calls or raises, by these letters."""
    hand = Hand(game, cards)
    hand.play(actions)
    least = hand.legal.least_raise
    return PlainSimulation(
        hand,
        hand.hole_bytes[hand.actor],
        hand.board_bytes,
        np.stack([Range(text).weights for text in others]),
        np.full(1326, 0.5),
        np.stack([np.broadcast_to(ALWAYS[letter], (*CONTEXTS, 1, 3)) for letter in policies]),
        [least] if least else [],
    )


def check_agreement(
    result: SimulationResult, known: dict[Action, float], errors: dict[Action, float] | None = None
) -> None:
    """Each value is within four and a half standard errors."""
    assert known.keys() == result.values.keys() - {FOLD}
    for action, value in known.items():
        error = math.hypot(result.errors[action], errors[action] if errors else 0.0)
        assert abs(result.values[action] - value) <= 4.5 * error + 1e-9, action


# Compared with plain Python


@pytest.mark.parametrize("actions", ["", "c", "r", "c r", "r r", "c r r", "r r r", "r r r r"])
def test_heads_up_on_the_river_values_equal_a_full_enumeration(actions: str) -> None:
    for seed in range(2):
        asked = question(hand_after(limit(), CHECKED + actions, seed=seed), seed=seed, share=0.5)
        assert bool(asked.raises) == (actions != "r r r r")
        check_agreement(simulated(asked, 60_000), asked.exact())


@pytest.mark.parametrize("actions", ["", "c", "c c", "r", "c r", "r r", "r f", "r r f", "r r r r", "c r c"])
def test_three_handed_on_the_river_values_equal_a_full_enumeration(actions: str) -> None:
    asked = question(hand_after(limit(3), CHECKED_3 + actions, seed=1), seed=len(actions), share=0.009)
    check_agreement(simulated(asked, 60_000), asked.exact())


@pytest.mark.parametrize(
    ("game", "actions"),
    [
        (SHORT, CHECKED),
        (SHORT, CHECKED + "r400"),
        (SHORT, CHECKED + "c r100 r1000"),
        (UNEVEN, CHECKED_3 + "c r150"),
        (UNEVEN, "r300 f c / c c / c c / c"),
        (RAKED, CHECKED_3 + "c c"),
        (limit(3, stack=[35, 300, 55]), "r c c / c r c c / c c c / c"),
    ],
    ids=str,
)
def test_with_short_stacks_values_equal_a_full_enumeration(game: Game, actions: str) -> None:
    share = 0.3 if game.players == 2 else 0.008
    asked = replace(question(hand_after(game, actions, seed=2), seed=3, share=share), bet=0.6)
    check_agreement(simulated(asked, 60_000), asked.exact())


@pytest.mark.parametrize(("players", "actions"), [(2, "c c / c c / "), (2, "c c / c c / r"), (3, "c c c / r c f / c")])
def test_on_the_turn_values_equal_a_full_enumeration(players: int, actions: str) -> None:
    asked = question(hand_after(limit(players, cap=1), actions, seed=4), seed=5, share=0.005, flat=True)
    check_agreement(simulated(asked, 40_000), asked.exact())


@pytest.mark.parametrize(
    ("game", "actions"),
    [
        (limit(), ""),
        (limit(), "r"),
        (limit(), "r c / c r"),
        (limit(), "r c / c r c / "),
        (limit(3), ""),
        (limit(3), "r"),
        (limit(3), "c c c / c r"),
        (limit(3), "r f c / c c / r r"),
        (nolimit(3, stack=3000), "r300"),
        (nolimit(3, stack=3000), "r300 c c / c"),
    ],
    ids=str,
)
def test_earlier_the_mean_agrees_with_plain_python(game: Game, actions: str) -> None:
    """The betting alone: the policies ignore strength."""
    asked = question(hand_after(game, actions, seed=6), seed=7, bins=1)
    plain = asked.run(range(400), 1, PlainChance)
    means = {action: float(np.mean(won)) for action, won in plain.items()}
    errors = {action: float(np.std(won)) / math.sqrt(len(won)) for action, won in plain.items()}
    check_agreement(simulated(asked, 10_000), means, errors)


@pytest.mark.parametrize(
    ("game", "actions"),
    [(limit(), "r"), (limit(), "r c / c c / "), (limit(3), "c c c / c"), (SHORT, "c c / ")],
    ids=str,
)
def test_when_policies_use_strength_the_mean_agrees_with_plain_python(game: Game, actions: str) -> None:
    asked = question(hand_after(game, actions, seed=8), seed=9, bins=4)
    asked.policies[...] = np.linspace([0.8, 0.2, 0.0], [0.0, 0.2, 0.8], 4)
    plain = asked.run(range(80), 1, PlainChance)
    means = {action: float(np.mean(won)) for action, won in plain.items()}
    errors = {action: float(np.std(won)) / math.sqrt(len(won)) for action, won in plain.items()}
    check_agreement(simulated(asked, 10_000), means, errors)


@pytest.mark.parametrize(
    ("game", "actions"),
    [
        (limit(), ""),
        (limit(), "r c / r r"),
        (limit(3), "r"),
        (limit(3), "c c c / c c c / c r"),
        (limit(6), "f r f c"),
        (limit(3, stack=[35, 300, 55]), "r"),
        (limit(10), ""),
        (SHORT, ""),
        (UNEVEN, "r200 c c / c r300"),
        (RAKED, "r250 f c / c"),
        (potlimit(4, stack=1500), "r350 c"),
    ],
    ids=str,
)
def test_each_trial_equals_the_plain_algorithm(game: Game, actions: str) -> None:
    for seed in (0, 2**64 - 1):
        asked = question(hand_after(game, actions, seed=10), seed=11, bins=6)
        result = simulated(asked, 5, seed)
        for action, won in asked.run(range(5), seed, NativeChance).items():
            assert result.values[action] == pytest.approx(np.mean(won), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("game", [limit(), limit(3), limit(6, stack=95), UNEVEN, RAKED, potlimit(4)], ids=str)
def test_contexts_agree_with_the_betting_tracker(game: Game) -> None:
    choose = random.Random(1)
    for seed in range(40):
        hand = hand_after(game, seed=seed)
        tracker = BettingTracker(hand.view(0))
        while not hand.over:
            for _ in tracker.follow(hand.view(0)).steps():
                pass
            now = tracker.situation()
            opponents = hand.folded.count(False) - 1
            assert (now.round, now.raises, now.opponents) == (hand.round, hand.raises, opponents)
            assert now.bets_to_call == bets_to_call(hand)
            act_at_random(hand, choose)


def test_random_requests_agree_with_plain_python_or_are_refused() -> None:
    outcomes = {check_simulation(random.Random(number)) for number in range(80)}
    assert outcomes >= {"played", "refused"}


# Dealing


@pytest.mark.parametrize(
    ("other", "called", "raised"), [("AhAd", 20, 40), ("9h9d", 0, -20), ("4h3h", 20, 40), ("KhKc", 0, -20)]
)
def test_hands_without_weight_are_never_drawn(other: str, called: int, raised: int) -> None:
    """Neither are hands with known cards."""
    for text in (other, f"{other}:1e-9, 4d9h, 4sKd, Kd2c, 8h2h"):
        asked = situation(limit(), f"4d4c {other} / 4s 8h 9c / Kd / 2c", CHECKED, ["random", text], "cc")
        result = simulated(asked, 1000)
        assert result.values == {CALL: called, raise_to(20): raised}
        assert set(result.errors.values()) == {0}


def test_joint_deals_follow_the_product_of_weights() -> None:
    """Two hands share the ace of hearts and exclude each other: AhQh, which alone beats tens, has 60 %."""
    ranges = ["random", "AhKh:0.25, 9c9d:0.75", "AhQh:1, 8c8d:0.5"]
    asked = situation(limit(3), "TcTd 9c9d 8c8d / 3s 7c 5h / Qd / 2s", CHECKED_3, ranges, "ccc")
    known = {CALL: 30 * 0.4, raise_to(20): 70 * 0.4 - 20 * 0.6}
    assert asked.exact() == pytest.approx(known)
    check_agreement(simulated(asked, 60_000), known)


@pytest.mark.parametrize(("folded", "outs"), [("QsQc", 0), ("QsJc", 1), ("3s3h", 2)])
def test_cards_of_folded_players_are_never_dealt(folded: str, outs: int) -> None:
    """Queens on the turn need a third one against aces."""
    ranges = ["random", "AhAd", folded]
    asked = situation(limit(3), f"QhQd AhAd {folded} / Kc 7d 2s / 9s / 4d", "c c c / r c f / ", ranges, "ccc")
    share = outs / 42
    known = {CALL: 50 * share, raise_to(20): 70 * share - 20 * (1 - share)}
    assert asked.exact() == pytest.approx(known)
    result = simulated(asked, 40_000)
    check_agreement(result, known)
    assert (result.values[CALL] == 0) == (outs == 0)


@pytest.mark.parametrize(
    ("mine", "other", "turn", "outs"),
    [
        ("QhQd", "AhAd", "Kc 7d 2s / 9s", 2),
        ("6h5h", "AcAd", "Kh 9h 2s / 3c", 9 + 3),
        ("AcAd", "6h5h", "Kh 9h 2s / 3c", 44 - 12),
        ("Jh2d", "JdJc", "Js 7d 2s / 9s", 0),
    ],
)
def test_the_river_is_any_remaining_card(mine: str, other: str, turn: str, outs: int) -> None:
    asked = situation(limit(), f"{mine} {other} / {turn} / 8c", "c c / c c / ", ["random", other], "cc")
    share = outs / 44
    check_agreement(simulated(asked, 40_000), {CALL: 20 * share, raise_to(20): 40 * share - 20 * (1 - share)})


@pytest.mark.parametrize(("mine", "other"), [("QhQd", "AhAd"), ("6h5h", "AcAd"), ("7h7c", "Ks2d")])
def test_turn_and_river_are_any_remaining_cards(mine: str, other: str) -> None:
    asked = situation(limit(), f"{mine} {other} / Kh 9h 2s / 9s / 8c", "c c / ", ["random", other], "cc")
    check_agreement(simulated(asked, 20_000), asked.exact())


@pytest.mark.parametrize("actions", ["c c c / ", "c c c / r", "c c c / c r r"])
def test_without_a_possible_deal_nothing_is_simulated(actions: str) -> None:
    """Then nothing is known, and only calling is returned, whatever it costs."""
    asked = situation(limit(3), "QhQd KhKd 7c2d / Kc 7d 2s / 9s / 4d", actions, ["AhAd"] * 3, "ccc")
    for result in (simulated(asked, 64), simulated(asked, 64, obvious=1.5), simulated(asked, 1)):
        assert result == SimulationResult(0, {CALL: 0.0}, {CALL: math.inf}, 0.0, math.inf)
        assert result.best() == CALL


# Playing


@pytest.mark.parametrize(("actions", "pot", "to_call"), [("", 20, 0), ("c", 20, 0), ("r", 40, 20), ("r r", 80, 20)])
def test_the_nuts_win_everything_that_callers_put_in(actions: str, pot: int, to_call: int) -> None:
    cards = ["AsKs 9c9d", "9c9d AsKs"][actions in ("c", "r")]
    asked = situation(limit(), f"{cards} / Qs Js Ts / 4d / 4h", CHECKED + actions, ["random"] * 2, "cc")
    result, bold = simulated(asked, 300), raise_to(asked.raises[0])
    assert result.values == {**({FOLD: 0} if to_call else {}), CALL: pot, bold: pot + 20}
    assert result.best() == bold


@pytest.mark.parametrize("game", [limit(), limit(3), limit(6), nolimit(), nolimit(6, stack=1000), potlimit(3)], ids=str)
def test_a_raise_wins_the_pot_against_players_who_always_fold(game: Game) -> None:
    for rounds in range(4):
        asked = question(hand_after(game, "c " * game.players * rounds, seed=3), seed=1)
        asked.policies[...] = ALWAYS["f"]
        result = simulated(asked, 200)
        for amount in asked.raises:
            assert result.values[raise_to(amount)] == asked.hand.pot
            assert result.errors[raise_to(amount)] == 0


def test_nobody_folds_when_checking_is_free() -> None:
    asked = situation(limit(), "AsKs 9c9d / Qs Js Ts / 4d / 4h", CHECKED, ["random"] * 2, "ff")
    assert simulated(asked, 100).values == {CALL: 20, raise_to(20): 20}


def test_raises_continue_up_to_the_cap() -> None:
    """After that they become calls: four bets each."""
    asked = situation(limit(), "AsKs 9c9d / Qs Js Ts / 4d / 4h", CHECKED, ["random"] * 2, "rr")
    assert simulated(asked, 100).values == {CALL: 20 + 4 * 20, raise_to(20): 20 + 4 * 20}


@pytest.mark.parametrize("rounds", [1, 2, 3])
@pytest.mark.parametrize("game", UNCAPPED, ids=str)
def test_without_a_cap_raising_stops_after_400_actions(game: Game, rounds: int) -> None:
    """All of them are raises of one bet; then comes a call, and checks in all later rounds."""
    cards = "AsKs 9c9d / Qs Js Ts / 4d / 4h"
    asked = replace(situation(game, cards, "c c / " * rounds, ["random"] * 2, "rr"), bet=0.0)
    pot, bet = asked.hand.pot, game.bets[rounds]
    assert simulated(asked, 40).values == {CALL: pot + 400 * bet, raise_to(bet): pot + 401 * bet}


@pytest.mark.parametrize("game", UNCAPPED, ids=str)
def test_without_a_cap_each_trial_equals_the_plain_algorithm(game: Game) -> None:
    """Most of them are longer than 400 actions: players fold or call only one time in a thousand."""
    for actions in ("", "c c / "):
        asked = replace(question(hand_after(game, actions, seed=12), seed=13, bins=2), bet=0.0)
        asked.policies[...] = [0.0005, 0.0005, 0.999]
        asked = replace(asked, raises=asked.raises[:1])
        result = simulated(asked, 3, 5)
        for action, won in asked.run(range(3), 5, NativeChance).items():
            assert result.values[action] == pytest.approx(np.mean(won), rel=1e-9, abs=1e-9)
        assert max(result.errors.values()) > 100 * game.big_blind


@pytest.mark.parametrize("bet", [0.0, 0.5, 1.0, 1000.0])
def test_no_limit_raises_are_sized_in_pots(bet: float) -> None:
    """The opponent raises whenever possible and is called; nobody has more than 4900 left."""
    asked = situation(nolimit(stack=5000), "AsKs 9c9d / Qs Js Ts / 4d / 4h", CHECKED, ["random"] * 2, "cr")
    result = simulated(replace(asked, raises=[100, 250, 4900], bet=bet), 50)
    expected = dict[Action, float]()
    for action, amount in ((CALL, 0), (raise_to(100), 100), (raise_to(250), 250), (raise_to(4900), 4900)):
        wanted = amount + round(bet * (200 + 2 * amount))
        expected[action] = 200.0 + min(max(wanted, 2 * amount, 100), 4900)
    assert result.values == expected


@pytest.mark.parametrize("game", [SHORT, UNEVEN, nolimit(6, stack=[99, 101, 150, 1000, 5000, 20000])], ids=str)
def test_nobody_wins_or_loses_more_than_the_stacks(game: Game) -> None:
    for seed in range(8):
        hand = hand_after(game, "c " * (seed % 3), seed=seed)
        legal, player, stacks, paid = hand.legal, hand.actor, hand.stacks, hand.paid
        sizes = sorted({*np.linspace(legal.least_raise, legal.most_raise, 5).astype(int).tolist()})
        asked = replace(question(hand, seed=seed), raises=sizes, bet=seed / 4)
        everything = stacks[player] + paid[player]
        others = [other for other in range(game.players) if other != player]
        most = hand.pot + sum(min(stacks[other], everything - paid[other]) for other in others)
        won = trial_by_trial(asked, 32)
        parts = np.round(won * PARTS)
        assert won * PARTS == pytest.approx(parts, abs=1e-3)
        assert (parts >= -stacks[player] * PARTS).all()
        assert (parts <= most * PARTS).all()


# Running


def run_simulation(asked: PlainSimulation, seed: int, pieces: Sequence[int], threads: int) -> tuple[Any, ...]:
    run = _core.Simulation(**arguments(asked))
    for first, last in pairwise(pieces):
        run.run(seed, first, last, threads)
    return run.tally()


def test_the_result_depends_on_the_seed_alone() -> None:
    batch = _core.Simulation.batch
    for game, actions in ((limit(3), "r"), (SHORT, "c c / ")):
        asked = question(hand_after(game, actions, seed=1), seed=2)
        known = run_simulation(asked, 5, [0, 20 * batch + 7], 0)
        assert (
            known
            == run_simulation(asked, 5, [0, 20 * batch + 7], 1)
            == run_simulation(asked, 5, [0, 20 * batch + 7], 2)
        )
        assert known == run_simulation(asked, 5, [0, batch, 4 * batch, 4 * batch, 20 * batch + 7], 2)
        assert known != run_simulation(asked, 6, [0, 20 * batch + 7], 1)
        assert known[0] == 20 * batch + 7


def test_there_is_no_result_before_the_first_trial() -> None:
    trials, thrown_away, sums, products = run_simulation(question(hand_after(limit()), seed=1), 0, [0, 0], 2)
    assert trials == thrown_away == 0
    assert not any(sums)
    assert not np.any(products)


@pytest.mark.parametrize("obvious", [0.5, 1.5, 3.0])
def test_it_stops_as_soon_as_the_best_leads_clearly(obvious: float) -> None:
    for seed in range(4):
        asked = question(hand_after(limit(3), "r", seed=seed), seed=seed)
        result = simulated(asked, 900, seed, obvious=obvious)
        assert result == simulated(asked, 900, seed, obvious=obvious, threads=2)
        assert result == simulated(asked, result.trials, seed)
        assert result.trials % BLOCK == 0 or result.trials == 900
        looks = [simulated(asked, trials, seed) for trials in range(BLOCK, result.trials, BLOCK)]
        assert not any(look.lead > obvious * look.lead_error for look in looks)
        assert result.trials == 900 or result.lead > obvious * result.lead_error


def test_among_equal_values_the_boldest_action_is_best() -> None:
    def best(**values: float) -> Action:
        named = {Action.parse(name): value for name, value in values.items()}
        return SimulationResult(1, named, dict.fromkeys(named, 0.0), 0.0, 0.0).best()

    assert best(f=0, c=0, r20=0, r40=0) == raise_to(40)
    assert best(r40=1, r20=1, c=1, f=0) == raise_to(40)
    assert best(f=0, c=2, r20=1, r40=1) == CALL
    assert best(f=0, c=0, r20=-1) == CALL
    assert best(f=0, c=-1, r20=-1) == FOLD


def trial_by_trial(asked: PlainSimulation, trials: int) -> Array:
    """What each action wins in each trial."""
    sums = [np.zeros(len(asked.actions))]
    for last in range(1, trials + 1):
        sums.append(np.array(run_simulation(asked, 0, [0, last], 0)[2][: len(asked.actions)]))
    return np.diff(sums, axis=0)


@pytest.mark.parametrize(
    ("game", "actions"),
    [(limit(3), "r"), (SHORT, "c c / c"), (SHORT, CHECKED), (limit(), CHECKED + "r"), (limit(), CHECKED + "c")],
    ids=str,
)
def test_errors_are_those_of_the_means_and_of_the_lead_over_the_same_deals(game: Game, actions: str) -> None:
    for seed in range(3):
        asked = question(hand_after(game, actions, seed=seed), seed=seed)
        result, won = simulated(asked, 96), trial_by_trial(asked, 96)
        for action, row in zip(asked.actions, won.T, strict=True):
            assert result.values[action] == pytest.approx(row.mean(), abs=1e-9)
            assert result.errors[action] == pytest.approx(row.std(ddof=1) / math.sqrt(96))
        everything = np.column_stack([np.zeros(96), won]) if asked.hand.legal.call else won
        best, next_ = np.argsort(-everything.mean(axis=0), kind="stable")[:2]
        lead = everything[:, best] - everything[:, next_]
        assert result.lead == pytest.approx(lead.mean(), abs=1e-9)
        assert result.lead_error == pytest.approx(lead.std(ddof=1) / math.sqrt(96), abs=1e-9)


@pytest.mark.parametrize("rules", [Rules(), Rules(free_fold=True)], ids=["no free folds", "free folds"])
@pytest.mark.parametrize(
    ("actions", "folding"),
    [("", True), ("c", False), ("r", True), ("c c / ", False), ("c c / c", False), ("c c / c r", True)],
)
def test_folding_is_considered_only_where_there_is_a_bet_to_call(rules: Rules, actions: str, folding: bool) -> None:
    asked = question(hand_after(limit(rules=rules), actions, seed=1), seed=1)
    result = simulated(asked, 64)
    assert list(result.values) == list(result.errors) == [*([FOLD] if folding else []), *asked.actions]
    if folding:
        assert (result.values[FOLD], result.errors[FOLD]) == (0, 0)


@pytest.mark.parametrize(
    ("actions", "values"),
    [
        (CHECKED, {CALL: -20, raise_to(20): -40}),
        (CHECKED + "c r", {FOLD: 0, CALL: -20, raise_to(40): -60}),
    ],
    ids=["a check is free", "a bet is to call"],
)
def test_the_lead_is_between_the_best_two_legal_actions(actions: str, values: dict[Action, float]) -> None:
    """Against a royal flush everything loses, and the cheapest action is best."""
    cards = "9c9d AsKs / Qs Js Ts / 4d / 4h"
    asked = situation(limit(), cards, actions, ["random", "AsKs"], "cr")
    result = simulated(asked, 50)
    assert result.values == values
    assert result.best() == next(iter(values))
    assert (result.lead, result.lead_error) == (20, 0)


def test_a_single_action_has_no_lead() -> None:
    asked = replace(question(hand_after(limit(), "c c / ", seed=3), seed=3), raises=[])
    result = simulated(asked, 100)
    assert result.values.keys() == result.errors.keys() == {CALL}
    assert (result.lead, result.lead_error) == (0, 0)
    assert result == simulated(asked, 100, obvious=0.5)


def test_a_call_leads_over_a_fold_by_its_value() -> None:
    for seed in range(4):
        asked = replace(question(hand_after(limit(), "c c / r", seed=seed), seed=seed), raises=[])
        result = simulated(asked, 100)
        assert result.lead == abs(result.values[CALL])
        assert result.lead_error == pytest.approx(result.errors[CALL])
        assert result.best() == (CALL if result.values[CALL] >= 0 else FOLD)


@pytest.mark.parametrize(("game", "actions"), [(limit(3), "r"), (SHORT, "c c / "), (limit(), CHECKED + "r")], ids=str)
def test_errors_need_two_trials(game: Game, actions: str) -> None:
    for seed in range(4):
        asked = question(hand_after(game, actions, seed=seed), seed=seed)
        result = simulated(asked, 1)
        assert result.trials == 1
        assert {*result.errors.values(), result.lead_error} == {math.inf}
        won = trial_by_trial(asked, 2)
        assert [result.values[action] for action in asked.actions] == pytest.approx(won[0], abs=1e-9)
        next_, best = sorted(result.values.values())[-2:]
        assert result.lead == pytest.approx(best - next_, abs=1e-9)
        assert result == simulated(asked, 1, obvious=1e-9)
        errors = simulated(asked, 2).errors
        for action, (one, other) in zip(asked.actions, won.T, strict=True):
            assert errors[action] == pytest.approx(abs(one - other) / 2, abs=1e-6)


def test_the_error_of_the_lead_is_its_spread_over_many_runs() -> None:
    asked = situation(limit(), "QhQd AhAd / Kc 7d 2s / 9s / 4d", "c c / c c / ", ["random"] * 2, "cc")
    runs = [simulated(asked, 100, seed) for seed in range(400)]
    assert {run.best() for run in runs} == {raise_to(20)}
    spread = np.std([run.values[raise_to(20)] - run.values[CALL] for run in runs])
    assert spread == pytest.approx(np.mean([run.lead_error for run in runs]), rel=0.15)
    apart = math.hypot(runs[0].errors[CALL], runs[0].errors[raise_to(20)])
    assert spread < 0.75 * apart


# Refusals


@pytest.mark.parametrize("wrong", SPOILED)
def test_invalid_requests_are_refused(wrong: str) -> None:
    for actions in ("r", "c c c / c"):
        good = arguments(question(hand_after(limit(3), actions, seed=1), seed=1, bins=2))
        assert not refused(good)
        assert refused({**good, **SPOILED[wrong](good)})


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        (hand_after(limit(3), "f f"), "the hand is over"),
        (hand_after(limit(), CHECKED + "c c"), "the hand is over"),
        (hand_after(kuhn()), "of hold'em"),
    ],
)
def test_only_decisions_in_holdem_are_simulated(hand: Hand, message: str) -> None:
    good = arguments(question(hand_after(limit(hand.game.players)), seed=1, bins=2))
    with pytest.raises(ValueError, match=message):
        _core.Simulation(**{**good, "decision": hand, "board": hand.board_bytes})


@pytest.mark.parametrize(
    ("game", "actions", "amounts"),
    [
        (limit(), "", (10, 15, 25, 40)),
        (limit(), "r r r", (40, 50, 80)),
        (limit(), CHECKED + "r", (20, 30, 60)),
        (nolimit(stack=1000), "", (100, 199, 1001)),
        (nolimit(stack=1000), "r1000", (1000, 1001, 2000)),
    ],
)
def test_only_legal_raises_are_simulated(game: Game, actions: str, amounts: tuple[int, ...]) -> None:
    good = arguments(question(hand_after(game, actions), seed=1, bins=1))
    for amount in amounts:
        with pytest.raises(ValueError, match="each raise must be legal"):
            _core.Simulation(**{**good, "raises": [*good["raises"], amount]})


def test_a_card_cannot_be_used_twice() -> None:
    asked = question(hand_after(limit(), "c c / "), seed=1, bins=1)
    good = arguments(asked)
    first, second, _ = asked.board
    for board in (bytes([asked.hole[0], first, second]), bytes([first, second, first]), bytes([first, second, 52])):
        with pytest.raises(ValueError, match="board cards must be different numbers from 0 to 51"):
            _core.Simulation(**{**good, "board": board})
    with pytest.raises(ValueError, match="board cards must be different numbers from 0 to 51"):
        _core.Simulation(**{**good, "hand": 1 << first | 1 << asked.hole[0]})


def test_each_opponent_needs_a_possible_hand() -> None:
    asked = question(hand_after(limit(3), "c c c / "), seed=1, bins=1)
    good = arguments(asked)
    for player in range(3):
        blocked = np.ones((3, 1326))
        blocked[player] = HAND_MASKS & np.uint64(1 << asked.board[0] | 1 << asked.hole[1]) != 0
        if player == asked.hand.actor:
            _core.Simulation(**{**good, "weights": blocked})
            continue
        with pytest.raises(ValueError, match="a player has no hand left"):
            _core.Simulation(**{**good, "weights": blocked})


@pytest.mark.parametrize(
    "run",
    [
        *((0, 1, 2, 0), (0, -32, 0, 0), (0, 64, 32, 0), (0, 0, 32, -1), (-1, 0, 32, 0), (2**64, 0, 32, 0)),
        *((0, 0, 0.5, 0), (0, 0, 2**24 + 1, 0), (0, 2**24, 2**24 + 32, 0), (0, 0, 2**70, 0)),
    ],
)
def test_invalid_numbers_of_trials_are_refused(run: tuple[Any, ...]) -> None:
    simulation = _core.Simulation(**arguments(question(hand_after(limit()), seed=1, bins=1)))
    with pytest.raises((TypeError, ValueError)):
        simulation.run(*run)
    assert simulation.tally()[0] == 0


def test_the_last_trials_are_those_before_2_to_the_24() -> None:
    simulation = _core.Simulation(**arguments(question(hand_after(limit()), seed=1, bins=1)))
    most, batch = 2**24, simulation.batch
    simulation.run(0, most - batch, most, 0)
    assert simulation.tally()[0] == batch
    simulation.run(0, most, most, 0)
    with pytest.raises(ValueError, match=r"trials must start at a batch, with at most 2\^24"):
        simulation.run(0, most - batch, most + 1, 0)
    assert simulation.tally()[0] == batch
    with pytest.raises(ValueError, match=r"trials must start at a batch, with at most 2\^24"):
        simulated(question(hand_after(limit()), seed=1, bins=1), most + 1)


@pytest.mark.parametrize("obvious", [0.0, 1.5])
@pytest.mark.parametrize("trials", [0, -1, -BLOCK, -(2**40)])
def test_trials_must_be_at_least_one(trials: int, obvious: float) -> None:
    asked = question(hand_after(limit(), "r"), seed=1, bins=1)
    with pytest.raises(ValueError, match=f"trials must be at least 1, not {trials}"):
        simulated(asked, trials, obvious=obvious)


# Sampled strength


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_sampled_strength_is_unbiased(cards: int) -> None:
    choose = random.Random(cards)
    deviations = []
    for seed in range(12):
        board = bytes(choose.sample(range(52), cards))
        mask = sum(1 << card for card in board)
        live = np.flatnonzero(HAND_MASKS & np.uint64(mask) == 0)
        result = _core.sampled_strengths(mask, HAND_MASKS[live], seed)
        assert ((result >= 0) & (result <= 1)).all()
        deviations.append(result - hand_values(board).order[live])
    error = np.concatenate(deviations)
    assert math.sqrt((error**2).mean()) < 0.06
    assert abs(error.mean()) < 4.5 * error.std() / math.sqrt(len(error))


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_sampled_strength_agrees_with_plain_python(cards: int) -> None:
    choose = random.Random(cards)
    for seed in range(4):
        board = choose.sample(range(52), cards)
        pairs = choose.sample([pair for pair in PAIRS if not {*pair} & {*board}], 5)
        masks = np.array([1 << low | 1 << high for low, high in pairs], dtype=np.uint64)
        result = _core.sampled_strengths(sum(1 << card for card in board), masks, seed)
        samples = [native_sample(RandomStream(seed, position), board) for position in range(5)]
        known = [strength(pair, board, sample) for pair, sample in zip(pairs, samples, strict=True)]
        assert result.tolist() == pytest.approx(known, abs=1e-12)


@pytest.mark.parametrize(
    ("hole", "board"), [("7h6h", "5h 4c Kh Qd"), ("AhKd", "Ac 7d 7s 2h"), ("9c9d", "9s 8s 7s 6d 2c")]
)
def test_plain_strength_of_the_whole_sample_is_exact(hole: str, board: str) -> None:
    low, high = sorted(map(int, parse_cards(hole)))
    cards = bytes(map(int, parse_cards(board)))
    known = hand_values(cards).order[PAIRS.index((low, high))]
    assert strength((low, high), cards, whole_sample(cards)) == pytest.approx(known, abs=1e-12)


@pytest.mark.parametrize(
    ("board", "hands_asked"),
    [
        (0b11, [3 << 10]),
        (0b111111, [3 << 10]),
        (0b111 | 1 << 52, [3 << 10]),
        (0b111, [0b11]),
        (0b111, [0b1100]),
        (0b111, [1 << 10]),
        (0b111, [0b111 << 10]),
        (0b111, [3 << 51]),
        (0b111, [3 << 10, 0]),
    ],
)
def test_strength_needs_two_cards_and_a_board(board: int, hands_asked: list[int]) -> None:
    with pytest.raises(ValueError, match="cards"):
        _core.sampled_strengths(board, np.array(hands_asked, dtype=np.uint64), 0)
