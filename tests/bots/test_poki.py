"""Poki, Simbot and AKI-RealBot."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import railbird.bots.simbot as simbot_module
from railbird.agent import Decision, MatchStart, Streams, check_bot
from railbird.arena import DealingScheme, Entrant, MatchDefinition, StackRule
from railbird.arena.leg import LegRunner
from railbird.bots.aki_realbot import AkiRealBot
from railbird.bots.lain import Lain
from railbird.bots.poki import Poki
from railbird.bots.shared.model_bot import ModelBot
from railbird.bots.simbot import Simbot
from railbird.cards import HoleCards, parse_cards
from railbird.errors import BotError, ModelError
from railbird.gallery import parse_bot
from railbird.game import (
    CALL,
    FOLD,
    Action,
    ActionKind,
    Game,
    Hand,
    limit,
    nolimit,
    parse_game,
    raise_to,
)
from railbird.game.events import PARTS as CHIP
from railbird.models.poki.opponents import Reweighting
from railbird.models.predictors import PREDICTORS, make_predictor
from railbird.models.predictors.neural import Net
from railbird.models.predictors.pretraining import write_net
from railbird.models.saved_arrays import read_arrays, write_arrays
from railbird.policies.poki.hand_values import hand_values
from railbird.search.simulation import SimulationRequest, SimulationResult, simulate
from railbird.strength import field_array
from railbird.strength.weighted import against_weights
from tests.models.predictors.made_up import Fixed, seen

IDS = ("ann", "bob", "hero")
HERO = 2
DEAL = "7c2d KsKd AhJs / Ac9dQh / 4s / 3d"
NUTS = "7c2d KsKd AhKh / QhJhTh / 4s / 3d"
LONG = "c c r c c / r c r c c / c r r c f / r c"
RIVER = "c c c / c c c / c c c / "
SPECS = ("poki", "simbot(trials=16)", "aki-realbot(trials=16)")


def started(spec: str, players: Sequence[str] = IDS, game: Game | None = None) -> ModelBot:
    """A bot that plays as hero."""
    bot = parse_bot(spec).make()
    assert isinstance(bot, ModelBot)
    bot.start_match(MatchStart(game or limit(len(players)), tuple(players), players.index("hero")))
    return bot


def decided(
    bot: ModelBot,
    actions: str,
    deal: str = DEAL,
    *,
    players: Sequence[str] = IDS,
    seed: int = 1,
    game: Game | None = None,
) -> Decision:
    """Hero's decision after some actions."""
    hand = Hand(game or limit(len(players)), deal, players=players)
    hero = players.index("hero")
    bot.streams = Streams(seed, 0, hero)
    bot.start_hand(hand.view(hero))
    hand.play(actions)
    assert hand.actor == hero
    answer = bot.act(hand.view(hero))
    assert isinstance(answer, Decision)
    hand.act(answer.action)
    return answer


def facts(answer: Decision) -> dict[str, Any]:
    return {fact.name: fact.value for fact in answer.facts}


def match(spec: str, hands: int, seed: int, others: Sequence[str] = ("simple", "always-call")) -> MatchDefinition:
    bots = zip(("ann", "bob", "hero"), (*others, spec), strict=True)
    entrants = tuple(Entrant(parse_bot(each), player=name) for name, each in bots)
    return MatchDefinition(game=limit(3), entrants=entrants, hands=hands, seed=seed, dealing=DealingScheme.PLAIN)


def played(definition: MatchDefinition, start: int = 0, learned: dict[str, bytes] | None = None) -> list[str]:
    runner = LegRunner(definition, definition.leg(0), start=start, learned={HERO: learned} if learned else None)
    chunk = runner.run(1e9)
    assert not chunk.faults
    return chunk.hands


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("players", [2, 3])
def test_they_are_legal_reproducible_save_and_do_not_peek(spec: str, players: int) -> None:
    report = check_bot(parse_bot(spec).make, games=[limit(players)], hands=5 - players)
    assert report.passed, str(report)


@pytest.mark.slow
@pytest.mark.parametrize("game", [nolimit(stack="20bb"), limit(3, stack=40), limit(6)])
def test_they_play_no_limit_with_short_stacks_and_at_full_tables(game: Game) -> None:
    for spec in ("poki", "simbot(trials=16)", "aki-realbot(trials=16)"):
        bot = parse_bot(spec)
        if bot.make().plays(game):
            report = check_bot(bot.make, games=[game], hands=2)
            assert report.passed, str(report)


