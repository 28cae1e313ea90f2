"""The public side of a hand, shared by the dealer's ``Hand`` and a player's ``View``."""

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
    """Properties that the native hand and the native view share."""

    game: Game
    players: tuple[str, ...]

    def _saw_deal(self, position: int) -> bool:
        """Whether this player's hole cards are visible here from the deal on."""

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
    """Read-only properties of ``Hand`` and ``View``."""

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
        """The known board cards on the table."""
        return to_cards(self.board_bytes)

    @property
    def street(self: HandState) -> str:
        """The name of the betting round."""
        return self.game.street(self.round)

    @property
    def events(self: HandState) -> tuple[Event, ...]:
        """Everything that has happened so far, limited to what may be known here."""
        return tuple(next(event_stream(self)))

    @property
    def history(self: HandState) -> tuple[Acted, ...]:
        """The players' actions so far."""
        return tuple(event for event in next(_betting(self, [])) if isinstance(event, Acted))

    @property
    def payoffs(self: HandState) -> tuple[ChipAmount, ...]:
        """Each player's net win or loss; empty until the hand is over.

        Raises GameError if the hand ends with a showdown whose cards are not all known (then ``settled`` is false).
        """
        settlement = self.settlement
        return () if settlement is None else tuple(map(chips, settlement.payoff_parts))

    @property
    def shown(self: HandState) -> dict[int, tuple[Card, ...]]:
        """The hole cards shown at the showdown, by position; empty if the showdown cannot be settled."""
        settlement = self.settlement if self.settled else None
        if settlement is None:
            return {}
        cards = self.hole_bytes
        return {player: to_cards(cards[player]) for player, shown in settlement.showdown if shown}


_CARD_OF = DECK.__getitem__


def to_cards(numbers: bytes) -> tuple[Card, ...]:
    return tuple(map(_CARD_OF, numbers))


def public_json(hand: HandState) -> dict[str, Any]:
    """What everybody sees, as JSON data; lists with one item per player are in order of position."""
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
        "events": [event_to_json(event) for event in next(event_stream(hand))],
        "payoffs": None if settlement is None else [chips_to_json(chips(parts)) for parts in settlement.payoff_parts],
    }


def event_stream(hand: HandState) -> Iterator[list[Event]]:
    """The events of a hand while it is played: each ``next`` returns the events since the previous one."""
    game = hand.game
    new: list[Event] = [*_opening(str(game), hand.players, hand.starting_stacks, game.antes, game.blinds)]
    for player in range(len(hand.players)):
        # Cards shown at the end were known to their owner alone when they were dealt.
        cards = hand.hole_bytes[player] if hand._saw_deal(player) else b""
        new.append(_dealt(player, cards))
    return _betting(hand, new)


def narration_for_seats(hand: _core.Hand, game: Game, players: tuple[str, ...]) -> _core.Narration:
    """The same in native code, for each seat of a sealed hand; a seat sees its own hole cards only."""
    opening = _opening_face_down(str(game), players, hand.starting_stacks, game.antes, game.blinds)
    return _core.Narration(hand, opening, _MAKERS, game.rules.tabled_before_run_out)


def _ending(hand: HandState) -> list[Event]:
    """The events from the last action to the payoffs, or to the last board card if the showdown cannot be settled."""
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


# Events are immutable and the same ones recur often, so most come from a cache.
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


def _betting(hand: HandState, new: list[Event]) -> Iterator[list[Event]]:
    """Yield the given first events, then the actions and what follows from them: board cards, the end of the hand."""
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
    new += _board_of(hand, 0)
    while True:
        for player, round_number, kind, amount in hand.actions_from(taken):
            taken += 1
            while round_now < round_number:
                round_now += 1
                bets = [0] * game.players
                new += _board_of(hand, round_now)
            if kind is called:
                move, cost = (call if amount else check), amount
            elif kind is folded:
                move, cost = fold, 0
            else:
                move, cost = (raise_ if any(bets) else bet), amount - bets[player]
            bets[player] += cost
            left[player] -= cost
            new.append(acted(player, round_number, move, cost, bets[player], cost > 0 and left[player] == 0))
        if hand.over:
            new += _ending(hand)
            yield new
            return
        while round_now < hand.round:
            round_now += 1
            bets = [0] * game.players
            new += _board_of(hand, round_now)
        yield new
        new = []


def _run_out(hand: HandState) -> list[Event]:
    """The board cards dealt after the last action, when nobody can act any more."""
    actions, last_round = hand.actions, hand.round
    last = actions[-1].round if actions else 0
    if last == last_round:
        return []
    return [event for later in range(last + 1, last_round + 1) for event in _board_of(hand, later)]


def _board_of(hand: HandState, round_number: int) -> list[Event]:
    """The event of dealing a round's board cards; empty if there are none."""
    counts = hand.game.board_cards
    count = counts[round_number]
    if not count:
        return []
    start = sum(counts[:round_number])
    cards = hand.board_bytes[start : start + count]
    return [_dealt_on_board(round_number, cards)] if cards else []
