"""Solvers as one line of text, such as ``dcfr(alpha=1.5, beta=0, gamma=2)``."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from railbird._options import read_options, split_spec, with_options
from railbird.agent.settings import NoSettings, check_within, read_settings, setting, write_settings
from railbird.errors import BotError, GameError, quoted
from railbird.extensive import SmoothUct, plain_uct
from railbird.solve.linear_program import LinearProgram
from railbird.solve.schedules import constant_regrets, discounted_regrets, floored_regrets
from railbird.solve.self_play import SelfPlaySolver
from railbird.solve.sequence_form import SequenceForm
from railbird.solve.solvers import FictitiousPlay, RegretSolver, SamplingSolver, StepSolver


@dataclass(frozen=True, slots=True)
class CfrSettings:
    """Settings of CFR."""

    alternating: bool = setting(True, "whether players update in turn, or all at once", "Tammelin 2014")


@dataclass(frozen=True, slots=True)
class CfrPlusSettings:
    """Settings of CFR+."""

    power: float = setting(1.0, "iteration t counts t^power in the average", "Tammelin 2014")

    def __post_init__(self) -> None:
        check_within(self, power=(0, 50))


@dataclass(frozen=True, slots=True)
class PredictiveSettings:
    """Settings of predictive CFR+."""

    power: float = setting(2.0, "iteration t counts t^power in the average", "Farina, Kroer and Sandholm 2021, §6")

    def __post_init__(self) -> None:
        check_within(self, power=(0, 50))


@dataclass(frozen=True, slots=True)
class DiscountedSettings:
    """Settings of discounted CFR."""

    alpha: float = setting(1.5, "positive regrets times t^alpha / (t^alpha + 1)", "Brown and Sandholm 2019, §4")
    beta: float = setting(0.0, "negative regrets times t^beta / (t^beta + 1)", "Brown and Sandholm 2019, §4")
    gamma: float = setting(2.0, "iteration t counts t^gamma in the average", "Brown and Sandholm 2019, §4")

    def __post_init__(self) -> None:
        check_within(self, alpha=(-50, 50), beta=(-50, 50), gamma=(0, 50))


@dataclass(frozen=True, slots=True)
class SampledSettings:
    """Settings of Monte Carlo CFR."""

    seed: int = setting(1, "the seed of its random numbers", "ours")

    def __post_init__(self) -> None:
        check_within(self, seed=(0, 2**62))


RULE = SmoothUct()
ORIGIN = "Heinrich and Silver 2015; public programs"


@dataclass(frozen=True, slots=True)
class SelfPlaySettings:
    """Settings of UCT by self-play."""

    c: float = setting(
        RULE.c, "exploration, as a share of the range of payoffs", "18 chips in Leduc in public programs"
    )
    seed: int = setting(1, "the seed of its random numbers", "ours")

    def __post_init__(self) -> None:
        check_within(self, c=(0, 1e6), seed=(0, 2**62))


@dataclass(frozen=True, slots=True)
class SmoothUctSettings(SelfPlaySettings):
    """Settings of Smooth UCT."""

    gamma: float = setting(RULE.gamma, "the least probability of following UCT", ORIGIN)
    eta: float = setting(RULE.eta, "its probability at first", ORIGIN)
    decay: float = setting(RULE.decay, "d: it is eta / (1 + d √N) after N", ORIGIN)

    def __post_init__(self) -> None:
        SelfPlaySettings.__post_init__(self)
        check_within(self, gamma=(0, 1), eta=(0, 1), decay=(0, 1e6))


@dataclass(frozen=True, slots=True)
class SolverKind:
    """A kind of solver."""

    name: str
    summary: str
    settings: type[Any]
    make: Callable[[SequenceForm, Any], StepSolver]
    iterations: int
    """How many iterations it does if nothing else is said."""


def smooth_rule(settings: SmoothUctSettings) -> SmoothUct:
    return SmoothUct(c=settings.c, gamma=settings.gamma, eta=settings.eta, decay=settings.decay)


@cache
def solver_kinds() -> Mapping[str, SolverKind]:
    """All kinds of solvers by name.

    >>> ", ".join(solver_kinds())
    'cfr, cfr+, lcfr, dcfr, pcfr+, chance-sampling, external-sampling, fictitious-play, uct, smooth-uct, lp'
    """
    kinds = (
        SolverKind(
            "cfr",
            "counterfactual regret minimization",
            CfrSettings,
            lambda form, settings: RegretSolver(form, constant_regrets, alternating=settings.alternating),
            1000,
        ),
        SolverKind(
            "cfr+",
            "CFR with regrets that are never negative",
            CfrPlusSettings,
            lambda form, settings: RegretSolver(form, lambda t: floored_regrets(t, settings.power)),
            1000,
        ),
        SolverKind(
            "lcfr",
            "linear CFR: iteration t counts t times",
            NoSettings,
            lambda form, _: RegretSolver(form, lambda t: discounted_regrets(t, 1, 1, 1)),
            1000,
        ),
        SolverKind(
            "dcfr",
            "discounted CFR: old regrets count less",
            DiscountedSettings,
            lambda form, settings: RegretSolver(
                form, lambda t: discounted_regrets(t, settings.alpha, settings.beta, settings.gamma)
            ),
            1000,
        ),
        SolverKind(
            "pcfr+",
            "predictive CFR+: the last regret predicts the next",
            PredictiveSettings,
            lambda form, settings: RegretSolver(form, lambda t: floored_regrets(t, settings.power), predictive=True),
            1000,
        ),
        SolverKind(
            "chance-sampling",
            "Monte Carlo CFR that draws the outcomes of chance",
            SampledSettings,
            lambda form, settings: SamplingSolver(form, external=False, seed=settings.seed),
            100_000,
        ),
        SolverKind(
            "external-sampling",
            "Monte Carlo CFR that draws chance and the others' actions",
            SampledSettings,
            lambda form, settings: SamplingSolver(form, external=True, seed=settings.seed),
            100_000,
        ),
        SolverKind(
            "fictitious-play",
            "best responses to the average so far",
            NoSettings,
            lambda form, _: FictitiousPlay(form),
            1000,
        ),
        SolverKind(
            "uct",
            "UCT by self-play: an iteration is an episode; the average need not be an equilibrium",
            SelfPlaySettings,
            lambda form, settings: SelfPlaySolver(form, plain_uct(settings.c), seed=settings.seed),
            1_000_000,
        ),
        SolverKind(
            "smooth-uct",
            "UCT mixed with the average so far",
            SmoothUctSettings,
            lambda form, settings: SelfPlaySolver(form, smooth_rule(settings), seed=settings.seed),
            1_000_000,
        ),
        SolverKind(
            "lp",
            "the sequence-form linear program: exact, for small games",
            NoSettings,
            lambda form, _: LinearProgram(form),
            1,
        ),
    )
    return {kind.name: kind for kind in kinds}


@dataclass(frozen=True, slots=True)
class SolverSpec:
    """A solver with its settings, from which it is made for a game."""

    kind: SolverKind = field(repr=False)
    settings: Any

    def make(self, form: SequenceForm) -> StepSolver:
        """A new solver of a game."""
        return self.kind.make(form, self.settings)

    def __str__(self) -> str:
        """The text of the solver, which parses back."""
        return with_options(self.kind.name, write_settings(self.settings))


def parse_solver(text: str) -> SolverSpec:
    """Parse a solver from a line of text. Raises GameError if there is no such solver, or a setting is wrong.

    >>> print(parse_solver("dcfr(alpha=1.5, gamma=3)"))
    dcfr(gamma=3.0)
    """
    parts = split_spec(text)
    if parts is None:
        raise GameError(
            f"{quoted(text)} is not a solver: write NAME or NAME(SETTING=VALUE, …), such as cfr+ or dcfr(gamma=3)"
        )
    name = parts[0].lower().replace("_", "-")
    kind = solver_kinds().get(name)
    if kind is None:
        near = difflib.get_close_matches(name, solver_kinds(), n=1)
        hint = f"did you mean {near[0]}?" if near else f"the solvers are {', '.join(solver_kinds())}"
        raise GameError(f"there is no solver {quoted(name)}: {hint}")
    options = {
        key.replace("-", "_"): value for key, value in read_options(name, parts[1], "setting", GameError).items()
    }
    try:
        return SolverSpec(kind, read_settings(kind.settings, options, name))
    except BotError as error:
        raise GameError(str(error)) from None
