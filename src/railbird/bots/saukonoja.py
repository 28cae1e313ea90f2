"""Saukonoja's heuristic bot (2007, chapter 5): the expected value of each action, from parts that can be exchanged.

Before the flop it goes by the order of starting hands, and raises by chance. After it, an estimator says what calling
and raising are worth, from hand strength, from what the opponent does in this hand, and from all hands with him that
began alike; and a selector takes one of them, mostly the better one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from railbird.agent import Bot, Choice, Decision, Fact, LateFacts, MatchStart, setting
from railbird.agent.games import unless_holdem
from railbird.agent.settings import check_within
from railbird.agent.situation import Situation
from railbird.bots.simbot import play_on
from railbird.bots.valuation import (
    Asked,
    Estimator,
    Evidence,
    FormulaEstimator,
    Opponent,
    ProspectsOf,
    ScenarioEstimator,
    SearchEstimator,
    Values,
)
from railbird.cards import class_index
from railbird.errors import ModelError
from railbird.game import CALL, FOLD, Action, ActionKind, Betting, Game, View
from railbird.game.definition import BOARD_SIZES
from railbird.game.pots import prize, stakes
from railbird.models.poki.opponents import OpponentModels
from railbird.models.portrait import Portrait, portrait_by_counts
from railbird.models.predictors import StatisticsPredictor
from railbird.models.saukonoja.action_chains import ActionChains, Ending
from railbird.models.saukonoja.chain_recorder import ChainRecorder
from railbird.models.saukonoja.counters import Counters
from railbird.models.saved_arrays import read_parts, write_parts
from railbird.policies import raise_by_pot
from railbird.policies.poki.hand_values import hand_values
from railbird.policies.saukonoja.action_selector import MIXING, Mixing, select
from railbird.policies.saukonoja.cold_start import COLD_START, ColdStart, by_odds, by_ratio
from railbird.policies.saukonoja.five_scenarios import SCENARIO_SHARES, ScenarioShares
from railbird.policies.saukonoja.prospects import corrected_value, printed_value, showdown_value
from railbird.policies.saukonoja.start_hands import START_HANDS, StartHands, raising
from railbird.strength import class_hand_ranks, one_hand

ESTIMATORS = ("formula", "printed", "scenarios", "miximax", "simulation")
STRENGTHS = ("chains", "actions", "range")
WINS = ("odds", "ratio", "empirical")
PREFLOP = ("order", "value")
RECORD = "chains"
VERSION = 1
FLOP = 1


@dataclass(frozen=True, slots=True)
class SaukonojaSettings:
    estimator: str = setting("formula", f"what actions are worth: {', '.join(ESTIMATORS)}", "Saukonoja 2007, §4")
    preflop: str = setting("order", "before the flop: order, or value (formula 10)", "Saukonoja 2007, §5.1.1, §4.1.1")
    strength: str = setting("chains", f"of opponents: {', '.join(STRENGTHS)}", "Saukonoja 2007, §5.1.2, §5.2.2")
    win: str = setting("odds", f"P_w from both strengths: {', '.join(WINS)}", "Saukonoja 2007, §5.1.2; odds ours")
    chains: bool = setting(True, "averages over hands that began alike", "Saukonoja 2007, §5.1.4")
    counters: bool = setting(True, "how often he folds, by single counters", "Saukonoja 2007, §5.2.1")
    enough: float = setting(20.0, "hands that began alike, until they count (half)", "ours")
    enough_shown: float = setting(5.0, "shown hands among them, until they count", "ours")
    shrinkage: bool = setting(True, "they count n / (n + enough), not all or nothing", "ours")
    decay: float = setting(1.0, "what older hands count each time that a chain is seen again", "ours; off")
    mucked: float = setting(0.5, "a hand that is not shown is so strong, as a share of ours", "ours, after §4.2.2")
    mixing: bool = setting(True, "now and then the smaller of two positive values", "Saukonoja 2007, §5.1")
    aggression: bool = setting(True, "who led goes on betting", "Saukonoja 2007, §4.3")
    trials: int = setting(200, "of the estimator simulation", "ours")
    bet: float = setting(0.75, "bets and raises of games without limit, in pots", "ours")

    def __post_init__(self) -> None:
        choices = {"estimator": ESTIMATORS, "strength": STRENGTHS, "win": WINS, "preflop": PREFLOP}
        for name, known in choices.items():
            if getattr(self, name) not in known:
                raise ValueError(f"{name} is one of {', '.join(known)}, not {getattr(self, name)[:40]!r}")
        check_within(
            self,
            enough=(1, 1e9),
            enough_shown=(1, 1e9),
            decay=(0.5, 1),
            mucked=(0, 1),
            trials=(1, 1_000_000),
            bet=(0.01, 100),
        )
        if self.decay < 1:
            self._check_decay()

    def _check_decay(self) -> None:
        """Older hands count less and less: there may never be as many as are enough."""
        most = 1 / (1 - self.decay)
        needed = [] if self.shrinkage else ["enough", "enough_shown"]
        needed += ["enough_shown"] * (self.win == "empirical")
        for name in needed:
            if getattr(self, name) > most - 1e-6:
                raise ValueError(
                    f"with decay {self.decay:g} hands never count as {getattr(self, name):g}, but as less than "
                    f"{most:g}: take a smaller {name}, a larger decay, or shrinkage=on with another win"
                )


@dataclass(frozen=True, slots=True)
class SaukonojaConstants:
    """Expert knowledge, all in one place: each of the parts says where its numbers come from."""

    cold_start: ColdStart = COLD_START
    mixing: Mixing = MIXING
    start_hands: StartHands = START_HANDS
    scenarios: ScenarioShares = SCENARIO_SHARES


class Saukonoja(Bot):
    """The expected value of each action, from hand strength and from hands that began alike."""

    source: ClassVar[str] = "Saukonoja 2007; most constants ours"
    constants: ClassVar[SaukonojaConstants] = SaukonojaConstants()
    Settings = SaukonojaSettings
    settings: SaukonojaSettings
    learns = True

    def refusal(self, game: Game) -> str:
        return unless_holdem(game)

    def start_match(self, match: MatchStart) -> None:
        mine = self.settings
        self._game = match.game
        self._counters: dict[str, Counters] = {}
        self._chains: dict[str, ActionChains] = {}
        evidence = Evidence(mine.chains, mine.enough, mine.enough_shown, mine.shrinkage)
        win = by_ratio if mine.win == "ratio" else by_odds
        self._prospects = ProspectsOf(
            self.constants.cold_start,
            evidence,
            win,
            empirical=mine.win == "empirical",
            shown=mine.strength == "chains",
            counters=mine.counters,
        )
        usual, never = self.constants.mixing, (0.0, 0.0, 0.0)
        self._mixing = Mixing(
            usual.smaller if mine.mixing else never,
            usual.out_of_position,
            usual.aggression if mine.aggression else never,
        )
        self._models = OpponentModels(StatisticsPredictor) if self._needs_ranges else None
        self.estimator = self._make_estimator()

    @property
    def _needs_ranges(self) -> bool:
        return self.settings.strength == "range" or self.settings.estimator == "simulation"

    def _make_estimator(self) -> Estimator:
        match self.settings.estimator:
            case "printed":
                return FormulaEstimator(self._prospects, printed_value)
            case "scenarios":
                return ScenarioEstimator(self._prospects, self.constants.scenarios)
            case "miximax":
                return SearchEstimator(self._prospects)
            case "simulation":
                return _Simulation(self)
            case _:
                return FormulaEstimator(self._prospects, corrected_value)

    def counters(self, player: str) -> Counters:
        """The single counters of a player."""
        return self._counters.setdefault(player, Counters())

    def chains(self, player: str) -> ActionChains:
        """All chains of a player."""
        return self._chains.setdefault(player, ActionChains(self.settings.decay))

    # Watching

    def start_hand(self, view: View) -> None:
        tracker = self.betting(view)
        self._round = 0
        self._pairs: dict[int, ChainRecorder] = {}
        self._at_flop: tuple[int, ...] = ()
        for name in view.players:
            if name != view.player:
                self.counters(name).begin_hand()
        if self._models:
            self._models.begin_hand(view, tracker)

    def end_hand(self, view: View) -> None:
        """Keep what came of the hand with each who came to a showdown with us."""
        self._watch(view)
        self._count(view, BOARD_SIZES.index(len(view.board)))
        if view.folded.count(False) > 1:
            for place, name in enumerate(view.players):
                if place != view.position and not view.folded[place]:
                    self.counters(name).showdowns += 1
        for place, pair in self._pairs.items():
            self._keep(view, place, pair, Ending.SHOWDOWN, self._shown(view, place))
        self._pairs = {}

    def _watch(self, view: View) -> None:
        """See what has happened since it was last asked."""
        for step in self.betting(view).steps():
            now, kind = step.situation, step.kind
            if self._models:
                self._models.see(step, view)
            self._reach(view, now.round)
            self._note_paid(view)
            if now.player != view.position:
                self.counters(view.players[now.player]).see(now, kind)
            if now.player == view.position:
                for pair in self._pairs.values():
                    pair.we_act(kind)
                if kind is ActionKind.FOLD:
                    for place, pair in self._pairs.items():
                        self._keep(view, place, pair, Ending.WE_FOLD, None)
                    self._pairs = {}
            elif now.player in self._pairs:
                pair = self._pairs[now.player]
                pair.opponent_acts(now.round, kind, now.to_call > 0)
                if kind is ActionKind.FOLD:
                    self._keep(view, now.player, self._pairs.pop(now.player), Ending.HE_FOLDS, None)
        if self._models:
            self._models.catch_up(view)
        if not view.over:
            self._reach(view, view.round)
            self._note_paid(view)

    def _reach(self, view: View, round_now: int) -> None:
        if self._round == 0 < round_now:
            hand = self._tracker.hand
            self._at_flop = hand.paid
            if not hand.folded[view.position]:
                others = [place for place, folded in enumerate(hand.folded) if not folded and place != view.position]
                self._pairs = {place: ChainRecorder(view.position < place) for place in others}
        self._count(view, round_now)
        for pair in self._pairs.values():
            pair.reach(round_now)

    def _count(self, view: View, round_now: int) -> None:
        """Others have come to a round."""
        folded = self._tracker.hand.folded
        while self._round < round_now:
            self._round += 1
            for place, name in enumerate(view.players):
                if place != view.position and not folded[place]:
                    self.counters(name).reach(self._round)

    def _note_paid(self, view: View) -> None:
        if self._pairs:
            paid, unit = self._tracker.hand.paid, self._game.bets[0]
            since = [(now - before) / unit for now, before in zip(paid, self._at_flop, strict=True)]
            for place, pair in self._pairs.items():
                pair.paid(since[view.position], since[place])

    def _keep(self, view: View, place: int, pair: ChainRecorder, ending: Ending, shown: float | None) -> None:
        """A hand with somebody is over. What nobody has called at a showdown went back, and was never put in."""
        paid, unit = self._tracker.hand.paid, self._game.bets[0]
        if ending is Ending.SHOWDOWN:
            bets = stakes(view.game, paid)
            called = sorted(bets)[-2]
            paid = tuple(each - max(bet - called, 0) for each, bet in zip(paid, bets, strict=True))
        ours, theirs = ((paid[each] - self._at_flop[each]) / unit for each in (view.position, place))
        pair.paid(ours, theirs)
        ours_then, theirs_then = [min(each, ours) for each in pair.ours], [min(each, theirs) for each in pair.theirs]
        self.chains(view.players[place]).add(pair.chain, ours_then, theirs_then, ending, shown)

    def _shown(self, view: View, place: int) -> float:
        """How strong a hand was at the showdown; one that is not shown was weaker than the best (§4.2.2)."""
        cards = view.shown.get(place)
        if cards:
            return one_hand(cards, view.board, cards_ahead=0).hs
        seen = [view.hole_cards, *(view.shown[other] for other in self._pairs if view.shown.get(other))]
        return self.settings.mucked * max(one_hand(each, view.board, cards_ahead=0).hs for each in seen)

    # Deciding

    def act(self, view: View) -> Choice:
        self._watch(view)
        now = self._tracker.situation()
        if now.round == 0:
            return self._preflop(view, now)
        asked = self._asked(view, now)
        values = self.estimator.values(asked)
        return self._decided(view, now, values, asked)

    def _asked(self, view: View, now: Situation) -> Asked:
        mine, me = one_hand(view.hole_cards, view.board), view.position
        paid, stacks = stakes(view.game, view.paid), view.stacks
        call_to = paid[me] + now.to_call
        opponents = tuple(
            Opponent(
                pair,
                self.chains(view.players[place]),
                self.counters(view.players[place]),
                self._range_strength(view, place),
                chips=stacks[place],
                room=max(paid[place] + stacks[place] - call_to, 0),
                behind=max(call_to - paid[place], 0),
            )
            for place, pair in self._pairs.items()
        )
        if now.to_call == stacks[me]:
            now = replace(now, pot=prize(view.game, view.paid, me, now.to_call) - now.to_call)
        to = raise_by_pot(view, self.settings.bet).to
        return Asked(
            view, now, self._tracker.hand, mine.win_probability, mine.ppot, opponents, chips=stacks[me], raise_to=to
        )

    def _range_strength(self, view: View, place: int) -> float | None:
        """OHS = Σ P_h(i) HS(i) over all hands that an opponent may hold (16)."""
        if self._models is None or self.settings.strength != "range":
            return None
        return float(self._models.table(place).probabilities() @ np.nan_to_num(hand_values(view.board_bytes).hs))

    def _decided(self, view: View, now: Situation, values: Values, asked: Asked | None) -> Decision:
        last = now.behind == 0 or view.position == max(place for place, gone in enumerate(view.folded) if not gone)
        shares = select(values, now.round, free=now.to_call == 0, last=last, led=now.led, mixing=self._mixing)
        dice = self.random.random()
        for kind in shares:
            dice -= shares[kind]
            if dice < 0:
                break
        actions = self._actions(view)
        worth = {actions[kind]: value for kind, value in values.items()}
        if view.legal.fold and now.to_call:
            worth[FOLD] = 0.0
        drawn = {actions[each]: share for each, share in shares.items()} if len(shares) > 1 else {}
        facts = LateFacts(lambda: self._facts(asked)) if asked else ()
        return Decision(actions[kind], drawn, worth, facts)

    def _actions(self, view: View) -> dict[ActionKind, Action]:
        passive = FOLD if view.legal.fold and view.to_call else CALL
        return {
            ActionKind.FOLD: passive,
            ActionKind.CALL: CALL,
            ActionKind.RAISE: raise_by_pot(view, self.settings.bet),
        }

    def _facts(self, asked: Asked) -> tuple[Fact, ...]:
        facts = [Fact("EHS", asked.strength, private=True), Fact("pot odds", asked.now.pot_odds)]
        for place, opponent in zip(self._pairs, asked.opponents, strict=True):
            name = asked.view.players[place]
            began = [opponent.chains.matching(opponent.pair.chain + kind.letter) for kind in asked.kinds]
            told = " and ".join(f"{found.count:.0f}" if found else "none" for found in began)
            facts.append(Fact(f"hands with {name} that began so", f"{told} ({opponent.pair.chain})"))
        for kind in asked.kinds:
            given = self._prospects(asked, kind)
            told = f"wins {given.win:.2f}, others fold {given.others_fold:.2f}, we fold {given.we_fold:.2f}"
            facts.append(Fact(f"if we {kind.name.lower()}", told, private=True))
        return tuple(facts)

    # Before the flop

    def _preflop(self, view: View, now: Situation) -> Decision:
        mine = class_index(view.hole_bytes[view.position])
        if self.settings.preflop == "value":
            return self._preflop_by_value(view, now, float(class_hand_ranks()[mine]))
        share = float(raising(now.players, self.constants.start_hands)[mine])
        actions = self._actions(view)
        if share < 0:
            return Decision(actions[ActionKind.FOLD], facts=(Fact("rule", "not played", private=True),))
        raise_ = actions[ActionKind.RAISE]
        raises = self.random.random() < share
        drawn = {raise_: share, CALL: 1 - share} if raise_ != CALL else {}
        return Decision(raise_ if raises else CALL, drawn, facts=(Fact("rule", "played", private=True),))

    def _preflop_by_value(self, view: View, now: Situation, wins: float) -> Decision:
        """E = P_w ES_tot − EB_tot (10): what is expected in all rounds, if those stay in who do so on average."""
        cold, others = self.constants.cold_start, now.opponents
        chance = wins**others
        values = {}
        for kind in (ActionKind.CALL, ActionKind.RAISE) if now.can_raise else (ActionKind.CALL,):
            more = now.bet if kind is ActionKind.RAISE else 0
            rounds = (cold.active_bets if more else cold.passive_bets) * now.later_bets
            cost = now.to_call + more + rounds
            values[kind] = showdown_value(chance, now.pot + cost + others * (more + rounds), cost)
        return self._decided(view, now, values, None)

    # What was learned

    def portraits(self) -> list[Portrait]:
        """What is known of each player, in words and numbers."""
        return [portrait_by_counts(player, counters.acts) for player, counters in self._counters.items()]

    def save(self) -> dict[str, bytes]:
        found = {}
        for player, counters in self._counters.items():
            parts = {f"counters.{name}": part for name, part in counters.state().items()}
            parts |= {f"chains.{name}": part for name, part in self.chains(player).state().items()}
            if self._models and player in self._models.predictors:
                states = self._models.predictors[player].state()
                parts |= {f"statistics.{name}": part for name, part in states.items()}
            found[player] = write_parts({"railbird": RECORD, "version": VERSION}, parts)
        return found

    def load(self, learned: Mapping[str, bytes]) -> None:
        """Take up what was saved before. Nothing is done if one of them is not right."""
        found = {}
        for player, data in learned.items():
            what = f"what was learned about {player}"
            head, parts = read_parts(data, what)
            if (head.get("railbird"), head.get("version")) != (RECORD, VERSION):
                raise ModelError(f"{what} is of another kind of bot, or of another version")
            counters, chains, statistics = Counters(), ActionChains(self.settings.decay), StatisticsPredictor()
            try:
                for name, model in (("counters", counters), ("chains", chains), ("statistics", statistics)):
                    begins = f"{name}."
                    mine = {key[len(begins) :]: part for key, part in parts.items() if key.startswith(begins)}
                    if mine or name != "statistics":
                        model.restore(mine)
            except (KeyError, TypeError, ValueError) as error:
                raise ModelError(f"{what} cannot be read: {error!s:.100}") from None
            found[player] = (counters, chains, statistics)
        for player, (counters, chains, statistics) in found.items():
            self._counters[player], self._chains[player] = counters, chains
            if self._models:
                self._models.predictors[player] = statistics


class _Simulation:
    """Plays the hand on many times, as Simbot does, with counted frequencies."""

    def __init__(self, bot: Saukonoja) -> None:
        self._bot = bot

    def values(self, asked: Asked) -> Values:
        bot, view = self._bot, asked.view
        assert bot._models is not None
        raise_ = bot._actions(view)[ActionKind.RAISE]
        raises = [raise_.to] if asked.now.can_raise and raise_.to is not None else []
        seed = bot.streams.number(f"simulation {bot._tracker.taken}") % 2**64
        bet = bot.settings.bet if view.game.betting is not Betting.LIMIT else 0.75
        found = play_on(bot._models, view, raises, trials=bot.settings.trials, seed=seed, bet=bet)
        return {action.kind: value for action, value in found.values.items() if action.kind is not ActionKind.FOLD}
