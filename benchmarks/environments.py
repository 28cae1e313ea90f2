"""Environments for reinforcement learning: steps with random legal actions, ours and those of peers, on one core."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from benchmarks.harness import Contestant, Task, peer
from railbird._core import RandomStream
from railbird.envs import DEAL, Encoding, TableBatch

TABLES = 1024
STEPS = 100
"""Calls of ``step`` for each turn of a vector environment."""
AGENT_STEPS = 500
"""Actions for each turn of a peer."""


def environments() -> Iterator[Task]:
    yield Task(
        "Heads-up limit hold'em with random legal actions: actions taken, with observations and masks",
        [
            _batch("railbird, TableBatch, all seats", "limit"),
            _vector("railbird, PokerVectorEnv against a random player"),
            _agents("railbird, PettingZoo environment", lambda: _own_agents("limit")),
            *_peer_agents("PettingZoo, texas_holdem_v4", "texas_holdem_v4"),
            *_rlcard("RLCard, limit-holdem", "limit-holdem"),
        ],
        unit="steps/s",
        per_second=True,
        target="1,000,000 steps/s on one core",
    )
    yield Task(
        "Heads-up no-limit hold'em with random legal actions: half the pot, the pot, all-in",
        [
            _batch("railbird, TableBatch, all seats", "nolimit"),
            _agents("railbird, PettingZoo environment", lambda: _own_agents("nolimit")),
            *_peer_agents("PettingZoo, texas_holdem_no_limit_v6", "texas_holdem_no_limit_v6"),
            *_rlcard("RLCard, no-limit-holdem", "no-limit-holdem"),
        ],
        unit="steps/s",
        per_second=True,
    )
    yield Task(
        "Six-player limit hold'em natively",
        [_batch("railbird, TableBatch, all seats", "limit(players=6)")],
        unit="steps/s",
        per_second=True,
    )


def _batch(name: str, game: str) -> Contestant:
    """Actions of all seats; deals are not counted."""
    batch, draws = TableBatch(TABLES, Encoding(game)), RandomStream(1)
    batch.act(np.full(TABLES, DEAL))

    def play() -> int:
        taken = 0
        for _ in range(STEPS):
            actions = batch.random_actions(draws)
            taken += int((actions >= 0).sum())
            batch.act(actions)
        return taken

    return Contestant(name, play, None, ours=True)


def _vector(name: str) -> Contestant:
    """Actions of the learner; steps that deal are not counted."""
    from railbird import _core
    from railbird.envs import PokerVectorEnv

    envs, draws = PokerVectorEnv(TABLES, "limit", ["random"], copy=False), RandomStream(1)
    seen = [envs.reset(seed=1)[0]]

    def play() -> int:
        taken = 0
        for _ in range(STEPS):
            masks = seen[0]["action_mask"]
            taken += int(masks[:, 1].sum())
            seen[0] = envs.step(_core.random_actions(masks, draws))[0]
        return taken

    return Contestant(name, play, None, ours=True)


def _own_agents(game: str) -> Any:
    from railbird.envs import raw_env

    return raw_env(game)


def _agents(name: str, make: Callable[[], Any], *, ours: bool = True) -> Contestant:
    """Actions of the agents of a PettingZoo environment."""
    env, choose = make(), random.Random(1)
    env.reset(seed=1)

    def play() -> None:
        for _ in range(AGENT_STEPS):
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.reset()
                seen = env.last()[0]
            env.step(choose.choice(np.flatnonzero(seen["action_mask"]).tolist()))

    return Contestant(name, play, AGENT_STEPS, ours=ours)


def _peer_agents(name: str, module: str) -> Iterator[Contestant]:
    if peer("pettingzoo") is None or peer("rlcard") is None or peer("pygame") is None:
        return

    def make() -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pettingzoo import classic

            return getattr(classic, module).raw_env()

    yield _agents(name, make, ours=False)


def _rlcard(name: str, game: str) -> Iterator[Contestant]:
    rlcard = peer("rlcard")
    if rlcard is None:
        return
    env: Any = rlcard.make(game, config={"seed": 1})
    choose = random.Random(1)
    state = [env.reset()[0]]

    def play() -> None:
        for _ in range(AGENT_STEPS):
            if env.is_over():
                state[0] = env.reset()[0]
            state[0] = env.step(choose.choice(list(state[0]["legal_actions"])))[0]

    yield Contestant(name, play, AGENT_STEPS)
