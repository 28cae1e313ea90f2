"""AIVAT: a player's winnings in a finished hand, without the luck of cards and of mixed strategies.

Burch, Schmid, Moravčík, Morrill and Bowling (AAAI 2018). Every event with known probabilities, be it a deal or a
decision of a player whose strategy is known, could have gone several ways. The difference between the value of what
happened and the mean value is luck, and is subtracted:

    AIVAT(z) = Σ_c w(c) v(c) / Σ_c w(c) + Σ_H k_H

    k_H = Σ_a Σ_c w(c) p(a | c) u_c(a) / Σ_c w(c) − Σ_c w(c) p(o | c) u_c(o) / Σ_c w(c) p(o | c)

The first part is what the player would have won with each possible holding c, with all actions and all other cards
unchanged: v(c) is the payoff, and w(c) is the product of the probabilities of the player's actions with c (0 if c
contains a card of another player or of the board). If the player's strategy is unknown, c is only what they held. Then
there is a term for each event with known probabilities: the deal, board cards, and decisions of players whose strategy
is known. The event a could have happened, o did, and u_c(a) is the estimated value of the state after a. Each term has
mean 0 for any u, so the mean is right with any values; with good values AIVAT varies much less. The others hold the
cards they were dealt, so p of another player's decision depends on their actual cards alone, and board cards come from
the deck without all hole cards. After the player has folded, nothing changes any more.

The values must not be fitted to the hands that are assessed.
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
"""A player's possible actions, and the probability of each with each holding: an array [holdings, actions]."""
Policy = Callable[[View], Decided]
"""A player's strategy as in ``RangePolicy.policy``: takes the view at their turn, ignoring their own hole cards."""

MOST_RAISES = 16
"""If a policy has more raise sizes than this, neighbouring sizes share one value."""
MOST_ERROR = 1e-6
"""How far the sum of probabilities may be from 1."""


class ValueFunction(Protocol):
    """Estimates the value of a player's holdings. Any estimates are unbiased; good ones remove more luck."""

    def deal_value(self, hand: Hand, player: int) -> float | None:
        """The mean of ``values`` over all deals before the first action; None omits the term of the deal."""

    def values(self, hand: Hand, player: int, board: bytes) -> Array | None:
        """[holdings]: the player's estimated payoff with each holding, in chips; None omits the term.

        The hand is in the state after an action, with all hole cards; the player's own must have no effect. Only
        ``board`` counts as known, even if the hand has more board cards. For each holding, the mean value over all next
        board cards, from the deck without it, must equal the value without them. The player is still in and has an
        opponent. Holdings that share a card with the known ones may have any value.
        """


@dataclass(frozen=True, slots=True, eq=False)
class AivatParts:
    """The parts of AIVAT, for one player in one hand."""

    payoff: float
    """The player's mean payoff over their possible holdings."""
    terms: Array
    """The sums of terms: the deal; board cards by round; the player's decisions by round; the others' decisions by
    round. Each has mean 0, so instead of adding each in full, the best coefficients can be fitted on other hands
    (``railbird.stats.control``)."""

    @property
    def total(self) -> float:
        """The AIVAT value: the payoff plus all terms."""
        return self.payoff + float(self.terms.sum())


def aivat(hand: Hand, player: int, known: Mapping[int, Policy], value: ValueFunction) -> float:
    """The AIVAT value of a finished hand for the player at a position, in chips.

    ``known`` has the known policies, by position. They must be the ones that played: raises RailbirdError if a policy
    never takes the action that its player took.
    """
    return _parts(hand, player, _decisions(hand, known), player in known, value).total


def aivat_of_all(hand: Hand, known: Mapping[int, Policy], value: ValueFunction) -> tuple[AivatParts, ...]:
    """The AIVAT parts of every player, by position. Each policy is called once for each decision."""
    decisions = _decisions(hand, known)
    return tuple(_parts(hand, each, decisions, each in known, value) for each in range(hand.game.players))


def payoffs_by_holding(hand: Hand, player: int) -> Array:
    """[holdings]: what a player would have won in a finished hand with each holding, all else unchanged.

    The payoff depends only on how a holding compares with the opponents' hands at the showdown, so one hand is settled
    for each distinct comparison, with the game's own side pots, odd chips and rake. NaN if a card is already in use.
    """
    every, rest = holdings(hand.game), [each for each in range(hand.game.players) if each != player]
    holes, board, folded = hand.known_hole_bytes("a payoff for each holding"), hand.board_bytes, hand.folded
    met = [holes[each] for each in rest if not folded[each]]
    free = every.apart_from(b"".join([*(holes[each] for each in rest), board]))
    result = np.full(len(every), np.nan)
    if folded[player] or not met:
        result[free] = float(hand.payoffs[player])
        return result
    cards = every.cards[free]
    values = evaluate_array(np.hstack([cards, np.tile(np.frombuffer(board, np.uint8), (len(cards), 1))]), threads=1)
    levels = np.unique([evaluate(each + board) for each in met])
    compared = np.searchsorted(levels, values, "left") + np.searchsorted(levels, values, "right")
    _, first, ways = np.unique(compared, return_index=True, return_inverse=True)
    settled = [float(_with_holding(hand, player, cards[index].tobytes()).payoffs[player]) for index in first]
    result[free] = np.array(settled)[ways]
    return result