@pytest.mark.parametrize("spec", ["poki", "simbot(trials=8)", "aki-realbot(trials=8)"])
def test_freeze_outs_are_played_to_their_end(spec: str) -> None:
    game = parse_game("limit(players=3, stack=12bb, rules=casino)")
    bots = zip(IDS, ("always-raise", "always-call", spec), strict=True)
    entrants = tuple(Entrant(parse_bot(each), player=name) for name, each in bots)
    definition = MatchDefinition(
        game=game, entrants=entrants, hands=1000, seed=1, dealing=DealingScheme.PLAIN, stacks=StackRule.KEPT
    )
    chunk = LegRunner(definition, definition.leg(0)).run(1e9)
    assert not chunk.faults
    left = [120 + sum(payoffs[player] for payoffs in chunk.payoffs) // CHIP for player in range(3)]
    assert sorted(left) == [0, 0, 360]


def test_which_games_they_play() -> None:
    for game, kinds in (
        (limit(4), (Poki, Simbot, AkiRealBot)),
        (nolimit(), (Poki, Simbot, AkiRealBot)),
        (parse_game("leduc"), ()),
        (parse_game("kuhn"), ()),
    ):
        assert tuple(kind for kind in (Poki, Simbot, AkiRealBot) if kind().plays(game)) == kinds


@pytest.mark.parametrize("spec", ["poki", "simbot(trials=16)", "aki-realbot(trials=16)"])
def test_the_same_seed_gives_the_same_match_and_another_seed_another(spec: str) -> None:
    one, again, other = (played(match(spec, 4, seed)) for seed in (1, 1, 2))
    assert one == again
    assert one != other


def test_the_same_cards_are_played_differently_with_another_seed() -> None:
    mixed = "7c2d KsKd 9s5s / Ac9dQh / 4s / 3d"
    answers = [decided(started("poki"), "c c c / r c", mixed, seed=seed) for seed in range(12)]
    assert {answer.action for answer in answers} == set(answers[0].probabilities) == {FOLD, CALL}
    assert all(answer.probabilities == answers[0].probabilities for answer in answers)
    values = [tuple(decided(started("simbot(trials=64)"), "", seed=seed).values.values()) for seed in (1, 1, 2)]
    assert values[0] == values[1] != values[2]


@pytest.mark.parametrize("predictor", PREDICTORS)
@pytest.mark.parametrize("reweighting", Reweighting)
def test_poki_15_formula_and_simulation_use_the_same_models(predictor: str, reweighting: Reweighting) -> None:
    which = f"predictor={predictor}, reweighting={reweighting}"
    formula, simulation = started(f"poki({which})"), started(f"simbot(trials=16, {which})")
    over = Hand(limit(3), DEAL, players=IDS)
    over.play(LONG)
    for bot in (formula, simulation):
        bot.start_hand(Hand(limit(3), DEAL, players=IDS).view(HERO))
        bot.end_hand(over.view(HERO))
    learned = [{name: read_arrays(data, name) for name, data in bot.save().items()} for bot in (formula, simulation)]
    np.testing.assert_equal(learned[0], learned[1])
    for one, other in ((formula, simulation), (simulation, formula)):
        one.load(other.save())
    for actions in ("", "c r r c c / r r", RIVER + "r c"):
        for bot in (formula, simulation):
            decided(bot, actions)
        for position in range(3):
            weights = [bot.models.table(position).weights for bot in (formula, simulation)]
            assert (weights[0] == weights[1]).all()


def taught_to_call(bot: ModelBot) -> ModelBot:
    """Teach the bot that all others always call."""
    for name in ("ann", "bob"):
        bot.models.predictors[name] = Fixed((0.0, 1.0, 0.0))
    return bot


@pytest.mark.parametrize(("before", "called", "raised"), [("c c", 0, 20), ("r c", 20, 40)])
def test_poki_16_with_the_nuts_against_callers_a_raise_is_worth_more_than_a_call(
    before: str, called: int, raised: int
) -> None:
    """On the river nothing is random: a check or call wins the pot, a bet or raise also what the others call."""
    answer = decided(taught_to_call(started("simbot(trials=64)")), RIVER + before, NUTS)
    pot = 30 + 2 * called
    won = {CALL: pot, raise_to(raised): pot + 2 * (raised - called)}
    assert answer.values[raise_to(raised)] > answer.values[CALL] > 0
    assert {action: answer.values[action] for action in won} == pytest.approx(won)
    assert answer.action == raise_to(raised)
    assert answer.values.get(FOLD, 0) == 0


def test_poki_16_only_hands_with_weight_are_dealt() -> None:
    """If they only hold better hands we lose our call; if only worse ones, we win the pot."""
    board = bytes(int(card) for card in parse_cards("Ac9dQh4s3d"))
    order = hand_values(board).order
    mine = HoleCards(*parse_cards("AhJs")).index
    result = []
    for wanted in (order > order[mine], order < order[mine]):
        bot = started("simbot(trials=64, floor=0)", ("ann", "hero"), limit())
        bot.models.predictors["ann"] = Fixed((0.0, 1.0, 0.0))
        hand = Hand(limit(), "7c2d AhJs / Ac9dQh / 4s / 3d", players=("ann", "hero"))
        bot.start_hand(hand.view(1))
        hand.play("c c / c c / c c / r")
        bot.models.watch(hand.view(1))
        bot.models.table(0).reweight(wanted)
        answer = bot.act(hand.view(1))
        assert isinstance(answer, Decision)
        result.append(answer.values[CALL])
    assert result == [-20, 40]


def simulated(values: dict[Action, float]) -> SimulationResult:
    return SimulationResult(100, values, dict.fromkeys(values, 1.0), 0.0, 1.0)


RAISE = raise_to(20)


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ({FOLD: 0.0, CALL: 0.0, RAISE: 0.0}, RAISE),
        ({FOLD: 0.0, CALL: 0.0}, CALL),
        ({FOLD: 0.0, CALL: 7.5, RAISE: 7.5}, RAISE),
        ({FOLD: 0.0, CALL: 0.0, RAISE: -0.01}, CALL),
        ({FOLD: 0.0, CALL: -1.0, RAISE: -1.0}, FOLD),
        ({FOLD: 0.0, CALL: 3.0, RAISE: 2.99}, CALL),
        ({FOLD: 0.0, CALL: 3.0, raise_to(30): 3.0, RAISE: 3.0}, raise_to(30)),
    ],
)
def test_poki_17_among_equal_values_the_bolder_action_is_taken(values: dict[Action, float], wanted: Action) -> None:
    view = Hand(limit(3), DEAL, players=IDS).view(HERO)
    assert simulated(values).best() == wanted
    bot, aki = started("simbot"), started("aki-realbot")
    assert isinstance(bot, Simbot)
    assert isinstance(aki, AkiRealBot)
    assert bot._choose(view, simulated(values)) == (wanted, {})
    assert aki._choose_with_bounds(view, simulated(values), 0.0) == wanted


