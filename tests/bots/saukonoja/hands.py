"""Hands for the tests of Saukonoja's bot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import numpy as np

from railbird.agent import Decision, MatchStart, Streams
from railbird.arena import MatchDefinition
from railbird.arena.leg import Chunk, LegRunner
from railbird.bots.saukonoja import Saukonoja
from railbird.bots.saukonoja.estimators import Estimator, EstimatorInputs
from railbird.bots.saukonoja.settings import ESTIMATORS, PREFLOP, STRENGTHS, WINS
from railbird.gallery import parse_bot
from railbird.game import Game, Hand, Rules, SeededDealing, Showing, limit
from railbird.game.events import PARTS as CHIP
from railbird.models.saukonoja.action_chains import ActionChains

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
    """A random hand; hero takes each position in turn."""
    turn = number % game.players
    return Hand(game, SeededDealing(seed).deal(game, number), players=IDS[: game.players][turn:] + IDS[:turn])


def watched(bot: Saukonoja, game: Game, count: int, seed: int = 1) -> Iterator[Hand]:
    """Random hands that a bot watched, sometimes after each action, sometimes only at the end."""
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
    """Hero's decision after some actions, in any position, and the hand."""
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
    """What the first player won, in small bets per hand."""
    return float(np.mean([payoffs[0] for payoffs in chunk.payoffs])) / CHIP / 10


def sums(chains: ActionChains) -> dict[str, list[float]]:
    state = chains.state()
    beginnings = bytes(state["chains"]).decode().split("\n")
    return dict(zip(beginnings, state["sums"].tolist(), strict=True)) if len(chains) else {}


def inputs_after(bot: Saukonoja, actions: str, cards: str = "", game: Game | None = None) -> EstimatorInputs:
    """The inputs of an estimator after some actions."""
    _, hand = decided(bot, actions, cards, game)
    return bot._inputs(hand.view(hand.position_of("hero")), bot.memory.tracker.situation())


def all_decisions(
    spec: str, count: int, game: Game | None = None, estimator: Estimator | None = None
) -> Iterator[tuple[Decision, Hand]]:
    """All decisions of a bot against random players, with its own estimator or another."""
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
