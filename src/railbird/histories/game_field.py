"""The user field ``_game`` of formats that allow one: the game with its rules, cap and rake, if they are not usual."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from railbird.errors import HistoryError, RailbirdError
from railbird.game import Betting, Game, parse_game
from railbird.game.definition import MOST_CHIPS
from railbird.histories.amounts import kept_if_short
from railbird.histories.playing import PlayedHand
from railbird.histories.record import CAP, HoldemStakes, cap_needed, holdem_game, rounds_with_raises, straddles_of

GAME_FIELD = "_game"


def named_game(text: Any, derived: Game) -> Game:
    """The game of the user field with the stacks of a hand. It must agree with the game from the standard fields."""
    try:
        game = field_game(str(text)).with_stacks(derived.stacks)
    except RailbirdError as error:
        raise HistoryError(f"{GAME_FIELD}: {error}") from None
    if (
        _posts(game) != _posts(derived)
        or (game.betting is Betting.LIMIT) != (derived.betting is Betting.LIMIT)
        or not game.is_holdem
    ):
        raise HistoryError(f"{GAME_FIELD} is {game}, which differs from the other fields: {derived}")
    return game


def _posts(game: Game) -> list[tuple[int, int]]:
    """What the players can post of their antes and blinds."""
    rows = zip(game.antes, game.blinds, game.stacks, strict=True)
    return [(min(ante, stack), min(blind, stack - min(ante, stack))) for ante, blind, stack in rows]


def field_text(game: Game) -> str:
    """The game as text without the stacks of one hand."""
    stack = min(200 * (game.big_blind or max(game.antes)), MOST_CHIPS)
    return _text_of(game.with_stacks((stack,) * game.players))


def usual_game(played: PlayedHand, *, pot_limit: bool) -> Game:
    """The game that a reader derives from the standard fields of a hand.

    Big bets are two small ones; ``pot_limit`` says whether the format has that betting structure.
    """
    game = played.hand.game
    limit = game.betting is Betting.LIMIT
    betting = Betting.NO_LIMIT if game.betting is Betting.POT_LIMIT and not pot_limit else game.betting
    stakes = HoldemStakes(
        betting=betting,
        blinds=game.blinds,
        antes=game.antes,
        small_bet=game.bets[0],
        big_bet=game.bets[2],
        straddles=straddles_of(game.blinds) if game.players > 2 else 0,
        cap=cap_needed(rounds_with_raises(played.hand.actions), game.blinds, game.bets[0]) if limit else CAP,
    )
    return holdem_game(stakes, game.stacks)


@kept_if_short(1024)
def field_game(text: str) -> Game:
    """The game of a text; kept for the next hand."""
    return parse_game(text)


@lru_cache(maxsize=1024)
def _text_of(game: Game) -> str:
    return str(game)