def test_poki_17_nearly_equal_actions_may_be_drawn() -> None:
    """A small bet is 10 chips: 0.3 is 3 chips."""
    view = Hand(limit(3), DEAL, players=IDS).view(HERO)
    bot = started("simbot(close=0.3)")
    assert isinstance(bot, Simbot)
    taken = set()
    for seed in range(20):
        bot.streams = Streams(seed, 0, HERO)
        action, probabilities = bot._choose(view, simulated({FOLD: 0.0, CALL: 4.0, RAISE: 6.5}))
        assert probabilities == {CALL: 0.5, RAISE: 0.5}
        taken.add(action)
    assert taken == {CALL, RAISE}


def test_nobody_folds_where_checking_is_free() -> None:
    for spec in SPECS:
        answer = decided(started(spec), "c c c / c c", "KsKd AcAd 7c2h / AhKh9s / 4s / 3d")
        assert answer.action != FOLD
        assert FOLD not in answer.values
        assert FOLD not in answer.probabilities


def test_an_obvious_decision_takes_fewer_trials() -> None:
    trials = {}
    for obvious in (0, 3):
        bot = taught_to_call(started(f"simbot(trials=960, obvious={obvious})"))
        trials[obvious] = facts(decided(bot, RIVER + "c c", NUTS))["trials"]
    assert trials == {0: 960, 3: 96}


def test_in_no_limit_games_several_raises_are_considered() -> None:
    bot = started("simbot(trials=32, sizes=0.5+1+2)", ("ann", "hero"), nolimit(stack=20000))
    answer = decided(bot, "", "7c2d AhAs / Ac9dQh / 4s / 3d", players=("ann", "hero"), game=nolimit(stack=20000))
    raises = [action.to for action in answer.values if action.kind is ActionKind.RAISE]
    assert raises == [200, 300, 500]
    bot = started("simbot(trials=32, sizes=50%/a; raise 3x)", ("ann", "hero"), nolimit(stack=20000))
    answer = decided(bot, "", "7c2d AhAs / Ac9dQh / 4s / 3d", players=("ann", "hero"), game=nolimit(stack=20000))
    assert [action.to for action in answer.values if action.kind is ActionKind.RAISE] == [300], "a menu"


