"""Random games with hidden information and perfect recall, and any game as an EFG file for OpenSpiel."""

from __future__ import annotations

import random
from collections.abc import Sequence
from copy import copy as copy_of
from typing import Self

import numpy as np

from railbird.extensive import CHANCE, NOBODY, RandomStream
from railbird.solve import GameTree


class RandomGame:
    """A random game: deals a type to each player, then hides some actions and adds some turns of chance.

    All that a position has is drawn from the seed and the history, or, for what a player must not learn from it, from
    the seed and what they know.
    """

    perfect_information = False
    payoff_range = (-10.0, 10.0)

    def __init__(self, seed: int, players: int = 2, turns: int = 4, *, zero_sum: bool = True) -> None:
        self.seed, self.players, self.turns, self.zero_sum = seed, players, turns, zero_sum
        self._history: list[tuple[int, int]] = []
        """Who acted, and what."""

    def _random(self, *name: object) -> random.Random:
        return random.Random(str((self.seed, *name)))

    @property
    def _acted(self) -> int:
        return sum(turn >= 0 for turn, _ in self._history)

    @property
    def turn(self) -> int:
        history = self._history
        if len(history) < self.players:
            return CHANCE
        end = self._random("end", history).random()
        if self._acted == self.turns or (self._acted > 1 and history[-1][0] != CHANCE and end < 0.2):
            return NOBODY
        if history[-1][0] != CHANCE and self._random("chance", history).random() < 0.3:
            return CHANCE
        return self._random("turn", self._acted).randrange(self.players)

    def legal_actions(self) -> Sequence[int]:
        turn = self.turn
        if turn == NOBODY:
            return ()
        key = self._history if turn == CHANCE else self.information_key(turn)
        return range(self._random("actions", key).randint(2, 3))

    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        weights = [self._random("weight", self._history, action).randint(1, 5) for action in self.legal_actions()]
        return [(action, weight / sum(weights)) for action, weight in enumerate(weights)]

    def apply(self, action: int) -> None:
        self._history.append((self.turn, action))

    def clone(self) -> Self:
        copy = copy_of(self)
        copy._history = self._history[:]
        return copy

    def returns(self) -> Sequence[float]:
        draw = self._random("payoff", self._history)
        payoffs = [float(draw.randint(-10, 10)) for _ in range(self.players)]
        if self.zero_sum:
            payoffs[-1] = -sum(payoffs[:-1])
        return payoffs

    def information_key(self, player: int) -> tuple[object, ...]:
        """The own type, the own actions, and those actions of others that are not hidden."""
        seen: list[object] = [player, self._history[player : player + 1]]
        number = 0
        for turn, action in self._history[self.players :]:
            if turn == CHANCE:
                continue
            number += 1
            hidden = turn != player and self._random("hidden", number).random() < 0.5
            seen.append((number, "?" if hidden else action))
        return tuple(map(str, seen))

    def determinize(self, player: int, random: RandomStream) -> Self:
        raise NotImplementedError

    def action_text(self, action: int) -> str:
        return f"a{action}"


def efg_text(tree: GameTree) -> str:
    """The game as text in Gambit's format, nodes depth first."""
    players = " ".join(f'"{player}"' for player in range(tree.players))
    lines = [f'EFG 2 R "{tree.game}" {{ {players} }}', '""']
    stack = [0]
    while stack:
        node = stack.pop()
        actor = int(tree.actor[node])
        children = range(int(tree.first_child[node]), int(tree.first_child[node] + tree.children[node]))
        if actor == NOBODY:
            lines.append(f't "" {node + 1} "" {{ {" ".join(map(repr, tree.payoffs[node].tolist()))} }}')
        elif actor == CHANCE:
            outcomes = " ".join(f'"o{number}" {float(tree.chance[child])!r}' for number, child in enumerate(children))
            lines.append(f'c "" {node + 1} "" {{ {outcomes} }} 0')
        else:
            number = int(tree.information_set[node])
            own = number - int(np.argmax(tree.set_player == actor)) + 1
            actions = " ".join(f'"{action}"' for action in tree.menus[number])
            lines.append(f'p "" {actor + 1} {own} "{number}" {{ {actions} }} 0')
        stack.extend(reversed(children))
    return "\n".join(lines) + "\n"
