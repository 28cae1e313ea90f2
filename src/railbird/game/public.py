"""What everybody at the table sees of a hand, be it asked of the dealer's ``Hand`` or of a player's ``View``."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Protocol

from railbird import _core
from railbird._core import ActionKind, Legal, Settlement, TakenAction
from railbird.cards import DECK, Card, cards_text
from railbird.game.definition import Game
from railbird.game.events import (
    Acted,
    ActionName,
    BetReturned,
    BoardDealt,
    CardsMucked,
    CardsShown,
    ChipAmount,
    Event,
    HandEnded,
    HandStarted,
    HoleCardsDealt,
    Post,
    Posted,
    PotWon,
    RakeTaken,
    chips,
    chips_to_json,
    event_to_json,
)
from railbird.plots import notebook_table


class HandState(Protocol):
    """What the native hand and the native view have in common."""

    game: Game
    players: tuple[str, ...]

    def _saw_deal(self, position: int) -> bool:
        """Are the hole cards that this player was dealt known from the beginning?"""

    @property
    def starting_stacks(self) -> tuple[int, ...]: ...
    @property
    def actions(self) -> tuple[TakenAction, ...]: ...
    def actions_from(self, first: int) -> tuple[TakenAction, ...]: ...
    @property
    def hole_bytes(self) -> tuple[bytes, ...]: ...
    @property
    def board_bytes(self) -> bytes: ...
    @property
    def settlement(self) -> Settlement | None: ...
    @property
    def settled(self) -> bool: ...
    @property
    def round(self) -> int: ...
    @property
    def over(self) -> bool: ...
    @property
    def actor(self) -> int: ...
    @property
    def legal(self) -> Legal: ...
    @property
    def pot(self) -> int: ...
    @property
    def stacks(self) -> tuple[int, ...]: ...
    @property
    def bets(self) -> tuple[int, ...]: ...
    @property
    def paid(self) -> tuple[int, ...]: ...
    @property
    def folded(self) -> tuple[bool, ...]: ...


class PublicHand:
    """The readable side of a hand; see ``Hand`` and ``View``."""

    __slots__ = ()

    def _repr_html_(self: HandState) -> str:
        rows = [
            (player, cards_text(to_cards(self.hole_bytes[position])) or "??", str(self.stacks[position]))
            for position, player in enumerate(self.players)
        ]
        board = cards_text(to_cards(self.board_bytes)) or "no board yet"
        return notebook_table(("player", "cards", "stack"), rows, caption=f"{board}, pot {self.pot}", note=str(self))

    @property
    def board(self: HandState) -> tuple[Card, ...]:
        """The board cards on the table, as far as they are known."""
        return to_cards(self.board_bytes)

    @property
    def street(self: HandState) -> str:
        """The name of the betting round."""
        return self.game.street(self.round)

    @property
    def events(self: HandState) -> tuple[Event, ...]:
        """All that has happened so far, as far as it may be known here."""
        return tuple(next(narrate(self)))

    @property
    def history(self: HandState) -> tuple[Acted, ...]:
        """The actions of the players so far."""
        return tuple(event for event in next(_betting(self, [])) if isinstance(event, Acted))

    @property
    def payoffs(self: HandState) -> tuple[ChipAmount, ...]:
        """What each player has won or lost in all; empty until the hand is over.

        A GameError if the hand ends with a showdown and not all of its cards are known (``settled`` says so).
        """
        settlement = self.settlement
        return () if settlement is None else tuple(map(chips, settlement.payoff_parts))

    @property
    def shown(self: HandState) -> dict[int, tuple[Card, ...]]:
        """The hole cards that were shown in the end, by position; none if the showdown cannot be settled."""
        settlement = self.settlement if self.settled else None
        if settlement is None:
            return {}
        cards = self.hole_bytes
        return {player: to_cards(cards[player]) for player, shown in settlement.showdown if shown}


_CARD_OF = DECK.__getitem__


def to_cards(numbers: bytes) -> tuple[Card, ...]:
    return tuple(map(_CARD_OF, numbers))


def public_json(hand: HandState) -> dict[str, Any]:
    """What everybody sees, as JSON has it; players' tuples are by position."""
    legal, settlement = hand.legal, hand.settlement if hand.settled else None
    bounds = [legal.least_raise, legal.most_raise] if legal.most_raise else None
    return {
        "game": str(hand.game),
        "players": list(hand.players),
        "board": cards_text(to_cards(hand.board_bytes)),
        "round": hand.round,
        "street": hand.game.street(hand.round),
        "over": hand.over,
        "settled": hand.settled,
        "actor": None if hand.over else hand.players[hand.actor],
        "legal": None if hand.over else {"fold": legal.fold, "call": legal.call, "raise": bounds},
        "pot": hand.pot,
        "starting_stacks": list(hand.starting_stacks),
        "stacks": list(hand.stacks),
        "bets": list(hand.bets),
        "paid": list(hand.paid),
        "folded": list(hand.folded),
        "events": [event_to_json(event) for event in next(narrate(hand))],
        "payoffs": None if settlement is None else [chips_to_json(chips(parts)) for parts in settlement.payoff_parts],
    }


