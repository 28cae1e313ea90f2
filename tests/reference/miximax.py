"""Miximax as in figure 3 of Vytřísal 2016, written literally with tries of dictionaries."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from railbird.game import Hand


@dataclass
class Trie:
    """Counts of actions and of shown hands by sequence of letters; one for each player."""

    bins: int = 20
    seeds: tuple[float, float, float] = (0.0, 1.0, 0.0)
    middle: float = 1.0
    counts: dict[str, float] = field(default_factory=dict)
    histograms: dict[str, list[float]] = field(default_factory=dict)

    def action_frequency(self, letters: str) -> float:
        return self.seeds["fcr".index(letters[-1])] + self.counts.get(letters, 0.0)

    def histogram(self, letters: str) -> list[float]:
        if letters not in self.histograms:
            default = [0.0] * self.bins
            default[(self.bins - 1) // 2] = default[self.bins // 2] = self.middle
            self.histograms[letters] = default
        return self.histograms[letters]

    def lower_share(self, letters: str, rank: float) -> float:
        mine = self.histogram(letters)
        return sum(mine[: int(rank * self.bins)]) / sum(mine)

    def add_shown(self, letters: str, rank: float) -> None:
        self.histogram(letters)[min(int(rank * self.bins), self.bins - 1)] += 1

    def add_unknown(self, letters: str, winner_rank: float) -> None:
        """Figures 4 and 5."""
        mine = self.histogram(letters)
        winner = min(int(winner_rank * self.bins), self.bins - 1)
        below = sum(mine[:winner])
        if winner == 0:
            mine[0] += 1
        elif below < 10:
            for index in range(winner):
                mine[index] += 1 / winner
        else:
            for index in range(winner):
                mine[index] += mine[index] / below


def values(
    hand: Hand, letters: str, tries: dict[int, Trie], player: int, rank: float, temperature: float = 0.0
) -> dict[str, float]:
    """The value of each action of the player; the hand is of the abstract game, and is restored."""
    result = {}
    for letter in actions_of(hand):
        act(hand, letter)
        result[letter] = _value(hand, letters + letter, tries, player, rank, temperature)
        hand.undo()
    return result


def _value(hand: Hand, letters: str, tries: dict[int, Trie], player: int, rank: float, temperature: float) -> float:
    if hand.folded[player]:
        return -float(hand.paid[player])
    if hand.over:
        others = [other for other in range(len(hand.players)) if other != player and not hand.folded[other]]
        share = math.prod(tries[other].lower_share(letters, rank) for other in others)
        return share * hand.pot - hand.paid[player]
    if hand.actor == player:
        result = list(values(hand, letters, tries, player, rank, temperature).values())
        best = max(result)
        if not temperature:
            return best
        folding = result[0] if hand.legal.fold else -math.inf
        weights = [math.exp((each - best) / temperature) if each >= folding else 0.0 for each in result]
        return sum(weight * each for weight, each in zip(weights, result, strict=True)) / sum(weights)
    trie = tries[hand.actor]
    frequencies = {letter: trie.action_frequency(letters + letter) for letter in actions_of(hand)}
    total = sum(frequencies.values())
    expected = 0.0
    for letter, frequency in frequencies.items():
        if frequency > 0:
            act(hand, letter)
            expected += frequency / total * _value(hand, letters + letter, tries, player, rank, temperature)
            hand.undo()
    return expected


def actions_of(hand: Hand) -> list[str]:
    legal = hand.legal
    return [*(["f"] if legal.fold else []), "c", *(["r"] if legal.most_raise else [])]


def act(hand: Hand, letter: str) -> None:
    if letter == "f":
        hand.fold()
    elif letter == "c":
        hand.call()
    else:
        hand.raise_to(hand.legal.least_raise)
