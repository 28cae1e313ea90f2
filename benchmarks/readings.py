"""Bots that read hands: roll-outs, one decision, and whole matches."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from unittest import mock

import numpy as np

from benchmarks.harness import Contestant, Task
from benchmarks.matches import played_by
from railbird.agent import MatchStart
from railbird.bots.newbot import NewBot
from railbird.gallery import parse_bot
from railbird.game import Hand, limit
from railbird.models.poki.opponents import OpponentModels
from railbird.models.poki.policy_tables import strengths_on
from railbird.models.predictors import make_predictor
from railbird.policies.poki.hand_values import hand_values
from railbird.search.simulation import SimulationRequest, SimulationResult, simulate
from railbird.strength import boards

TRIALS, ITERATIONS = 20_000, 20_000
DECISIONS = {
    "pre-flop": "AhKh QsQd 9c8c / Kc7d2h / 9s / 4d; ",
    "on the flop": "AhKh QsQd 9c8c / Kc7d2h / 9s / 4d; c c c / c r",
    "on the river": "AhKh QsQd 9c8c / Kc7d2h / 9s / 4d; c c c / c r c c / c c c / c r",
}


def readings() -> Iterator[Task]:
    for where, text in DECISIONS.items():
        yield Task(
            f"Roll-outs with hands that play by their strength, three players, {where}, one core",
            [_roll_outs(text)],
            unit="trials/s",
            per_second=True,
            target="15,000 trials/s" if "flop" in where and "on" in where else "none",
        )
    for game, target in (("limit(players=3)", "20,000"), ("nolimit(players=3, stack=100bb)", "10,000, three sizes")):
        yield Task(
            f"NewBot's search on the flop, {game}, {ITERATIONS:,} iterations, one core",
            [_searched(game)],
            unit="iterations/s",
            per_second=True,
            target=target,
        )
    title = "Simbot's whole decision with 500 trials on the flop, three players"
    yield Task(title, [_decision()], unit="s", target="35 ms")
    for bot, others, hands, target in (
        ("poki", ("simple", "simple"), 2_000, "100 hands/s with warm caches"),
        ("poki", ("always-call", "always-call"), 1_000, "none"),
        ("simbot", ("simple", "simple"), 500, "none"),
        ("aki-realbot", ("simple", "simple"), 300, "none"),
    ):
        yield played_by(bot, others, hands, target)
    cold = played_by("poki", ("simple", "simple"), 500, "none")
    (warm,) = cold.contestants
    title = "poki against simple and simple, 500 hands, one core, with warm caches and with none at all"
    contestants = [replace(warm, name="railbird, warm"), replace(warm, name="railbird, cold", work=_cold(warm.work))]
    yield replace(cold, title=title, contestants=contestants)


def _cold(work: Callable[[], object]) -> Callable[[], object]:
    """The same work with empty strength caches."""

    def run() -> object:
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, RAILBIRD_CACHE=folder):
            boards.forget()
            hand_values.cache_clear()
            return work()

    return run


def _models(hand: Hand) -> OpponentModels:
    models = OpponentModels(lambda: make_predictor("voting"))
    models.begin_hand(Hand(hand.game, hand.deal).view(hand.actor))
    models.watch(hand.view(hand.actor))
    return models


def _simulated(hand: Hand, models: OpponentModels, trials: int) -> SimulationResult:
    view = hand.view(hand.actor)
    now = models.tracker.situation()
    weights = np.stack([models.table(position).weights for position in range(hand.game.players)])
    request = SimulationRequest(
        decision=models.tracker.hand,
        hole=view.hole_bytes[view.position],
        board=view.board_bytes,
        weights=weights,
        strengths=strengths_on(view.board_bytes),
        policies=models.roll_out_tables(view, now),
        raises=[view.legal.least_raise],
    )
    return simulate(request, trials=trials)


def _searched(game: str) -> Contestant:
    bot = parse_bot(f"newbot(iterations={ITERATIONS})").make()
    bet = "r10" if game.startswith("limit") else "r200"
    hand = Hand.parse(f"{game}; 9c8c QsQd AhKh / Kc7d2h / 9s / 4d; c c c / c {bet}")
    bot.start_match(MatchStart(hand.game, hand.players, hand.actor))
    bot.start_hand(Hand(hand.game, hand.deal).view(hand.actor))
    assert isinstance(bot, NewBot)
    view = hand.view(hand.actor)
    bot.act(view)
    size = bot.search(view)
    name = f"railbird, {size.bytes / len(size.tree()):.0f} bytes a node"
    return Contestant(name, lambda: bot.search(view), units=ITERATIONS, ours=True)


def _roll_outs(text: str) -> Contestant:
    hand = Hand.parse(f"{limit(3)}; {text}")
    models = _models(hand)
    return Contestant("railbird", lambda: _simulated(hand, models, TRIALS), units=TRIALS, ours=True)


def _decision() -> Contestant:
    bot = parse_bot("simbot").make()
    hand = Hand.parse(f"{limit(3)}; {DECISIONS['on the flop']}")
    bot.start_match(MatchStart(hand.game, hand.players, hand.actor))
    bot.start_hand(Hand(hand.game, hand.deal).view(hand.actor))
    return Contestant("railbird", lambda: bot.act(hand.view(hand.actor)), ours=True)
