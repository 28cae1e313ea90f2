"""Magpie, Vexbot and BRPlayer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from railbird.agent import Bot, Decision, MatchStart, Streams, check_bot
from railbird.arena import DealingScheme, Entrant, MatchDefinition
from railbird.arena.leg import LegRunner
from railbird.bots.lain import Lain, LainSettings
from railbird.bots.magpie import Magpie, MagpieSettings
from railbird.bots.shared.chance_bot import ChanceBot
from railbird.bots.shared.context_bot import ContextBot
from railbird.bots.vexbot import BRPlayer, BRPlayerSettings, Vexbot, VexbotSettings
from railbird.cards import parse_cards
from railbird.errors import BotError, ModelError
from railbird.gallery import parse_bot
from railbird.game import CALL, Game, Hand, Rules, Showing, limit, nolimit
from railbird.models.saved_arrays import read_arrays, write_arrays

IDS = ("ann", "bob", "magpie")


def cards(text: str) -> bytes:
    return bytes(int(card) for card in parse_cards(text))


def started(kind: type[ChanceBot] = Magpie, settings: object = None, game: Game | None = None) -> ChanceBot:
    bot = kind(settings)
    chosen = game or limit(3)
    bot.start_match(MatchStart(chosen, IDS[3 - chosen.players :], chosen.players - 1))
    return bot


def hand_of(text: str, game: Game | None = None) -> Hand:
    dealt, _, actions = text.partition(";")
    hand = Hand(game or limit(3), dealt.strip(), players=IDS)
    hand.play(actions)
    return hand


def rate(bots: str, hands: int, seed: int = 3) -> float:
    """The first bot's win rate, in small bets per hand."""
    entrants = tuple(Entrant(parse_bot(bot), player=f"{index}") for index, bot in enumerate(bots.split(" + ")))
    definition = MatchDefinition(
        game=limit(len(entrants)), entrants=entrants, hands=hands, seed=seed, dealing=DealingScheme.PLAIN
    )
    chunk = LegRunner(definition, definition.leg(0)).run(1e9)
    assert not chunk.faults
    return float(np.mean([payoff[0] for payoff in chunk.payoffs])) / 25_200


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "games"),
    [
        (Magpie, [limit(), limit(3), limit(4)]),
        (Vexbot, [limit()]),
        (BRPlayer, [limit()]),
        (lambda: Magpie(MagpieSettings(cap=2, levels="off", situations=False)), [limit(3)]),
        (lambda: Lain(LainSettings(pooling="s4+s1", decay=0.9, after_fold=True, shared=True)), [limit(3)]),
        (lambda: Lain(LainSettings(fold_seed=1, raise_seed=1, temperature=0.5, cap="1")), [limit(3)]),
    ],
)
def test_they_are_legal_reproducible_save_and_do_not_peek(make: type[Bot], games: list[Game]) -> None:
    report = check_bot(make, games=games, hands=60)
    assert report.passed, str(report)


@pytest.mark.parametrize("kind", [Vexbot, BRPlayer])
def test_vexbot_and_brplayer_play_heads_up(kind: type[Bot]) -> None:
    assert kind().plays(limit())
    assert not kind().plays(limit(3))
    assert not kind().plays(nolimit())


UNCAPPED = limit(3, rules=Rules(uncapped_heads_up=True))


@pytest.mark.slow
@pytest.mark.parametrize("game", [limit(3, stack=40), limit(2, stack=25), limit(6), limit(10), UNCAPPED])
def test_magpie_plays_with_short_stacks_full_tables_and_any_number_of_bets(game: Game) -> None:
    report = check_bot(Magpie, games=[game], hands=12)  # at least once in each position
    assert report.passed, str(report)


@pytest.mark.slow
def test_it_beats_callers_raisers_and_simple_bots_within_a_thousand_hands() -> None:
    assert rate("magpie + always-call + always-call", 500) > 1.0
    assert rate("magpie + always-raise + always-raise", 500) > 1.5
    assert rate("magpie + simple(bluff=off) + simple", 1000) > 0.25
    assert rate("vexbot + always-call", 1000) > 0.5
    assert rate("brplayer + simple", 1000) > 0.1


def test_lain_40_it_learns_from_the_betting_after_its_own_fold() -> None:
    text = "7c2d KsKd 8h3s / Ac9dQh / 4s / 3d; f c c / r c / c c / c c"
    shown = {}
    for after_fold in (True, False):
        bot = started(settings=MagpieSettings(after_fold=after_fold))
        bot.end_hand(hand_of(text).view(2))
        shown[after_fold] = [leaf for _, model in bot.models.models_of("bob") for leaf in model.shown_leaves]
    assert len(shown[True]) == 1
    assert not shown[False]


