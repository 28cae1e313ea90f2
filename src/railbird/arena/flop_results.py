"""Results of best responses on flops: how much a bot can be exploited, and where it loses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.public_tree import CALL, FOLD, RAISE, PublicTree
from railbird.arena.exploit_results import mbb_per_chip
from railbird.cards import CLASSES, Card
from railbird.cards.hand_class import class_index
from railbird.errors import MatchError
from railbird.game import Game
from railbird.game.dealing import Flop
from railbird.game.holdings import holdings
from railbird.plots import text_table
from railbird.solve.responses.bound import FlopBound, flop_bound
from railbird.solve.responses.flops import FlopResponses, FlopResult, FlopValues
from railbird.solve.responses.hand_classes import hand_classes
from railbird.solve.responses.mistakes import Example
from railbird.solve.responses.sample import FlopSample
from railbird.solve.responses.saved import SavedResponse
from railbird.solve.responses.trunk import TrunkReading

LEAST = 0.005
"""Actions below this share are left out of texts. Ours."""
HANDS = 1326
"""Two-card hands of a full deck."""


@dataclass(frozen=True, slots=True)
class Loss:
    """What a bot's decisions at one point of the betting cost it."""

    position: int
    line: str
    """The betting before."""
    street: str
    cost: float
    """In the unit of the exploitability."""


@dataclass(frozen=True, slots=True)
class CostlyHand:
    """A hand that a bot plays badly at one point of the betting."""

    loss: Loss
    board: str
    cards: str
    best: str
    """What it should do: fold, check, call, bet or raise."""
    shares: dict[str, float]
    """What it does: the probability of each action."""
    gap: float
    """What that costs whenever it comes up, in ``unit``."""
    unit: str = "mbb"
    """mbb, or chips in games without blinds."""

    def __str__(self) -> str:
        """In words, as advice.

        >>> loss = Loss(0, "r20", "preflop", 1.5)
        >>> print(CostlyHand(loss, "", "Ah7c", "call", {"fold": 0.18, "call": 0.82}, 250.0))
        preflop, r20: Ah7c should call, but plays fold 18 %; that costs 250 mbb each time
        """
        where = ", ".join(part for part in (self.loss.street, self.loss.line or "first to act", self.board) if part)
        cost = f"that costs {self.gap:,.0f} {self.unit} each time"
        return f"{where}: {self.cards} should {self.best}, but plays {self.played}; {cost}"

    @property
    def played(self) -> str:
        """What the bot does instead, in words."""
        rest = {action: share for action, share in self.shares.items() if action != self.best and share >= LEAST}
        return ", ".join(f"{action} {_percent(share)}" for action, share in rest.items())


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


