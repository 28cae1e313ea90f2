"""All kinds of players by name: what they do, their settings, and how they are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from railbird.agent.settings import NoSettings, setting
from railbird.extensive import DuelRules, GamePlayer, RandomPlayer
from railbird.extensive.duel_rules import DuelWay
from railbird.extensive.rock_paper_scissors_players import BiasedPlayer, CountingPlayer, EquilibriumPlayer
from railbird.search.players import mcts_kinds as mcts
from railbird.search.players import minimax_kinds as depth
from railbird.search.players.duel_kinds import DuelSearchSettings, duel_search


@dataclass(frozen=True, slots=True)
class PlayerKind:
    """A kind of player."""

    name: str
    summary: str
    settings: type[Any]
    make: Callable[[Any], GamePlayer]


@dataclass(frozen=True, slots=True)
class BiasedSettings:
    rock: float = setting(1.0, "how often they choose rock, relative to the others", "ours")
    paper: float = setting(1.0, "how often they choose paper", "ours")
    scissors: float = setting(1.0, "how often they choose scissors", "ours")


@dataclass(frozen=True, slots=True)
class DuelSettings:
    card: DuelWay = setting(  # noqa: RUF009
        DuelWay.EXPERT, "how the cards to play are chosen", "Ward and Cowling 2009"
    )
    attack: DuelWay = setting(  # noqa: RUF009
        DuelWay.EXPERT, "how the attackers are chosen", "Ward and Cowling 2009"
    )
    block: DuelWay = setting(  # noqa: RUF009
        DuelWay.EXPERT, "how the blockers are chosen", "Ward and Cowling 2009"
    )


@cache
def player_kinds() -> Mapping[str, PlayerKind]:
    """All kinds of players by name.

    >>> {"random", "uct", "alphabeta", "ismcts"} <= set(player_kinds())
    True
    """
    return {kind.name: kind for kind in (*_simple(), *_monte_carlo(), *_to_a_depth(), *_of_one_game())}


def _simple() -> tuple[PlayerKind, ...]:
    return (PlayerKind("random", "every legal action is equally likely", NoSettings, lambda _: RandomPlayer()),)


def _monte_carlo() -> tuple[PlayerKind, ...]:
    return (
        PlayerKind("uct", "Monte Carlo tree search with UCB1", mcts.UctSettings, mcts.uct),
        PlayerKind("uct-tuned", "UCT that explores by the variance (UCB1-Tuned)", mcts.OneTreeSettings, mcts.uct_tuned),
        PlayerKind("rave", "UCT with rapid action value estimation (AMAF)", mcts.RaveSettings, mcts.rave),
        PlayerKind("puct", "AlphaZero's selection with equal priors", mcts.PuctSettings, mcts.puct),
        PlayerKind("ismcts", "information-set MCTS, for hidden information", mcts.ObserverSettings, mcts.ismcts),
        PlayerKind("so-ismcts", "single-observer ISMCTS", mcts.InformationSetSettings, mcts.so_ismcts),
        PlayerKind("mo-ismcts", "multiple-observer ISMCTS", mcts.InformationSetSettings, mcts.mo_ismcts),
        PlayerKind(
            "determinized", "UCT in several trees, each with its own guess", mcts.TreesSettings, mcts.determinized
        ),
        PlayerKind("chance-uct", "UCT with a first chance node over all guesses", mcts.SearchSettings, mcts.chance_uct),
        PlayerKind("cheating-uct", "UCT that sees what is hidden", mcts.UctSettings, mcts.cheating_uct),
        PlayerKind(
            "cheating-ensemble", "several trees that see what is hidden", mcts.TreesSettings, mcts.cheating_ensemble
        ),
    )


def _to_a_depth() -> tuple[PlayerKind, ...]:
    return (
        PlayerKind("alphabeta", "minimax with alpha-beta pruning", depth.AlphaBetaOptions, depth.alphabeta),
        PlayerKind("minimax", "minimax of the whole tree to a depth", depth.DepthSettings, depth.plain_minimax),
        PlayerKind("negamax", "minimax, written with one rule for both", depth.DepthSettings, depth.plain_negamax),
        PlayerKind("expectiminimax", "minimax with turns of chance", depth.DepthSettings, depth.with_chance),
        PlayerKind("star1", "expectiminimax with Star1 pruning", depth.OrderedSettings, depth.with_star1),
        PlayerKind("star2", "expectiminimax with Star2 pruning", depth.OrderedSettings, depth.with_star2),
        PlayerKind("paranoid", "alpha-beta against all others at once", depth.OrderedSettings, depth.against_all),
        PlayerKind(
            "maxn", "max^n: each player wants most for themselves", depth.OrderedSettings, depth.each_for_themselves
        ),
    )


def _of_one_game() -> tuple[PlayerKind, ...]:
    """Players of one game only."""
    return (
        PlayerKind(
            "biased",
            "rock-paper-scissors with fixed frequencies",
            BiasedSettings,
            lambda settings: BiasedPlayer(settings.rock, settings.paper, settings.scissors),
        ),
        PlayerKind("equilibrium", "the equilibrium of rock-paper-scissors", NoSettings, lambda _: EquilibriumPlayer()),
        PlayerKind(
            "counting",
            "rock-paper-scissors: best response to what the opponent chose so far",
            NoSettings,
            lambda _: CountingPlayer(),
        ),
        PlayerKind(
            "duel-rules",
            "rules, or chance, for each decision of the card duel",
            DuelSettings,
            lambda settings: DuelRules(settings.card, settings.attack, settings.block),
        ),
        PlayerKind("duel-search", "MCTS for the card duel, with rules where wanted", DuelSearchSettings, duel_search),
    )