def _with_holding(hand: Hand, player: int, cards: bytes) -> Hand:
    """The hand with the same actions but other hole cards for one player."""
    start, end = player * len(cards), (player + 1) * len(cards)
    other = Hand(hand.game, hand.deal[:start] + cards + hand.deal[end:])
    for action in hand.actions:
        other.apply(action.kind, action.amount)
    return other


@dataclass(frozen=True)
class _PolicyAction:
    """An action of the hand, the state before it, and the policy of its player, if known."""

    state: Hand
    taken: Action
    policy: Policy | None

    @cached_property
    def decided(self) -> Decided | None:
        """The player's possible actions, with the probability of each for each holding."""
        return None if self.policy is None else self.policy(self.state.view(self.state.actor))


def _decisions(hand: Hand, known: Mapping[int, Policy]) -> list[_PolicyAction]:
    if not hand.over:
        raise RailbirdError("AIVAT needs a finished hand")
    hand.known_hole_bytes("AIVAT")
    return [
        _PolicyAction(state.clone(), Action.repeat(action), known.get(action.player)) for state, action in replay(hand)
    ]


@dataclass(frozen=True, slots=True)
class _WeightedHoldings:
    """The indices of a player's possible holdings, and the weight of each."""

    indices: NDArray[np.intp]
    weights: Array

    def mean(self, values: Array | float, factors: Array | float = 1.0) -> float:
        """The weighted mean of values [holdings], times factors for the holdings of this range."""
        mine = values if isinstance(values, float) else values[self.indices]
        return float((self.weights * factors * mine).sum() / self.weights.sum())

    def times(self, factors: Array) -> _WeightedHoldings:
        """The range with its weights multiplied; holdings whose weight becomes 0 are dropped."""
        weights = self.weights * factors
        kept = weights > 0
        return _WeightedHoldings(self.indices[kept], weights[kept])


def _parts(hand: Hand, player: int, decisions: list[_PolicyAction], imagined: bool, value: ValueFunction) -> AivatParts:
    every, holes, rounds = holdings(hand.game), hand.hole_bytes, hand.game.rounds
    others = b"".join([cards for each, cards in enumerate(holes) if each != player])
    indices = np.flatnonzero(every.apart_from(others)) if imagined else np.array([every.index(holes[player])])
    mine = _WeightedHoldings(indices, np.ones(len(indices)))
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
    """Add the terms, by round, of the board cards dealt since ``known``. Returns the range after them."""
    board, size = state.board_bytes, 0
    for round_number, count in enumerate(state.game.board_cards):
        size += count
        if len(known) < size <= len(board):
            cards = board[:size]
            left = mine.times(holdings(state.game).apart_from(cards)[mine.indices].astype(np.float64))
            before = value.values(state, player, known)
            after = None if before is None else value.values(state, player, cards)
            if before is not None and after is not None:
                terms[round_number] += mine.mean(before) - left.mean(after)
            mine, known = left, cards
    return mine


def _decision_term(
    state: Hand, action: Action, decided: Decided, player: int, mine: _WeightedHoldings, value: ValueFunction
) -> tuple[float, _WeightedHoldings]:
    """The term of a decision with known probabilities, and the range after it."""
    actions, probabilities = decided
    actor, least = state.actor, state.legal.least_raise
    numbers = [_number(each, least) for each in actions]
    held = holdings(state.game).index(state.hole_bytes[actor])
    chances = _rows(probabilities, mine.indices if actor == player else np.array([held]))
    if not np.abs(chances.sum(axis=1) - 1).max() <= MOST_ERROR:
        raise RailbirdError(f"the probabilities of {state.players[actor]} do not sum to 1: {state}")
    taken = [column for column, number in enumerate(numbers) if number == _number(action, least)]
    if not probabilities[held, taken].sum() > 0:
        raise RailbirdError(f"the policy of {state.players[actor]} never plays {action} here: {state}")
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


def _rows(probabilities: Array, indices: NDArray[np.intp]) -> Array:
    """The rows of some holdings; a single row if the policy does not depend on its cards."""
    return probabilities[:1] if probabilities.strides[0] == 0 else probabilities[indices]


def _number(action: Action, least_raise: int) -> int:
    """An action as a number: the amount that a raise goes to, 0 for a call, -1 for a fold."""
    if action.kind is ActionKind.RAISE:
        return least_raise if action.to is None else action.to
    return 0 if action.kind is ActionKind.CALL else -1


def _alike(numbers: list[int]) -> list[list[int]]:
    """Groups of columns that share one value: those of the same action, and neighbouring raises if there are many."""
    columns: dict[int, list[int]] = {}
    for column, number in enumerate(numbers):
        columns.setdefault(number, []).append(column)
    raises = sorted(number for number in columns if number > 0)
    size = -(-len(raises) // MOST_RAISES) or 1
    groups = [raises[start : start + size] for start in range(0, len(raises), size)]
    groups += [[number] for number in columns if number <= 0]
    return [[column for number in group for column in columns[number]] for group in groups]


def _values_after(state: Hand, action: Action, player: int, value: ValueFunction) -> Array | float | None:
    """The value of each holding after an action, with the board as it was before it."""
    after = state.clone()
    after.act(action)
    if after.folded[player]:
        return -float(after.paid[player])
    if after.folded.count(False) == 1:
        return float(after.payoffs[player])
    return value.values(after, player, state.board_bytes)
