"""RezAI: four playing styles by rules, with a random style switch when it is losing (Kotsalidis 2013).

It has no opponent model and no random bluffs. What makes it hard to read is that it draws one of four strategies at the
start, and a new one whenever it has lost 100 chips with the current one while it is behind.

With a memory it records the outcomes of its actions, over many games and whoever the opponent is, and takes the
statistically best action instead of the style's (§5, a next step that the source proposes but did not build). A state
consists of the inputs of its rules, with the strength reduced to a band between the limits of all four styles.
"""

from __future__ import annotations

import json
import math
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, ClassVar

from railbird.agent import Bot, Choice, Decision, Fact, MatchStart, setting
from railbird.agent.games import unless_holdem
from railbird.agent.settings import check_within
from railbird.errors import ModelError
from railbird.game import CALL, FOLD, Action, ActionKind, Game, View
from railbird.game.events import ActionName
from railbird.models.rezai.outcomes import OutcomeStore
from railbird.policies import raise_by_pot
from railbird.policies.rezai.hands import Kicker, hand_strength, has_draw, pair_strength
from railbird.policies.rezai.rules import STRATEGIES, PlayingStyle, RezaiSituation, choose_action

RECORD = "rezai"
CHANGING = "changing"
LEAST, SURE = 30, 1.0


@dataclass(frozen=True, slots=True)
class RezaiSettings:
    style: str = setting(CHANGING, "changing, or one fixed style: lp, lag, tp or tag", "Kotsalidis 2013, appendix B")
    patience: float = setting(
        5.0, "big blinds lost before it switches style: 100 chips", "Kotsalidis 2013, §3.2, figure 10"
    )
    kicker: str = setting(
        "text", "which kicker counts beside a pair: as in the text or the code", "Kotsalidis 2013, §3.1.3"
    )
    free_fold: bool = setting(False, "fold where no rule applies, even if a check is free", "Kotsalidis 2013, table 6")
    memory: bool = setting(
        False, "play the action with the best results in the same state so far", "Kotsalidis 2013, §5"
    )
    least: int = setting(LEAST, "outcomes needed before an action's results count", "ours")
    sure: float = setting(SURE, "standard errors by which an action must beat the style's action", "ours")
    bet: float = setting(2 / 3, "size of bets and raises in no-limit games, in pots", "ours")

    def __post_init__(self) -> None:
        for name, known in {"style": (CHANGING, *PlayingStyle), "kicker": tuple(Kicker)}.items():
            if getattr(self, name) not in known:
                raise ValueError(f"{name} must be one of {', '.join(known)}, not {getattr(self, name)[:40]!r}")
        check_within(self, patience=(0, 1e9), bet=(0.01, 100), least=(2, 1e9), sure=(0, 100))


@dataclass(slots=True)
class Tally:
    """The results of a strategy."""

    hands: int = 0
    won: float = 0.0
    """Chips won in winning hands."""
    lost: float = 0.0


@dataclass(slots=True)
class _MatchState:
    """State that carries over from hand to hand."""

    style: PlayingStyle | None = None
    lost: float = 0.0
    """Chips lost with this strategy; wins do not reduce it (appendix A)."""
    result: float = 0.0
    """Chips won or lost in the whole match."""
    tallies: dict[str, Tally] = field(default_factory=dict)
    memory: OutcomeStore = field(default_factory=OutcomeStore)


