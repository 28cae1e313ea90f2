"""A session at the table: a person plays against bots."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import numpy as np
from rich.console import Console
from rich.text import Text

from railbird.agent import decision_from_json
from railbird.agent.clock import StopNow
from railbird.agent.explanation import Explanation, explain
from railbird.arena import Entrant, MatchDefinition
from railbird.arena.definition import StackRule
from railbird.arena.entrants import player_ids
from railbird.arena.guard import FaultKind
from railbird.arena.leg import Chunk, LegRunner
from railbird.arena.match_record import MatchRecord
from railbird.bots.shared.advice import COACH
from railbird.cli.memory import Memories
from railbird.cli.render.explanation import explanation_text, meanings_text
from railbird.cli.stores import store_option
from railbird.cli.table.coach import Coach
from railbird.cli.table.person import Person, Prompt
from railbird.cli.table.screen import Screen, greeting, result_text
from railbird.errors import MatchError
from railbird.gallery import BotSpec, parse_bot
from railbird.gallery.source import Ready
from railbird.game import Game
from railbird.game.events import PARTS
from railbird.histories.narration import YOU, doing
from railbird.stats import unit_of, units_per_chip, win_rate

if TYPE_CHECKING:
    from railbird.store import StoreAddress

A_DAY = 86_400.0
"""The time limit for a decision, in seconds: a person may take as long as they like."""


def forget(learned: Memories) -> None:
    """Save nothing of what was learned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOptions:
    """The opponents, the game and the settings of a session."""

    bots: Sequence[BotSpec]
    game: Game
    hands: int
    """The largest number of hands."""
    stacks: StackRule = StackRule.RESET
    name: str = YOU
    """The person's id at the table."""
    seed: int | None = None
    """Random seed of the cards; None for a random one."""
    hints: bool = True
    """Whether the person can ask a coach."""


class Session:
    """A person at a table with bots, and their results so far."""

    def __init__(
        self, options: SessionOptions, *, console: Console | None = None, source: TextIO | None = None
    ) -> None:
        """Output goes to ``console`` (default: the terminal), input comes from ``source`` (default: the keyboard)."""
        game, name = options.game, options.name
        seed = int.from_bytes(os.urandom(6), "big") if options.seed is None else options.seed
        self._screen = Screen(console or Console(file=sys.stdout, highlight=False))
        self._prompt = Prompt(lambda text: self._screen.say(Text(text.rstrip("\n"))), source)
        self._last: Chunk | None = None
        self._won: list[float] = []
        self._chips = np.array(game.stacks, dtype=np.float64)
        """The stacks in a freeze-out, by entrant."""
        self.learned: Memories = {}
        ids = player_ids(options.bots)
        if name in ids or not name.strip() or not name.isprintable():
            raise MatchError(f"{name!r} cannot be your name: a bot has it, or it is empty or not printable")
        coach_spec = parse_bot(COACH)
        coach = Coach(coach_spec) if options.hints and coach_spec.plays(game) else None
        self._person = Person(self._screen, self._prompt, coach, heading=str(game), why=self._why, result=self._result)
        you = Entrant(BotSpec("person", (), Ready(self._person)), player=name)
        others = (Entrant(bot, player=player) for bot, player in zip(options.bots, ids, strict=True))
        self.definition = MatchDefinition(
            game=game,
            entrants=(you, *others),
            hands=options.hands,
            seed=seed,
            time_limit=A_DAY,
            stacks=options.stacks,
            explain_every=1,
        )
        self._scale = units_per_chip(game)

    def play(self, record: MatchRecord, learned: Memories, remember: Callable[[Memories], None] = forget) -> None:
        """Play hand after hand, until the person leaves or the match is over.

        Each hand is saved as soon as it is played; ``remember`` saves what the bots have learned.
        """
        players = [entrant.player for entrant in self.definition.entrants]
        self._screen.say(*greeting(players[1:], [players[entrant] for entrant in learned], self.definition.game))
        leg = next(iter(self.definition.legs()))
        with self._prompt.watching():
            runner = LegRunner(self.definition, leg, learned=learned)
            finished = False
            while not finished and not self._prompt.leaving:
                try:
                    chunk = runner.run(A_DAY, upto=runner.next_hand + 1)
                except StopNow:
                    break
                record.add(chunk)
                self._last, self.learned, finished = chunk, chunk.learned or self.learned, chunk.finished
                remember(self.learned)
                self._won += [payoffs[0] / PARTS for payoffs in chunk.payoffs]
                for fault in chunk.faults:
                    does = "goes on by itself" if fault.kind is FaultKind.HANDLED else "checks or folds instead"
                    failed = f"{doing(players[fault.entrant], 'fails')}, and {does}"
                    self._screen.say(Text(f"{failed}: {fault.message}", style="yellow"))
                if self.definition.stacks is StackRule.KEPT and not self._continues(chunk, players):
                    break
        if not finished:
            record.conclude("the person left")

    def _continues(self, chunk: Chunk, players: list[str]) -> bool:
        """Update the stacks of a freeze-out, say who is out, and return whether the person still has chips."""
        for payoffs in chunk.payoffs:
            before = self._chips.copy()
            self._chips += np.array(payoffs) / PARTS
            for entrant in np.flatnonzero((before > 0) & (self._chips <= 0) & (np.arange(len(players)) > 0)):
                self._screen.say(Text(f"{players[entrant]} is out", style="bold"))
        if self._chips[0] <= 0:
            self._screen.say(Text("you have no chips left", style="bold"))
        elif not self._chips[1:].any():
            self._screen.say(Text("you have all the chips", style="bold green"))
        return bool(self._chips[0] > 0)

    def finish(self, saved: tuple[int, StoreAddress] | None, models: Sequence[tuple[Path, bool]]) -> None:
        """Show the result, and where hands and models are saved."""
        hands = len(self._won)
        played = f"{hands:,} hand{'s' * (hands != 1)}; {self._result()}" if hands else "no hand was finished"
        lines = [Text(), Text(played)]
        if saved is not None:
            match, store = saved
            commands = f"saved: railbird show {match}{store_option(store)}"
            if hands:
                commands += f" · railbird hand {match} {hands}{store_option(store)}"
            lines.append(Text(commands, style="dim"))
        if models:
            lines.append(Text("what the bots learned:", style="dim"))
        for path, can_be_shown in models:
            what = f"railbird model show {shlex.quote(str(path))}" if can_be_shown else str(path)
            lines.append(Text(what, style="dim"))
        self._screen.say_unwrapped(*lines)

    def _result(self) -> str:
        if not self._won:
            return ""
        unit = unit_of(self.definition.game)
        rate = win_rate(np.array(self._won) * self._scale)
        return result_text(rate, unit, float(np.sum(self._won)))

    def _why(self) -> None:
        """Explain each bot's decisions in the last hand."""
        if self._last is None or not self._last.explained:
            self._screen.say(Text("no bot has made a decision in a finished hand yet", style="yellow"))
            return
        last_round, actions = None, self._person.last_actions
        explanations: list[Explanation] = []
        for each in self._last.explained:
            player = self.definition.entrants[each.entrant].player
            betting_round = actions[each.action].round
            if betting_round != last_round:
                self._screen.say(Text(f"{self.definition.game.street(betting_round)}:", style="bold"))
            last_round = betting_round
            decision = decision_from_json(json.loads(each.decision))
            explanations.append(explain(player, decision, self._person.last_moments[each.action]))
            self._screen.say(explanation_text(explanations[-1]))
        self._screen.say(*meanings_text(explanations))