@pytest.mark.parametrize(
    "spec",
    [
        *(
            "poki(predictor=oracle)",
            "poki(reweighting=on)",
            "poki(tightness=wild)",
            "poki(sigma=0.6)",
            "poki(sigma=-1)",
        ),
        *("poki(blind=1.1)", "poki(floor=0.9)", "poki(floor=-0.1)", "poki(bluff=sometimes)", "poki(trials=10)"),
        *("poki(net=no/such.net)", "simbot(net=no/such.net)", "poki(field=maybe)", "simbot(field=on)"),
        *(
            "simbot(trials=0)",
            "simbot(trials=many)",
            "simbot(trials=2000000)",
            "simbot(obvious=-1)",
            "simbot(close=-1)",
        ),
        *("simbot(sizes=)", "simbot(sizes=0)", "simbot(sizes=1+x)", "simbot(sizes=1+1+1+1+1+1+1)", "simbot(bounds=on)"),
        *(
            "simbot(sizes=101)",
            "simbot(sizes=nan)",
            "simbot(sizes=50%/half)",
            "simbot(predictor=)",
            "simbot(sigma=nan)",
            "simbot(blind=inf)",
        ),
        *("aki-realbot(fold_bound=-1)", "aki-realbot(raise_bound=200)", "aki-realbot(folds_easily=1)"),
        *("aki-realbot(folds_never=0)", "aki-realbot(doubt=-1)", "aki-realbot(bounds=maybe)", "aki-realbot(trials=-5)"),
    ],
)
def test_invalid_settings_are_refused(spec: str) -> None:
    with pytest.raises(BotError):
        parse_bot(spec)


@pytest.mark.parametrize(
    "spec",
    [
        *("poki", "poki(predictor=neural, reweighting=loki)", "poki(predictor=generic)", "simbot(trials=16)"),
        *("simbot(trials=16, predictor=statistics)", "aki-realbot(trials=16)"),
    ],
)
def test_a_loaded_bot_makes_the_same_decisions(spec: str) -> None:
    definition = match(spec, 6, 5)
    learned = LegRunner(definition, definition.leg(0)).run(1e9).learned[HERO]
    assert set(learned) == {"ann", "bob"}
    longer = replace(definition, hands=10)
    assert played(longer, 6, learned) == played(longer)[6:]


def learned(spec: str) -> dict[str, bytes]:
    """What a bot has learned from one hand."""
    bot = started(spec)
    hand = Hand(limit(3), DEAL, players=IDS)
    bot.start_hand(hand.view(HERO))
    hand.play(LONG)
    bot.end_hand(hand.view(HERO))
    return bot.save()


def known(bot: ModelBot) -> dict[str, Any]:
    """Everything a bot has learned, without the time of writing."""
    return {name: read_arrays(data, name) for name, data in bot.save().items()}


