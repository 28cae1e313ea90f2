"""What Saukonoja's bot remembers about its opponents: action chains and counters (2007, §5.1.4, §5.2.1)."""

from __future__ import annotations

from collections.abc import Mapping

from railbird.agent.tracker import BettingTracker, Step
from railbird.errors import ModelError
from railbird.game import ActionKind, Game, View
from railbird.game.definition import BOARD_SIZES
from railbird.game.pots import stakes
from railbird.models.poki.opponents import OpponentModels
from railbird.models.portrait import Portrait, portrait_by_counts
from railbird.models.predictors import StatisticsPredictor
from railbird.models.saukonoja.action_chains import ActionChains, Ending
from railbird.models.saukonoja.chain_recorder import ChainRecorder
from railbird.models.saukonoja.counters import Counters
from railbird.models.saved_arrays import read_arrays, write_arrays
from railbird.strength import one_hand

RECORD = "chains"
VERSION = 1


class OpponentMemory:
    """The chains and counters of each opponent and, if needed, their ranges."""

    def __init__(self, game: Game, *, decay: float, mucked: float, ranges: bool) -> None:
        """A mucked hand counts as ``mucked`` times as strong as the best hand shown."""
        self._unit = game.bets[0]
        self._decay, self._mucked = decay, mucked
        self._counters: dict[str, Counters] = {}
        self._chains: dict[str, ActionChains] = {}
        self.models = OpponentModels(StatisticsPredictor) if ranges else None

    def counters(self, player: str) -> Counters:
        """The counters of a player."""
        return self._counters.setdefault(player, Counters())

    def chains(self, player: str) -> ActionChains:
        """All chains of a player."""
        return self._chains.setdefault(player, ActionChains(self._decay))

    def begin_hand(self, view: View, tracker: BettingTracker) -> None:
        """Start a hand in which nobody has acted yet."""
        self.tracker = tracker
        self._round = 0
        self.recorders: dict[int, ChainRecorder] = {}
        """Recorders for each active opponent who saw the flop with us, by position."""
        self._at_flop: tuple[int, ...] = ()
        for name in view.players:
            if name != view.player:
                self.counters(name).begin_hand()
        if self.models:
            self.models.begin_hand(view, tracker)

    def watch(self, view: View) -> None:
        """Learn from all actions since the last call."""
        for step in self.tracker.follow(view).steps():
            if self.models:
                self.models.see(step, view)
            self._reach(view, step.situation.round)
            self._note_paid(view)
            self._see(step, view)
        if self.models:
            self.models.catch_up(view)
        if not view.over:
            self._reach(view, view.round)
            self._note_paid(view)

    def end_hand(self, view: View) -> None:
        """Store the result of the hand against each opponent who reached the showdown with us."""
        self.watch(view)
        self._count(view, BOARD_SIZES.index(len(view.board)))
        if view.folded.count(False) > 1:
            for position, name in enumerate(view.players):
                if position != view.position and not view.folded[position]:
                    self.counters(name).showdowns += 1
        for position, recorder in self.recorders.items():
            self._keep(view, position, recorder, Ending.SHOWDOWN, self._shown(view, position))
        self.recorders = {}

    def _see(self, step: Step, view: View) -> None:
        now, kind, mine = step.situation, step.kind, view.position
        if now.player != mine:
            self.counters(view.players[now.player]).see(now, kind)
        if now.player == mine:
            for recorder in self.recorders.values():
                recorder.we_act(kind)
            if kind is ActionKind.FOLD:
                for position, recorder in self.recorders.items():
                    self._keep(view, position, recorder, Ending.WE_FOLD, None)
                self.recorders = {}
        elif now.player in self.recorders:
            self.recorders[now.player].opponent_acts(now.round, kind, now.to_call > 0)
            if kind is ActionKind.FOLD:
                self._keep(view, now.player, self.recorders.pop(now.player), Ending.OPPONENT_FOLDS, None)

    def _reach(self, view: View, round_now: int) -> None:
        if self._round == 0 < round_now:
            hand, mine = self.tracker.hand, view.position
            self._at_flop = hand.paid
            if not hand.folded[mine]:
                others = [each for each, folded in enumerate(hand.folded) if not folded and each != mine]
                self.recorders = {each: ChainRecorder(mine < each) for each in others}
        self._count(view, round_now)
        for recorder in self.recorders.values():
            recorder.reach(round_now)

    def _count(self, view: View, round_now: int) -> None:
        """Count that the opponents reached a round."""
        folded = self.tracker.hand.folded
        while self._round < round_now:
            self._round += 1
            for position, name in enumerate(view.players):
                if position != view.position and not folded[position]:
                    self.counters(name).reach(self._round)

    def _note_paid(self, view: View) -> None:
        if self.recorders:
            paid, unit = self.tracker.hand.paid, self._unit
            since = [(now - before) / unit for now, before in zip(paid, self._at_flop, strict=True)]
            for position, recorder in self.recorders.items():
                recorder.paid(since[view.position], since[position])

    def _keep(self, view: View, position: int, recorder: ChainRecorder, ending: Ending, shown: float | None) -> None:
        """Store a finished hand against one opponent, without a returned bet that nobody called at the showdown."""
        paid, unit = self.tracker.hand.paid, self._unit
        if ending is Ending.SHOWDOWN:
            bets = stakes(view.game, paid)
            called = sorted(bets)[-2]
            paid = tuple(each - max(bet - called, 0) for each, bet in zip(paid, bets, strict=True))
        ours, theirs = ((paid[each] - self._at_flop[each]) / unit for each in (view.position, position))
        recorder.paid(ours, theirs)
        ours_then = [min(each, ours) for each in recorder.ours]
        theirs_then = [min(each, theirs) for each in recorder.theirs]
        self.chains(view.players[position]).add(recorder.chain, ours_then, theirs_then, ending, shown)

    def _shown(self, view: View, position: int) -> float:
        """The strength of an opponent's hand at showdown; a mucked hand was weaker than the best (§4.2.2)."""
        cards = view.shown.get(position)
        if cards:
            return one_hand(cards, view.board, cards_ahead=0).hs
        seen = [view.hole_cards, *(view.shown[other] for other in self.recorders if view.shown.get(other))]
        return self._mucked * max(one_hand(each, view.board, cards_ahead=0).hs for each in seen)

    def portraits(self) -> list[Portrait]:
        """A portrait of each player."""
        return [portrait_by_counts(player, counters.acts) for player, counters in self._counters.items()]

    def save(self) -> dict[str, bytes]:
        """Return what was learned, as a record for each player."""
        records = {}
        for player, counters in self._counters.items():
            parts = {f"counters.{name}": part for name, part in counters.state().items()}
            parts |= {f"chains.{name}": part for name, part in self.chains(player).state().items()}
            if self.models and player in self.models.predictors:
                states = self.models.predictors[player].state()
                parts |= {f"statistics.{name}": part for name, part in states.items()}
            records[player] = write_arrays({"railbird": RECORD, "version": VERSION}, parts)
        return records

    def load(self, learned: Mapping[str, bytes]) -> None:
        """Restore saved records. If one of them is malformed, nothing changes. Raises ModelError."""
        loaded = {}
        for player, data in learned.items():
            what = f"the record about {player}"
            head, parts = read_arrays(data, what)
            if (head.get("railbird"), head.get("version")) != (RECORD, VERSION):
                raise ModelError(f"{what} was written by another kind of bot or another version")
            counters, chains, statistics = Counters(), ActionChains(self._decay), StatisticsPredictor()
            try:
                for name, model in (("counters", counters), ("chains", chains), ("statistics", statistics)):
                    begins = f"{name}."
                    mine = {key[len(begins) :]: part for key, part in parts.items() if key.startswith(begins)}
                    if mine or name != "statistics":
                        model.restore(mine)
            except (KeyError, TypeError, ValueError) as error:
                raise ModelError(f"{what} cannot be read: {error!s:.100}") from None
            loaded[player] = (counters, chains, statistics)
        for player, (counters, chains, statistics) in loaded.items():
            self._counters[player], self._chains[player] = counters, chains
            if self.models:
                self.models.predictors[player] = statistics
