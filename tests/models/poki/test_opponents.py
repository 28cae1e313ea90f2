"""The models of all players at a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import pytest

from railbird.cards import HAND_MASKS, HoleCards, parse_cards
from railbird.game import ActionKind, Hand, limit
from railbird.models.poki.opponents import OpponentModels, OpponentModelSettings, Reweighting, Watcher
from railbird.models.predictors import (
    PREDICTORS,
    GenericPredictor,
    Observation,
    Predictor,
    StatisticsPredictor,
    make_predictor,
)
from railbird.policies.poki.hand_values import hand_values
from railbird.policies.triples import CALLS, FOLDS, RAISES, Array, recalibrated
from tests.models.predictors.made_up import Fixed, seen

IDS = ("ann", "bob", "hero")
DEAL = "7c2d KsKd AhJs / Ac9dQh / 4s / 3d"
HERO = 2
LONG = "c c r c c / r c r c c / c r r c f / r c"


def mask(text: str) -> np.uint64:
    return np.uint64(sum(1 << int(card) for card in parse_cards(text)))


def index(text: str) -> int:
    return HoleCards(*parse_cards(text)).index


def hand_of(actions: str = "", deal: str = DEAL) -> Hand:
    hand = Hand(limit(3), deal, players=IDS)
    hand.play(actions)
    return hand


def watched(
    actions: str,
    make: Callable[[], Predictor] = StatisticsPredictor,
    *,
    deal: str = DEAL,
    reweighting: Reweighting = Reweighting.TRIPLES,
    by_policy: bool = False,
    floor: float = 0.01,
    blind: float = 0.3,
    watcher: Watcher | None = None,
) -> OpponentModels:
    """Hero's models after watching a hand so far."""
    models = OpponentModels(
        make,
        OpponentModelSettings(reweighting=reweighting, by_policy=by_policy, floor=floor, blind=blind),
        watcher=watcher,
    )
    models.begin_hand(hand_of(deal=deal).view(HERO))
    models.watch(hand_of(actions, deal).view(HERO))
    return models


def weights(models: OpponentModels) -> list[Array]:
    return [models.table(position).weights.copy() for position in range(len(IDS))]


REWEIGHTED = [Reweighting.TRIPLES, Reweighting.LOKI]


@pytest.mark.parametrize("reweighting", REWEIGHTED)
@pytest.mark.parametrize("predictor", PREDICTORS)
@pytest.mark.parametrize("by_policy", [False, True])
@pytest.mark.parametrize(
    ("before", "raiser", "strong", "weak"),
    [
        ("c", 0, "AdAs", "7h2s"),
        ("c c c / ", 0, "Qs8s", "8h6s"),
        ("c c c / c", 1, "9c9h", "8h6s"),
        ("c c c / c c c / c c c / r", 1, "4d4c", "8h6s"),
    ],
)
def test_poki_9_after_a_raise_strong_hands_gain_on_weak_ones_for_the_raiser_only(
    reweighting: Reweighting, predictor: str, by_policy: bool, before: str, raiser: int, strong: str, weak: str
) -> None:
    models = watched(before, lambda: make_predictor(predictor), reweighting=reweighting, by_policy=by_policy)
    old = weights(models)
    models.watch(hand_of(before + " r").view(HERO))
    new = weights(models)
    good, bad = index(strong), index(weak)
    assert new[raiser][good] / new[raiser][bad] > old[raiser][good] / old[raiser][bad]
    for other in {0, 1, HERO} - {raiser}:
        assert (new[other] == old[other]).all()


@pytest.mark.parametrize("before", ["c", "c c c / "])
def test_a_raise_favours_better_hands_more_than_a_call(before: str) -> None:
    values = hand_values(hand_of(before).board_bytes).order
    means = {}
    for action in ("r", "c"):
        shares = watched(f"{before} {action}").table(0).probabilities()
        means[action] = shares @ values
    fresh = watched(before).table(0).probabilities()
    assert means["r"] > max(means["c"], fresh @ values)


