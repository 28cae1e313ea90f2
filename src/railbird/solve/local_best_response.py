"""Local best response: a cheap opponent whose winnings are a lower bound on a bot's exploitability.

Lisý and Bowling 2017, "Equilibrium approximation quality of current no-limit poker bots". LBR knows the bot's policy,
and so its range π: the probability of each holding, by Bayes' rule over the actions that the bot has taken. At each of
its own decisions, LBR assumes that both players check and call from then on, and takes the action of the largest
utility, relative to folding:

    U(fold) = 0
    U(call) = wp · pot − (1 − wp) · asked
    U(bet s) = fp · pot + (1 − fp) · (wp′ · (pot + s) − (1 − wp′) · (asked + s))

wp is its share of the pot at a showdown against π, over all boards to come; asked is what a call costs. The bot folds
to a bet of s (on top of a call) with probability fp = Σ π(h) σ(fold | h), and wp′ is the share against what it keeps,
π′(h) ∝ π(h) (1 − σ(fold | h)). LBR folds if no action has a utility above 0.

The game must have two players and no rake. Then the mean of LBR's winnings over both seats is at most NashConv/2. A
small or negative result says nothing: LBR is no best response.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.bet_menu import BetMenu, bet_turn, parse_menu
from railbird.errors import GameError
from railbird.game import CALL, FOLD, Action, Game, Hand, raise_to
from railbird.game.holdings import holdings
from railbird.solve.showdown_shares import showdown_shares
from railbird.solve.stated_policy import StatedPolicy
from railbird.stats.aivat import Decided

Array = NDArray[np.float64]


MANY_SIZES = tuple(f"{100 * size:.1f}%" for size in np.geomspace(0.1, 100.0, 55))
"""Bets from a tenth of the pot to 100 pots in equal ratios, each 14 % larger than the one before. Ours."""
MENUS = {"fc": None, "fcpa": "100%, a", "56": ", ".join([*MANY_SIZES, "a"])}
"""The menus of the paper: fold and call only; pot and all-in as well; 56 sizes.