def narrate(hand: HandState) -> Iterator[list[Event]]:
    """What happens in a hand, while it is played: each time, all that has happened since the last time."""
    game = hand.game
    news: list[Event] = [*_opening(str(game), hand.players, hand.starting_stacks, game.antes, game.blinds)]
    for player in range(len(hand.players)):
        # Cards that were shown at the end were not known when they were dealt, but to their owner.
        cards = hand.hole_bytes[player] if hand._saw_deal(player) else b""
        news.append(_dealt(player, cards))
    return _betting(hand, news)


def narration_for_seats(hand: _core.Hand, game: Game, players: tuple[str, ...]) -> _core.Narration:
    """The same for a sealed hand and each of its seats, which are told of their own cards alone; in native code."""
    opening = _opening_face_down(str(game), players, hand.starting_stacks, game.antes, game.blinds)
    return _core.Narration(hand, opening, _MAKERS, game.rules.tabled_before_run_out)


def _ending(hand: HandState) -> list[Event]:
    """From the last action to the payoffs; as far as the board if the showdown cannot be settled."""
    settlement = hand.settlement if hand.settled else None
    run_out: list[Event] = _run_out(hand)
    if settlement is None:
        return run_out
    uncalled_player, uncalled, rake, awards, showdown, payoffs = settlement
    events: list[Event] = [BetReturned(uncalled_player, uncalled)] if uncalled else []
    if showdown:
        holes = hand.hole_bytes
        shows: list[Event] = [_shown(player, holes[player]) if open_ else _mucked(player) for player, open_ in showdown]
        events += shows + run_out if hand.game.rules.tabled_before_run_out else run_out + shows
    else:
        events += run_out
    if rake:
        events.append(RakeTaken(rake))
    for pot, player, parts in awards:
        events.append(_won(player, pot, parts))
    events.append(_ended(payoffs))
    return events


# Events are values, and the same ones happen again and again: most need not be made anew.
_acted = lru_cache(maxsize=4096)(Acted)
_mucked = lru_cache(maxsize=16)(CardsMucked)


def _acted_by_index(player: int, round_number: int, name: int, amount: int, to: int, all_in: bool) -> Acted:
    return Acted(player, round_number, _ACTION_NAMES[name], amount, to, all_in)


@lru_cache(maxsize=1024)
def _opening(
    game: str, players: tuple[str, ...], stacks: tuple[int, ...], antes: tuple[int, ...], blinds: tuple[int, ...]
) -> tuple[Event, ...]:
    return (HandStarted(game, players, stacks), *_posts(antes, blinds, stacks))


@lru_cache(maxsize=1024)
def _opening_face_down(
    game: str, players: tuple[str, ...], stacks: tuple[int, ...], antes: tuple[int, ...], blinds: tuple[int, ...]
) -> tuple[Event, ...]:
    hidden = (HoleCardsDealt(player, None) for player in range(len(players)))
    return (*_opening(game, players, stacks, antes, blinds), *hidden)


