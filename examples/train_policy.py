"""Train a small policy for heads-up limit hold'em with NumPy, seat it as a bot, and rate it.

A network of one hidden layer plays at 1,024 tables at once, most of them against a player that always calls, the rest
against a random one. It follows the policy gradient with a learned baseline (advantage actor-critic). A few minutes on
two cores. The same seed gives the same policy.

    python examples/train_policy.py
    railbird match "./examples/train_policy.py:Trained(weights=trained.npz)" simple
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

import railbird as rb
from railbird.envs import Encoding, PokerVectorEnv

Floats = NDArray[np.float32]
Weights = dict[str, Floats]
GAME = "limit"
TABLES = {"always-call": 896, "random": 128}
"""By opponent. The random one folds so often that against it alone, any two cards are worth a raise."""
STEPS = 8
"""Decisions at each table between two updates."""
HIDDEN = 64
RATE = 5e-3
"""How far the first step goes; the last ones go nowhere."""
ENTROPY = 0.005
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
        self.rate = RATE

    def step(self, weights: Weights, towards: Weights) -> None:
        """Change the weights."""
        self.steps += 1
        for name, slope in towards.items():
            self.means[name] += 0.1 * (slope - self.means[name])
            self.squares[name] += 0.001 * (slope**2 - self.squares[name])
            mean = self.means[name] / (1 - 0.9**self.steps)
            weights[name] += self.rate * mean / (np.sqrt(self.squares[name] / (1 - 0.999**self.steps)) + 1e-8)


class Practice:
    """Tables against each opponent, played together."""

    def __init__(self, encoding: Encoding, seed: int) -> None:
        self.parts = [
            PokerVectorEnv(count, encoding, [opponent], autoreset_mode="SameStep") for opponent, count in TABLES.items()
        ]
        self.first = np.cumsum(list(TABLES.values()))[:-1]
        """The first table against each opponent but the first."""
        starts = [envs.reset(seed=seed + number * 2**32)[0] for number, envs in enumerate(self.parts)]
        self._see(starts)

    def _see(self, parts: list[dict[str, Any]]) -> None:
        self.seen: Floats = np.concatenate([part["observation"] for part in parts])
        self.masks: NDArray[np.int8] = np.concatenate([part["action_mask"] for part in parts])

    def step(self, actions: NDArray[np.int32]) -> tuple[Floats, NDArray[np.bool_]]:
        """The rewards, and where a hand has ended."""
        answers = [envs.step(part) for envs, part in zip(self.parts, np.split(actions, self.first), strict=True)]
        self._see([answer[0] for answer in answers])
        rewards = REWARD * np.concatenate([answer[1] for answer in answers])
        return rewards.astype(np.float32), np.concatenate([answer[2] for answer in answers])


def draw(shares: Floats, random: np.random.Generator) -> NDArray[np.int32]:
    """An action for each row, by its probability. An illegal one has the probability 0."""
    bounds = shares.cumsum(axis=1)
    chosen = bounds <= random.random((len(shares), 1)) * bounds[:, -1:]
    return np.asarray(chosen.sum(axis=1), np.int32)


def train(updates: int, seed: int) -> Weights:
    """Train a policy, and print what it wins on the way."""
    random, encoding = np.random.default_rng(seed), Encoding(GAME)
    weights = fresh_weights(encoding, random)
    adam, practice = Adam(weights), Practice(encoding, seed)
    won: list[list[float]] = []
    for update in range(1, updates + 1):
        adam.rate = RATE * (1 - (update - 1) / updates)
        history, rewards, ends = [], [], []
        for _ in range(STEPS):
            actions = draw(evaluate(weights, practice.seen, practice.masks)[1], random)
            history.append((practice.seen, practice.masks, actions))
            reward, ended = practice.step(actions)
            rewards.append(reward)
            ends.append(ended)
        ahead = evaluate(weights, practice.seen, practice.masks)[2]
        returns = []
        for reward, ended in zip(reversed(rewards), reversed(ends), strict=True):
            ahead = np.where(ended, reward, ahead)
            returns.append(ahead)
        seen, masks, taken = (np.concatenate(part) for part in zip(*history, strict=True))
        adam.step(weights, gradient(weights, seen, masks, taken, np.concatenate(returns[::-1])))
        parts = [np.split(np.array(each), practice.first, axis=1) for each in (rewards, ends)]
        won.append([float(paid.sum() / over.sum() / REWARD) for paid, over in zip(*parts, strict=True)])
        if update % max(1, updates // 10) == 0:
            means = zip(TABLES, np.mean(won[-100:], axis=0), strict=True)
            print(
                f"update {update}:", ", ".join(f"{mean:+.2f} sb/h against {name}" for name, mean in means), flush=True
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
        actions = {
            self.encoding.action(view, number): float(shares[0, number]) for number in np.flatnonzero(mask).tolist()
        }
        return rb.Decision(self.random.choices(list(actions), list(actions.values()))[0], probabilities=actions)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--updates", type=int, default=600, help="updates of the policy (default: %(default)s)")
    parser.add_argument("--hands", type=int, default=20_000, help="hands against each opponent (default: %(default)s)")
    parser.add_argument(
        "--rating", type=int, default=500, help="hands against each bot of the panel (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1, help="same seed, same policy (default: %(default)s)")
    parser.add_argument("--output", default="trained.npz", help="where the policy goes (default: %(default)s)")
    given = parser.parse_args()
    np.savez_compressed(given.output, **train(given.updates, given.seed))  # type: ignore[arg-type]
    bot = Trained(TrainedSettings(given.output))
    for opponent in TABLES:
        print(rb.play_match([bot, opponent], hands=given.hands, seed=given.seed))
    print(rb.rate(bot, hands=given.rating, seed=given.seed))


if __name__ == "__main__":
    main()
