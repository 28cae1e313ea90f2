"""UCT and Smooth UCT by self-play as the paper tells it: a recursion over histories, a table for each player.

Heinrich and Silver (2015), "Smooth UCT search in computer poker". Random numbers are drawn in the order of play.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field

from railbird.abstraction.public_tree import DEAL, DECISION, FOLDED
from railbird.extensive import CHANCE, NOBODY, RandomStream
from railbird.extensive.logarithm import log_of
from railbird.solve.buckets import BucketGame
from tests.reference.cfr import History


@dataclass
class Tried:
    """What one player knows about an information set."""

    visits: list[int]
    totals: list[float]


@dataclass
class PlainPlayers:
    """How the players choose, and what they have learned. ``exploration`` is in the unit of the payoffs."""

    exploration: float
    gamma: float
    eta: float
    decay: float
    tables: dict[tuple[int, object], Tried] = field(default_factory=dict)
    outside: set[int] = field(default_factory=set)

    def act(self, player: int, name: object, actions: int, random: RandomStream) -> int:
        """Choose an action; note whether the player leaves their table."""
        if player in self.outside:
            return random.below(actions)
        known = self.tables.get((player, name))
        if known is None:
            self.tables[player, name] = Tried([0] * actions, [0.0] * actions)
            self.outside.add(player)
            return random.below(actions)
        count = sum(known.visits)
        eta = max(self.gamma, self.eta / (1 + self.decay * math.sqrt(count)))
        if eta < 1 and random.uniform() >= eta:
            drawn = random.below(count)
            return next(a for a in range(actions) if drawn < sum(known.visits[: a + 1]))
        if 0 in known.visits:
            return known.visits.index(0)
        bounds = [
            total / visits + self.exploration * math.sqrt(log_of(count) / visits)
            for visits, total in zip(known.visits, known.totals, strict=True)
        ]
        return bounds.index(max(bounds))

    def learn(self, player: int, name: object, action: int, payoff: float) -> None:
        known = self.tables[player, name]
        known.visits[action] += 1
        known.totals[action] += payoff


def play_history(players: PlainPlayers, node: History, random: RandomStream) -> list[float]:
    """One episode from a node on."""
    if node.turn == NOBODY:
        return node.payoffs
    if node.turn == CHANCE:
        rest, drawn = random.uniform() - node.chances[0], 0
        while rest >= 0 and drawn < len(node.children) - 1:
            drawn += 1
            rest -= node.chances[drawn]
        return play_history(players, node.children[drawn], random)
    in_tree = node.turn not in players.outside
    action = players.act(node.turn, node.name, len(node.children), random)
    payoffs = play_history(players, node.children[action], random)
    if in_tree:
        players.learn(node.turn, node.name, action, payoffs[node.turn])
    return payoffs


def bucket_episode(players: PlainPlayers, game: BucketGame, random: RandomStream) -> None:
    """One episode of an abstract game."""
    tree, size = game.tree, game.cards.counts[-1]
    meetings = game.tables.meetings.ravel().tolist()
    sums = [0.0]
    for each in meetings:
        sums.append(sums[-1] + each)
    pair = bisect_right(sums, random.uniform() * sums[-1]) - 1
    last = divmod(pair, size)
    share = game.tables.wins.ravel()[pair] / meetings[pair]

    def bucket(player: int, street: int) -> int:
        found = last[player]
        for later in range(len(game.cards.counts) - 1, street, -1):
            parents = game.cards.parents[later]
            assert parents is not None
            found = int(parents[found])
        return found

    def play(node: int) -> float:
        """What the first player gets."""
        children = [int(tree.children[edge]) for edge in tree.edges(node)]
        if tree.kind[node] == DEAL:
            return play(children[0])
        actor, stake = int(tree.actor[node]), float(game.stakes[node])
        if tree.kind[node] == FOLDED:
            return -stake if actor == 0 else stake
        if tree.kind[node] != DECISION:
            return float(stake * share)
        in_tree = actor not in players.outside
        name = (node, bucket(actor, int(tree.round[node])))
        action = players.act(actor, name, len(children), random)
        payoff = play(children[action])
        if in_tree:
            players.learn(actor, name, action, payoff if actor == 0 else -payoff)
        return payoff

    play(0)


def episodes(players: PlainPlayers, count: int, one: Callable[[PlainPlayers], object]) -> None:
    for _ in range(count):
        players.outside.clear()
        one(players)
