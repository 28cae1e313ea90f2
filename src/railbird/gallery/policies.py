"""The policy that a bot states, as questions to it, and at every node of a public tree."""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from railbird._version import __version__
from railbird.abstraction import PublicTree, Spot, public_tree
from railbird.agent import Bot, MatchStart, RangePolicy
from railbird.bots.equilibrium.by_node import StoredPolicy
from railbird.bots.equilibrium.player import EquilibriumBot
from railbird.errors import BotError, GameError
from railbird.gallery.spec import BotSpec
from railbird.game import Betting, Game, View
from railbird.game.hand import default_players
from railbird.solve.buckets.bucket_game import has_equal_stakes
from railbird.solve.responses.decisions import public_decisions
from railbird.solve.responses.node_policy import NodePolicy, OneRow
from railbird.solve.responses.stated_rows import StatedRows, by_edge
from railbird.solve.stated_policy import StatedPolicy
from railbird.stats.aivat import Decided


def stated_policy(bot: BotSpec, game: Game) -> StatedPolicy:
    """The policy that a bot states, asked of one fresh bot for each position."""
    return _asked(_seated(bot, game), str(bot))


def node_policy(bot: BotSpec, game: Game) -> NodePolicy:
    """The policy that a bot states, in a limit game for two.

    Raises GameError for other games, and BotError if the bot's policy is not one that best responses can be computed
    to: it must treat all suits alike.
    """
    reason = why_no_response(game)
    if reason:
        raise GameError(f"best responses cannot be computed flop by flop in {game}: {reason}")
    tree, made = public_tree(Spot(game)), _seated(bot, game)
    first = made[0]
    if isinstance(first, EquilibriumBot) and type(first).policy is EquilibriumBot.policy:
        return StoredPolicy(first, tree)
    if first.blind:
        return OneRow(tree, _blind_shares(tree, _asked(made, str(bot))))
    rows = StatedRows(tree, _asked(made, str(bot)), _state(bot))
    rows.check_suits()
    return rows


def _state(bot: BotSpec) -> str:
    """What tells the code of a bot from other code: that of its file, or of the module of one of our bots."""
    if bot.local:
        return ""
    if bot.fingerprint:
        return bot.fingerprint
    source = getattr(sys.modules.get(bot.kind.__module__), "__file__", None)
    return f"{__version__} {sha256(Path(source).read_bytes()).hexdigest()}" if source else ""


def why_no_response(game: Game) -> str:
    """Why best responses are not computed flop by flop in a game; empty if they are."""
    if game.betting is not Betting.LIMIT:
        return "it is no limit game"
    if game.players != 2:
        return "it is not for two players"
    if game.rake.ten_thousandths:
        return "it has rake"
    if game.hole_cards > 2:
        return "players have more than two hole cards"
    if game.rounds < 2 or game.board_cards[0] or 0 in game.board_cards[1:]:
        return "cards must be dealt to the board before every betting round but the first"
    if not has_equal_stakes(public_tree(Spot(game))):
        return "the players' antes are not the same"
    return ""


def _seated(bot: BotSpec, game: Game) -> list[Bot]:
    """A fresh bot for each position."""
    players, made = default_players(game), []
    for position in range(game.players):
        each = bot.make()
        each.start_match(MatchStart(game, players, position))
        made.append(each)
    return made


def _asked(made: list[Bot], name: str) -> StatedPolicy:
    def policy(view: View) -> Decided:
        bot = made[view.position]
        assert isinstance(bot, RangePolicy)
        return bot.policy(view)

    return StatedPolicy(policy, name)


def _blind_shares(tree: PublicTree, bot: StatedPolicy) -> dict[int, NDArray[np.float64]]:
    """The probabilities of a bot that never looks at cards, by node."""
    shares = {}
    for node, hand in public_decisions(tree):
        table = by_edge(tree, node, hand, bot)
        apart = table[table.sum(axis=1) > 0]
        if not (apart == apart[0]).all():
            raise BotError(
                f"{bot.name} says that it never looks at cards (blind), but its policy depends on them: {hand}"
            )
        shares[node] = apart[0]
    return shares