@dataclass(frozen=True, eq=False)
class FlopExploit:
    """What best responses win from a bot, exactly on all flops, or with a bound from some.

    >>> from railbird.arena.exploit import exploit
    >>> from railbird.game import limit
    >>> from dataclasses import replace
    >>> small = replace(limit(), ranks=3, suits=3, board_cards=(0, 1, 1, 1))
    >>> result = exploit("always-fold", small, method="exact", flops=None)
    >>> round(result.exploitability, 3), result.exact
    (750.0, True)
    """

    bot: str
    responses: FlopResponses
    sample: FlopSample
    results: Mapping[int, FlopResult]
    """What is known of each flop, by its number."""
    seed: int

    @property
    def game(self) -> Game:
        return self.responses.game

    @property
    def planned(self) -> int:
        """How many different flops are needed."""
        return len(set(self.sample.draws.tolist()))

    @property
    def finished(self) -> bool:
        return len(self.results) == self.planned

    @property
    def seconds(self) -> float:
        """The mean CPU time of a flop."""
        return float(np.mean([result.seconds for result in self.results.values()]))

    @property
    def exact(self) -> bool:
        """Whether all flops were played."""
        return self.sample.exact

    @property
    def _factor(self) -> float:
        return mbb_per_chip(self.game) or 1.0

    @property
    def unit(self) -> str:
        return "mbb/g" if self.game.big_blind else "chips/g"

    @property
    def short_unit(self) -> str:
        """The unit of a single hand."""
        return self.unit.removesuffix("/g")

    @cached_property
    def values(self) -> list[FlopValues]:
        """The values of each draw. Raises MatchError if some are missing."""
        if not self.finished:
            raise MatchError(f"{len(self.results)} of {self.planned} flops are finished: run the rest first")
        return [self.results[number].values for number in self.sample.draws.tolist()]

    @cached_property
    def bound(self) -> FlopBound:
        """The lower bound from a sample, in chips."""
        return flop_bound(self.responses.trunks, self.sample, self.values)

    @property
    def exploitability(self) -> float:
        """The exploitability, or the estimate of a lower bound on it, in ``unit``."""
        return self._factor * (self.responses.exploitability(self.values) if self.exact else self.bound.mean)

    @property
    def standard_error(self) -> float:
        """That of the estimate; 0 if all flops were played."""
        return 0.0 if self.exact else self._factor * self.bound.standard_error

    @property
    def low(self) -> float:
        """With 95 % confidence, the bot is exploitable by this or more."""
        return self.exploitability if self.exact else self._factor * self.bound.low

    @property
    def fitted(self) -> float:
        """What replies that are fitted on the sampled flops win on these flops: too much, if they are few."""
        leaves = self.responses.leaf_values(self.values, self.sample.shares)
        wins = [trunk.value(trunk.best(each), each) for trunk, each in zip(self.responses.trunks, leaves, strict=True)]
        return self._factor * sum(wins) / 2

    @property
    def by_position(self) -> tuple[float, float]:
        """What the response wins at each position."""
        first, second = self.responses.wins(self.values) if self.exact else self.bound.by_position
        return self._factor * first, self._factor * second

    def saved(self) -> SavedResponse:
        """The best responses of both seats. Raises MatchError if they cannot be saved."""
        policy = self.responses.policy.fingerprint
        if not policy:
            raise MatchError(
                f"{self.bot} is a class of this process, which nobody finds again: save it in a file first"
            )
        choices = self.responses.preflop_choices(self.values, self.sample.shares)
        flops, on_flop, wins, weights = self.responses.flops, {}, 0.0, self._shares
        for number, share in weights.items():
            kept = self.results[number].choices
            if kept is None:
                raise MatchError("the choices of the best responses were not kept")
            on_flop[flops[number].cards] = kept
            wins += share * self.responses.wins_on(choices, flops[number], self.results[number].values)
        least = min(weights.values())
        listed = tuple(str(Flop(flops[number].cards, share / least)) for number, share in weights.items())
        return SavedResponse(self.bot, policy, self.game, listed, wins, choices, on_flop)

    @cached_property
    def _shares(self) -> dict[int, float]:
        """The weight of each flop; those of a flop that was drawn twice are added."""
        shares: dict[int, float] = {}
        for share, number in zip(self.sample.shares.tolist(), self.sample.draws.tolist(), strict=True):
            shares[number] = shares.get(number, 0.0) + share
        return shares

    @cached_property
    def _by_node(self) -> NDArray[np.float64]:
        """[positions, nodes]: what decisions cost, in the unit of the exploitability."""
        costs = np.zeros((2, len(self.responses.policy.tree)))
        for number, share in self._shares.items():
            for player in range(2):
                costs[player] += share * self.results[number].mistakes[player].by_node
        for player, readings in enumerate(self._preflop):
            for node, reading in readings.items():
                costs[player, node] = reading.costs.sum()
        return self._factor * costs / 2

    @cached_property
    def _preflop(self) -> list[dict[int, TrunkReading]]:
        """The decisions of each position in the first round."""
        leaves = self.responses.leaf_values(self.values, self.sample.shares)
        return [trunk.readings(each) for trunk, each in zip(self.responses.trunks, leaves, strict=True)]

    @cached_property
    def by_class(self) -> NDArray[np.float64]:
        """[rounds, classes]: what decisions cost by hand class, both seats together."""
        costs = np.zeros((self.game.rounds, len(hand_classes(self.game))))
        for number, share in self._shares.items():
            for mistakes in self.results[number].mistakes:
                costs += share * mistakes.by_class
        for readings in self._preflop:
            for reading in readings.values():
                costs[0] += reading.costs
        return self._factor * costs / 2

    @property
    def by_street(self) -> dict[str, float]:
        """What decisions cost on each street; together, about the exploitability."""
        return {self.game.street(number): float(row.sum()) for number, row in enumerate(self.by_class)}

    def worst(self, count: int = 10) -> list[Loss]:
        """The points of the betting at which decisions cost most."""
        costs = self._by_node
        order = np.argsort(costs, axis=None)[::-1][:count]
        return [self._loss(*divmod(int(index), costs.shape[1])) for index in order if costs.flat[index] > 0]

    def _loss(self, position: int, node: int, cost: float | None = None) -> Loss:
        tree = self.responses.policy.tree
        known = float(self._by_node[position, node]) if cost is None else cost
        return Loss(position, tree.line_of(node), self.game.street(int(tree.round[node])), known)

    def examples(self, count: int = 3) -> list[CostlyHand]:
        """The hands that cost most, street by street."""
        tree, found = self.responses.policy.tree, list[CostlyHand]()
        for number in range(self.game.rounds):
            rows = self._preflop_examples() if number == 0 else []
            for flop, share in self._shares.items():
                for position, mistakes in enumerate(self.results[flop].mistakes):
                    rows += [
                        (share * each.cost, position, each)
                        for each in mistakes.examples
                        if tree.round[each.node] == number
                    ]
            rows.sort(key=lambda row: row[0], reverse=True)
            found += [self._costly(*row) for row in rows[:count]]
        return found

    def _preflop_examples(self) -> list[tuple[float, int, Example]]:
        """The classes that cost most in the first round."""
        rows = []
        for player, readings in enumerate(self._preflop):
            for node, reading in readings.items():
                for index in np.argsort(reading.costs)[::-1][:3].tolist():
                    cost, holding = float(reading.costs[index]), int(hand_classes(self.game).examples[index])
                    best, shares = int(reading.best[index]), tuple(reading.shares[index].tolist())
                    if cost > 0:
                        example = Example(cost, node, b"", holding, best, shares, float(reading.gaps[index]))
                        rows.append((cost, player, example))
        return rows

    def _costly(self, cost: float, position: int, example: Example) -> CostlyHand:
        tree = self.responses.policy.tree
        actions = _words(tree, example.node)
        cards = holdings(self.game).cards[example.holding].tolist()[::-1]
        return CostlyHand(
            loss=self._loss(position, example.node, self._factor * cost / 2),
            board=_text(example.board),
            cards=_text(cards),
            best=actions[example.best],
            shares=dict(zip(actions, example.shares, strict=True)),
            gap=self._factor * example.gap,
            unit=self.short_unit,
        )

    def to_json(self) -> dict[str, Any]:
        result: dict[str, Any] = {
            "method": "exact",
            "bot": self.bot,
            "game": str(self.game),
            "flops": len(self.sample.draws),
            "finished_flops": len(self.results),
            "planned_flops": self.planned,
            "all_flops": self.exact,
            "seed": self.seed,
            "unit": self.unit,
            "finished": self.finished,
        }
        if not self.finished:
            return result
        return result | {
            "exploitability": self.exploitability,
            "standard_error": self.standard_error,
            "at_least_with_95_percent": self.low,
            "fitted_on_the_same_flops": self.fitted,
            "wins_by_position": list(self.by_position),
            "costs_by_street": self.by_street,
            "costs_by_sequence": [
                {"position": loss.position, "line": loss.line, "street": loss.street, "costs": loss.cost}
                for loss in self.worst(50)
            ],
            "costly_hands": [
                {
                    "street": each.loss.street,
                    "line": each.loss.line,
                    "position": each.loss.position,
                    "board": each.board,
                    "cards": each.cards,
                    "best": each.best,
                    "plays": each.shares,
                    "costs_each_time": each.gap,
                    "costs": each.loss.cost,
                }
                for each in self.examples()
            ],
        }

    def __str__(self) -> str:
        if not self.finished:
            return f"{len(self.results)} of {self.planned} flops are finished"
        rows = [
            ("both seats", f"{self.exploitability:+,.1f}" + ("" if self.exact else f" ± {self.standard_error:,.1f}"))
        ]
        rows += [(f"position {number}", f"{each:+,.1f}") for number, each in enumerate(self.by_position)]
        how = "all flops" if self.exact else f"{len(self.sample.draws)} flops"
        return text_table(rows, note=f"{self.unit} that best responses win from {self.bot} in {self.game}, {how}")


