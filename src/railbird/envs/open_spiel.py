"""Our bots as bots of OpenSpiel, and OpenSpiel's bots at our tables, over its game ``universal_poker``.

OpenSpiel comes with the extra ``games``. Its players are our positions. A bot gets no card that its player may not see:
ours gets a view, and OpenSpiel's gets a state in which hidden cards are drawn at random.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from railbird.agent import Bot, MatchStart, Streams
from railbird.agent.shown_hand import FollowedHand
from railbird.arena.guard import Fault, Guard
from railbird.arena.shown_bot import ShownBot
from railbird.envs.needs import needed
from railbird.errors import BotError, GameError, quoted
from railbird.gallery import BotSpec, parse_bot
from railbird.game import CALL, FOLD, Action, ActionKind, Betting, Game, Hand, Profile, Rules, View, raise_to
from railbird.game.dealing import deck
from railbird.game.definition import UNLIMITED_RAISES
from railbird.histories.acpc import replayed

pyspiel: Any = needed("pyspiel", "games")
POKER = "universal_poker"
SECONDS = 10.0
"""Seconds for one decision of our bot, as in the arena."""
MOST_LIMIT_PLAYERS = 4
"""OpenSpiel has stacks for four players only where none are given, and reads none in limit games."""
_STATE = re.compile(r"ACPC State: STATE:[0-9]*:([^:\n]*):([^:\n]*)")
_LAST_RAISE = re.compile(r"r([0-9]+)[fc/]*\Z")
_FOLD, _CALL, _RAISE = 0, 1, 2

SpielBotMaker = Callable[[Any, int, int], Any]
"""Makes a bot of OpenSpiel from the ``pyspiel.Game``, the player and a seed."""


def spiel_poker(game: Game) -> Any:
    """The ``pyspiel.Game`` of a game; raises of no-limit games are its actions by total (``fullgame``).

    Raises GameError if OpenSpiel does not know its rules.

    >>> from railbird.game import limit
    >>> spiel_poker(limit()).num_players()
    2
    """
    reason = _foreign_rules(game)
    if reason:
        raise GameError(f"OpenSpiel's {POKER} cannot play {game}: {reason}")
    return _loaded(game)


@lru_cache(maxsize=64)
def _loaded(game: Game) -> Any:
    options: dict[str, Any] = {
        "numPlayers": game.players,
        "numRounds": game.rounds,
        "blind": _listed(game.blinds),
        "firstPlayer": _listed(position + 1 for position in game.first),
        "numSuits": game.suits,
        "numRanks": game.ranks,
        "numHoleCards": game.hole_cards,
        "numBoardCards": _listed(game.board_cards),
    }
    if game.betting is Betting.LIMIT:
        options |= {"betting": "limit", "raiseSize": _listed(game.bets), "maxRaises": _listed(game.most_raises)}
    else:
        options |= {"betting": "nolimit", "stack": _listed(game.stacks), "bettingAbstraction": "fullgame"}
    return pyspiel.load_game(POKER, options)


def our_game(spiel_game: Any) -> Game:
    """The game of a ``pyspiel.Game``. Raises GameError if it is not poker that Railbird plays.

    >>> from railbird.game import nolimit
    >>> our_game(spiel_poker(nolimit(players=3))) == nolimit(players=3)
    True
    """
    name, given = spiel_game.get_type().short_name, spiel_game.get_parameters()
    if name != POKER:
        raise GameError(f"our bots play OpenSpiel's {POKER}, not {quoted(str(name))}")
    for option in ("boardCards", "handReaches"):
        if given.get(option):
            raise GameError(f"our bots play whole hands of OpenSpiel's {POKER}: leave out its option {option}")
    if (given["numRanks"], given["numSuits"]) != (13, 4):
        raise GameError(f"our bots play OpenSpiel's {POKER} with 52 cards: set numRanks=13 and numSuits=4")
    blinds, rounds = _numbers(given["blind"]), int(given["numRounds"])
    limit = given["betting"] == "limit"
    bets = _numbers(given["raiseSize"]) if limit else (max(blinds),) * rounds
    most_raises = _numbers(given["maxRaises"]) or (UNLIMITED_RAISES,) * rounds
    bound = max(blinds) + sum(bet * raises for bet, raises in zip(bets, most_raises, strict=True))
    stacks = (max(bound, 1000 * max(blinds)),) * len(blinds) if limit else _numbers(given["stack"])
    return Game(
        betting=Betting.LIMIT if limit else Betting.NO_LIMIT,
        blinds=blinds,
        stacks=stacks,
        bets=bets,
        most_raises=most_raises,
        first=tuple(position - 1 for position in _numbers(given["firstPlayer"])),
        board_cards=_numbers(given["numBoardCards"]),
        hole_cards=int(given["numHoleCards"]),
    )


class OurSpielBot(pyspiel.Bot):  # type: ignore[misc]
    """One of our bots as a player of OpenSpiel's ``universal_poker``, with any of its betting abstractions.

    A hand begins when a state does not continue the one before. The bot learns from what it has seen when it acts; call
    ``finish`` with the last state of a hand so that it sees the end. In an abstraction, its raise becomes the nearest
    one that the state offers.

    >>> from railbird.game import parse_game
    >>> game = spiel_poker(parse_game("limit"))
    >>> bots = [OurSpielBot("simple", game, 0), OurSpielBot("always-call", game, 1)]
    >>> len(pyspiel.evaluate_bots(game.new_initial_state(), bots, 7))
    2
    """

    def __init__(self, bot: str | type[Bot] | Bot | BotSpec, game: Any, player: int, seed: int = 0) -> None:
        super().__init__()
        self._game = our_game(game)
        if not 0 <= player < self._game.players:
            raise GameError(f"a player of {self._game} is 0 to {self._game.players - 1}, not {player}")
        spec = bot if isinstance(bot, BotSpec) else parse_bot(bot)
        reason = spec.refusal(self._game)
        if reason is not None:
            raise BotError(f"{spec} does not play {self._game}{': ' if reason else ''}{reason}")
        self._exact = game.get_parameters()["betting"] == "limit"
        self._whole = game.get_parameters()["bettingAbstraction"] == "fullgame"
        self._player, self._seed = player, seed
        self._names = tuple(f"player-{each}" for each in range(self._game.players))
        self._guard, self._hand = Guard(SECONDS), FollowedHand()
        with self._guard.clock:
            self._bot = ShownBot.made(spec, 0, self._guard, self._hand)
            self._bot.call("start_match", MatchStart(self._game, self._names, player))
        self._history: list[int] = []
        self._hands = 0
        self._finished = True

    @property
    def faults(self) -> list[Fault]:
        """What the bot has failed to do; it checked or folded instead."""
        return self._guard.notes.faults

    def player_id(self) -> int:
        """Its player."""
        return self._player

    def step(self, state: Any) -> int:
        """The action of the bot, whose turn it is."""
        view = self._follow(state)
        if view.actor != self._player:
            raise GameError(f"it is not the turn of player {self._player} but of player {view.actor}")
        with self._guard.clock:
            self._bot.move(self._hand)
        answer = self._hand.answer
        assert answer is not None
        return self._action(state, view, answer)

    def inform_action(self, state: Any, player: int, action: int) -> None:
        """Ignored: it may tell of hidden cards, and the next state has all that the player may know."""

    def restart(self) -> None:
        """The next state begins a new hand."""
        self._history, self._finished = [], True

    def restart_at(self, state: Any) -> None:
        """The next state begins a new hand, or goes on from this one."""
        self.restart()

    def finish(self, state: Any) -> None:
        """The hand is over: let the bot see how it ended."""
        self._follow(state)
        with self._guard.clock:
            self._bot.end(self._hand)
        self.restart()

    def _follow(self, state: Any) -> View:
        """Show the bot what its player may know of a state."""
        history = list(state.history())
        betting, view = self._seen(state)
        begins = self._finished or history[: len(self._history)] != self._history
        self._history, self._finished = history, False
        if begins:
            first = view if not betting else self._view("", self._own_cards(state).split("/")[0])
            streams = Streams(self._seed, self._hands, self._player)
            self._hands += 1
            with self._guard.clock:
                self._bot.begin_hand(first, streams)
        self._hand.show(view, ())
        return view

    def _seen(self, state: Any) -> tuple[str, View]:
        match = _STATE.search(str(state))
        if match is None or state.is_chance_node():
            raise GameError(f"the state of OpenSpiel is not at the turn of a player, or not of {POKER}")
        return match[1], self._view(match[1], self._own_cards(state))

    def _own_cards(self, state: Any) -> str:
        """The cards of the state without the hole cards of others."""
        match = _STATE.search(str(state))
        assert match
        holes, *board = match[2].split("/")
        own = [cards if player == self._player else "" for player, cards in enumerate(holes.split("|"))]
        return "/".join(["|".join(own), *board])

    def _view(self, betting: str, cards: str) -> View:
        return replayed(self._game, betting, cards, self._names).view(self._player)

    def _action(self, state: Any, view: View, answer: Action) -> int:
        legal = state.legal_actions()
        if answer.kind is ActionKind.FOLD and _FOLD in legal:
            return _FOLD
        if answer.kind is not ActionKind.RAISE or len(legal) <= 1 + (_FOLD in legal):
            return _CALL
        if self._exact:
            return _RAISE
        total = (answer.to or view.legal.least_raise) + view.paid[view.position] - view.bets[view.position]
        raises: list[int] = [action for action in legal if action not in (_FOLD, _CALL)]
        if self._whole:
            return min(max(total, raises[0]), raises[-1])
        return min(raises, key=lambda action: abs(_raised_to(state.child(action)) - total))


def spiel_seat(make: SpielBotMaker, name: str = "OpenSpielBot") -> type[Bot]:
    """A bot class for our tables that plays as a bot of OpenSpiel. ``make(game, player, seed)`` makes one a hand.

    At its turn it gets a state in which the other players' cards are drawn at random from those that it has not seen.

    >>> uniform = spiel_seat(lambda game, player, seed: pyspiel.make_uniform_random_bot(player, seed), "uniform")
    >>> from railbird import play_match
    >>> play_match([uniform, "always-call"], hands=10).hands
    10
    """
    return type(name, (SpielSeat,), {"make_spiel_bot": staticmethod(make), "__doc__": f"{name} of OpenSpiel."})


class SpielSeat(Bot):
    """The base of the classes that ``spiel_seat`` makes."""

    make_spiel_bot: SpielBotMaker
    _bot: Any = None
    _told: int = 0

    def refusal(self, game: Game) -> str:
        return _foreign_rules(game)

    def start_match(self, match: MatchStart) -> None:
        spiel_poker(match.game)  # tried once, before the first hand

    def start_hand(self, view: View) -> None:
        seed = self.streams.number("bot of OpenSpiel") % 2**31
        self._bot = self.make_spiel_bot(spiel_poker(view.game), view.position, seed)
        self._told = 0

    def act(self, view: View) -> Action:
        spiel = spiel_poker(view.game.with_stacks(view.starting_stacks))
        state = spiel.new_initial_state()
        for taken, (player, action) in enumerate(self._history(view)):
            if player >= 0 and player != view.position and taken >= self._told:
                self._bot.inform_action(state, player, action)
            state.apply_action(action)
        self._told = len(state.history())
        action = int(self._bot.step(state))
        if action == _FOLD:
            return FOLD
        if action == _CALL:
            return CALL
        if view.game.betting is Betting.LIMIT:
            return raise_to(view.legal.least_raise)
        return raise_to(action - view.paid[view.position] + view.bets[view.position])

    def _history(self, view: View) -> Iterable[tuple[int, int]]:
        """The players (-1 for chance) and actions of a state as this player may know it."""
        game = view.game
        board = list(view.board_bytes)
        own = list(view.hole_bytes[view.position])
        unseen = [card for card in deck(game) if card not in {*own, *board}]
        self.random.shuffle(unseen)
        for position in range(game.players):
            for index in range(game.hole_cards):
                yield -1, own[index] if position == view.position else unseen.pop()
        cards = bytes(deck(game)[: game.cards_needed])  # placeholders, because betting does not depend on cards
        hand = Hand(game.with_stacks(view.starting_stacks), cards)
        dealt = 0
        for taken in view.actions:
            while dealt < sum(game.board_cards[: hand.round + 1]):
                yield -1, board[dealt]
                dealt += 1
            before = hand.paid[taken.player] - hand.bets[taken.player]
            if taken.kind is ActionKind.FOLD:
                yield taken.player, _FOLD
            elif taken.kind is ActionKind.CALL:
                yield taken.player, _CALL
            else:
                yield taken.player, _RAISE if game.betting is Betting.LIMIT else before + taken.amount
            hand.apply(taken.kind, taken.amount)
        for card in board[dealt:]:
            yield -1, card


def _foreign_rules(game: Game) -> str:
    """Why OpenSpiel cannot play a game; empty if it can."""
    bound = max(game.blinds) + sum(bet * raises for bet, raises in zip(game.bets, game.most_raises, strict=True))
    if game.betting is Betting.POT_LIMIT:
        return "it has no pot-limit games"
    if game.betting is Betting.LIMIT and game.players > MOST_LIMIT_PLAYERS:
        return f"with more than {MOST_LIMIT_PLAYERS} players in a limit game its process ends"
    if game.rules != Rules(Profile.ACPC):
        return "it knows the ACPC's rules only"
    if any(game.antes) or game.rake.ten_thousandths:
        return "it has no antes and no rake"
    if any(game.most_actions):
        return "it has no limit on actions"
    if (game.ranks, game.suits) != (13, 4):
        return "its short decks have other cards"
    if game.betting is Betting.LIMIT and min(game.stacks) < bound:
        return "in limit games nobody can be all-in there"
    if game.betting is Betting.NO_LIMIT and any(bet != max(game.blinds) for bet in game.bets):
        return "its smallest bet is the big blind"
    return ""


def _raised_to(state: Any) -> int:
    """The total over the whole hand of the last raise of a state."""
    match = _STATE.search(str(state))
    last = _LAST_RAISE.search(match[1]) if match else None
    return int(last[1]) if last else 0


def _listed(values: Iterable[int]) -> str:
    return " ".join(map(str, values))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))