class Rezai(Bot):
    """Plays loose or tight, passive or aggressive by rules; draws another style when it is losing."""

    source: ClassVar[str] = "Kotsalidis 2013; three of the four post-flop styles ours"
    Settings = RezaiSettings
    settings: RezaiSettings

    def __init__(self, settings: RezaiSettings | None = None) -> None:
        super().__init__(settings)
        self.learns = (
            self.settings.style == CHANGING or self.settings.memory
        )  # its state carries over from hand to hand
        self._state = _MatchState()
        self._decided: list[tuple[str, ActionKind, int]] = []

    def refusal(self, game: Game) -> str:
        return unless_holdem(game)

    def start_match(self, match: MatchStart) -> None:
        self._patience = self.settings.patience * match.game.big_blind

    def start_hand(self, view: View) -> None:
        self._decided.clear()

    @property
    def style(self) -> PlayingStyle:
        """The current strategy."""
        if self._state.style is None:
            self._state.style = self._drawn("first style")
        return self._state.style

    def play_style(self, style: PlayingStyle | None) -> None:
        """Play one style from now on, or change styles as usual (Kotsalidis 2013, §3.3: a person may choose)."""
        self.settings = replace(self.settings, style=style or CHANGING)
        self._state.style = style

    @property
    def tallies(self) -> Mapping[str, Tally]:
        """The results of each strategy so far."""
        return self._state.tallies

    def _drawn(self, purpose: str) -> PlayingStyle:
        if self.settings.style != CHANGING:
            return PlayingStyle(self.settings.style)
        return self.streams.stream(purpose).choice(list(PlayingStyle))

    def act(self, view: View) -> Choice:
        situation = self._situation(view)
        move, ruled = choose_action(self.style, situation, free_fold=self.settings.free_fold)
        action = {
            ActionName.FOLD: FOLD if view.legal.fold else CALL,
            ActionName.CHECK: CALL,
            ActionName.CALL: CALL,
            ActionName.BET: raise_by_pot(view, self.settings.bet),
            ActionName.RAISE: raise_by_pot(view, self.settings.bet),
        }[move]
        remembered: tuple[Fact, ...] = ()
        if self.settings.memory:
            action, remembered = self._remembered(view, situation, action)
        facts = (
            Fact("style", self.style.words),
            Fact("rule", move.name.lower() if ruled else "none", private=True),
            Fact("strength", situation.strength, private=True),
            Fact("draw", situation.draw, private=True),
            Fact("facing a bet", situation.facing),
            Fact("ahead in chips", situation.ahead),
            Fact("last action", situation.last),
            *remembered,
        )
        return Decision(action, facts=facts)

    def _remembered(self, view: View, situation: RezaiSituation, ruled: Action) -> tuple[Action, tuple[Fact, ...]]:
        """The action with the best outcomes so far, with a fact; the decision is noted, to add its outcome later."""
        state, legal, memory = _state_of(situation), view.legal, self._state.memory
        least, can_fold = self.settings.least, bool(legal.fold and legal.call)
        best = memory.best(state, ruled.kind, least=least, sure=self.settings.sure, can_fold=can_fold)
        if best is ActionKind.RAISE and not legal.most_raise:
            best = ruled.kind
        action = ruled
        if best is not ruled.kind:
            action = {ActionKind.FOLD: FOLD, ActionKind.CALL: CALL}.get(best) or raise_by_pot(view, self.settings.bet)
        self._decided.append((state, action.kind, view.paid[view.position]))
        known = memory.known(state, least=least, can_fold=can_fold)
        means = ", ".join(
            f"{kind.name.lower()} {each.mean:+.2f} bb ({each.count:,} times)" for kind, each in known.items()
        )
        return action, (Fact("remembered", means or "nothing", private=True),)

    def _situation(self, view: View) -> RezaiSituation:
        hole, board = view.hole_cards, view.board
        strength = pair_strength(*hole) if view.round == 0 else hand_strength(hole, board, Kicker(self.settings.kicker))
        mine = view.stacks[view.position]
        others = [stack for seat, stack in enumerate(view.stacks) if seat != view.position and not view.folded[seat]]
        return RezaiSituation(
            view.round,
            strength,
            has_draw(hole, board),
            facing=view.to_call > 0,
            ahead=mine // view.pot >= max(others, default=0) // view.pot,
            last=_is_last(view),
        )

    def end_hand(self, view: View) -> None:
        """Add up the losses, and draw another strategy if they are too high and it is behind (§3.2, figure 10)."""
        won = float(view.payoffs[view.position])
        state = self._state
        tally = state.tallies.setdefault(self.style.value, Tally())
        tally.hands += 1
        tally.won += max(won, 0.0)
        tally.lost += max(-won, 0.0)
        state.lost += max(-won, 0.0)
        state.result += won
        for key, kind, paid in self._decided:
            state.memory.add(key, kind, (won + paid) / view.game.big_blind)
        self._decided.clear()
        if self.settings.style == CHANGING and state.result <= 0 and state.lost >= self._patience:
            state.style, state.lost = self._drawn("another style"), 0.0

    def save(self) -> dict[str, bytes]:
        state = self._state
        tallies = {style: [each.hands, each.won, each.lost] for style, each in state.tallies.items()}
        data: dict[str, Any] = {"style": state.style, "lost": state.lost, "result": state.result, "tallies": tallies}
        if self.settings.memory:
            data["memory"] = state.memory.to_json()
        return {"": json.dumps({"railbird": RECORD, **data}).encode()}

    def load(self, learned: Mapping[str, bytes]) -> None:
        if "" in learned and self.learns:
            try:
                self._state = _read(json.loads(learned[""]))
            except _BROKEN as error:
                raise ModelError(f"RezAI's saved record cannot be read: {error!s:.100}") from None
            if self.settings.style != CHANGING:
                self._state.style = None  # keep the style of the settings


_BROKEN = (AttributeError, KeyError, OverflowError, RecursionError, TypeError, ValueError)
"""All exceptions that reading a damaged record may raise."""


def _state_of(situation: RezaiSituation) -> str:
    """The inputs of the rules as a text: the round, the band of the strength, and the flags.

    Two strengths are in the same band if no limit of any style in this round is between them.
    """
    band = bisect_right(_limits(situation.round), situation.strength)
    flags = {"draw": situation.draw, "facing": situation.facing, "ahead": situation.ahead, "last": situation.last}
    return " ".join([str(situation.round), str(band), *(name for name, holds in flags.items() if holds)])


@cache
def _limits(round_number: int) -> tuple[int, ...]:
    rows = [rows[round_number] for rows in STRATEGIES.values()]
    return tuple(sorted({limit for row in rows for limit in (row.fold_below, row.bet_from, row.raise_from)}))


def _is_last(view: View) -> bool:
    """Whether this is the last action of the round, or the cap on raises is reached: by their number, not by chips."""
    most_actions, most_raises = view.game.most_actions[view.round], view.game.most_raises[view.round]
    done = sum(action.round == view.round for action in view.actions)
    capped = view.raises >= most_raises or 0 < most_actions <= done + 1
    return view.to_call > 0 and capped and not view.legal.most_raise


def _read(data: Any) -> _MatchState:
    if data["railbird"] != RECORD:
        raise ValueError("it was written by another bot")
    tallies = {}
    for style, (hands, won, lost) in data["tallies"].items():
        if not isinstance(hands, int) or hands < 0:
            raise ValueError("a number of hands must be a whole number from 0 up")
        tallies[str(PlayingStyle(style))] = Tally(hands, _chips(won), _chips(lost))
    style = None if data["style"] is None else PlayingStyle(data["style"])
    memory = OutcomeStore.from_json(data.get("memory", {}))
    result = data["result"]
    return _MatchState(style, _chips(data["lost"]), _chips(abs(result)) * (-1 if result < 0 else 1), tallies, memory)


def _chips(value: Any) -> float:
    """Check an amount of chips won or lost."""
    if not isinstance(value, int | float) or not 0 <= value < math.inf:
        raise ValueError("an amount of chips must be a finite number from 0 up")
    return float(value)
