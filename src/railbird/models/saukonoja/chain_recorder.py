"""A hand between us and one opponent, as it goes: the chain of actions after the flop, and what both put in."""

from __future__ import annotations

from railbird.game import ActionKind
from railbird.policies.saukonoja.cold_start import PostflopAction

FLOP = 1


class ChainRecorder:
    """Records what happens between us and one opponent after the flop.

    In chains our own actions are small letters, the opponent's are capitals.
    """

    def __init__(self, we_are_first: bool) -> None:
        self.chain = "f" if we_are_first else "l"
        self.actions: list[PostflopAction] = []
        """The opponent's, for what they say about their strength."""
        self.ours: list[float] = []
        self.theirs: list[float] = []
        self._round = FLOP

    def reach(self, round_number: int) -> None:
        """A round begins."""
        while self._round < round_number:
            self._round += 1
            self.chain += "/"

    def paid(self, ours: float, theirs: float) -> None:
        """What both have put in after the flop by now, in small bets: it belongs to all that happened before."""
        missing = len(self.chain) - len(self.ours)
        self.ours += [ours] * missing
        self.theirs += [theirs] * missing

    def we_act(self, kind: ActionKind) -> None:
        self.chain += kind.letter

    def opponent_acts(self, round_number: int, kind: ActionKind, faced: bool) -> None:
        self.chain += kind.letter.upper()
        self.actions.append(PostflopAction(round_number, kind, faced))