def test_counts_decay_every_hundred_hands() -> None:
    bot = started(settings=MagpieSettings(decay=0.5))
    hand = hand_of("7c2d KsKd 8h3s / Ac9dQh / 4s / 3d; c c c / c c c / c c c / c c c")
    for _ in range(99):
        bot.end_hand(hand.view(2))
    (model,) = [model for _, model in bot.models.models_of("ann")]
    node = model.counted_nodes[0]
    assert model.counted(node) == 99
    bot.end_hand(hand.view(2))
    assert model.counted(node) == 50


def test_hidden_hands_are_spread() -> None:
    game = limit(3, rules=Rules(showing=Showing.MUCK))
    hand = hand_of("AhAs KsKd 7c2d / Ac9dQh / 4s / 3d; c c c / c c c / c c c / c c c", game)
    for spread in (True, False):
        bot = started(settings=MagpieSettings(spread=spread), game=game)
        bot.end_hand(hand.view(2))
        shown = {
            player: sum(len(model.shown_leaves) for _, model in bot.models.models_of(player))
            for player in ("ann", "bob")
        }
        assert shown == {"ann": 1, "bob": int(spread)}


def test_a_preflop_plan_is_recomputed_when_enough_was_learned() -> None:
    bot = started(settings=MagpieSettings(refresh=0.5, explore=0.0))
    hand = hand_of("7c2d KsKd AhAs / Ac9dQh / 4s / 3d;")
    bot.act(hand.view(2))
    first = bot._plans[0, IDS]
    bot.act(hand.view(2))
    assert bot._plans[0, IDS] is first
    over = hand_of("7c2d KsKd AhAs / Ac9dQh / 4s / 3d; c c c / c c c / c c c / c c c")
    bot.end_hand(over.view(2))
    bot.act(hand.view(2))
    assert bot._plans[0, IDS] is not first


def test_actions_that_look_slightly_worse_are_tried_again() -> None:
    """With more optimism it tries more actions that looked worse."""
    tried = {}
    for explore in (0.0, 5.0):
        bot = started(settings=MagpieSettings(explore=explore))
        hand = hand_of("7c2d KsKd 9h8h / Ac9dQh / 4s / 3d;")
        taken = set()
        for number in range(12):
            bot.streams = Streams(1, number, 2)
            answer = bot.act(hand.view(2))
            assert isinstance(answer, Decision)
            taken.add(answer.action)
        tried[explore] = len(taken)
    assert tried[0.0] == 1
    assert tried[5.0] > 1


def test_brplayer_shows_the_probabilities_of_its_actions() -> None:
    bot = started(BRPlayer, BRPlayerSettings(temperature=3.0), limit())
    hand = Hand(limit(), "7c2d KsQd / Ac9dQh / 4s / 3d", players=IDS[1:])
    answer = bot.act(hand.view(1))
    assert isinstance(answer, Decision)
    assert sum(answer.probabilities.values()) == pytest.approx(1)
    assert len(answer.probabilities) > 1


def test_lain_16_lain_may_mix_too() -> None:
    bot = Lain(LainSettings(temperature=3.0, fold_seed=1, raise_seed=1))
    bot.start_match(MatchStart(limit(3), IDS, 2))
    bot.streams = Streams(1, 0, 2)
    answer = bot.act(hand_of("7c2d KsKd 9h8h / Ac9dQh / 4s / 3d;").view(2))
    assert isinstance(answer, Decision)
    assert sum(answer.probabilities.values()) == pytest.approx(1)
    assert len(answer.probabilities) > 1


def test_games_with_large_chips_or_few_bets_are_searched_unchanged() -> None:
    values = []
    for game in (limit(3), limit(3, blinds=(10_000_000, 20_000_000), stack="100bb")):
        hand = Hand(game, "7c2d KsKd AhAs / Ac9dQh / 4s / 3d", players=IDS)
        answer = started(game=game).act(hand.view(2))
        assert isinstance(answer, Decision)
        values.append([value / game.blinds[1] for value in answer.values.values()])
    assert values[0] == pytest.approx(values[1], rel=1e-4)
    few = started(game=limit(3, cap=2))
    assert few._betting.game.most_raises == limit(3, cap=2).most_raises


def test_a_decision_explains_what_each_opponent_is_expected_to_do() -> None:
    """Hand rank, betting sequence, values, expected actions and the expected histogram, with their observations."""
    bot = started()
    over = hand_of("7c2d KsKd AhAs / Ac9dQh / 4s / 3d; c c c / r c c / c c c / c c c")
    for _ in range(3):
        bot.end_hand(over.view(2))
    answer = bot.act(hand_of("7c2d KsKd AhAs / Ac9dQh / 4s / 3d; c c c / r c").view(2))
    assert isinstance(answer, Decision)
    facts = {fact.name: fact for fact in answer.facts}
    assert facts["hand rank"].private
    assert facts["betting sequence"].value == "cccrc"
    assert "(seen 3 here)" in str(facts["next action of ann"].value)
    assert "call" in str(facts["next action of ann"].value)
    assert str(facts["shown by bob"].value).startswith("|")
    assert "mean rank" in str(facts["shown by bob"].value)
    assert CALL in answer.values
    assert not any("hand rank" in fact.name for fact in answer.public().facts)