def test_a_call_by_a_player_who_never_folds_says_little() -> None:
    """A call by a player who calls with everything says nothing; by one who mostly folds, it says a lot."""
    ratios = {}
    for folds in (0.0, 0.8):
        models = watched("r c", partial(Fixed, (folds, 1 - folds, 0.0)))
        table = models.table(0).weights
        ratios[folds] = table[index("AdAc")] / table[index("7h2s")]
    assert ratios[0.0] == 1
    assert ratios[0.8] > 3


@pytest.mark.parametrize("reweighting", Reweighting)
@pytest.mark.parametrize("by_policy", [False, True])
def test_nobody_holds_our_cards_or_those_of_the_board(reweighting: Reweighting, by_policy: bool) -> None:
    known = mask("AhJs")
    models = watched("", reweighting=reweighting, by_policy=by_policy)
    turn = "c c r c c / r c r c c / c r"
    for actions, more in (("c c r", ""), ("c c r c c / r", "Ac9dQh"), (turn, "4s"), (LONG, "3d")):
        known |= mask(more) if more else np.uint64(0)
        models.watch(hand_of(actions).view(HERO))
        for each in weights(models):
            assert ((each > 0) == ((HAND_MASKS & known) == 0)).all()


def test_board_cards_are_removed_when_they_are_dealt() -> None:
    ace = (HAND_MASKS & mask("Ac")) > 0
    models = watched("c c")
    assert (models.table(0).weights[ace & ((HAND_MASKS & mask("AhJs")) == 0)] > 0).all()
    models.watch(hand_of("c c c").view(HERO))
    assert (models.table(0).weights[ace] == 0).all()


@pytest.mark.parametrize("actions", ["c r", "c c r c c / r r", LONG])
def test_without_reweighting_all_possible_hands_are_equally_likely(actions: str) -> None:
    models = watched(actions, reweighting=Reweighting.OFF)
    for position in range(3):
        table = models.table(position)
        assert (table.weights == table.possible).all()
        assert len(set(table.weights.tolist())) == 2


@pytest.mark.parametrize("reweighting", REWEIGHTED)
def test_reweighting_changes_the_table_of_the_player_who_acted(reweighting: Reweighting) -> None:
    models = watched(LONG, reweighting=reweighting)
    for position in (0, 1):
        table = models.table(position)
        assert len(set(table.weights.tolist())) > 10
        assert table.weights[table.possible].min() >= 0.01 * table.weights.max()
    own = models.table(HERO)
    assert (own.weights == own.possible).all()


@pytest.mark.parametrize("reweighting", Reweighting)
@pytest.mark.parametrize("predictor", PREDICTORS)
def test_watching_in_pieces_equals_watching_at_once(reweighting: Reweighting, predictor: str) -> None:
    reported: dict[bool, list[object]] = {False: [], True: []}

    def models(pieces: bool) -> OpponentModels:
        def report(player: str, given: Observation, predicted: Array, kind: ActionKind) -> None:
            reported[pieces].append((player, given.situation, given.strength, tuple(predicted), kind))

        by_policy = predictor == "generic"
        return watched(
            "", lambda: make_predictor(predictor), reweighting=reweighting, by_policy=by_policy, watcher=report
        )

    one, other = models(False), models(True)
    one.watch(hand_of(LONG).view(HERO))
    words = LONG.replace("/", "").split()
    for end in range(len(words) + 1):
        other.watch(hand_of(" ".join(words[:end])).view(HERO))
    for first, second in zip(weights(one), weights(other), strict=True):
        assert (first == second).all()
    assert reported[False] == reported[True]
    assert len(reported[False]) == sum(action.player != HERO for action in hand_of(LONG).actions)