@pytest.mark.parametrize("spec", ["poki", "simbot(predictor=neural)", "aki-realbot", "poki(predictor=generic)"])
@pytest.mark.parametrize(
    "harm", ["empty", "text", "cut", "flipped", "another predictor", "another bot", "another version", "another kind"]
)
def test_damaged_or_foreign_records_are_refused_and_change_nothing(spec: str, harm: str) -> None:
    bot = started(spec)
    bot.load({"eve": learned(spec)["bob"]})
    before = known(bot)
    assert set(before) == {"eve"}
    good = learned(spec)
    data = good["ann"]
    head, parts = read_arrays(data, "ann")
    if harm == "empty":
        data = b""
    elif harm == "text":
        data = b"this is not a model"
    elif harm == "cut":
        data = data[: len(data) // 2]
    elif harm == "flipped":
        data = data[:20] + bytes(255 - byte for byte in data[20:80]) + data[80:]
    elif harm == "another predictor":
        data = learned("poki(predictor=voting)" if spec != "poki" else "poki(predictor=neural)")["ann"]
    elif harm == "another bot":
        lain = Lain()
        lain.start_match(MatchStart(limit(3), IDS, HERO))
        hand = Hand(limit(3), DEAL, players=IDS)
        hand.play(LONG)
        lain.end_hand(hand.view(HERO))
        data = lain.save()["ann"]
    else:
        changed = {"version": 99} if harm == "another version" else {"railbird": "other"}
        data = write_arrays({**head, **changed}, parts)
    with pytest.raises(ModelError, match="the record about ann"):
        bot.load({"bob": good["bob"], "ann": data})
    np.testing.assert_equal(known(bot), before)


PARTS = [
    *(("poki(predictor=statistics)", "plain"), ("aki-realbot", "fine"), ("poki(predictor=neural)", "w1")),
    *(("poki(predictor=neural)", "kinds"), ("simbot", "loss"), ("simbot", "statistics.plain"), ("simbot", "neural.b2")),
]


@pytest.mark.parametrize(("spec", "part"), PARTS)
@pytest.mark.parametrize("harm", ["missing", "cut", "text", "negative"])
def test_records_with_damaged_parts_are_refused(spec: str, part: str, harm: str) -> None:
    data = learned(spec)
    head, parts = read_arrays(data["ann"], "ann")
    if harm == "missing":
        del parts[part]
    elif harm == "cut":
        parts[part] = parts[part][:-1]
    elif harm == "text":
        parts[part] = np.full(parts[part].shape, "x")
    else:
        worst = -1 if "kinds" in part or "plain" in part or "fine" in part else np.nan
        parts[part] = np.full(parts[part].shape, worst, dtype=np.float64)
    bot = started(spec)
    with pytest.raises(ModelError, match="the record about ann"):
        bot.load({**data, "ann": write_arrays(head, parts)})
    assert not bot.models.predictors


def test_loaded_records_are_added_to_what_is_known() -> None:
    bot = started("aki-realbot")
    bot.load({"bob": learned("aki-realbot")["bob"]})
    bot.load({"ann": learned("aki-realbot")["ann"]})
    assert set(bot.save()) == {"ann", "bob"}
    assert bot.models.predictor("bob").observations > 0


def test_preflop_poki_shows_its_strategy() -> None:
    answer = decided(started("poki"), "", "7c2d KsKd AhAs / Ac9dQh / 4s / 3d")
    assert facts(answer)["strategy"] == "make4"
    assert answer.action == RAISE
    assert facts(decided(started("poki"), "", "KsKd AcAd 7c2h / AhKh9s / 4s / 3d"))["strategy"] == "make0"


def test_poki_shows_strength_potential_and_odds() -> None:
    result = facts(decided(started("poki"), "c c c / r c"))
    assert 0 < result["HS"] < 1
    assert 0 < result["PPot"] < 1
    assert result["EHS"] == pytest.approx(result["HS"] + (1 - result["HS"]) * result["PPot"])
    assert result["pot odds"] == pytest.approx(10 / 60)
    assert 0 <= result["all others fold"] <= 1


@pytest.mark.parametrize("field", ["off", "on"])
def test_against_random_hands_poki_has_the_strength_of_the_worked_example(field: str) -> None:
    """HS 0.585 and PPot 0.108 with one card to come, of AdQc on Jh4c3h; 0.585² against two (Heidenreich 2008, §4.2)."""
    for players, actions in ((("ann", "hero"), "c c / c"), (IDS, "c c c / c c")):
        deal = "7c2d " * (len(players) - 1) + "AdQc / Jh4c3h / 9s / 8s"
        bot = started(f"poki(reweighting=off, field={field})", players)
        result = facts(decided(bot, actions, deal.replace("7c2d 7c2d", "7c2d KsKd"), players=players))
        assert result["HS"] == pytest.approx(0.58511 ** (len(players) - 1), abs=1e-5)
        assert result["PPot"] == pytest.approx(0.10831, abs=1e-5)


@pytest.mark.parametrize("mine", ["AhJs", "9s5s", "Kh2c"])
@pytest.mark.parametrize("actions", ["", "c c / r", "r c / r", "r r c / c c / r", "c r c / r r c / c c / r"])
def test_heads_up_the_field_is_the_opponent(mine: str, actions: str) -> None:
    players, deal = ("ann", "hero"), f"7c2d {mine} / Ac9dQh / 4s / 3d"
    alone, field = (
        decided(started(spec, players), actions, deal, players=players) for spec in ("poki", "poki(field=on)")
    )
    assert field.action == alone.action
    assert field.probabilities == pytest.approx(alone.probabilities)
    for name in ("HS", "PPot") if actions else ():
        assert facts(field)[name] == pytest.approx(facts(alone)[name], abs=1e-12)


def test_strength_against_the_field_is_a_power() -> None:
    """Two opponents who acted differently, so that each one alone gives another strength."""
    hand, board = HoleCards.parse("AhJs").index, bytes(map(int, parse_cards("Ac9dQh")))
    bot = started("poki(field=on)")
    answer = decided(bot, "c r r c c / r c")
    tables = [bot.models.table(opponent) for opponent in (0, 1)]
    assert not np.allclose(tables[0].probabilities(), tables[1].probabilities())
    hs, ppot = against_weights(hand, board, field_array([table.range() for table in tables]).weights)
    assert (facts(answer)["HS"], facts(answer)["PPot"]) == pytest.approx((hs**2, ppot))
    apart = facts(decided(started("poki"), "c r r c c / r c"))
    each = [against_weights(hand, board, table.weights)[0] for table in tables]
    assert apart["HS"] == pytest.approx(each[0] * each[1])
    assert apart["HS"] != pytest.approx(hs**2, abs=1e-4)


@pytest.mark.parametrize("spec", ["poki(predictor=neural", "poki(predictor=voting", "simbot(trials=16"])
def test_nets_of_all_players_start_from_the_given_one(spec: str, tmp_path: Path) -> None:
    path, net = tmp_path / "players.net", Net.fresh(8, 99)
    write_net(path, net)
    bot = started(f"{spec}, net={path})")
    wanted = make_predictor(bot.settings.predictor, net).predict(seen(1))
    assert (wanted != make_predictor(bot.settings.predictor).predict(seen(1))).any()
    for name in ("ann", "bob"):
        assert (bot.models.predictor(name).predict(seen(1)) == wanted).all()
    bot.models.predictor("ann").learn(seen(1), ActionKind.FOLD)
    assert (bot.models.predictor("bob").predict(seen(1)) == wanted).all()


def test_after_a_raise_the_same_hand_is_weaker() -> None:
    calm, wild = (facts(decided(started("poki"), actions))["HS"] for actions in ("c c c / c c", "c r r c c / r r"))
    assert wild < calm


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("actions", ["", "c r r", "c c c / r r", RIVER + "c c"])
def test_facts_show_each_opponents_most_likely_hands_and_169_digits(spec: str, actions: str) -> None:
    result = facts(decided(started(spec), actions))
    for name in ("ann", "bob"):
        assert "×" in result[f"{name} may hold"] or result[f"{name} may hold"].startswith("anything")
        assert "bits" in result[f"{name} may hold"]
        if "/" in actions:
            assert 0 <= result[f"EHS against {name}"] <= 1
        assert re.fullmatch(r"fold \d+%, call \d+%, raise \d+%", result[f"{name} facing a bet"])
        assert len(result[f"{name} by class"]) == 169
        assert result[f"{name} by class"].isdigit()
        assert "9" in result[f"{name} by class"]
    assert not any(name.startswith("hero") for name in result)


def test_facts_leave_out_folded_players() -> None:
    result = facts(decided(started("poki"), "c c c / r f"))
    assert "ann may hold" in result
    assert "bob may hold" not in result


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("actions", ["", "c r r", "c c c / r r", RIVER + "c c"])
def test_public_facts_do_not_depend_on_our_cards(spec: str, actions: str) -> None:
    """Only the action may differ with other cards."""
    shown = []
    for mine in ("AhJs", "8h6s", "Th2c", "9c9s"):
        answer = decided(started(spec), actions, f"7c2d KsKd {mine} / Ac9dQh / 4s / 3d")
        public = answer.public()
        assert not public.values
        assert not public.probabilities
        shown.append(sorted((fact.name, fact.value) for fact in public.facts))
    assert all(each == shown[0] for each in shown)
    private = {fact.name for fact in answer.facts if fact.private}
    assert {"ann may hold", "ann by class", "bob may hold", "bob by class"} <= private
    assert not private & {name for name, _ in shown[0]}


@pytest.mark.slow
@pytest.mark.parametrize("triple", [(0.6, 0.25, 0.15), (0.05, 0.75, 0.2), (0.3, 0.3, 0.4)])
def test_mcts_review_15_predicted_frequencies_approach_those_of_a_script(triple: tuple[float, float, float]) -> None:
    bot = started("aki-realbot")
    chance = np.random.default_rng(1)
    bets = triple[2] / (triple[1] + triple[2])
    for _ in range(300):
        hand = Hand(limit(3), DEAL, players=IDS)
        bot.start_hand(hand.view(HERO))
        while not hand.over:
            to_call, number = hand.legal.call, chance.random()
            if hand.actor:
                hand.act("r" if hand.raises == 0 and number < 0.4 else "c")
            elif to_call:
                hand.act("f" if number < triple[0] else "c" if number < triple[0] + triple[1] else "r")
            else:
                hand.act("r" if number < bets else "c")
        bot.end_hand(hand.view(HERO))
    for to_call in (1, 2):
        assert bot.models.predictor("ann").predict(seen(to_call)) == pytest.approx(np.array(triple), abs=0.1)
    assert bot.models.predictor("ann").predict(seen(0)) == pytest.approx(np.array([0, 1 - bets, bets]), abs=0.08)


def test_mcts_review_16_calls_and_raises_are_simulated_separately(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, list[int]]] = []

    def noted(request: SimulationRequest, **named: Any) -> SimulationResult:
        asked.append((named["seed"], list(request.raises)))
        return simulate(request, **named)

    monkeypatch.setattr(simbot_module, "simulate", noted)
    answer = decided(started("aki-realbot(trials=32)"), "")
    assert [raises for _, raises in asked] == [[], [20]]
    assert asked[0][0] != asked[1][0]
    assert facts(answer)["trials"] == 64
    asked.clear()
    decided(started("simbot(trials=32)"), "")
    assert [raises for _, raises in asked] == [[20]]