@lru_cache(maxsize=8192)
def _dealt(player: int, cards: bytes) -> HoleCardsDealt:
    return HoleCardsDealt(player, to_cards(cards) if cards else None)


@lru_cache(maxsize=8192)
def _shown(player: int, cards: bytes) -> CardsShown:
    return CardsShown(player, to_cards(cards))


@lru_cache(maxsize=4096)
def _dealt_on_board(round_number: int, cards: bytes) -> BoardDealt:
    return BoardDealt(round_number, to_cards(cards))


@lru_cache(maxsize=4096)
def _won(player: int, pot: int, parts: int) -> PotWon:
    return PotWon(player, pot, chips(parts))


@lru_cache(maxsize=4096)
def _ended(parts: tuple[int, ...]) -> HandEnded:
    return HandEnded(tuple(map(chips, parts)))


_ACTION_NAMES = tuple(ActionName)
_MAKERS = _core.EventMakers(
    (_dealt, _dealt_on_board, _acted_by_index, BetReturned, _shown, _mucked, RakeTaken, _won, _ended)
)


@lru_cache(maxsize=256)
def _posts(antes: tuple[int, ...], blinds: tuple[int, ...], stacks: tuple[int, ...]) -> tuple[Posted, ...]:
    posted = []
    for post, amounts in ((Post.ANTE, antes), (Post.BLIND, blinds)):
        for player, amount in enumerate(amounts):
            left = stacks[player] - (min(antes[player], stacks[player]) if post is Post.BLIND else 0)
            paid = min(amount, left)
            if paid:
                posted.append(Posted(player, post, paid, paid == left))
    return tuple(posted)


def _betting(hand: HandState, news: list[Event]) -> Iterator[list[Event]]:
    """After the first news, the actions and what follows from them: board cards, and the end of the hand."""
    game = hand.game
    left = list(hand.starting_stacks)
    bets = [0] * game.players
    for posted in _posts(game.antes, game.blinds, hand.starting_stacks):
        left[posted.player] -= posted.amount
        if posted.post is Post.BLIND:
            bets[posted.player] += posted.amount
    round_now = taken = 0
    fold, check, call, bet, raise_ = (
        ActionName.FOLD,
        ActionName.CHECK,
        ActionName.CALL,
        ActionName.BET,
        ActionName.RAISE,
    )
    acted, folded, called = _acted, ActionKind.FOLD, ActionKind.CALL
    news += _board_of(hand, 0)
    while True:
        for player, round_number, kind, amount in hand.actions_from(taken):
            taken += 1
            while round_now < round_number:
                round_now += 1
                bets = [0] * game.players
                news += _board_of(hand, round_now)
            if kind is called:
                move, cost = (call if amount else check), amount
            elif kind is folded:
                move, cost = fold, 0
            else:
                move, cost = (raise_ if any(bets) else bet), amount - bets[player]
            bets[player] += cost
            left[player] -= cost
            news.append(acted(player, round_number, move, cost, bets[player], cost > 0 and left[player] == 0))
        if hand.over:
            news += _ending(hand)
            yield news
            return
        while round_now < hand.round:
            round_now += 1
            bets = [0] * game.players
            news += _board_of(hand, round_now)
        yield news
        news = []


def _run_out(hand: HandState) -> list[Event]:
    """The board cards that are dealt when nobody can act any more."""
    actions, last_round = hand.actions, hand.round
    last = actions[-1].round if actions else 0
    if last == last_round:
        return []
    return [event for later in range(last + 1, last_round + 1) for event in _board_of(hand, later)]


def _board_of(hand: HandState, round_number: int) -> list[Event]:
    """The board cards of one round, if it has any."""
    counts = hand.game.board_cards
    count = counts[round_number]
    if not count:
        return []
    start = sum(counts[:round_number])
    cards = hand.board_bytes[start : start + count]
    return [_dealt_on_board(round_number, cards)] if cards else []
