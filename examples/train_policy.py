"""Train a small policy for heads-up limit hold'em with NumPy, seat it as a bot, and rate it.

A network of one hidden layer plays at 1,024 tables at once, half of them against a random player, half against one that
always calls, and follows the policy gradient with a learned baseline (advantage actor-critic). A few minutes on two
cores. The same seed gives the same policy.

    python examples/train_policy.py
    railbird match "./examples/train_policy.py:Trained(weights=trained.npz)" simple
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

import railbird as rb
from railbird.envs import Encoding, PokerVectorEnv

Floats = NDArray[np.float32]
Weights = dict[str, Floats]
GAME = "limit"
TABLES = 512
"""Against each opponent."""
STEPS = 32
"""Decisions at each table between two updates."""
HIDDEN = 64
RATE = 1e-3
ENTROPY = 0.01
"""How much a policy gains from being undecided, so that it goes on trying."""
REWARD = 0.1
"""Big blinds are multiplied by this, so that returns are about 1."""


def fresh_weights(encoding: Encoding, random: np.random.Generator) -> Weights:
    """A network that knows nothing: observation, hidden layer, then a score for each action and the value."""
    inner = random.normal(0, encoding.size**-0.5, (encoding.size, HIDDEN))
    outer = random.normal(0, 0.01, (HIDDEN, encoding.actions + 1))
    parts = {"inner": inner, "bias": np.zeros(HIDDEN), "outer": outer, "last": np.zeros(encoding.actions + 1)}
    return {name: part.astype(np.float32) for name, part in parts.items()}


def evaluate(weights: Weights, seen: Floats, masks: NDArray[np.int8]) -> tuple[Floats, Floats, Floats]:
    """The hidden layer, the probabilities of the actions and the value of each observation."""
    hidden = np.maximum(seen @ weights["inner"] + weights["bias"], 0)
    scores = hidden @ weights["outer"] + weights["last"]
    legal = np.where(masks > 0, scores[:, :-1], -np.inf)
    shares = np.exp(legal - legal.max(axis=1, keepdims=True))
    return hidden, shares / shares.sum(axis=1, keepdims=True), scores[:, -1]


def gradient(
    weights: Weights, seen: Floats, masks: NDArray[np.int8], actions: NDArray[np.int32], returns: Floats
) -> Weights:
    """The direction in which the policy wins more, and the value errs less."""
    hidden, shares, values = evaluate(weights, seen, masks)
    rows, count = np.arange(len(seen)), np.float32(len(seen))
    advantages = returns - values
    back = np.zeros((len(seen), shares.shape[1] + 1), np.float32)
    back[:, :-1] = -shares * advantages[:, None]
    back[rows, actions] += advantages
    logs = np.log(np.maximum(shares, 1e-9))
    back[:, :-1] -= ENTROPY * shares * (logs - (shares * logs).sum(axis=1, keepdims=True))
    back[:, -1] = 0.5 * advantages
    back /= count
    inside = (back @ weights["outer"].T) * (hidden > 0)
    return {
        "inner": seen.T @ inside,
        "bias": inside.sum(axis=0),
        "outer": hidden.T @ back,
        "last": back.sum(axis=0),
    }


class Adam:
    """Steps along a gradient (Kingma and Ba 2015)."""

    def __init__(self, weights: Weights) -> None:
        self.means = {name: np.zeros_like(part) for name, part in weights.items()}
        self.squares = {name: np.zeros_like(part) for name, part in weights.items()}
        self.steps = 0

    def step(self, weights: Weights, towards: Weights) -> None:
        """Change the weights."""
        self.steps += 1
        for name, slope in towards.items():
            self.means[name] += 0.1 * (slope - self.means[name])
            self.squares[name] += 0.001 * (slope**2 - self.squares[name])
            mean = self.means[name] / (1 - 0.9**self.steps)
            weights[name] += RATE * mean / (np.sqrt(self.squares[name] / (1 - 0.999**self.steps)) + 1e-8)


def train(updates: int, seed: int) -> Weights:
    """Train a policy, and print what it wins on the way."""
    random, encoding = np.random.default_rng(seed), Encoding(GAME)
    weights = fresh_weights(encoding, random)
    adam = Adam(weights)
    tables = [
        PokerVectorEnv(TABLES, encoding, [opponent], autoreset_mode="SameStep")
        for opponent in ("random", "always-call")
    ]
    starts = [envs.reset(seed=seed + 10_000 * number)[0] for number, envs in enumerate(tables)]
    seen, masks = (np.concatenate([each[name] for each in starts]) for name in ("observation", "action_mask"))
    count = len(seen)
    rewards, ends = np.zeros((STEPS, count), np.float32), np.zeros((STEPS, count), bool)
    for update in range(updates):
        history = []
        for step in range(STEPS):
            shares = evaluate(weights, seen, masks)[1]
            drawn = random.random((count, 1), np.float32)
            actions = (shares.cumsum(axis=1) < drawn).sum(axis=1).astype(np.int32)
            actions = np.where(masks[np.arange(count), np.minimum(actions, 2)] > 0, np.minimum(actions, 2), 1)
            history.append((seen, masks, actions))
            answers = [envs.step(part) for envs, part in zip(tables, np.split(actions, 2), strict=True)]
            seen, masks = (
                np.concatenate([each[0][name] for each in answers]) for name in ("observation", "action_mask")
            )
            rewards[step] = REWARD * np.concatenate([each[1] for each in answers])
            ends[step] = np.concatenate([each[2] for each in answers])
        returns = np.empty_like(rewards)
        ahead = evaluate(weights, seen, masks)[2]
        for step in reversed(range(STEPS)):
            ahead = returns[step] = np.where(ends[step], rewards[step], ahead)
        parts = [np.concatenate(part) for part in zip(*history, strict=True)]
        adam.step(weights, gradient(weights, *parts, returns.reshape(-1)))
        if (update + 1) % max(1, updates // 10) == 0:
            won = [
                (part[ends_part].mean() / REWARD)
                for part, ends_part in zip(np.split(rewards, 2, axis=1), np.split(ends, 2, axis=1), strict=True)
            ]
            print(
                f"update {update + 1}: {won[0]:+.2f} sb/h against random, {won[1]:+.2f} against always-call", flush=True
            )
    return weights


@cache
def load(path: str) -> Weights:
    with np.load(path) as file:
        return dict(file)


@dataclass(frozen=True)
class TrainedSettings:
    weights: str = rb.setting("trained.npz", "a file that examples/train_policy.py has written", "ours")


class Trained(rb.Bot):
    """Plays the policy of a file."""

    Settings = TrainedSettings
    encoding = Encoding(GAME)

    def refusal(self, game: rb.Game) -> str:
        return "" if game == self.encoding.game else "it was trained for heads-up limit hold'em"

    def act(self, view: rb.View) -> rb.Decision:
        mask = self.encoding.mask(view)
        _, shares, _ = evaluate(load(self.settings.weights), self.encoding.observe(view)[None], mask[None])
        actions = {self.encoding.action(view, number): float(shares[0, number]) for number in np.flatnonzero(mask)}
        return rb.Decision(self.random.choices(list(actions), list(actions.values()))[0], probabilities=actions)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--updates", type=int, default=400, help="updates of the policy (default: %(default)s)")
    parser.add_argument("--hands", type=int, default=20_000, help="hands against each opponent (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="same seed, same policy (default: %(default)s)")
    parser.add_argument("--output", default="trained.npz", help="where the policy goes (default: %(default)s)")
    given = parser.parse_args()
    np.savez_compressed(given.output, **train(given.updates, given.seed))  # type: ignore[arg-type]
    bot = Trained(TrainedSettings(given.output))
    for opponent in ("random", "always-call"):
        print(rb.play_match([bot, opponent], hands=given.hands, seed=given.seed))


if __name__ == "__main__":
    main()