@pytest.mark.parametrize("spec", [*SPECS, "aki-realbot(trials=64, bounds=off)"])
def test_mcts_review_16_the_nuts_raise_on_the_river(spec: str) -> None:
    """Except Poki's second raise: its rules raise only while there are fewer than two bets."""
    for actions in (RIVER + "c c", RIVER + "r c", *[RIVER + "r r"] * (spec != "poki")):
        assert decided(started(spec), actions, NUTS).action.kind is ActionKind.RAISE


def test_mcts_review_16_a_raiser_is_dealt_better_hands() -> None:
    """So a call is worth less than against random hands."""
    values = {}
    for reweighting in ("triples", "off"):
        bot = started(f"aki-realbot(trials=600, reweighting={reweighting})")
        values[reweighting] = decided(bot, "c c c / r c c / r c c / r f", "7c2d KsKd 9h8h / Ac9dQh / 4s / 3d").values[
            CALL
        ]
    assert values["triples"] < values["off"] - 10


def weakness(folds: int, others: int, spec: str = "aki-realbot") -> float:
    """The weakness of a player who folded to ``folds`` bets and not to ``others``."""
    bot = started(spec)
    assert isinstance(bot, AkiRealBot)
    for kind, count in ((ActionKind.FOLD, folds), (ActionKind.CALL, others)):
        for _ in range(count):
            bot.models.predictor("ann").learn(seen(1), kind)
    return bot._weakness_of("ann")


