"""UCT over the betting of a hand, written plainly: nodes are objects."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist

from railbird.game import Action, ActionKind, Hand
from railbird.search.betting_search import BettingBackup, BettingRules, TurnKind
from tests.reference.simulation import MOST_STEPS, Array, Deal, NativeChance, PlainSimulation, Strengths

STANDARD = NormalDist()


@dataclass
class Edge:
    action: Action | None
    """None at a chance node."""
    share: float = 0.0
    """Of this size among the player's raises."""
    predicted: list[float] = field(default_factory=list)
    child: Node | None = None


@dataclass
class Node:
    kind: TurnKind
    player: int
    pot: int
    certain: bool
    samples: list[float] = field(default_factory=list)
    mean: float = 0.0
    squares: float = 0.0
    """Of distances from the mean."""
    edges: list[Edge] = field(default_factory=list)
    value: float = 0.0
    variance: float = 0.0


def larger_normal(first: tuple[float, float], second: tuple[float, float]) -> tuple[float, float]:
    """Mean and variance of the larger of two independent normal values."""
    (m1, v1), (m2, v2) = first, second
    a = math.sqrt(v1 + v2)
    if a == 0:
        return max(m1, m2), 0.0
    z = (m1 - m2) / a
    below, above, density = STANDARD.cdf(z), STANDARD.cdf(-z), STANDARD.pdf(z)
    mean = m1 * below + m2 * above + a * density
    square = (m1 * m1 + v1) * below + (m2 * m2 + v2) * above + (m1 + m2) * a * density
    return mean, max(square - mean * mean, 0.0)


