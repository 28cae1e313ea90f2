"""AIVAT: what a player won in a finished hand, without the luck of cards and of mixed strategies.

Burch, Schmid, Moravčík, Morrill and Bowling (AAAI 2018). Whoever's strategy is known, the cards included, did one of
several things whose probabilities are known; what it was worth more or less than their mean is luck, and is taken away:

    AIVAT(z) = Σ_c w(c) v(c) / Σ_c w(c) + Σ_H k_H

    k_H = Σ_a Σ_c w(c) p(a | c) u_c(a) / Σ_c w(c) − Σ_c w(c) p(o | c) u_c(o) / Σ_c w(c) p(o | c)

The first part is what the player would have won with each holding c that he may have had, with everybody's actions and
all other cards as they were: v(c) is his payoff and w(c) the product of the probabilities of his actions with c, 0 if c
has a card that somebody else or the board has. If his strategy is not known, c is what he held. Then there is a term
for each thing that happened by known probabilities: the deal, board cards, and decisions of players whose strategy is
known. Of all a that might have happened o did, and u_c(a) is what the state after a seems to be worth. Each term is 0
on average whatever u is, so that the mean is right with any values; with good ones AIVAT varies much less. What the
others hold is as it was dealt, so another's decision has the p of his own cards alone, and board cards come from the
deck that all hole cards leave. After the player has folded nothing changes any more.

The values must not be fitted to the hands that are looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from railbird.cards import evaluate, evaluate_array
from railbird.errors import RailbirdError
from railbird.game import FOLD, Action, ActionKind, Hand, View, replay
from railbird.game.holdings import holdings

Array = NDArray[np.float64]

Decided = tuple[tuple[Action, ...], Array]
"""The actions that a player may take, and how likely he takes each with each holding: an array [holdings, actions]."""
Policy = Callable[[View], Decided]
"""What a player decides, from his view at his turn, as ``RangePolicy.policy`` gives it; his hole cards do not count."""

MOST_RAISES = 16
"""Where a policy has more raises than this, neighbours are valued alike."""
MOST_ERROR = 1e-6
"""By how much probabilities may miss a sum of 1."""


class ValueFunction(Protocol):
    """What the holdings of a player seem to be worth to him. Any numbers are right; good ones take more luck out."""

    def deal_value(self, hand: Hand, player: int) -> float | None:
        """The mean of ``values`` over all deals before anybody has acted; None leaves out the term of the deal."""

    def values(self, hand: Hand, player: int, board: bytes) -> Array | None:
        """[holdings]: what the player wins in all with each holding, in chips; None leaves out the term.

        The hand stands as it does after an action, with all hole cards but his own, which must not count. Of the board
        only ``board`` is known, be there more in the hand or not. For each holding the mean over all board cards that
        may come next, from the deck that it leaves, must be the value without them. The player is still in, and has an
        opponent; what holdings get that share a card with what is known does not matter.
        """


@dataclass(frozen=True, slots=True, eq=False)
class AivatParts:
    """What AIVAT consists of, for one player in one hand."""

    payoff: float
    """What he would have won on average with the holdings that he may have had."""
    terms: Array
    """The sums of the terms of: the deal, and for each round its board cards, then for each round his decisions, then
    for each round the others'. Each is 0 on average: instead of taking all in full one can also find how much of each
    is best, on other hands (``railbird.stats.control``)."""

    @property
    def total(self) -> float:
        """AIVAT itself."""
        return self.payoff + float(self.terms.sum())


def aivat(hand: Hand, player: int, known: Mapping[int, Policy], value: ValueFunction) -> float:
    """What the player at a position won in a finished hand, in chips, without luck.

    ``known`` has the policies of those whose strategy is known, by position. They must be what was played: an action
    that a policy never takes is an error.
    """
    return _parts(hand, player, _decisions(hand, known), player in known, value).total


def aivat_of_all(hand: Hand, known: Mapping[int, Policy], value: ValueFunction) -> tuple[AivatParts, ...]:
    """The same for everybody, by position and in parts; each policy is asked once."""
    decisions = _decisions(hand, known)
    return tuple(_parts(hand, each, decisions, each in known, value) for each in range(hand.game.players))


def payoffs_by_holding(hand: Hand, player: int) -> Array:
    """[holdings]: what a player would have won in a finished hand with each holding, all else being as it was.

    It depends only on how a holding compares with the hands that it meets in the end, so that one hand is settled for
    each way to compare: side pots, odd chips and rake are those of the game. NaN where the cards are not free.
    """
    every, rest = holdings(hand.game), [place for place in range(hand.game.players) if place != player]
    holes, board, folded = hand.known_hole_bytes("a payoff for each holding"), hand.board_bytes, hand.folded
    met = [holes[place] for place in rest if not folded[place]]
    free = every.apart_from(b"".join([*(holes[place] for place in rest), board]))
    found = np.full(len(every), np.nan)
    if folded[player] or not met:
        found[free] = float(hand.payoffs[player])
        return found
    cards = every.cards[free]
    values = evaluate_array(np.hstack([cards, np.tile(np.frombuffer(board, np.uint8), (len(cards), 1))]), threads=1)
    levels = np.unique([evaluate(each + board) for each in met])
    compared = np.searchsorted(levels, values, "left") + np.searchsorted(levels, values, "right")
    _, first, ways = np.unique(compared, return_index=True, return_inverse=True)
    settled = [float(_with_holding(hand, player, cards[place].tobytes()).payoffs[player]) for place in first]
    found[free] = np.array(settled)[ways]
    return found


def _with_holding(hand: Hand, player: int, cards: bytes) -> Hand:
    """The same actions with other hole cards of one player."""
    start, end = player * len(cards), (player + 1) * len(cards)
    twin = Hand(hand.game, hand.deal[:start] + cards + hand.deal[end:])
    for action in hand.actions:
        twin.apply(action.kind, action.amount)
    return twin


@dataclass(frozen=True)
class _PolicyAction:
    """An action of the hand, the state before it, and the policy of the one who took it, if that is known."""

    state: Hand
    taken: Action
    policy: Policy | None

    @cached_property
    def decided(self) -> Decided | None:
        """The actions that he might have taken, and how likely he takes each with each holding."""
        return None if self.policy is None else self.policy(self.state.view(self.state.actor))


def _decisions(hand: Hand, known: Mapping[int, Policy]) -> list[_PolicyAction]:
    if not hand.over:
        raise RailbirdError("AIVAT is for finished hands")
    hand.known_hole_bytes("AIVAT")
    return [
        _PolicyAction(state.clone(), Action.repeat(action), known.get(action.player)) for state, action in replay(hand)
    ]


@dataclass(frozen=True, slots=True)
class _WeightedHoldings:
    """The holdings that the player may have had, by their places in the order, and the weight of each."""

    places: NDArray[np.intp]
    weights: Array

    def mean(self, values: Array | float, factors: Array | float = 1.0) -> float:
        """The mean of values [holdings], times factors of the holdings of this range."""
        mine = values if isinstance(values, float) else values[self.places]
        return float((self.weights * factors * mine).sum() / self.weights.sum())

    def times(self, factors: Array) -> _WeightedHoldings:
        """The range with other weights, without the holdings that have none any more."""
        weights = self.weights * factors
        kept = weights > 0
        return _WeightedHoldings(self.places[kept], weights[kept])


def _parts(hand: Hand, player: int, decisions: list[_PolicyAction], imagined: bool, value: ValueFunction) -> AivatParts:
    every, holes, rounds = holdings(hand.game), hand.hole_bytes, hand.game.rounds
    others = b"".join([cards for place, cards in enumerate(holes) if place != player])
    places = np.flatnonzero(every.apart_from(others)) if imagined else np.array([every.index(holes[player])])
    mine = _WeightedHoldings(places, np.ones(len(places)))
    terms = np.zeros(1 + 3 * rounds)
    boards, own, of_others = terms[1:].reshape(3, rounds)
    terms[0] = _deal_term(decisions[0].state if decisions else hand, player, mine, value)
    board = b""
    for decision in decisions:
        state = decision.state
        mine = _add_board_terms(boards, state, player, board, mine, value)
        board = state.board_bytes
        if decision.decided is not None:
            term, mine = _decision_term(state, decision.taken, decision.decided, player, mine, value)
            (own if state.actor == player else of_others)[state.round] += term
        if state.actor == player and decision.taken == FOLD:
            return AivatParts(float(hand.payoffs[player]), terms)
    mine = _add_board_terms(boards, hand, player, board, mine, value)
    return AivatParts(mine.mean(payoffs_by_holding(hand, player)), terms)


def _deal_term(root: Hand, player: int, mine: _WeightedHoldings, value: ValueFunction) -> float:
    expected = value.deal_value(root, player)
    values = None if expected is None else value.values(root, player, b"")
    return 0.0 if expected is None or values is None else expected - mine.mean(values)


def _add_board_terms(
    terms: Array, state: Hand, player: int, known: bytes, mine: _WeightedHoldings, value: ValueFunction
) -> _WeightedHoldings:
    """Add the terms, by round, of the board cards that were dealt in this state; gives the range after them."""
    board, size = state.board_bytes, 0
    for round_number, count in enumerate(state.game.board_cards):
        size += count
        if len(known) < size <= len(board):
            cards = board[:size]
            left = mine.times(holdings(state.game).apart_from(cards)[mine.places].astype(np.float64))
            before = value.values(state, player, known)
            after = None if before is None else value.values(state, player, cards)
            if before is not None and after is not None:
                terms[round_number] += mine.mean(before) - left.mean(after)
            mine, known = left, cards
    return mine


def _decision_term(
    state: Hand, action: Action, decided: Decided, player: int, mine: _WeightedHoldings, value: ValueFunction
) -> tuple[float, _WeightedHoldings]:
    """The term of a decision whose probabilities are known, and the range after it."""
    actions, probabilities = decided
    actor, least = state.actor, state.legal.least_raise
    numbers = [_number(each, least) for each in actions]
    held = holdings(state.game).index(state.hole_bytes[actor])
    chances = _rows(probabilities, mine.places if actor == player else np.array([held]))
    if not np.abs(chances.sum(axis=1) - 1).max() <= MOST_ERROR:
        raise RailbirdError(f"the probabilities of {state.players[actor]} do not sum to 1: {state}")
    taken = [column for column, number in enumerate(numbers) if number == _number(action, least)]
    if not probabilities[held, taken].sum() > 0:
        raise RailbirdError(f"the policy of {state.players[actor]} never says {action} here: {state}")
    left = mine.times(chances[:, taken].sum(axis=1)) if actor == player else mine
    expected = happened = 0.0
    for columns in _alike(numbers):
        likely = chances[:, columns].sum(axis=1)
        if not likely.any():
            continue
        values = _values_after(state, actions[columns[len(columns) // 2]], player, value)
        if values is None:
            return 0.0, left
        expected += mine.mean(values, likely)
        if taken[0] in columns:
            happened = left.mean(values)
    return expected - happened, left


def _rows(probabilities: Array, places: NDArray[np.intp]) -> Array:
    """The rows of some holdings; only one, if a policy that does not look at its cards gives one for all."""
    return probabilities[:1] if probabilities.strides[0] == 0 else probabilities[places]


def _number(action: Action, least_raise: int) -> int:
    """An action as a number: what a raise goes to, 0 for a call, -1 for a fold."""
    if action.kind is ActionKind.RAISE:
        return least_raise if action.to is None else action.to
    return 0 if action.kind is ActionKind.CALL else -1


def _alike(numbers: list[int]) -> list[list[int]]:
    """The columns of actions that are valued alike: those of the same action, and of neighbouring raises if many."""
    columns: dict[int, list[int]] = {}
    for column, number in enumerate(numbers):
        columns.setdefault(number, []).append(column)
    raises = sorted(number for number in columns if number > 0)
    size = -(-len(raises) // MOST_RAISES) or 1
    groups = [raises[start : start + size] for start in range(0, len(raises), size)]
    groups += [[number] for number in columns if number <= 0]
    return [[column for number in group for column in columns[number]] for group in groups]


def _values_after(state: Hand, action: Action, player: int, value: ValueFunction) -> Array | float | None:
    """What each holding is worth after an action, the board being what it was before it."""
    after = state.clone()
    after.act(action)
    if after.folded[player]:
        return -float(after.paid[player])
    if after.folded.count(False) == 1:
        return float(after.payoffs[player])
    return value.values(after, player, state.board_bytes)
