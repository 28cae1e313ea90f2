"""What equilibrium bots share: the bucket of the hand, the node of the betting, a draw, and the reasons."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from railbird.abstraction import Place, TreeTracker
from railbird.abstraction.cards.card_abstraction import cards_of
from railbird.abstraction.strategy_file import WHOLE
from railbird.agent import Bot, Choice, Decision, Fact, MatchStart, setting
from railbird.agent.decision import LateFacts
from railbird.agent.streams import Streams
from railbird.bots.equilibrium.readings import mean_policy, stated
from railbird.bots.equilibrium.reasons import reasons, translations
from railbird.bots.equilibrium.strategies import Strategies, StrategyPart, game_of, loaded, strategy_path
from railbird.bots.equilibrium.tree_end import calls_outside, needed_outside
from railbird.bots.shared.range_policies import RangeDecision
from railbird.errors import BotError
from railbird.game import CALL, FOLD, Action, Betting, Game, View
from railbird.game.holdings import holdings

_STRUCTURES = {Betting.LIMIT: "limit", Betting.NO_LIMIT: "no-limit", Betting.POT_LIMIT: "pot-limit"}


@dataclass(frozen=True, slots=True)
class EquilibriumSettings:
    strategy: str | None = setting(None, "the file of its strategy; none for the one that comes with Railbird", "ours")

    def __post_init__(self) -> None:
        if self.strategy is not None:  # a match may go on in another folder
            object.__setattr__(self, "strategy", str(Path(self.strategy).expanduser().absolute()))


class EquilibriumBot(Bot):
    """Base class: plays a strategy over buckets, node by node, and states it for every hand at once."""

    name: ClassVar[str]
    """Its name in the gallery, and that of its file."""
    structure: ClassVar[Betting]
    """The betting structure that it plays."""
    parts: ClassVar[tuple[str, ...]] = (WHOLE,)
    """The parts that its strategy must have."""
    files: ClassVar[tuple[str, ...]] = ("strategy",)
    """The settings that name files: a match is another one if they change."""
    Settings = EquilibriumSettings
    settings: EquilibriumSettings

    _strategies: Strategies | None = None
    _in_tree: TreeTracker | None = None
    _tracked: tuple[Streams | None, str, int] = (None, "", 0)
    _looked_up: tuple[StrategyPart | None, bytes, bytes, tuple[int, ...]] = (None, b"", b"", ())

    def __init__(self, settings: EquilibriumSettings | None = None) -> None:
        super().__init__(settings)
        self._path = strategy_path(self.name, self.settings.strategy)
        self._game = game_of(self.name, self._path, self.parts)
        if self._game.betting is not self.structure:
            wanted = _STRUCTURES[self.structure]
            raise BotError(f"{self.name} plays {wanted} games, but {self._path} is a strategy for {self._game}")

    @property
    def strategies(self) -> Strategies:
        """The parts of its strategy by name."""
        if self._strategies is None:
            self._strategies = loaded(self.name, self._path)
        return self._strategies

    def refusal(self, game: Game) -> str:
        own = self._game
        if cards_of(game) != cards_of(own):
            return "it plays Texas hold'em only" if own.is_holdem else f"its strategy is for the cards of {own}"
        if game.betting is not self.structure:
            return f"its strategy is for {_STRUCTURES[self.structure]} betting"
        if game.players != 2:
            return "it plays heads-up only"
        if game.first != own.first:
            return "its strategy is for another order of players"
        return ""

    def start_match(self, match: MatchStart) -> None:
        self.strategies  # noqa: B018 - reading the file is no part of the first decision

    def part_name(self, view: View) -> str:
        """The part of the strategy that decides here."""
        return WHOLE

    def draws(self) -> bool:
        """Whether translations are drawn; else bets are taken for the likelier size."""
        return False

    def act(self, view: View) -> Choice:
        name = self.part_name(view)
        part, tracker = self.strategies[name], self._followed(view, name)
        place = tracker.place()
        if place is not Place.IN_TREE:
            return self._outside(view, tracker, place)
        hole, board = view.hole_bytes[view.position], view.board_bytes
        bucket = self._buckets(part, hole, board)[view.round]
        shares = part.strategy.row(tracker.node, bucket)
        probabilities = _by_action(tracker.actions(), shares)
        steps, node = tuple(tracker.steps), tracker.node
        facts = LateFacts(lambda: reasons(part, (hole, board), node, steps))
        number = self.streams.uniform(f"act {tracker.count}")
        return Decision(_drawn(probabilities, number), probabilities, facts=facts)

    def policy(self, view: View) -> RangeDecision:
        name = self.part_name(view)
        if self.draws():
            return mean_policy(self.strategies[name], view)
        return stated(self.strategies[name], self._followed(view, name), view)

    def _followed(self, view: View, name: str) -> TreeTracker:
        """The hand up to this view in a part's tree."""
        tracker, streams = self._in_tree, self.streams
        same = self._tracked[0] is streams and self._tracked[1:] == (name, view.position)
        if not same or tracker is None or not tracker.is_of(view):
            draw = (lambda number: streams.uniform(f"translation {number}")) if self.draws() else None
            tracker = self._in_tree = TreeTracker(self.strategies[name].tree, view, view.position, draw)
            self._tracked = (streams, name, view.position)
            return tracker
        return tracker.follow(view)

    def _buckets(self, part: StrategyPart, hole: bytes, board: bytes) -> tuple[int, ...]:
        """The buckets of the hand so far; what was looked up on earlier streets is kept during the hand."""
        known, cards, before, path = self._looked_up
        if known is not part or cards != hole or not board.startswith(before):
            path, before = (), b"?"
        if before != board:
            path = part.path(hole, board, path)
            self._looked_up = (part, hole, board, path)
        return path

    def _outside(self, view: View, tracker: TreeTracker, place: Place) -> Decision:
        """Check, call or fold where the tree has ended."""
        hole, board = view.hole_bytes[view.position], view.board_bytes
        needed = needed_outside(tracker.hand, place)
        calls = True
        if needed:
            calls = bool(calls_outside(tracker.hand, place, view.game, board)[holdings(view.game).index(hole)])
        ended = "this betting round" if place is Place.ROUND_OVER else "the hand"
        facts = [Fact("its tree has ended", ended), *translations(tracker.steps)]
        if needed:
            facts.append(Fact("E[HS]² needed to call", needed))
        return Decision(CALL if calls else FOLD, facts=tuple(facts))


def _by_action(actions: tuple[Action, ...], shares: list[float]) -> dict[Action, float]:
    """The probability of each action; actions of the tree that become the same real one are summed."""
    probabilities = dict(zip(actions, shares, strict=True))
    if len(probabilities) < len(actions):
        probabilities = dict.fromkeys(actions, 0.0)
        for action, share in zip(actions, shares, strict=True):
            probabilities[action] += share
    return probabilities


def _drawn(probabilities: dict[Action, float], number: float) -> Action:
    for action, share in probabilities.items():
        number -= share
        if number < 0:
            return action
    return max(probabilities, key=lambda each: probabilities[each])