def _words(tree: PublicTree, node: int) -> list[str]:
    """The actions of a decision in words."""
    edges = tree.edges(node)
    to_call = any(tree.edge_kind[edge] == CALL and tree.edge_amount[edge] > 0 for edge in edges)
    blind = tree.round[node] == 0 and tree.spot.game.big_blind > 0
    call, bet = ("call", "raise") if to_call else ("check", "raise" if blind else "bet")
    words = {FOLD: "fold", CALL: call, RAISE: bet}
    return [words[int(tree.edge_kind[edge])] for edge in edges]


def _text(cards: bytes | list[int]) -> str:
    return "".join(str(Card(card)) for card in cards)


def has_hand_classes(game: Game) -> bool:
    """Whether players of a game hold the two-card hands of a full deck."""
    return len(holdings(game)) == HANDS


def hand_class_costs(result: FlopExploit) -> NDArray[np.float64] | None:
    """[169]: what each hand class costs whenever it is dealt, in the order of the 13×13 grid.

    The mean over all hands is the exploitability. None in games with other hands.
    """
    if not has_hand_classes(result.game):
        return None
    costs: NDArray[np.float64] = np.zeros(len(CLASSES))
    by_class = result.by_class.sum(axis=0)
    for number, holding in enumerate(hand_classes(result.game).examples.tolist()):
        costs[class_index(holdings(result.game).cards[holding].tobytes())] = by_class[number]
    dealt: NDArray[np.float64] = costs * HANDS / np.array([each.combos for each in CLASSES])
    return dealt
