"""Poker as a tree: any game of ``railbird.game`` with its deals as moves of chance.

Chance deals one card at a time: the hole cards of position 0, of position 1 and so on, then the board cards of a round
when it begins. A card is the outcome with its number (0 is 2c, 51 is As), and each remaining card is equally likely.
Actions are 0 to fold, 1 to check or call, and 2 to bet or raise in limit games. In pot-limit and no-limit games 2 and
above are the sizes of the bet menu, in the order in which it lists them for the turn. Returns are in chips.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple

from railbird import _core
from railbird._core import RandomStream
from railbird.abstraction.bet_menu import BetMenu, bet_turn, pot_shares, to_menu
from railbird.cards import DECK
from railbird.errors import GameError, quoted
from railbird.extensive.state import CHANCE, NOBODY
from railbird.game import UNKNOWN_CARD, Betting, Game, Hand, parse_game
from railbird.game.dealing import deck
from railbird.game.definition import UNLIMITED_RAISES

FOLD = 0
CALL = 1
RAISE = 2
"""The raise of limit games, and the first size of the bet menu in others."""
SIZES = "50%, 100%, a"
"""The default bet menu. Ours."""
PARTS = 2520
"""Native payoffs are in these parts of a chip."""

_NAMES = tuple(map(str, DECK))
_LIMIT_ACTIONS = (((CALL,), (CALL, RAISE)), ((FOLD, CALL), (FOLD, CALL, RAISE)))
"""By whether folding is legal and whether raising is."""


def poker_state(game: Game | str, sizes: BetMenu | str | Sequence[float] = SIZES) -> PokerState:
    """The start of a hand, before any card is dealt.

    ``sizes`` is the bet menu of pot-limit and no-limit games, or ascending shares of the pot after calling, which
    all-in follows: ``(0.5, 1)`` is ``50%, 100%, a``. ``railbird.abstraction.bet_menu`` says what a menu can be.

    >>> state = poker_state("leduc")
    >>> [state.action_text(card) for card in state.legal_actions()]
    ['Qh', 'Qs', 'Kh', 'Ks', 'Ah', 'As']
    >>> poker_state("limit").payoff_range
    (-240.0, 240.0)
    """
    game = parse_game(game) if isinstance(game, str) else game
    return PokerState(_PokerSetup(game, menu_of(sizes)))


def menu_of(sizes: BetMenu | str | Sequence[float]) -> BetMenu:
    """A bet menu, given as one, as text, or as ascending shares of the pot, which all-in follows."""
    if isinstance(sizes, (BetMenu, str)):
        return to_menu(sizes)
    shares = tuple(map(float, sizes))
    if not all(0 < share < 1e6 for share in shares) or any(share >= larger for share, larger in pairwise(shares)):
        raise GameError(
            f"bet sizes must be ascending shares of the pot, such as (0.5, 1.0), not {quoted(str(tuple(sizes)))}"
        )
    return pot_shares(shares)


class SeenHand(NamedTuple):
    """What one player knows of a hand, as plain data for native code."""

    betting: _core.Hand
    """The game, the stacks and the betting so far. Its cards are placeholders."""
    player: int
    hole_cards: bytes
    board: bytes
    menu: BetMenu | None
    """The bet menu; None in limit games."""


class PokerState:
    """A position of a poker hand. Players are positions, as in ``railbird.game``.

    >>> from railbird.extensive import play_actions
    >>> state = poker_state("kuhn")
    >>> play_actions(state, "Ks As c r")
    >>> print(state, state.turn, state.information_key(0), sep="\\n")
    kuhn; Ks As; c r
    0
    Ks||cr
    >>> state.apply(CALL)
    >>> state.returns()
    (-2.0, 2.0)

    All players who are left at a showdown show their cards to everybody; a player who folded never does.
    """

    __slots__ = ("_betting", "_cards", "_hand", "_history", "_remaining", "_setup", "turn")

    perfect_information = False
    public_actions = True
    turn: int

    def __init__(self, setup: _PokerSetup) -> None:
        self._setup = setup
        self._hand = _core.Hand(setup.start)
        """The betting; its cards are placeholders, because legal actions do not depend on cards."""
        self._cards: list[int] = []
        """The cards dealt so far, in dealing order."""
        self._remaining = list(setup.deck)
        self._betting = ""
        self._history: list[int] = []
        """Actions, and ~card for each card dealt."""
        self.turn = CHANCE

    @property
    def game(self) -> Game:
        return self._setup.game

    @property
    def players(self) -> int:
        return self._setup.game.players

    @property
    def zero_sum(self) -> bool:
        return not self._setup.game.rake.ten_thousandths

    @property
    def payoff_range(self) -> tuple[float, float]:
        """The most that a player can lose and win. Exact without rake if all stacks are equal, else a bound."""
        return self._setup.payoff_range

    @property
    def hand(self) -> Hand:
        """The hand as the dealer sees it. Hole cards and board cards that are not yet all dealt are unknown."""
        setup = self._setup
        ends = [0, *(stop for _, stop in setup.hole_slices), *setup.cards_by_round]
        known = self._cards[: max(end for end in ends if end <= len(self._cards))]
        hand = Hand(setup.game, bytes(known).ljust(setup.game.cards_needed, bytes([UNKNOWN_CARD])))
        for action in self._hand.actions:
            hand.apply(action.kind, action.amount)
        return hand

    def legal_actions(self) -> tuple[int, ...]:
        if self.turn == CHANCE:
            return tuple(self._remaining)
        if self.turn == NOBODY:
            return ()
        legal = self._hand.legal
        if self._setup.limit:
            return _LIMIT_ACTIONS[legal.fold][legal.most_raise > 0]
        return (*_LIMIT_ACTIONS[legal.fold][0], *self._raises())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.turn != CHANCE:
            return []
        probability = 1 / len(self._remaining)
        return [(card, probability) for card in self._remaining]

    def sample_outcome(self, random: RandomStream) -> int:
        """Draw a card: the remaining cards in ascending order, at index ``random.below(number)``."""
        return self._remaining[random.below(len(self._remaining))]

    def apply(self, action: int) -> None:
        if self.turn == CHANCE:
            self._deal(action)
            return
        if self.turn == NOBODY:
            raise GameError("the hand is over: nobody can act")
        hand = self._hand
        round_before = hand.round
        if action == CALL:
            hand.call()
            self._betting += "c"
        elif action == FOLD:
            hand.fold()
            self._betting += "f"
        else:
            self._raise(action)
        self._history.append(action)
        if hand.over:
            self.turn = CHANCE if len(self._cards) < self._setup.cards_by_round[hand.round] else NOBODY
        elif hand.round != round_before:
            self._betting += "/"
            self.turn = CHANCE if len(self._cards) < self._setup.cards_by_round[hand.round] else hand.actor
        else:
            self.turn = hand.actor

    def undo(self) -> None:
        if not self._history:
            raise GameError("there is no action to take back")
        action = self._history.pop()
        if action < 0:
            insort(self._remaining, self._cards.pop())
            self.turn = CHANCE
        else:
            self._hand.undo()
            self._betting = self._betting[: self._betting.rindex("fcr"[min(action, RAISE)])]
            self.turn = self._hand.actor

    def clone(self) -> PokerState:
        copy = PokerState.__new__(PokerState)
        copy._setup = self._setup
        copy._hand = _core.Hand(self._hand)
        copy._cards = self._cards[:]
        copy._remaining = self._remaining[:]
        copy._betting = self._betting
        copy._history = self._history[:]
        copy.turn = self.turn
        return copy

    def returns(self) -> tuple[float, ...]:
        if self.turn != NOBODY:
            raise GameError("the hand is not over: it has no returns yet")
        hand = self._hand
        if not self._folded_out():
            deal = bytes(self._cards).ljust(self._setup.game.cards_needed, bytes([UNKNOWN_CARD]))
            hand = _core.Hand(hand, deal)
        return tuple([parts / PARTS for parts in hand.payoff_parts()])

    def information_key(self, player: int) -> str:
        """The player's hole cards and the board of each round, each sorted, and the betting; no other hidden cards.

        Hands shown at a showdown follow in the order of positions. While hole cards are dealt, the key has the player's
        cards and the number of cards dealt.
        """
        setup, cards = self._setup, self._cards
        first, last = setup.hole_slices[player]
        own = _text(cards[first:last])
        if len(cards) < setup.holes:
            return f"{own}#{len(cards)}"
        board = "/".join([_text(cards[start:stop]) for start, stop in setup.board_slices if start < len(cards)])
        key = f"{own}|{board}|{self._betting}"
        return (
            key
            if self.turn != NOBODY
            else "|".join([key, *(_text(cards[start:stop]) for start, stop in self._shown())])
        )

    def determinize(self, player: int, random: RandomStream) -> PokerState:
        """A copy in which the hole cards that the player has not seen are drawn uniformly from the unseen cards.

        The draws are a contract: the unseen cards in ascending order are shuffled from the front, card i being
        exchanged with card ``i + random.below(number - i)``; the hidden hole cards, by position and dealing order, are
        the first ones. Board cards to come stay with chance.
        """
        state = self.clone()
        cards, history = state._cards, state._history
        hidden = self._setup.others[player]
        if self.turn == NOBODY or len(cards) < self._setup.holes:
            shown = {index for start, stop in self._shown() for index in range(start, stop)}
            hidden = tuple(index for index in hidden if index < len(cards) and index not in shown)
        unseen = state._remaining
        unseen += [cards[index] for index in hidden]
        unseen.sort()
        for place, index in enumerate(hidden):
            other = place + random.below(len(unseen) - place)
            card = unseen[other]
            unseen[other] = unseen[place]
            unseen[place] = cards[index] = card
            history[index] = ~card
        del unseen[: len(hidden)]
        unseen.sort()
        return state

    def seen_by(self, player: int) -> SeenHand:
        """What the player knows, as plain data."""
        setup = self._setup
        if not 0 <= player < setup.game.players:
            raise GameError(f"a player must be 0 to {setup.game.players - 1}, not {player}")
        first, last = setup.hole_slices[player]
        return SeenHand(
            betting=_core.Hand(self._hand),
            player=player,
            hole_cards=bytes(self._cards[first:last]),
            board=bytes(self._cards[setup.holes :]),
            menu=None if setup.limit else setup.menu,
        )

    def action_text(self, action: int) -> str:
        """``f``, ``c``, and ``r`` or ``r300``; a card such as ``Ah`` at the turn of chance."""
        if self.turn == CHANCE:
            return _NAMES[action]
        if action in (FOLD, CALL):
            return "fc"[action]
        return "r" if self._setup.limit else f"r{self._raises()[action]}"

    def __str__(self) -> str:
        setup, cards = self._setup, self._cards
        holes = [cards[start:stop] for start, stop in setup.hole_slices if start < len(cards)]
        boards = [cards[start:stop] for start, stop in setup.board_slices if start < len(cards)]
        dealt = " / ".join([" ".join(map(_spelled, holes)), *map(_spelled, boards)])
        betting = self._betting.replace("f", " f").replace("c", " c").replace("r", " r").replace("/", " /")
        return f"{setup.game}; {dealt};{betting}"

    def __reduce__(self) -> tuple[object, ...]:
        applied = [~action if action < 0 else action for action in self._history]
        return _replayed, (self._setup.game, self._setup.menu, applied)

    def _deal(self, card: int) -> None:
        try:
            self._remaining.remove(card)
        except ValueError:
            raise GameError(f"card {card} cannot be dealt: it must be one of the remaining cards") from None
        self._cards.append(card)
        self._history.append(~card)
        if len(self._cards) >= self._setup.cards_by_round[self._hand.round]:
            self.turn = NOBODY if self._hand.over else self._hand.actor

    def _raise(self, action: int) -> None:
        if self._setup.limit and action == RAISE:
            self._hand.raise_to(self._hand.legal.least_raise)
            self._betting += "r"
            return
        amount = None if self._setup.limit else self._raises().get(action)
        if amount is None:
            raise GameError(f"the action {action} is not legal here; legal: {self.legal_actions()}")
        self._hand.raise_to(amount)
        self._betting += f"r{amount}"

    def _raises(self) -> dict[int, int]:
        """The raises of the bet menu by action, and what each goes to."""
        turn = bet_turn(self._hand, self._setup.game)
        return {RAISE + index: amount for index, amount in self._setup.menu.raises(turn).items()} if turn else {}

    def _folded_out(self) -> bool:
        return sum(self._hand.folded) == self._setup.game.players - 1

    def _shown(self) -> list[tuple[int, int]]:
        """The slices of the cards that are shown; none before the end, or if all but one have folded."""
        if self.turn != NOBODY or self._folded_out():
            return []
        slices = zip(self._setup.hole_slices, self._hand.folded, strict=True)
        return [hole_slice for hole_slice, folded in slices if not folded]


class _PokerSetup:
    """What all states of a game share."""

    def __init__(self, game: Game, menu: BetMenu) -> None:
        self.game = game
        self.menu = menu
        self.limit = game.betting is Betting.LIMIT
        self.deck = tuple(sorted(deck(game)))
        self.start = _core.Hand(game.native, game.stacks, bytes(self.deck[: game.cards_needed]))
        self.holes = game.players * game.hole_cards
        """The number of hole cards of all players."""
        self.hole_slices = tuple(
            (stop - game.hole_cards, stop) for stop in range(game.hole_cards, self.holes + 1, game.hole_cards)
        )
        self.others = tuple(
            tuple(index for index in range(self.holes) if not start <= index < stop) for start, stop in self.hole_slices
        )
        """For each player, the places in the deal of the others' hole cards."""
        self.cards_by_round = tuple(self.holes + size for size in accumulate(game.board_cards))
        """The number of cards dealt before the betting of each round."""
        self.board_slices = tuple(
            (stop - cards, stop) for stop, cards in zip(self.cards_by_round, game.board_cards, strict=True) if cards
        )

    @cached_property
    def payoff_range(self) -> tuple[float, float]:
        """A player loses at most what another can match, and wins at most what they match of every other's chips.

        In a limit game nobody pays more than their ante and the largest bet of each round: the blind of the first
        round, and one bet for each raise that the cap or the limit of actions leaves.
        """
        game = self.game
        most = [min(stack, ante + self._largest_bets()) for stack, ante in zip(game.stacks, game.antes, strict=True)]
        antes = [min(stack, ante) for stack, ante in zip(game.stacks, game.antes, strict=True)]
        losses, wins = [], []
        for player in range(game.players):
            others = [other for other in range(game.players) if other != player]
            losses.append(max(antes[player], min(most[player], max(most[other] for other in others))))
            wins.append(sum(max(antes[other], min(most[player], most[other])) for other in others))
        return -float(max(losses)), float(max(wins))

    def _largest_bets(self) -> int:
        game = self.game
        if not self.limit:
            return max(game.stacks)
        bets = max(game.blinds)
        for bet, raises, actions in zip(game.bets, game.most_raises, game.most_actions, strict=True):
            unlimited = raises == UNLIMITED_RAISES or game.rules.uncapped_heads_up
            by_actions = actions - game.players + 1 if actions else UNLIMITED_RAISES
            if unlimited and not actions:
                return max(game.stacks)
            bets += bet * (by_actions if unlimited else min(raises, by_actions))
        return bets


def _text(cards: list[int]) -> str:
    """Cards as a set: sorted, without spaces."""
    return "".join([_NAMES[card] for card in sorted(cards)])


def _spelled(cards: list[int]) -> str:
    """Cards in the order in which they were dealt."""
    return "".join([_NAMES[card] for card in cards])


def _replayed(game: Game, menu: BetMenu, applied: list[int]) -> PokerState:
    state = poker_state(game, menu)
    for action in applied:
        state.apply(action)
    return state