def test_once_a_round_counts_the_boldest_action_only() -> None:
    """Peña 1999: one factor per round, for the higher threshold, not two."""
    once, twice = (
        watched(actions, lambda: Fixed((0.3, 0.3, 0.4)), reweighting=Reweighting.LOKI)
        for actions in ("c c c / r c", "c c c / r c r c r")
    )
    assert (once.table(0).weights == twice.table(0).weights).all()


def test_our_own_cards_come_from_our_view() -> None:
    models = OpponentModels(StatisticsPredictor)
    models.begin_hand(hand_of().view(0))
    for position in range(3):
        assert ((models.table(position).weights == 0) == ((HAND_MASKS & mask("7c2d")) > 0)).all()


def test_tables_last_for_a_hand_and_predictors_for_a_match() -> None:
    models = watched(LONG)
    learned = models.predictor("ann").observations
    assert learned > 3
    models.begin_hand(hand_of().view(HERO))
    assert all(len(set(each.tolist())) == 2 for each in weights(models))
    assert models.predictor("ann").observations == learned


def test_an_unknown_player_gets_a_new_predictor() -> None:
    made: list[Predictor] = []

    def make() -> Predictor:
        made.append(StatisticsPredictor())
        return made[-1]

    models = watched(LONG, make)
    assert sorted(models.predictors) == ["ann", "bob"]
    assert len(made) == 2
    fresh = models.predictor("eve")
    assert fresh is made[2]
    assert fresh.observations == 0
    assert models.predictor("eve") is fresh
    assert models.predictor("ann") is not models.predictor("bob")


def test_predictors_learn_about_everybody_but_us() -> None:
    models = watched(LONG)
    counts = {name: predictor.observations for name, predictor in models.predictors.items()}
    actions = [action.player for action in hand_of(LONG).actions]
    assert counts == {"ann": actions.count(0), "bob": actions.count(1)}


def test_the_watcher_is_called_before_anything_is_learned() -> None:
    reported: list[tuple[str, ActionKind, float]] = []

    def report(player: str, given: Observation, predicted: Array, kind: ActionKind) -> None:
        reported.append((player, kind, predicted[kind]))

    watched("c c r", watcher=report)
    assert reported == [("ann", ActionKind.CALL, 0.3), ("bob", ActionKind.RAISE, 0.5)]


def test_an_observation_has_the_range_and_whether_we_are_in() -> None:
    reported: list[Observation] = []

    def report(player: str, given: Observation, predicted: Array, kind: ActionKind) -> None:
        reported.append(given)

    watched("c r r f r", watcher=report)
    assert [each.observer_active for each in reported] == [True, True, False]
    assert reported[2].strength > reported[0].strength
    models = watched("c r")
    given, triples = models.observed(models.tracker.situation())
    shares = models.table(1).probabilities()
    values = hand_values(b"")
    assert given.situation.player == 1
    assert given.strength == pytest.approx(float(shares @ values.hs))
    assert given.potential == 0
    assert given.expert == pytest.approx(shares @ triples)
    assert given.expert.sum() == pytest.approx(1)


NONSENSE = [
    *((np.nan, np.nan, np.nan), (-1.0, 2.0, 0.0), (0.0, 0.0, 0.0), (5.0, 5.0, 5.0), (0.5, 0.5, np.nan)),
    *((-3.0, -3.0, -3.0), (np.inf, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 1.0, 0.0)),
]


@pytest.mark.filterwarnings("ignore:invalid value")
@pytest.mark.parametrize("triple", NONSENSE)
@pytest.mark.parametrize("reweighting", [Reweighting.OFF, Reweighting.TRIPLES])
@pytest.mark.parametrize("by_policy", [False, True])
def test_nonsense_does_not_break_the_tables(triple: Sequence[float], reweighting: Reweighting, by_policy: bool) -> None:
    models = watched(LONG, lambda: Fixed(triple), reweighting=reweighting, by_policy=by_policy)
    for position in range(3):
        table = models.table(position)
        assert np.isfinite(table.weights).all()
        assert table.weights.min() >= 0
        assert table.weights.max() <= 1
        assert (table.weights > 0).sum() == table.possible.sum()


