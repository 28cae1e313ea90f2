"""Portraits: what was learned about a player, in words and numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction import AbstractBetting, count_showdowns
from railbird.game import ActionKind
from railbird.models.context_trees.context_models import ContextModels

ROUNDS = ("pre-flop", "flop", "turn", "river")


@dataclass(frozen=True, slots=True)
class ActionFrequencies:
    """How often a player folds, calls and raises in a round, facing a bet or not."""

    round: str
    faced: bool
    fold: float
    call: float
    raise_: float
    seen: float
    """Number of decisions observed."""


@dataclass(frozen=True, slots=True)
class Portrait:
    """What was observed of a player."""

    player: str
    actions: float
    showdowns: float | None
    """Hands that they showed; None if the model does not record them."""
    frequencies: tuple[ActionFrequencies, ...]
    mean_rank: float
    """Mean rank of the hands that they showed; NaN if there were none."""
    mean_rank_after_bets: dict[int, float]
    """The same by how many bets and raises they had made."""
    decisions_seen: int
    """Contexts in which they were observed to act."""
    leaves_seen: int
    """Showdown contexts in which they showed a hand."""

    @property
    def words(self) -> str:
        """The portrait in a sentence."""
        if not self.actions:
            return f"Nothing is known about {self.player} yet."
        parts = [_playing(self.frequencies), _betting(self.frequencies), _showing(self)]
        return f"{self.player}: " + ", ".join(part for part in parts if part) + "."


def _share(frequencies: tuple[ActionFrequencies, ...], faced: bool, kind: ActionKind, rounds: slice) -> float | None:
    chosen = [each for each in frequencies if each.faced == faced and each.round in ROUNDS[rounds]]
    seen = sum(each.seen for each in chosen)
    if seen <= 0:
        return None
    return sum(each.seen * (each.fold, each.call, each.raise_)[kind] for each in chosen) / seen


def _playing(frequencies: tuple[ActionFrequencies, ...]) -> str:
    folds = _share(frequencies, True, ActionKind.FOLD, slice(0, 1))
    if folds is None:
        return ""
    word = "plays every hand" if folds < 0.02 else "is loose" if folds < 0.4 else "is tight" if folds > 0.65 else ""
    word = word or "plays a fair number of hands"
    return f"{word} (folds {folds:.0%} pre-flop when there is something to call)"


def _betting(frequencies: tuple[ActionFrequencies, ...]) -> str:
    bets, folds = (
        _share(frequencies, faced, kind, slice(1, 4))
        for faced, kind in ((False, ActionKind.RAISE), (True, ActionKind.FOLD))
    )
    words = []
    if bets is not None:
        how = "never bets" if bets < 0.02 else "rarely bets" if bets < 0.2 else "bets often" if bets > 0.5 else "bets"
        words.append(f"{how} after the flop ({bets:.0%} of the time)")
    if folds is not None:
        how = "never folds" if folds < 0.02 else "seldom folds" if folds < 0.2 else "folds"
        where = "there" if words else "after the flop"
        words.append(f"{how} to a bet {where} ({folds:.0%})")
    return ", ".join(words)


def _showing(portrait: Portrait) -> str:
    if portrait.showdowns is None:
        return ""
    if not portrait.showdowns:
        return "has shown no hand"
    bets = portrait.mean_rank_after_bets
    text = f"shows hands of mean rank {portrait.mean_rank:.2f}"
    if len(bets) > 1:
        least, most = min(bets), max(bets)
        text += f", from {bets[least]:.2f} with {_bets(least)} to {bets[most]:.2f} with {_bets(most)}"
    return text


def _bets(number: int) -> str:
    return f"{number} bet" if number == 1 else f"{number} bets"


def portrait_of(models: ContextModels, player: str) -> Portrait:
    """The portrait of a player, summed over positions."""
    betting, bins = models.betting, models.seeds.bins
    counts: dict[tuple[int, bool], list[float]] = {}
    ranks: dict[int, list[float]] = {}
    decisions: set[tuple[int, int]] = set()
    leaves: set[tuple[int, int, int]] = set()
    for (ours, theirs), model in models.models_of(player):
        for node in model.counted_nodes:
            before = betting.tree.parent(node)
            key = (betting.tree.round(before), _faced(betting, before))
            counts.setdefault(key, [0.0] * len(ActionKind))[betting.tree.action(node)] += model.counted(node)
            if model.counted(node) > 0:
                decisions.add((ours, before))
        for leaf in model.shown_leaves:
            if model.shown(leaf) > 0:
                leaves.add((ours, theirs, leaf))
            shown = ranks.setdefault(_own_bets(betting, leaf, theirs), [0.0, 0.0])
            for rank_bin, count in enumerate(model.histogram(leaf)):
                shown[0] += count
                shown[1] += count * (rank_bin + 0.5) / bins
    frequencies = _frequencies(counts)
    shown_in_all = sum(count for count, _ in ranks.values())
    return Portrait(
        player,
        sum(each.seen for each in frequencies),
        shown_in_all,
        frequencies,
        sum(total for _, total in ranks.values()) / shown_in_all if shown_in_all else float("nan"),
        {bets: total / count for bets, (count, total) in sorted(ranks.items()) if count > 0},
        len(decisions),
        len(leaves),
    )


def portrait_by_counts(player: str, counts: NDArray[np.float64]) -> Portrait:
    """A portrait from counts of actions [round, bets to call, 3], without shown hands."""
    by_round = {}
    for round_number in range(len(counts)):
        for faced, shares in ((False, counts[round_number, 0]), (True, counts[round_number, 1:].sum(axis=0))):
            by_round[round_number, faced] = shares.tolist()
    frequencies = _frequencies(by_round)
    seen = sum(each.seen for each in frequencies)
    return Portrait(player, seen, None, frequencies, float("nan"), {}, int((counts.sum(axis=2) > 0).sum()), 0)


def _frequencies(counts: Mapping[tuple[int, bool], Sequence[float]]) -> tuple[ActionFrequencies, ...]:
    """Frequencies from counts, by round and by whether there was a bet to call."""
    frequencies = []
    for (round_number, faced), shares in sorted(counts.items()):
        total = sum(shares)
        if total <= 0:  # never observed, or decayed to nothing
            continue
        fold, call, raise_ = (each / total for each in shares)
        frequencies.append(ActionFrequencies(ROUNDS[round_number], faced, fold, call, raise_, total))
    return tuple(frequencies)


def _faced(betting: AbstractBetting, node: int) -> bool:
    tree = betting.tree
    most = max(tree.paid(node, position) for position in range(betting.real.players))
    return most > tree.paid(node, tree.actor(node))


def _own_bets(betting: AbstractBetting, leaf: int, position: int) -> int:
    tree, bets, node = betting.tree, 0, leaf
    while node:
        before = tree.parent(node)
        bets += tree.actor(before) == position and tree.action(node) == ActionKind.RAISE
        node = before
    return bets


@dataclass(frozen=True, slots=True)
class Usage:
    """How much of the context trees was ever reached."""

    leaves_seen: int
    """Showdown contexts in which a hand was shown, counted for each of our positions unless models are shared."""
    leaves: int
    """All showdown contexts in which we take part."""

    @property
    def share(self) -> float:
        return self.leaves_seen / self.leaves


@runtime_checkable
class KnowsPlayers(Protocol):
    """A bot that can describe what it has learned about each player: ``railbird model`` needs this.

    Any bot can implement it. Set ``adds_up = True`` if saved states of several matches can be loaded one after another
    and are then summed; implement ``usage()`` if the bot knows how much of its memory is filled.
    """

    def portraits(self) -> list[Portrait]:
        """Return a portrait of each player (``portrait_by_counts`` makes one from counts)."""


def usage_of(models: ContextModels) -> Usage:
    """How many of all showdown contexts have a histogram (Vytřísal 2016, §4.1)."""
    betting = models.betting
    positions = range(betting.real.players)
    seen: set[tuple[int, int]] = set()
    for player in models.players():
        for (ours, _), model in models.models_of(player):
            seen |= {(ours, leaf) for leaf in model.shown_leaves if model.shown(leaf) > 0}
    if models.shared:
        return Usage(len(seen), count_showdowns(betting))
    return Usage(len(seen), sum(count_showdowns(betting, ours) for ours in positions))