def learned(bot: str, hands: int, seed: int) -> tuple[MatchDefinition, dict[str, bytes]]:
    entrants = tuple(
        Entrant(parse_bot(each), player=name) for name, each in zip(IDS, ("simple", "jag", bot), strict=True)
    )
    definition = MatchDefinition(game=limit(3), entrants=entrants, hands=hands, seed=seed, dealing=DealingScheme.PLAIN)
    chunk = LegRunner(definition, definition.leg(0)).run(1e9)
    return definition, chunk.learned[2]


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["lain", "magpie", "magpie(decay=0.5)", "lain(decay=0.7, pooling=s2+s1)"])
def test_a_loaded_bot_makes_the_same_decisions(bot: str) -> None:
    """Also a hundred hands later, with everything learned in between."""
    definition, state = learned(bot, 260, 5)
    longer = replace(definition, hands=360)
    through = LegRunner(longer, longer.leg(0)).run(1e9).hands
    resumed = LegRunner(longer, longer.leg(0), start=260, learned={2: state}).run(1e9).hands
    assert resumed == through[260:]


def made(bot: str, *states: dict[str, bytes]) -> ContextBot:
    player = parse_bot(bot).make()
    assert isinstance(player, ContextBot)
    player.start_match(MatchStart(limit(3), IDS, 2))
    for state in states:
        player.load(state)
    return player


@pytest.mark.parametrize("bot", ["lain", "magpie"])
def test_merged_states_make_the_same_decisions_in_any_order(bot: str) -> None:
    (_, one), (_, two) = learned(bot, 150, 1), learned(bot, 150, 2)
    first, second = made(bot, one, two), made(bot, two, one)
    hand = hand_of("7c2d KsKd AhJs / Ac9dQh / 4s / 3d; c c c / r c")
    answers = [each.act(hand.view(2)) for each in (first, second)]
    assert isinstance(answers[0], Decision)
    assert isinstance(answers[1], Decision)
    assert answers[0].values == pytest.approx(answers[1].values)
    parts = [counted(made(bot, state)) for state in (one, two)]
    assert counted(first) == pytest.approx(sum(parts))


def counted(bot: ContextBot) -> float:
    """The total of ann's counted actions."""
    return sum(model.counted(node) for _, model in bot.models.models_of("ann") for node in model.counted_nodes)


@pytest.mark.parametrize("harm", ["cut", "foreign", "no plans", "broken plan"])
def test_a_damaged_or_foreign_state_is_refused(harm: str) -> None:
    _, state = learned("magpie", 60, 1)
    if harm == "cut":
        state = {player: data[:-40] for player, data in state.items()}
    elif harm == "foreign":
        _, state = learned("lain", 60, 1)
    else:
        head, parts = read_arrays(state["magpie"], "")
        if harm == "no plans":
            del head["plans"]
        else:
            parts["plan.0"] = parts["plan.0"][:, :5]
        state["magpie"] = write_arrays(head, parts)
    with pytest.raises(ModelError):
        made("magpie", state)


@pytest.mark.parametrize(
    "spec",
    [
        *("magpie(cap=5)", "magpie(levels=s9)", "magpie(levels=s1+s1)", "magpie(bins=7)", "magpie(trust=1)"),
        *("magpie(decay=0)", "magpie(reach=0.9)", "magpie(explore=-1)", "vexbot(levels=)", "vexbot(temperature=-1)"),
        *("brplayer(refresh=11)", "lain(pooling=s5)", "lain(decay=2)", "lain(cap=0)", "lain(trust=0)"),
    ],
)
def test_invalid_settings_are_refused(spec: str) -> None:
    with pytest.raises(BotError):
        parse_bot(spec)


def test_vexbot_has_three_levels_and_brplayer_five_with_the_context_tree() -> None:
    assert VexbotSettings().levels == "s2+s1"
    assert BRPlayerSettings().levels == "s4+s3+s2+s1"
    assert VexbotSettings().temperature == 0 < BRPlayerSettings().temperature


def test_lain_39_pooling_uses_hands_shown_in_similar_contexts() -> None:
    """LAIN 39: s1 is used where there are no observations."""
    seen = "7c2d KsKd AhAs / Ac9dQh / 4s / 3d; c c c / c c c / c c c / c c c"
    other = "7c2d KsKd 9h8h / Ac9dQh / 4s / 3d; c c c / c c r c c / c c c / c c"
    values = {}
    for pooling in ("off", "s1"):
        bot = Lain(LainSettings(pooling=pooling))
        bot.start_match(MatchStart(limit(3), IDS, 2))
        for _ in range(60):
            bot.end_hand(hand_of(seen).view(2))
        answer = bot.act(hand_of(other).view(2))
        assert isinstance(answer, Decision)
        values[pooling] = answer.values[CALL]
    assert values["off"] != pytest.approx(values["s1"])
