"""Follows the betting of a hand, action by action, with the situation in which each player acted."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from railbird import _core
from railbird.agent.situation import Entry, Situation
from railbird.errors import GameError
from railbird.game import ActionKind, Betting, Game, Hand, TakenAction, View
from railbird.game.dealing import deck

STILL_TO_ACT = 0.6
"""Probability that a player who is still to act pre-flop will play (Papp 1998, appendix B)."""


class Step(NamedTuple):
    """An action, and the situation in which it was taken."""

    situation: Situation
    kind: ActionKind


class BettingTracker:
    """Follows the betting of one hand. It holds no cards.

    ``follow(view)`` notes the new actions, at hardly any cost; ``steps()`` yields each action once; ``situation()``
    is the situation of the player to act. Every bot has its own tracker (``Bot.betting``).

    >>> from railbird.game import Hand
    >>> hand = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; r c / c r")
    >>> tracker = BettingTracker(hand.view(0))
    >>> [(step.situation.player, step.kind.name, step.situation.to_call) for step in tracker.steps()]
    [(1, 'RAISE', 5), (0, 'CALL', 10), (0, 'CALL', 0), (1, 'RAISE', 0)]
    >>> round(tracker.situation().pot_odds, 3)
    0.167
    """

    def __init__(self, view: View | Hand) -> None:
        self._game: Game = view.game
        self._stacks = view.starting_stacks
        self.players = view.players
        self.sequence: tuple[TakenAction, ...] = ()
        """The betting sequence: all actions so far."""
        self._processed: deque[Step] = deque()
        self._taken = 0
        self._state: _core.Hand | None = None
        self.follow(view)

    def follow(self, view: View | Hand) -> BettingTracker:
        """Note the actions since the last call."""
        self.sequence += view.actions_from(len(self.sequence))
        return self

    def is_of(self, view: View | Hand) -> bool:
        """Whether a view can be of this hand, now or later."""
        return (
            view.actions[: len(self.sequence)] == self.sequence
            and view.players == self.players
            and (view.game is self._game or view.game == self._game)
            and view.starting_stacks == self._stacks
        )

    def steps(self) -> Iterator[Step]:
        """Yield the actions not yet yielded.

        At each one, ``hand`` is the state before that action, unless ``situation()`` has advanced it already.
        """
        while self._processed:
            yield self._processed.popleft()
        while self._taken < len(self.sequence):
            action = self.sequence[self._taken]
            yield Step(self._now(), action.kind)
            self._take(action)

    def situation(self) -> Situation:
        """The situation of the player to act."""
        while self._taken < len(self.sequence):
            action = self.sequence[self._taken]
            self._processed.append(Step(self._now(), action.kind))
            self._take(action)
        return self._now()

    @property
    def hand(self) -> _core.Hand:
        """The state of the hand up to the last action processed, with dummy cards."""
        if self._state is None:
            game, players = self._game, self._game.players
            self._state = _core.Hand(game.native, self._stacks, bytes(deck(game)[: game.cards_needed]))
            self._last: list[ActionKind | None] = [None] * players
            self._last_paid = [False] * players
            self._entries: list[Entry | None] = [None] * players
            self._bets = self._calls = 0
            self._last_bettor = self._led = -1
            self._in = set[int]()
            self._begin_round(self._state)
        return self._state

    @property
    def taken(self) -> int:
        """How many actions have been processed."""
        return self._taken

    def pots_of_raise(self, situation: Situation) -> float:
        """The size of the raise that ``steps()`` has just yielded with this situation, in pots after a call."""
        called = self.hand.bets[situation.player] + situation.to_call
        return (self.sequence[self._taken].amount - called) / (situation.pot + situation.to_call)

    def _begin_round(self, hand: _core.Hand) -> None:
        self._round = hand.round
        self._led, self._last_bettor = self._last_bettor, -1
        self._committed = set[int]()
        self._acted = False
        stacks = hand.stacks
        self._pending = {position for position, folded in enumerate(hand.folded) if not folded and stacks[position]}

    def _take(self, action: TakenAction) -> None:
        player, _, kind, amount = action
        hand = self.hand
        self._taken += 1
        self._acted = True
        self._last[player] = kind
        self._last_paid[player] = kind is ActionKind.CALL and amount > 0
        self._pending.discard(player)
        hand.apply(kind, amount)
        if kind is ActionKind.RAISE:
            self._bets += 1
            self._last_bettor = player
            stacks, folded = hand.stacks, hand.folded
            self._pending = {
                other for other in range(len(stacks)) if stacks[other] and not folded[other] and other != player
            }
        elif kind is ActionKind.CALL:
            self._calls += 1
        else:
            self._in.discard(player)
        if kind is ActionKind.RAISE or (kind is ActionKind.CALL and amount > 0):
            self._committed.add(player)
            self._in.add(player)
        if not hand.over and hand.round != self._round:
            self._begin_round(hand)

    def _now(self) -> Situation:
        hand, game = self.hand, self._game
        if hand.over:
            raise GameError("the hand is over: no player is to act")
        player, number = hand.actor, hand.round
        legal = hand.legal
        bet = game.bets[number]
        if self._entries[player] is None:
            self._entries[player] = self._entry(player)
        entry = self._entries[player]
        assert entry is not None
        acts = self._bets + self._calls
        return Situation(
            player=player,
            players=game.players,
            active=hand.folded.count(False),
            round=number,
            pot=hand.pot,
            to_call=legal.call,
            bet=bet,
            later_bets=sum(game.bets[number + 1 :]),
            raises=hand.raises,
            bets_to_call=self._bets_to_call(legal.call, bet),
            can_raise=legal.most_raise > 0,
            committed=player in self._committed,
            behind=len(self._pending - {player}),
            first=not self._acted,
            last_action=self._last[player],
            last_paid=self._last_paid[player],
            led=self._led == player,
            bet_ratio=self._bets / acts if acts else 0.0,
            entry=entry,
        )

    def with_history_of(self, player: int, situation: Situation) -> Situation:
        """The situation as it would be for another player, with that player's own history in this hand."""
        return replace(
            situation,
            player=player,
            committed=player in self._committed,
            last_action=self._last[player],
            last_paid=self._last_paid[player],
            led=self._led == player,
            entry=self._entries[player] or self._entry(player),
        )

    def _bets_to_call(self, to_call: int, bet: int) -> int:
        if not to_call:
            return 0
        if self._game.betting is Betting.LIMIT:
            return min(-(-to_call // bet), 2)
        return min(max(self.hand.raises + (self._round == 0), 1), 2)

    def _entry(self, player: int) -> Entry:
        game, hand = self._game, self.hand
        others = self._in - {player}
        to_act = sum(
            not folded and other != player and other not in others and self._last[other] is None
            for other, folded in enumerate(hand.folded)
        )
        position = hand.folded[player + 1 :].count(False)
        half = 0 < game.blinds[player] < game.big_blind and player < game.players - 1
        return Entry(1 + len(others) + STILL_TO_ACT * to_act, position, half)
