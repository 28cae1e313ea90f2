"""SimpleBot, the sample bot of the Meerkat interface and of Opentestbed, and its variant without bluffs.

Pre-flop it has a list of rules, with R the number of raises so far; the first that applies decides:

* a pair: tens or better, or deuces (a bluff), raise if R < 2; any pair calls if R < 3;
* two cards of at least ten: suited ones raise if R < 2; all call if R < 3;
* suited cards: connectors call; A2 raises if R = 0 (a bluff); any with an ace call;
* with at most a big blind to call, call with 5 % probability;
* else check or fold.

Post-flop, with HRN = HS^opponents, PPot for the next card and pot odds PO = to call / (pot + to call): always bet or
raise if HRN = 1. With nothing to call, bet with probability HRN², else with probability PPot. Facing a bet, raise with
probability HRN^(1 + R), else call if HRN² · pot > to call or PPot > PO, else fold.

The variant without bluffs (Vytřísal 2016, §4.2) uses 0.5 for every random number and omits the bluffs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from railbird.agent import Bot, Choice, Decision, Fact, setting
from railbird.agent.games import unless_holdem
from railbird.bots.shared.range_policies import RangeDecision, in_columns
from railbird.cards import CLASS_OF_HAND, CLASSES, Card, HoleCards
from railbird.game import CALL, Action, Game, View
from railbird.policies import check_or_fold, opponents, raise_by_pot
from railbird.strength import board_strength, one_hand, pot_odds

_DEUCE, _TEN, _ACE = 0, 8, 12


@dataclass(frozen=True, slots=True)
class SimpleSettings:
    bluff: bool = setting(True, "bluff; off omits bluffs and uses 0.5 for every random number", "Vytřísal 2016, §4.2")
    raise_limits: bool = setting(
        True,
        "pairs and high cards raise only after fewer than 2 raises, call only after fewer than 3",
        "Opentestbed; off: Vytřísal 2016",
    )
    trash_call: float = setting(0.05, "probability of calling a big blind with any hand", "Vytřísal 2016, §4.2")
    bet: float = setting(2 / 3, "size of bets and raises in no-limit games, in pots", "Opentestbed")

    def __post_init__(self) -> None:
        if not 0 <= self.trash_call <= 1:
            raise ValueError(f"trash_call must be between 0 and 1, not {self.trash_call}")


class SimpleBot(Bot):
    """Plays by rules on hole cards pre-flop; by hand strength, potential and pot odds post-flop."""

    source: ClassVar[str] = "Vytřísal 2016, §4.2; Opentestbed"
    Settings = SimpleSettings
    settings: SimpleSettings

    def refusal(self, game: Game) -> str:
        return unless_holdem(game)

    def act(self, view: View) -> Choice:
        return self._preflop(view) if view.round == 0 else self._postflop(view)

    def policy(self, view: View) -> RangeDecision:
        return self._preflop_policy(view) if view.round == 0 else self._postflop_policy(view)

    def _preflop(self, view: View) -> Decision:
        raises = view.raises
        first, second = view.hole_cards
        rule, move = self._rule(first, second, raises)
        facts = (Fact("rule", rule, private=True), Fact("raises", raises))
        if move == "raise":
            return Decision(raise_by_pot(view, self.settings.bet), facts=facts)
        if move == "call":
            return Decision(CALL, facts=facts)
        passive = check_or_fold(view)
        if not self.settings.bluff or passive == CALL or view.to_call > view.game.big_blind:
            return Decision(passive, facts=facts)
        share = self.settings.trash_call
        action = CALL if self.random.random() < share else passive
        return Decision(action, {CALL: share, passive: 1 - share}, facts=facts)

    def _rule(self, first: Card, second: Card, raises: int) -> tuple[str, str]:
        """The first rule that applies, and its action."""
        high, low = max(first.rank, second.rank), min(first.rank, second.rank)
        suited = first.suit == second.suit
        limits, bluff = self.settings.raise_limits, self.settings.bluff
        may_raise, may_call = not limits or raises < 2, not limits or raises < 3
        if high == low and may_raise and (high >= _TEN or (bluff and high == _DEUCE)):
            return "high pair" if high >= _TEN else "bluff with deuces", "raise"
        if high == low and may_call:
            return "pair", "call"
        if high > low >= _TEN and suited and may_raise:
            return "high suited cards", "raise"
        if high > low >= _TEN and may_call:
            return "high cards", "call"
        if suited and high - low == 1:
            return "suited connectors", "call"
        if suited and (high, low) == (_ACE, _DEUCE) and bluff and (raises == 0 or not limits):
            return "bluff with suited A2", "raise"
        if suited and high == _ACE:
            return "suited ace", "call"
        return "trash", "fold"

    def _postflop(self, view: View) -> Decision:
        mine = one_hand(view.hole_cards, view.board)
        others, raises = opponents(view), view.raises
        hrn = mine.hs**others
        bet = raise_by_pot(view, self.settings.bet)
        to_call, pot = view.to_call, view.pot
        facts = (
            Fact("HRN", hrn, private=True),
            Fact("PPot", mine.ppot, private=True),
            Fact("opponents", others),
            Fact("raises", raises),
        )
        if hrn == 1:
            return Decision(bet, facts=facts)
        if to_call == 0:
            value, potential = self._draw(hrn**2), self._draw(mine.ppot)
            share = hrn**2 + (1 - hrn**2) * mine.ppot
            return self._mixed(bet, CALL, share, value or potential, facts)
        odds = pot_odds(pot, to_call)
        passive = CALL if hrn**2 * pot > to_call or mine.ppot > odds else check_or_fold(view)
        share = hrn ** (1 + raises)
        return self._mixed(bet, passive, share, self._draw(share), (*facts, Fact("pot odds", odds)))

    def _draw(self, probability: float) -> bool:
        return (self.random.random() if self.settings.bluff else 0.5) < probability

    def _mixed(self, bet: Action, passive: Action, share: float, drawn: bool, facts: tuple[Fact, ...]) -> Decision:
        action = bet if drawn else passive
        if bet == passive or not self.settings.bluff:
            return Decision(action, facts=facts)
        return Decision(action, {bet: share, passive: 1 - share}, facts=facts)

    def _preflop_policy(self, view: View) -> RangeDecision:
        moves = _moves(self.settings, view.raises)
        bet, passive = raise_by_pot(view, self.settings.bet), check_or_fold(view)
        trash = np.equal(moves, "fold")
        bluffs = self.settings.bluff and passive != CALL and view.to_call <= view.game.big_blind
        called = self.settings.trash_call if bluffs else 0.0
        return in_columns(
            (passive, trash * (1 - called)),
            (CALL, np.equal(moves, "call") + trash * called),
            (bet, np.equal(moves, "raise").astype(np.float64)),
        )

    def _postflop_policy(self, view: View) -> RangeDecision:
        board, others, raises = view.board, opponents(view), view.raises
        hrn, squared = _hrn(board, others, 1), _hrn(board, others, 2)
        ppot = np.nan_to_num(board_strength(board).potential().ppot)
        to_call, pot = view.to_call, view.pot
        if to_call == 0:
            share = squared + (1 - squared) * ppot
            drawn = (squared > 0.5) | (ppot > 0.5)
            calls = np.ones_like(hrn)
        else:
            share = _hrn(board, others, 1 + raises)
            drawn = share > 0.5
            calls = ((squared * pot > to_call) | (ppot > pot_odds(pot, to_call))).astype(np.float64)
        bets = np.where(hrn == 1, 1.0, share if self.settings.bluff else drawn)
        return in_columns(
            (check_or_fold(view), (1 - bets) * (1 - calls)),
            (CALL, (1 - bets) * calls),
            (raise_by_pot(view, self.settings.bet), bets),
        )


@lru_cache(maxsize=64)
def _moves(settings: SimpleSettings, raises: int) -> NDArray[np.str_]:
    """The action of the rules for each of the 1326 hands."""
    bot = SimpleBot(settings)
    hands = [HoleCards.from_index(each.hands[0]) for each in CLASSES]
    return np.array([bot._rule(hand.high, hand.low, raises)[1] for hand in hands])[CLASS_OF_HAND]


@lru_cache(maxsize=256)
def _hrn(board: tuple[Card, ...], others: int, power: int) -> NDArray[np.float64]:
    """A power of HRN for each of the 1326 hands, bit for bit as for a single hand; 0 for impossible hands."""
    strengths, indices = np.unique(np.nan_to_num(board_strength(board).hs), return_inverse=True)
    return np.array([(hs**others) ** power for hs in strengths.tolist()])[indices]
