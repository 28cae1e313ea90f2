"""LAIN, an adaptive player for limit hold'em with any number of opponents (Vytřísal 2016).

It counts what opponents do and show after each betting sequence, and looks ahead with Miximax: opponents do what they
did, itself the best; a showdown is won if all their hands lie below its own hand rank. Faithful to the thesis, its
defects included.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from railbird import _core
from railbird.abstraction import AbstractBetting, Line, Mapped, map_faithfully
from railbird.agent import Bot, Choice, Decision, Fact, MatchStart, setting
from railbird.game import CALL, FOLD, Action, Betting, Game, View, raise_to
from railbird.models import ContextModels, Seeds
from railbird.search import ActionValues, miximax
from railbird.strength.preflop import preflop_hand_ranks


@dataclass(frozen=True, slots=True)
class LainSettings:
    cap: int = setting(2, "bets a round in the game that it thinks in", "Vytřísal 2016, §3.2.2")
    big_blind_counts: bool = setting(True, "the big blind is the first bet", "Vytřísal 2016, tables 2 to 6")
    bins: int = setting(20, "bins of a histogram of hand ranks", "Vytřísal 2016, §2.1.3")
    call_seed: float = setting(1.0, "calls that everybody is believed to have made", "Vytřísal 2016, §3.3.2")
    histogram_seed: float = setting(1.0, "hands in each of the two middle bins", "Vytřísal 2016, §3.3.2")
    spread: bool = setting(True, "hands that were not shown count as beaten ones", "Vytřísal 2016, §3.3.3")
    enough: float = setting(10.0, "known hands from which on they are spread as those lie", "Vytřísal 2016, figure 5")


class Lain(Bot):
    """Counts what opponents do and show after each betting sequence, and looks ahead with Miximax."""

    source: ClassVar[str] = "Vytřísal 2016"
    Settings = LainSettings
    settings: LainSettings
    learns = True

    def plays(self, game: Game) -> bool:
        return game.is_holdem and game.betting is Betting.LIMIT

    def start_match(self, match: MatchStart) -> None:
        mine = self.settings
        self._betting = AbstractBetting(match.game, mine.cap, mine.big_blind_counts)
        self._seeds = Seeds(call=mine.call_seed, bins=mine.bins, middle=mine.histogram_seed)
        self._models = ContextModels(self._betting, self._seeds)
        self._rank_of: tuple[tuple[object, ...], float] | None = None

    def act(self, view: View) -> Choice:
        mapped = map_faithfully(self._betting, _actions(view))
        rank = self._hand_rank(view)
        facts = (Fact("hand rank", rank, private=True), Fact("line", mapped.letters))
        if self._betting.tree.actor(mapped.node) != view.position:  # the abstract round is over already
            return Decision(CALL, facts=facts)
        found = miximax(self._betting, self._models_at(view), mapped.node, view.position, self._seeds.bins_below(rank))
        return Decision(self._choice(view, found), values=_values(view, found), facts=facts)

    def _models_at(self, view: View) -> list[_core.ContextModel | None]:
        """The models of all others in this hand, by position."""
        mine = view.position
        return [
            None if position == mine else self._models.of(player, mine, position)
            for position, player in enumerate(view.players)
        ]

    def _choice(self, view: View, found: ActionValues) -> Action:
        best = found.best()
        if best is Line.RAISE and view.legal.most_raise:
            return raise_to(view.legal.least_raise)
        return FOLD if best is Line.FOLD and view.to_call else CALL

    def _hand_rank(self, view: View) -> float:
        """HR of the round, found once: HR = (win + tie/2) / (win + tie + loss) against any hand (§3.2.1)."""
        key = (view.hole_bytes[view.position], view.board_bytes)
        if self._rank_of is None or self._rank_of[0] != key:
            self._rank_of = (key, hand_rank(*key))
        return self._rank_of[1]

    def end_hand(self, view: View) -> None:
        mapped = map_faithfully(self._betting, _actions(view))
        folded = view.folded[view.position]
        self._count(view, mapped, own_fold=folded)
        settlement = view.settlement
        if folded or settlement is None or not settlement[4]:
            return
        tree = self._betting.tree
        if tree.kind(mapped.node) != 1:  # it ended otherwise in the abstract game
            return
        self._show(view, mapped.node, settlement[4])

    def _count(self, view: View, mapped: Mapped, *, own_fold: bool) -> None:
        """The whole sequence; if LAIN has folded, what came before that (§3.3.1)."""
        tree, node, mine = self._betting.tree, 0, view.position
        models = self._models_at(view)
        for letter in mapped.letters:
            actor = tree.actor(node)
            if own_fold and actor == mine and letter == "f":
                return
            node = tree.child(node, "fcr".index(letter))
            model = models[actor]
            if model is not None:
                model.count(node)

    def _show(self, view: View, leaf: int, showdown: list[tuple[int, bool]]) -> None:
        mine, holes, board = view.position, view.hole_bytes, view.board_bytes
        shown = {player: hand_rank(holes[player], board) for player, open_ in showdown if open_ or player == mine}
        for player, _ in showdown:
            if player == mine:
                continue
            model = self._models.of(view.players[player], mine, player)
            if player in shown:
                model.show(leaf, self._seeds.bin_of(shown[player]))
            elif self.settings.spread:
                model.spread(leaf, self._seeds.bin_of(max(shown.values())), self.settings.enough)

    def save(self) -> dict[str, bytes]:
        return self._models.save()

    def load(self, learned: Mapping[str, bytes]) -> None:
        for player, data in learned.items():
            self._models.add(player, data)


def hand_rank(hole: bytes, board: bytes) -> float:
    """HR of a hand in a round: before the flop over all boards, then with one more card, on the river as it is."""
    if not board:
        high, low = max(hole), min(hole)
        return float(preflop_hand_ranks()[high * (high - 1) // 2 + low])
    mine, table = (sum(1 << card for card in cards) for cards in (hole, board))
    cells = _core.hand_potential(mine, table, 1 if len(board) < 5 else 0)
    return (cells[0] + cells[3] + cells[6] + (cells[1] + cells[4] + cells[7]) / 2) / sum(cells)


def _actions(view: View) -> list[tuple[int, int, Line]]:
    return [(player, round_number, _LINES[kind]) for player, round_number, kind, _ in view.raw_actions]


_LINES = tuple(Line)


def _values(view: View, found: ActionValues) -> dict[Action, float]:
    paid = view.paid[view.position]
    legal = view.legal
    pairs = [(FOLD, found.fold), (CALL, found.call)]
    if legal.most_raise:
        pairs.append((raise_to(legal.least_raise), found.raise_))
    return {action: value + paid for action, value in pairs if value == value}
