"""``railbird play``: sit down with bots."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, TextIO

import numpy as np
import typer
from rich.console import Console
from rich.text import Text

from railbird.agent import Decision, decision_from_json
from railbird.agent.clock import StopNow
from railbird.arena import DealingScheme, Entrant, MatchDefinition, StoredRecord
from railbird.arena.definition import StackRule
from railbird.arena.leg import Chunk, LegRunner
from railbird.arena.match_record import MatchRecord
from railbird.cli.commands.match import game_for, player_ids, store_option
from railbird.cli.memory import Memories, Memory
from railbird.cli.options import StorePath
from railbird.cli.render.explanation import explained, glossary
from railbird.cli.render.narrative import YOU, doing
from railbird.cli.stores import default_store_path, open_store
from railbird.cli.table.coach import COACH, Coach
from railbird.cli.table.person import Person, Prompt
from railbird.cli.table.screen import Screen, greeting, result_text
from railbird.errors import MatchError
from railbird.gallery import BotSpec, parse_bot
from railbird.gallery.source import Loaded
from railbird.game import Game
from railbird.game.events import PARTS
from railbird.stats import unit_of, units_per_chip, win_rate

USUAL_OPPONENTS = ("poki", "simbot", "random")
"""Who sits down if nobody is named: the first that plays the game."""
A_DAY = 86_400.0
"""Seconds that somebody may think; bots too, but nobody waits for them so long."""
MOST_HANDS = 1_000_000


def command(
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[BOT...]",
            help="One to nine bots. If you name none: poki, simbot in no-limit games, random in others.",
        ),
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", "-g", help="The game, or an ACPC game file.", show_default="limit")
    ] = None,
    hands: Annotated[int, typer.Option("--hands", "-n", help="Stop after so many hands.", min=1)] = MOST_HANDS,
    stacks: Annotated[StackRule, typer.Option(help="kept plays until somebody has all the chips.")] = StackRule.RESET,
    name: Annotated[str, typer.Option(help="Your name at the table, under which bots remember you.")] = YOU,
    remember: Annotated[
        bool, typer.Option("--remember", help="Bots go on with what they have learned about you.")
    ] = False,
    hints: Annotated[bool, typer.Option("--hints/--no-hints", help="Have a coach who can be asked.")] = True,
    seed: Annotated[
        int | None, typer.Option("--seed", "-s", help="Of the cards; another one each time if not given.")
    ] = None,
    store: StorePath = None,
    keep: Annotated[bool, typer.Option("--keep/--no-keep", help="Keep the hands in the store.")] = True,
) -> None:
    """Play with bots, here in the terminal.

    Examples:

      railbird play

      railbird play poki rezai chump

      railbird play rezai --game rezai --stacks kept

      railbird play simbot --game "nolimit(stack=50bb)"

      railbird play magpie --remember && railbird model show ~/.local/share/railbird/people/you-magpie-limit.model
    """
    specs = [parse_bot(text) for text in bots] if bots else [_usual_opponent(game_for(game, 2))]
    if not 1 <= len(specs) <= 9:
        raise MatchError(f"one to nine bots can sit down with you, not {len(specs)}")
    table = Session(specs, game_for(game, len(specs) + 1), hands, stacks, name, seed, hints=hints)
    memory = Memory(table.definition, name, store) if remember else None
    learned = memory.read() if memory else {}
    record: MatchRecord = MatchRecord(table.definition)
    if keep:
        record = StoredRecord.new(open_store(store, create=True), table.definition)
    try:
        table.play(record, learned, memory.write if memory else _forget)
    finally:
        models = memory.files(table.learned) if memory else []
        table.finish((record.match, store or default_store_path()) if record.match is not None else None, models)


def _usual_opponent(game: Game) -> BotSpec:
    specs = [parse_bot(name) for name in USUAL_OPPONENTS]
    return next((spec for spec in specs if spec.plays(game)), specs[0])


def _forget(learned: Memories) -> None:
    """Keeps nothing of what was learned."""


class Session:
    """The person, the bots, and how it goes."""

    def __init__(
        self,
        specs: list[BotSpec],
        game: Game,
        hands: int,
        stacks: StackRule,
        name: str,
        seed: int | None,
        *,
        hints: bool = True,
        console: Console | None = None,
        source: TextIO | None = None,
    ) -> None:
        """Shown on a console, the terminal if none is given; what is typed comes from a source, as the keyboard."""
        if seed is None:
            seed = int.from_bytes(os.urandom(6), "big")
        self._screen = Screen(console or Console(file=sys.stdout, highlight=False))
        self._prompt = Prompt(lambda text: self._screen.say(Text(text.rstrip("\n"))), source)
        self._last: Chunk | None = None
        self._won: list[float] = []
        self._chips = np.array(game.stacks, dtype=np.float64)
        """Of all, by entrant, in a freeze-out."""
        self.learned: Memories = {}
        ids = player_ids(specs)
        if name in ids or not name.strip() or not name.isprintable():
            raise MatchError(f"{name!r} cannot be your name at this table: a bot has it, or it is not a line of text")
        coach_spec = parse_bot(COACH)
        coach = Coach(coach_spec) if hints and coach_spec.plays(game) else None
        self._kind: type[Person] = type(
            "You",
            (Person,),
            {
                "screen": self._screen,
                "prompt": self._prompt,
                "coach": coach,
                "heading": str(game),
                "why": staticmethod(self._why),
                "result": staticmethod(self._result),
            },
        )
        you = Entrant(name, BotSpec("person", (), Loaded(self._kind, named=False)))
        entrants = (you, *map(Entrant, ids, specs))
        self.definition = MatchDefinition(
            game, entrants, hands, seed, DealingScheme.PLAIN, 1, A_DAY, stacks, explain_every=1
        )
        self._scale = units_per_chip(game)

    def play(self, record: MatchRecord, learned: Memories, remember: Callable[[Memories], None] = _forget) -> None:
        """Hand after hand, until the person leaves or it is over.

        Each hand is kept as soon as it is played, and so is what the bots have learned from it, by ``remember``.
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
                    said = f"{doing(players[fault.entrant], 'fails')}, and the move is a check or a fold"
                    self._screen.say(Text(f"{said}: {fault.message}", style="yellow"))
                if self.definition.stacks is StackRule.KEPT and not self._goes_on(chunk, players):
                    break
        if not finished:
            record.conclude("the person left")

    def _goes_on(self, chunk: Chunk, players: list[str]) -> bool:
        """Of a freeze-out: say who is out, and whether the person plays on."""
        for payoffs in chunk.payoffs:
            before = self._chips.copy()
            self._chips += np.array(payoffs) / PARTS
            for place in np.flatnonzero((before > 0) & (self._chips <= 0) & (np.arange(len(players)) > 0)):
                self._screen.say(Text(f"{players[place]} is out", style="bold"))
        if self._chips[0] <= 0:
            self._screen.say(Text("you have no chips left", style="bold"))
        elif not self._chips[1:].any():
            self._screen.say(Text("you have all the chips", style="bold green"))
        return bool(self._chips[0] > 0)

    def finish(self, kept: tuple[int, Path] | None, models: Sequence[tuple[Path, bool]]) -> None:
        """Say how it went, and where it is kept."""
        hands = len(self._won)
        played = f"{hands:,} hand{'s' * (hands != 1)}; {self._result()}" if hands else "no hand was finished"
        lines = [Text(), Text(played)]
        if kept is not None:
            match, store = kept
            told = f"kept: railbird show {match}{store_option(store)}"
            if hands:
                told += f" · railbird hand {match} {hands}{store_option(store)}"
            lines.append(Text(told, style="dim"))
        if models:
            lines.append(Text("what was learned:", style="dim"))
        for path, can_be_told in models:
            what = f"railbird model show {shlex.quote(str(path))}" if can_be_told else str(path)
            lines.append(Text(what, style="dim"))
        self._screen.say_whole(*lines)

    def _result(self) -> str:
        if not self._won:
            return ""
        unit = unit_of(self.definition.game)
        rate = win_rate(np.array(self._won) * self._scale)
        return result_text(rate, unit, float(np.sum(self._won)))

    def _why(self) -> None:
        """What each bot thought in the last hand."""
        if self._last is None or not self._last.explained:
            self._screen.say(Text("no bot has decided anything in a hand that is over", style="yellow"))
            return
        told, actions = None, self._kind.last_actions
        decisions: list[Decision] = []
        for each in self._last.explained:
            player = self.definition.entrants[each.entrant].player
            number = actions[each.action][1]
            if number != told:
                self._screen.say(Text(f"{self.definition.game.street(number)}:", style="bold"))
            told = number
            decision = decision_from_json(json.loads(each.decision))
            self._screen.say(explained(player, decision, **self._kind.last_moments[each.action]._asdict()))
            decisions.append(decision)
        self._screen.say(*glossary(decisions))
