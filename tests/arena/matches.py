"""Small matches, and bots that misbehave in them."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Mapping
from typing import Any

import numpy as np

from railbird.agent import Bot, Decision, Fact
from railbird.arena import DealingScheme, Entrant, MatchDefinition, StackRule
from railbird.bots.always import AlwaysCall
from railbird.gallery import BotSpec, parse_bot
from railbird.game import CALL, Action, Event, View, parse_game, raise_to


def match(
    *bots: str | type[Bot],
    game: str = "",
    hands: int = 100,
    seed: int = 1,
    dealing: DealingScheme = DealingScheme.PLAIN,
    replicates: int = 1,
    time_limit: float = 10.0,
    stacks: StackRule = StackRule.RESET,
) -> MatchDefinition:
    specs = [parse_bot(bot) if isinstance(bot, str) else spec_of(bot) for bot in bots]
    entrants = tuple(Entrant(spec, player=f"player{number}") for number, spec in enumerate(specs))
    played = parse_game(game or f"limit(players={len(bots)})")
    return MatchDefinition(
        game=played,
        entrants=entrants,
        hands=hands,
        seed=seed,
        dealing=dealing,
        replicates=replicates,
        time_limit=time_limit,
        stacks=stacks,
    )


def spec_of(kind: type[Bot]) -> BotSpec:
    return parse_bot(f"{__file__}:{kind.__name__}" if kind.__module__ == __name__ else kind)


class SaysAndDoes(AlwaysCall):
    """States that it always calls, and raises."""

    def act(self, view: View) -> Action | Decision:
        return raise_to(view.legal.least_raise) if view.legal.most_raise else CALL


class Counts(Bot):
    """Learns how many bets it has seen from each player, and raises after every few of them."""

    learns = True

    def __init__(self, settings: object = None) -> None:
        super().__init__(settings)
        self.seen: dict[str, int] = {}

    def observe(self, event: Event) -> None:
        if type(event).__name__ == "Acted" and event.amount:  # type: ignore[union-attr]
            player = self.look().players[event.player]  # type: ignore[union-attr]
            self.seen[player] = self.seen.get(player, 0) + 1

    def act(self, view: View) -> Action:
        if view.legal.most_raise and (sum(self.seen.values()) + self.random.randrange(3)) % 4 == 0:
            return raise_to(view.legal.least_raise)
        return CALL

    def save(self) -> dict[str, bytes]:
        return {player: json.dumps(count).encode() for player, count in self.seen.items()}

    def load(self, learned: Mapping[str, bytes]) -> None:
        self.seen = {player: json.loads(count) for player, count in learned.items()}


class Forgets(Counts):
    """Cannot load what it has saved."""

    def load(self, learned: Mapping[str, bytes]) -> None:
        raise KeyError("the count")


class Crashes(Bot):
    def act(self, view: View) -> Decision:
        raise KeyError("lost")


class Exits(Bot):
    """Tries to end the program."""

    def act(self, view: View) -> Action:
        raise self.random.choice([SystemExit(3), KeyboardInterrupt(), GeneratorExit()])


class SavesNothing(Counts):
    """Saves something invalid."""

    def save(self) -> dict[str, bytes]:
        return [object()]  # type: ignore[return-value]


class HangsAtTheStart(Bot):
    def start_match(self, match: object) -> None:
        while True:
            time.sleep(1)

    def act(self, view: View) -> Action:
        return CALL


class NumpyFacts(Bot):
    def __init__(self) -> None:
        super().__init__()

    def act(self, view: View) -> Decision:
        return Decision(CALL, {CALL: np.float32(1)}, facts=(Fact("a", np.bool_(True)), Fact("b", np.float32(0.5))))  # type: ignore[arg-type, dict-item]


class CrashesEverywhere(Crashes):
    def start_match(self, match: object) -> None:
        raise RuntimeError("at the start")

    def observe(self, event: Event) -> None:
        raise RuntimeError("on seeing")

    def end_hand(self, view: View) -> None:
        raise RuntimeError("at the end")


class Nonsense(Bot):
    """Returns anything but an action."""

    def act(self, view: View) -> Action:
        wrong = "f" if not view.to_call else "r-1"
        answers: list[Any] = [None, 7, "all in!", raise_to(1), [], object(), wrong, Decision(None)]  # type: ignore[arg-type]
        return answers[self.random.randrange(len(answers))]  # type: ignore[no-any-return]


class HangsDeafly(Bot):
    """Never answers after the flop, and ignores all exceptions."""

    def act(self, view: View) -> Action:
        while view.round:
            with contextlib.suppress(BaseException):
                time.sleep(1)
        return CALL


class Hangs(Bot):
    """Never answers after the flop."""

    def act(self, view: View) -> Action:
        if view.round:
            while True:
                with contextlib.suppress(Exception):
                    time.sleep(1)
        return CALL
