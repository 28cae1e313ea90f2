"""``ActionCounts``: how often a player took each action in each information set of a small poker game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from railbird.errors import GameError, quoted
from railbird.extensive.played import decisions_of
from railbird.game import Hand


class ActionCounts(Mapping[str, dict[str, float]]):
    """Counts by the name of the information set and of the action.

    >>> counts = ActionCounts("kuhn")
    >>> counts.learn(Hand.parse("kuhn; Ks As; c r f"), 1)
    >>> dict(counts), counts.observations
    ({'As||c': {'c': 0.0, 'r': 1.0}}, 1.0)
    """

    def __init__(self, game: str) -> None:
        self.game = game
        """The text of the game, as that of a tree."""
        self._counts: dict[str, dict[str, float]] = {}

    def __getitem__(self, name: str) -> dict[str, float]:
        return self._counts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    @property
    def observations(self) -> float:
        """All actions seen."""
        return sum(sum(actions.values()) for actions in self._counts.values())

    def add(self, name: str, menu: Sequence[str], action: str, weight: float = 1.0) -> None:
        """Count one action, or as many as ``weight``."""
        counts = self._counts.setdefault(name, dict.fromkeys(menu, 0.0))
        if action not in counts:
            raise GameError(f"{quoted(action)} is not an action of {quoted(name)}: there are {', '.join(menu)}")
        counts[action] += weight

    def learn(self, hand: Hand, position: int, *, shown: bool = False) -> None:
        """Count the actions of a position in a hand that is over.

        With ``shown``, only if its cards came to a showdown: an opponent at the table sees no others. Hole cards that
        are unknown teach nothing.
        """
        if shown and not is_shown(hand, position):
            return
        for decision in decisions_of(hand, position):
            self.add(decision.name, decision.menu, decision.action)


def is_shown(hand: Hand, position: int) -> bool:
    """Whether a position's cards were shown to all others at the end of a hand."""
    others = [each for each in range(hand.game.players) if each != position]
    return hand.over and all(hand.view(other).hole_bytes[position] for other in others)