@pytest.mark.parametrize(
    ("folds", "others", "wanted"),
    [
        (0, 0, 0.0),
        (0, 60, 60 / 90),
        (60, 0, 60 / 90),
        (6, 54, 0.5 * 60 / 90),
        (48, 12, 0.5 * 60 / 90),
        (24, 36, 0.0),
        (12, 48, 0.0),
        (36, 24, 0.0),
        (0, 3, 3 / 33),
    ],
)
def test_mcts_review_17_both_too_many_and_too_few_folds_are_weak(folds: int, others: int, wanted: float) -> None:
    assert weakness(folds, others) == pytest.approx(wanted)


def test_mcts_review_17_the_bounds_of_weakness_can_be_set() -> None:
    assert weakness(50, 50) == 0
    assert weakness(50, 50, "aki-realbot(folds_easily=0.4)") > 0
    assert weakness(50, 50, "aki-realbot(folds_never=0.9)") > 0
    assert weakness(0, 10, "aki-realbot(doubt=0)") == 1


def test_mcts_review_17_the_weakest_active_opponent_counts() -> None:
    bot = started("aki-realbot(trials=16)")
    for _ in range(70):
        bot.models.predictor("ann").learn(seen(1), ActionKind.CALL)
    saved = bot.save()
    assert facts(decided(bot, "c c c / r c"))["weakness"] == pytest.approx(71 / 101)
    bot = started("aki-realbot(trials=16, bounds=off)")
    bot.load(saved)
    assert facts(decided(bot, "c c c / r c"))["weakness"] == 0
    bot = started("aki-realbot(trials=16)")
    bot.load({"ann": saved["ann"]})
    assert facts(decided(bot, "c f c / r"))["weakness"] == 0


