"""A bot's policy as a strategy: the probabilities of its actions in every information set of a small poker game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from railbird.cards import parse_cards
from railbird.errors import GameError, quoted
from railbird.extensive import Strategy
from railbird.game import Action, ActionKind, Game, Hand
from railbird.game.holdings import holdings
from railbird.solve.stated_policy import StatedPolicy, public_hand
from railbird.stats.aivat import Decided

_KEY = re.compile(r"(?P<hole>[^|#]+)\|(?P<board>[^|]*)\|(?P<betting>[fcr0-9/]*)")
_ACTION = re.compile(r"[fc]|r[0-9]*")


def bot_strategy(game: Game, bot: StatedPolicy, sets: Iterable[tuple[str, Sequence[str]]]) -> Strategy:
    """The strategy that a bot's policy is, for these information sets and the names of their actions.

    Information sets are named as in ``PokerState.information_key``. Each public state is asked about once, with
    unknown hole cards. Raises GameError if the bot bets a size that the information set does not have.

    >>> from railbird.gallery import parse_bot
    >>> from railbird.game import kuhn
    >>> bot = StatedPolicy(parse_bot("random").make().policy, "random")
    >>> print(bot_strategy(kuhn(), bot, [("Ks||", ["c", "r"]), ("Qs||r", ["f", "c"])]))
    strategy for kuhn
    Ks||: c=0.5 r=0.5
    Qs||r: f=0.5 c=0.5
    """
    every, answers = holdings(game), dict[str, Decided]()
    rows = []
    for name, actions in sets:
        match = _KEY.fullmatch(name)
        if match is None:
            raise GameError(f"{quoted(name)} is not an information set of {game}")
        public = f"{match['board']}|{match['betting']}"
        if public not in answers:
            answers[public] = bot.ask(_hand_of(game, match["board"], match["betting"]))
        held = every.index(bytes(map(int, parse_cards(match["hole"]))))
        rows.append((name, actions, _probabilities(bot.name, answers[public], held, actions)))
    return Strategy.from_rows(rows, game=str(game))


def _hand_of(game: Game, board: str, betting: str) -> Hand:
    """The public hand of an information set."""
    hand = public_hand(game, bytes(map(int, parse_cards(board.replace("/", "")))))
    hand.play(" ".join(_ACTION.findall(betting)))
    return hand


def _probabilities(bot: str, decided: Decided, held: int, actions: Sequence[str]) -> list[float]:
    """The bot's probabilities with a holding, by the names of actions."""
    shares = dict.fromkeys(actions, 0.0)
    for action, share in zip(decided[0], decided[1][held].tolist(), strict=True):
        name = _name(action, actions)
        if share and name not in shares:
            listed = ", ".join(actions)
            raise GameError(f"{bot} plays {action}, which is not among the actions {listed}: give the game its sizes")
        if share:
            shares[name] += share
    total = sum(shares.values())
    return [share / total for share in shares.values()]


def _name(action: Action, actions: Sequence[str]) -> str:
    """The name of an action; raises in limit games have no amount."""
    if action.kind is ActionKind.RAISE:
        return "r" if "r" in actions else f"r{action.to}"
    return "f" if action.kind is ActionKind.FOLD else "c"
