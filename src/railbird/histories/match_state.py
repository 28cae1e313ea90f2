"""What a seat sees of a hand, as one line: ``MATCHSTATE:POSITION:NUMBER:BETTING:CARDS``, to a ``View`` and back.

Betting and cards are written as in logs (``railbird.histories.acpc``); cards that the seat may not see are left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from railbird._core import LETTERS
from railbird.errors import AcpcError, GameError, RailbirdError, quoted
from railbird.game import Action, ActionKind, Betting, Game, Hand, View, write_acpc_game
from railbird.histories.acpc import all_cards_text, betting_text, replayed

_LINE = re.compile(r"MATCHSTATE:(0|[1-9][0-9]?):(0|[1-9][0-9]{0,9}):([fcr0-9/]*):([2-9TJQKAcdhs|/]*)", re.ASCII)


class MatchStateLine(NamedTuple):
    """The parts of a line.

    >>> from railbird.game import Hand, nolimit
    >>> hand = Hand(nolimit(), "9s8h Ks7c / 8c8d5c / Ah / 4d")
    >>> hand.play("c c / r250")
    >>> state = MatchStateLine.of(hand.view(0), 30)
    >>> str(state)
    'MATCHSTATE:0:30:cc/r350:9s8h|/8c8d5c'
    >>> MatchStateLine.parse(str(state)).view(nolimit()) == hand.view(0)
    True
    """

    position: int
    number: int
    """The number of the hand, counted from 0."""
    betting: str
    cards: str

    @classmethod
    def of(cls, view: View, number: int, hand: Hand | None = None) -> MatchStateLine:
        """What a view shows, for the hand of a number. With the hand itself it is found sooner."""
        betting = betting_text(view) if hand is None else hand.acpc_text().partition(":")[0]
        return cls(view.position, number, betting, all_cards_text(view))

    @classmethod
    def parse(cls, line: str) -> MatchStateLine:
        """Parse a line, without its line end. Raises AcpcError."""
        match = _LINE.fullmatch(line)
        if not match:
            raise AcpcError(f"{quoted(line)} is not a state: it must be MATCHSTATE:POSITION:NUMBER:BETTING:CARDS")
        return cls(int(match[1]), int(match[2]), match[3], match[4])

    def __str__(self) -> str:
        return f"MATCHSTATE:{self.position}:{self.number}:{self.betting}:{self.cards}"

    def view(self, game: Game, players: Sequence[str] | None = None) -> View:
        """The view of the seat. Raises AcpcError if no hand of this game can look like that.

        ``players`` are ids by position.
        """
        line = quoted(str(self), 120)
        if self.position >= game.players:
            raise AcpcError(f"{line}: the positions of {game} are 0 to {game.players - 1}, not {self.position}")
        try:
            hand = replayed(game, self.betting, self.cards, players)
        except RailbirdError as error:
            raise AcpcError(f"{line} is impossible in {game}: {error}") from None
        view = hand.view(self.position)
        if not view.hole_bytes[self.position]:
            raise AcpcError(f"{line}: position {self.position} does not see its own cards")
        if view.over and not view.settled:
            raise AcpcError(f"{line}: the hand ends with a showdown, but not all its cards are shown")
        seen = MatchStateLine.of(view, self.number, hand)
        if seen != self:
            raise AcpcError(f"{line}: by the rules of {game}, this seat sees {quoted(str(seen), 120)}")
        return view

    def opening(self) -> MatchStateLine:
        """The state of the same seat when its hand began."""
        holes = self.cards.partition("/")[0].split("|")
        own = [cards if position == self.position else "" for position, cards in enumerate(holes)]
        return self._replace(betting="", cards="|".join(own))

    def continues(self, before: MatchStateLine) -> bool:
        """Whether this is the same hand at the same seat, after further actions."""
        more = self.betting[len(before.betting) :]
        return (
            self.opening() == before.opening()
            and self.betting.startswith(before.betting)
            and more[:1] in tuple("fcr/")
            and self.cards.partition("/")[2].startswith(before.cards.partition("/")[2])
        )


def action_text(view: View, action: Action) -> str:
    """An action of the player to act, as the protocol writes it: a no-limit raise has the total of the whole hand.

    >>> from railbird.game import Hand, nolimit
    >>> hand = Hand(nolimit(), "9s8h Ks7c / 8c8d5c / Ah / 4d")
    >>> hand.play("c c")
    >>> action_text(hand.view(0), Action.parse("r250"))
    'r350'
    """
    if action.kind is not ActionKind.RAISE or view.game.betting is Betting.LIMIT:
        return LETTERS[action.kind]
    to = view.legal.least_raise if action.to is None else action.to
    return f"r{paid_before(view) + to}"


def action_of(view: View, text: str) -> Action:
    """The action of the player to act that the protocol writes so. Raises ActionError.

    >>> from railbird.game import Hand, nolimit
    >>> hand = Hand(nolimit(), "9s8h Ks7c / 8c8d5c / Ah / 4d")
    >>> hand.play("c c")
    >>> str(action_of(hand.view(0), "r350"))
    'r250'
    """
    action = Action.parse(text)
    if action.to is None:
        return action
    return Action(action.kind, None if view.game.betting is Betting.LIMIT else action.to - paid_before(view))


def paid_before(view: View) -> int:
    """What the player to act had paid before this round."""
    return view.paid[view.actor] - view.bets[view.actor]


def check_expressible(game: Game) -> str:
    """Return the game file of a game. Raises AcpcError if programs that know the game file could not play it."""
    try:
        text = write_acpc_game(game)
    except GameError as error:
        raise AcpcError(f"{game} cannot be played by the ACPC's protocol: {error}") from None
    if game.board_cards[0]:
        raise AcpcError(f"{game} cannot be played by the ACPC's protocol: it has board cards in the first round")
    return text