class PlainBettingSearch:
    """The search of one decision."""

    def __init__(self, asked: PlainSimulation, rules: BettingRules, shares: Array) -> None:
        self.asked, self.rules, self.shares = asked, rules, shares
        self.me = asked.hand.actor
        self.root = self.node(asked.hand, new_round=False)
        self.nodes = [self.root]
        self.thrown_away = 0

    def run(self, iterations: Sequence[int], seed: int) -> PlainBettingSearch:
        for number in iterations:
            chance = NativeChance(self.asked, seed, number)
            deal = self.asked.deal(chance)
            if deal is None:
                self.thrown_away += 1
            else:
                self.iterate(deal, chance.numbers(), self.asked.strengths_in(deal, chance, self.me))
        return self

    def iterate(self, deal: Deal, number: Callable[[], float], strengths: Strengths) -> None:
        hand, path = self.asked.hand_with(deal), [self.root]
        self.spread = (self.root.squares + self.root.pot**2) / max(len(self.root.samples), 1)
        grown = False
        while not grown and path[-1].kind is not TurnKind.END:
            node, street = path[-1], hand.round
            if not node.edges:
                node.edges = self.edges(hand, node, len(path))
            if node.kind is TurnKind.CHANCE:
                edge = node.edges[min(int(strengths(self.me, street) * self.rules.bins), self.rules.bins - 1)]
            else:
                by_value = node.kind is TurnKind.OWN and len(node.samples) >= self.rules.sampled
                edge = self.best(node) if by_value else self.drawn(node, hand, number, strengths)
                assert edge.action
                hand.apply(edge.action.kind, edge.action.to or 0)
            if edge.child is None:
                grown = True
                edge.child = self.node(hand, new_round=hand.round != street)
                self.nodes.append(edge.child)
            path.append(edge.child)
        if path[-1].certain:
            won = float(self.asked.hand.paid[self.me] - hand.paid[self.me])
        elif hand.over:
            won = self.asked.value(hand)
        else:
            won = self.asked.roll_out(hand, number, strengths)
        for node in reversed(path):
            node.samples.append(won)
            before = won - node.mean  # in one pass, as ties between actions are decided by the last bit
            node.mean += before / len(node.samples)
            node.squares += before * (won - node.mean)
            node.value, node.variance = self.backed_up(node)

    def node(self, hand: Hand, *, new_round: bool) -> Node:
        certain = hand.folded[self.me]
        if hand.over or certain:
            return Node(TurnKind.END, -1, hand.pot, certain)
        kind = TurnKind.CHANCE if new_round else TurnKind.OWN if hand.actor == self.me else TurnKind.OTHER
        return Node(kind, hand.actor, hand.pot, certain)

    def edges(self, hand: Hand, node: Node, depth: int) -> list[Edge]:
        if node.kind is TurnKind.CHANCE:
            return [Edge(None) for _ in range(self.rules.bins)]
        legal = hand.legal
        edges = [Edge(Action(ActionKind.FOLD))] if legal.call else []
        edges.append(Edge(Action(ActionKind.CALL)))
        if node is self.root:
            share = 1 / len(self.asked.raises) if self.asked.raises else 0.0
            edges += [Edge(Action(ActionKind.RAISE, amount), share) for amount in self.asked.raises]
        elif legal.most_raise and depth < MOST_STEPS:
            sizes: dict[int, float] = {}
            for bet, share in zip(self.rules.bets, self.shares[hand.actor].tolist(), strict=True):
                amount = self.asked.raise_size(hand, bet)
                sizes[amount] = sizes.get(amount, 0.0) + share
            edges += [Edge(Action(ActionKind.RAISE, amount), share) for amount, share in sizes.items()]
        return edges

    def drawn(self, node: Node, hand: Hand, number: Callable[[], float], strengths: Strengths) -> Edge:
        """By the policy of the player."""
        fold, call, bold = self.asked.choices(hand, strengths(hand.actor, hand.round))
        by_kind = {
            kind: [edge for edge in node.edges if edge.action and edge.action.kind is kind] for kind in ActionKind
        }
        raises = by_kind[ActionKind.RAISE]
        if not raises:
            call, bold = call + bold, 0.0
        for edge in by_kind[ActionKind.FOLD]:
            edge.predicted.append(fold)
        by_kind[ActionKind.CALL][0].predicted.append(max(call, 0.0))
        for edge in raises:
            edge.predicted.append(bold * edge.share)
        first = number()
        if first < fold:
            return by_kind[ActionKind.FOLD][0]
        if not raises or first < 1 - bold:
            return by_kind[ActionKind.CALL][0]
        rest = number()
        for edge in raises:
            if rest < edge.share:
                return edge
            rest -= edge.share
        return raises[-1]

    def best(self, node: Node) -> Edge:
        """UCT+, the first untried action before all."""
        count = max(len(node.samples), 1)
        scale = self.rules.exploration * math.sqrt((node.squares + self.spread) / count)
        log = math.log(count)

        def score(edge: Edge) -> float:
            if edge.child is None:
                return math.inf
            more = scale * math.sqrt(log / len(edge.child.samples))
            return edge.child.value + more + self.rules.uncertainty * math.sqrt(edge.child.variance)

        return max(node.edges, key=score)

    def backed_up(self, node: Node) -> tuple[float, float]:
        """Mean and variance of the value of a node."""
        count = len(node.samples)
        sampled = node.mean, (node.squares + (0 if node.certain else self.spread)) / count**2
        below = [edge for edge in node.edges if edge.child]
        if self.rules.backup is BettingBackup.MEAN or not below:
            return sampled
        values = [(edge.child.value, edge.child.variance) for edge in below if edge.child]
        if node.kind is TurnKind.OWN:
            if count <= self.rules.sampled:
                return sampled
            result = values[0]
            for value in values[1:]:
                result = larger_normal(result, value)
            return result
        by_model = self.rules.backup is BettingBackup.WEIGHTED and node.kind is TurnKind.OTHER
        weights = [math.fsum(edge.predicted) if by_model else len(edge.child.samples) for edge in below if edge.child]
        total = math.fsum(weights)
        if not total:
            return sampled
        shares = [weight / total for weight in weights]
        mean = math.fsum(share * value for share, (value, _) in zip(shares, values, strict=True))
        within = math.fsum(share**2 * variance for share, (_, variance) in zip(shares, values, strict=True))
        between = math.fsum(share * (value - mean) ** 2 for share, (value, _) in zip(shares, values, strict=True))
        return mean, within + between / count