def test_no_weight_falls_to_zero() -> None:
    for floor in (0.0, 0.01, 0.2):
        table = watched(LONG, floor=floor, blind=0.0).table(1)
        least = table.weights[table.possible].min() / table.weights.max()
        assert least >= floor
        assert least < 0.25


@pytest.mark.parametrize("reweighting", Reweighting)
@pytest.mark.parametrize("predictor", PREDICTORS)
def test_hidden_cards_change_nothing(reweighting: Reweighting, predictor: str) -> None:
    result = []
    for deal in (DEAL, "KhQc 5s5c AhJs / Ac9dQh / 4s / 3d"):
        reported: list[float] = []

        def report(
            player: str, given: Observation, predicted: Array, kind: ActionKind, reported: list[float] = reported
        ) -> None:
            reported.extend([given.strength, given.potential, *given.expert, *predicted])

        models = watched(
            LONG,
            lambda: make_predictor(predictor),
            deal=deal,
            reweighting=reweighting,
            by_policy=predictor == "generic",
            watcher=report,
        )
        later = [models.predictor(name).predict(seen(1)).tolist() for name in ("ann", "bob")]
        result.append((reported, later, [each.tolist() for each in weights(models)]))
    assert result[0] == result[1]


def test_shown_hands_are_not_used() -> None:
    """Tables and predictors depend on actions, not on hands shown."""
    whole = "c c c / c c c / c c c / r c c"
    one, other = (watched(whole, deal=deal) for deal in (DEAL, "KhQc 5s5c AhJs / Ac9dQh / 4s / 3d"))
    for first, second in zip(weights(one), weights(other), strict=True):
        assert (first == second).all()


def test_by_policy_others_play_as_we_would() -> None:
    models = watched("c", GenericPredictor, by_policy=True, floor=0.0)
    given, triples = models.observed(models.tracker.situation())
    before = models.table(0).weights.copy()
    models.watch(hand_of("c r").view(HERO))
    wanted = before * triples[:, RAISES]
    assert given.expert[RAISES] > 0
    assert models.table(0).weights / models.table(0).weights.max() == pytest.approx(wanted / wanted.max())


def test_recalibrated_triples_keep_the_mean_they_have() -> None:
    chance = np.random.default_rng(1)
    triples = chance.dirichlet((1, 1, 1), 200)
    mean = triples.mean(axis=0)
    assert recalibrated(triples, mean, mean) == pytest.approx(triples)


def test_recalibrated_triples_move_towards_the_wanted_mean() -> None:
    chance = np.random.default_rng(2)
    triples = chance.dirichlet((2, 2, 2), 500)
    mean = triples.mean(axis=0)
    for wanted in (np.array([0.1, 0.2, 0.7]), np.array([0.6, 0.3, 0.1]), np.array([0.0, 0.5, 0.5])):
        result = recalibrated(triples, wanted, mean)
        assert result.sum(axis=1) == pytest.approx(1)
        assert (result >= 0).all()
        assert np.abs(result.mean(axis=0) - wanted).sum() < np.abs(mean - wanted).sum() / 2


def test_recalibrating_by_hand() -> None:
    triples = np.array([[0.0, 1.0, 0.0], [0.5, 0.25, 0.25], [1.0, 0.0, 0.0]])
    result = recalibrated(triples, np.array([0.25, 0.5, 0.25]), np.array([0.5, 0.25, 0.25]))
    assert result.tolist() == [[0, 1, 0], [0.25, 0.5, 0.25], [1, 0, 0]]


def test_an_action_we_never_take_gets_the_wanted_share() -> None:
    triples = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    wanted = np.array([0.0, 0.4, 0.6])
    result = recalibrated(triples, wanted, triples.mean(axis=0))
    assert result[:, [FOLDS, CALLS, RAISES]].tolist() == [wanted.tolist(), [0, 1, 0]]
