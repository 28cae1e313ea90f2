"""What a bot has seen of its opponents: their playing styles, from finished hands as its seat saw them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from railbird.game import View, seen_again
from railbird.stats.style import Style, StyleCounter


class Opponents:
    """Counts what players do in hold'em."""

    def __init__(self) -> None:
        self._counter = StyleCounter()

    def see(self, view: View) -> None:
        """Count a finished hand. Cards that were not shown stay unknown."""
        if not view.game.is_holdem or not view.over:
            return
        hand = seen_again(view)
        settlement = view.settlement
        winners = {award.player for award in settlement.awards if award.parts} if settlement else set()
        showdown = bool(settlement and settlement.showdown)
        won = [position in winners for position in range(len(view.players))] if showdown else None
        self._counter.add(hand, won)

    def styles(self) -> Mapping[str, Style]:
        """The style of each player so far."""
        return self._counter.styles()

    def state(self) -> dict[str, list[int]]:
        """The counts of each player, from which ``restore`` goes on."""
        return self._counter.state()

    def restore(self, state: Mapping[str, Sequence[int]]) -> None:
        """Go on from ``state()``. Raises ValueError if it is malformed; then nothing changes."""
        self._counter.restore(state)
