"""Records a hand between us and one opponent: the chain of post-flop actions, and what both put in."""

from __future__ import annotations

from railbird.game import ActionKind
from railbird.policies.saukonoja.cold_start import PostflopAction

FLOP = 1


class ChainRecorder:
    """Records what happens between us and one opponent after the flop.

    In a chain, small letters are our actions and capital letters are the opponent's.
    """

    def __init__(self, we_are_first: bool) -> None:
        self.chain = "f" if we_are_first else "l"
        self.actions: list[PostflopAction] = []
        """The opponent's actions, from which their strength is estimated."""
        self.ours: list[float] = []
        self.theirs: list[float] = []
        self._round = FLOP

    def reach(self, round_number: int) -> None:
        """Note that a round begins."""
        while self._round < round_number:
            self._round += 1
            self.chain += "/"

    def paid(self, ours: float, theirs: float) -> None:
        """Note what both have put in since the flop, in small bets: it applies to all symbols without an amount yet."""
        missing = len(self.chain) - len(self.ours)
        self.ours += [ours] * missing
        self.theirs += [theirs] * missing

    def we_act(self, kind: ActionKind) -> None:
        self.chain += kind.letter

    def opponent_acts(self, round_number: int, kind: ActionKind, faced: bool) -> None:
        self.chain += kind.letter.upper()
        self.actions.append(PostflopAction(round_number, kind, faced))
