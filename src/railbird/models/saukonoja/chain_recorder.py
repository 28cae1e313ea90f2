"""A hand between us and one opponent, as it goes: the chain of actions after the flop, and what both put in."""

from __future__ import annotations

from railbird.game import ActionKind
from railbird.policies.saukonoja.cold_start import Seen

_OURS = {ActionKind.FOLD: "f", ActionKind.CALL: "c", ActionKind.RAISE: "r"}
_HIS = {kind: letter.upper() for kind, letter in _OURS.items()}
FLOP = 1


def our_letter(kind: ActionKind) -> str:
    """As chains write our own actions."""
    return _OURS[kind]


def his_letter(kind: ActionKind) -> str:
    """As they write those of the opponent."""
    return _HIS[kind]


class Pair:
    """What happens between us and one opponent after the flop."""

    def __init__(self, we_are_first: bool) -> None:
        self.chain = "f" if we_are_first else "l"
        self.actions: list[Seen] = []
        """His, for what they say of his strength."""
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
        self.chain += _OURS[kind]

    def he_acts(self, round_number: int, kind: ActionKind, faced: bool) -> None:
        self.chain += _HIS[kind]
        self.actions.append(Seen(round_number, kind, faced))
