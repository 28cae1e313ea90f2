"""The settings of Saukonoja's bot, and the expert knowledge behind its parts."""

from __future__ import annotations

from dataclasses import dataclass

from railbird.agent import setting
from railbird.agent.settings import check_within
from railbird.policies.saukonoja.action_selector import MIXING, Mixing
from railbird.policies.saukonoja.cold_start import COLD_START, ColdStart
from railbird.policies.saukonoja.five_scenarios import SCENARIO_SHARES, ScenarioShares
from railbird.policies.saukonoja.start_hands import START_HANDS, StartHands

ESTIMATORS = ("formula", "printed", "scenarios", "miximax", "simulation")
STRENGTHS = ("chains", "actions", "range")
WINS = ("odds", "ratio", "empirical")
PREFLOP = ("order", "value")


@dataclass(frozen=True, slots=True)
class SaukonojaSettings:
    estimator: str = setting(
        "formula", f"estimator of the values of actions: {', '.join(ESTIMATORS)}", "Saukonoja 2007, §4"
    )
    preflop: str = setting(
        "order", "pre-flop play: order of starting hands, or value (formula 10)", "Saukonoja 2007, §5.1.1, §4.1.1"
    )
    strength: str = setting(
        "chains", f"estimate of opponents' strength: {', '.join(STRENGTHS)}", "Saukonoja 2007, §5.1.2, §5.2.2"
    )
    win: str = setting("odds", f"P_w from both strengths: {', '.join(WINS)}", "Saukonoja 2007, §5.1.2; odds ours")
    chains: bool = setting(True, "use averages over similar hands", "Saukonoja 2007, §5.1.4")
    counters: bool = setting(True, "estimate fold probabilities from simple counters", "Saukonoja 2007, §5.2.1")
    enough: float = setting(20.0, "similar hands needed before they count (half, with shrinkage)", "ours")
    enough_shown: float = setting(5.0, "shown hands needed among them", "ours")
    shrinkage: bool = setting(True, "give averages the weight n / (n + enough), not all or nothing", "ours")
    decay: float = setting(1.0, "factor on older hands each time the same chain occurs", "ours; off")
    mucked: float = setting(
        0.5, "assumed strength of a mucked hand, as a share of the best hand shown", "ours, after §4.2.2"
    )
    mixing: bool = setting(True, "sometimes choose the smaller of two positive values", "Saukonoja 2007, §5.1")
    aggression: bool = setting(True, "keep betting after leading the previous round", "Saukonoja 2007, §4.3")
    trials: int = setting(200, "roll-outs at each decision of the simulation estimator", "ours")
    bet: float = setting(0.75, "size of bets and raises in no-limit games, in pots", "ours")

    def __post_init__(self) -> None:
        choices = {"estimator": ESTIMATORS, "strength": STRENGTHS, "win": WINS, "preflop": PREFLOP}
        for name, known in choices.items():
            if getattr(self, name) not in known:
                raise ValueError(f"{name} must be one of {', '.join(known)}, not {getattr(self, name)[:40]!r}")
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
        """Refuse a decay with which there can never be enough hands, because older ones count less and less."""
        most = 1 / (1 - self.decay)
        needed = [] if self.shrinkage else ["enough", "enough_shown"]
        needed += ["enough_shown"] * (self.win == "empirical")
        for name in needed:
            if getattr(self, name) > most - 1e-6:
                raise ValueError(
                    f"with decay {self.decay:g} the effective number of hands stays below {most:g} and never reaches "
                    f"{name}={getattr(self, name):g}: use a smaller {name}, a larger decay, or shrinkage=on with "
                    "another win"
                )


@dataclass(frozen=True, slots=True)
class SaukonojaConstants:
    """All expert knowledge together; each part states the origin of its numbers."""

    cold_start: ColdStart = COLD_START
    mixing: Mixing = MIXING
    start_hands: StartHands = START_HANDS
    scenarios: ScenarioShares = SCENARIO_SHARES