We do not know which 56 sizes the paper has: here they are ``MANY_SIZES`` and all-in.
"""


@dataclass(frozen=True, slots=True)
class LbrSettings:
    """How LBR plays.

    >>> LbrSettings(menu="33%, 75%, a", from_round=2).bet_menu.sections[0].sizes[0].unit
    '%'
    """

    menu: str = "fcpa"
    """``fc``, ``fcpa``, ``56``, or any bet menu. Limit games have their one size, or none with ``fc``."""
    from_round: int = 0
    """LBR only checks and calls before this betting round. From the turn on it finds far more in no-limit games:
    large pre-flop bets make the bot fold before it has put much in (Lisý and Bowling 2017)."""

    @property
    def bet_menu(self) -> BetMenu | None:
        """The sizes; None without bets. Raises GameError if there is no such menu."""
        sizes = MENUS.get(self.menu, self.menu)
        try:
            return None if sizes is None else parse_menu(sizes)
        except GameError as error:
            raise GameError(f"a menu of LBR is {', '.join(MENUS)} or a bet menu: {error}") from None


class LocalBestResponse:
    """LBR against one bot. It has no memory: everything that a decision needs is passed in.

    >>> from railbird.cards import parse_cards
    >>> from railbird.gallery import parse_bot
    >>> from railbird.game import limit
    >>> from railbird.solve.stated_policy import public_hand
    >>> bot = StatedPolicy(parse_bot("always-fold").make().policy, "always-fold")
    >>> mine, board = (bytes(map(int, parse_cards(cards))) for cards in ("2c2d", "AhKhQh"))
    >>> lbr, hand = LocalBestResponse(limit(), bot), public_hand(limit(), board)
    >>> hand.play("c c")
    >>> values = lbr.values(hand, mine, lbr.first_range(mine))
    >>> {str(action): round(value, 2) for action, value in values.items()}
    {'c': 7.21, 'r10': 20.0}
    """

    def __init__(self, game: Game, bot: StatedPolicy, settings: LbrSettings | None = None) -> None:
        check_lbr_game(game)
        self.game = game
        self.bot = bot
        self.settings = settings or LbrSettings()
        self._menu = self.settings.bet_menu
        if not 0 <= self.settings.from_round < game.rounds:
            raise GameError(f"{game} has betting rounds 0 to {game.rounds - 1}, not {self.settings.from_round}")

    def first_range(self, mine: bytes) -> Array:
        """[holdings]: the bot's range before it has acted, all holdings without our cards alike."""
        return holdings(self.game).apart_from(mine).astype(np.float64)

    def choose(self, hand: Hand, mine: bytes, weights: Array) -> Action:
        """LBR's action with its hole cards against a range of the bot; on a tie the earlier one: fold, call, bets."""
        if hand.round < self.settings.from_round:
            return CALL
        values = self.values(hand, mine, weights)
        return max(values, key=lambda action: values[action])

    def values(self, hand: Hand, mine: bytes, weights: Array) -> dict[Action, float]:
        """The utility in chips of each action that LBR considers; folding is left out where checking is free."""
        me, board = hand.actor, hand.board_bytes
        shares, weights = showdown_shares(self.game, mine, board), weights * holdings(self.game).apart_from(board)
        total, paid = float(weights.sum()), hand.paid[me]
        called = hand.clone()
        called.call()
        share = float(weights @ shares) / total if total else 0.5
        values = {FOLD: 0.0} if hand.legal.call else {}
        values[CALL] = paid + showdown_payoff(called, me, share)
        for amount in self.bets(hand):
            raised = hand.clone()
            raised.raise_to(amount)
            values[raise_to(amount)] = paid + self._after_bet(raised, me, weights, shares)
        return values

    def bets(self, hand: Hand) -> list[int]:
        """What LBR's bets and raises go to."""
        turn = None if self._menu is None else bet_turn(hand, self.game)
        return [] if turn is None or self._menu is None else list(self._menu.raises(turn).values())

    def _after_bet(self, raised: Hand, me: int, weights: Array, shares: Array) -> float:
        """What LBR expects to win with a bet that it has made."""
        folds = folding(self.bot.ask(raised))
        total = float(weights.sum())
        kept = weights * (1 - folds)
        rest = float(kept.sum())
        fold_share = max(1 - rest / total, 0.0) if total else 0.0
        folded, called = raised.clone(), raised
        called.call()
        won = 0.0
        if fold_share > 0:
            folded.fold()
            won += fold_share * float(folded.payoffs[me])
        if fold_share < 1:
            won += (1 - fold_share) * showdown_payoff(called, me, float(kept @ shares) / rest if rest else 0.5)
        return won


def check_lbr_game(game: Game) -> None:
    """Raise GameError unless LBR's winnings bound the exploitability in this game."""
    if game.players != 2:
        raise GameError(f"a local best response needs a game for two players, and {game} has {game.players}")
    if game.rake.ten_thousandths:
        raise GameError(f"a local best response needs a game without rake, not {game}")


def folding(decided: Decided) -> Array:
    """[holdings]: the probability of folding with each holding."""
    actions, probabilities = decided
    columns = [column for column, action in enumerate(actions) if action == FOLD]
    return np.asarray(probabilities[:, columns].sum(axis=1))


def showdown_stakes(hand: Hand) -> list[int]:
    """What each of two players has at stake at a showdown if nobody bets any more.

    Bets that the other player has not matched are returned; antes stay in the pot.
    """
    live = hand.live_paid
    return [min(live) + paid - mine for paid, mine in zip(hand.paid, live, strict=True)]


def showdown_payoff(hand: Hand, player: int, share: float) -> float:
    """What a player wins of two, in chips, if they get a share of the pot at a showdown and nobody bets any more."""
    stakes = showdown_stakes(hand)
    return share * sum(stakes) - stakes[player]