@pytest.mark.parametrize(
    ("call", "raise_", "strong", "weak"),
    [
        (-4.0, -9.5, FOLD, CALL),
        (-6.0, -9.0, FOLD, FOLD),
        (-6.0, -4.0, FOLD, RAISE),
        (5.0, 1.0, CALL, RAISE),
        (5.0, -1.0, CALL, CALL),
        (5.0, 6.0, RAISE, RAISE),
    ],
)
def test_mcts_review_17_bounds_shift_with_weakness(call: float, raise_: float, strong: Action, weak: Action) -> None:
    """A small bet is 10 chips."""
    view = Hand(limit(3), DEAL, players=IDS).view(HERO)
    bot = started("aki-realbot(fold_bound=0.5, raise_bound=0.5)")
    assert isinstance(bot, AkiRealBot)
    result = simulated({FOLD: 0.0, CALL: call, RAISE: raise_})
    assert bot._choose_with_bounds(view, result, 0.0) == strong
    assert bot._choose_with_bounds(view, result, 1.0) == weak


F, C, R = ActionKind
CALLER, FOLDER, BETWEEN = (C,) * 19 + (R,), (F,) * 18 + (R,) * 2, (F,) * 8 + (C,) * 6 + (R,) * 6


def hands_played(weak: tuple[ActionKind, ...], bounds: str) -> tuple[int, int]:
    """How many bad hands hero plays when bob bets the flop and ann is still to act, and out of how many."""
    players = ("bob", "hero", "ann")
    bot = started(f"aki-realbot(trials=24, fold_bound=2, bounds={bounds})", players)
    for name, kinds in (("ann", weak), ("bob", (F,) * 5 + (C,) * 10 + (R,) * 5)):
        for kind in kinds * 10:
            for bets in (1, 2):
                bot.models.predictor(name).learn(seen(bets), kind)
            bot.models.predictor(name).learn(seen(0), C if kind is F else kind)
    saved = bot.save()
    mine = [f"{high}{one}{low}{two}" for high in "68J" for low in "35" for one, two in ("cd", "ds", "sh")]
    folds = 0
    for number, cards in enumerate(mine):
        bot.models.predictors.clear()
        bot.load(saved)
        deal = f"AcAd {cards} AhAs / Kc9dKh / 2s / Qc"
        folds += decided(bot, "c c c / r", deal, players=players, seed=number).action == FOLD
    return len(mine) - folds, len(mine)


@pytest.mark.slow
@pytest.mark.parametrize("weak", [CALLER, FOLDER])
def test_mcts_review_17_with_bounds_it_plays_more_hands_against_weak_players(weak: tuple[ActionKind, ...]) -> None:
    bounded, hands = hands_played(weak, "on")
    plain, _ = hands_played(weak, "off")
    assert bounded >= plain + hands // 5


def test_mcts_review_17_against_other_players_bounds_change_nothing() -> None:
    assert hands_played(BETWEEN, "on") == hands_played(BETWEEN, "off")


@pytest.mark.parametrize(("income", "wanted"), [("roll-outs", "make0"), ("iterated", "make1")])
def test_poki_23_income_rates_come_from_plain_or_iterated_roll_outs(income: str, wanted: str) -> None:
    """First of seven to act with A7o, a hand that is worth more against players who fold than against callers."""
    players = ("sb", "bb", "hero", "d", "e", "f", "g")
    deal = "2c8d 3c9d Ah7c 4s9s KhTs QhJs 6d5s / Kc7d2h / 9c / 4d"
    bot = started(f"poki(income={income})", players)
    assert facts(decided(bot, "", deal, players=players))["strategy"] == wanted


def test_income_rates_also_order_the_hands_that_others_may_hold() -> None:
    """T9s is better against callers, A9o against players who fold; a raiser is more likely to hold the better one."""
    tables = {}
    for income in ("roll-outs", "iterated"):
        bot = started(f"poki(income={income})")
        decided(bot, "r r f")
        weights = bot.models.table(0).weights
        tables[income] = weights[HoleCards.parse("Th9h").index] / weights[HoleCards.parse("Ac9s").index]
    assert tables["roll-outs"] > tables["iterated"] > 0


def test_an_unknown_kind_of_income_rates_is_refused() -> None:
    with pytest.raises(BotError, match="income must be one of roll-outs, iterated, not 'guessed'"):
        parse_bot("poki(income=guessed)")
