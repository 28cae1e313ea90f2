"""What the person sees at the table: stacks, board, pot, and the actions since their last turn."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from io import StringIO

from rich.console import Console, Group, RenderableType
from rich.text import Text

from railbird.cli.render.cards import cards_markup
from railbird.cli.render.grid import Grid
from railbird.cli.render.narration import sentence_text
from railbird.game import Betting, Game, View
from railbird.histories.narration import YOU, Topic, chips_text, doing, position_name, sentences
from railbird.stats import WinRate

FEW_HANDS = 20
"""Below this number, no win rate is shown."""
HELP = (
    Text("Type c to check or call, r to bet or raise, f to fold, then press Enter."),
    Text("hint: odds and advice · why: what the bots were thinking in the last hand", style="dim"),
    Text("table: show the table again · help: show this again · quit", style="dim"),
    Text("Cards are a rank and the first letter of the suit; T is a ten.", style="dim"),
)


AMOUNTS = Text("Give r the total of your bet: r 300, r 3bb, r 2.5x, min, half, pot, all in.", style="dim")


def help_lines(game: Game) -> list[Text]:
    """Instructions for a new player."""
    return [HELP[0], *([AMOUNTS] if game.betting is not Betting.LIMIT else []), *HELP[1:]]


class Screen:
    """Prints to a console line by line, so it works in a pipe, at any width and without colours."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._shown = 0

    def say(self, *lines: RenderableType) -> None:
        """Print lines."""
        for line in lines:
            self._print(line)

    def _print(self, *parts: RenderableType, end: str = "\n", soft_wrap: bool = False) -> None:
        try:
            self.console.print(*parts, sep="\n", end=end, soft_wrap=soft_wrap)
        except OSError:  # the terminal is closed; the hand is still played to its end
            with suppress(OSError, ValueError):  # what Python still holds goes nowhere when it ends
                nothing = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nothing, self.console.file.fileno())
                os.close(nothing)
            self.console = Console(file=StringIO())

    def say_unwrapped(self, *lines: RenderableType) -> None:
        """Print lines without wrapping, so that they can be copied."""
        for line in lines:
            self._print(line, soft_wrap=True)

    def begin_hand(self, title: str, view: View, result: str) -> None:
        """Show the start of a hand."""
        self._shown = 0
        self.say("", Text(f" {title} ".center(min(self.console.width, 78), "─"), style="bold"))
        if result:
            self.say(Text(result, style="dim"))
        posts = [(player, view.paid[position]) for position, player in enumerate(view.players) if view.paid[position]]
        self.say(Text(", ".join(f"{doing(player, 'posts')} {amount:,}" for player, amount in posts), style="dim"))
        self.say(Text("you have ") + cards_markup(view.hole_cards))

    def catch_up(self, view: View) -> None:
        """Show what has happened since the last call."""
        lines = [each for each in sentences(view) if each.topic is not Topic.TURN]  # the table shows whose turn it is
        self.say(*map(sentence_text, lines[self._shown :]))
        self._shown = len(lines)

    def table(self, view: View) -> None:
        """Show the table."""
        rows = Grid(header=False, split=False)
        rows.labels("", "", "")
        rows.numbers("")
        rows.numbers("", "", right=False)
        for position, player in enumerate(view.players):
            mine = position == view.position
            folded = view.folded[position]
            state = "folded" if folded else f"bet {view.bets[position]:,}" if view.bets[position] else ""
            if not view.stacks[position] and not folded:
                state = "all-in"
            style = "dim" if folded else "bold" if mine else ""
            rows.row(
                Text(">" if mine else " ", style="bold"),
                Text(player if player == YOU or not mine else f"{player} (you)", style=style),
                Text(position_name(view.game, position), style="dim"),
                Text(f"{view.stacks[position]:,}", style=style),
                Text(state, style="dim" if folded else "yellow"),
                cards_markup(view.hole_cards) if mine else Text(""),
            )
        board = (
            cards_markup(view.board) if view.board else Text("no board yet" * any(view.game.board_cards), style="dim")
        )
        middle = Text.assemble("  ", board, f"   pot {view.pot:,}")
        if view.to_call:
            middle.append(f"   {view.to_call:,} to call", style="yellow")
        self.say(Group(rows, middle))

    def ask(self, question: str) -> None:
        """Show what may be typed, and the prompt."""
        self._print(Text(question), Text("> ", style="bold"), end="")

    def end_hand(self, view: View) -> None:
        """Show the end of a hand and its result."""
        self.catch_up(view)
        payoff = view.payoffs[view.position]
        style = "green" if payoff > 0 else "red" if payoff < 0 else "dim"
        self.say(Text(f"{'+' * (payoff > 0)}{chips_text(payoff)} in this hand", style=f"bold {style}"))


def result_text(rate: WinRate, unit: str, chips: float) -> str:
    """The winnings so far."""
    if rate.samples < FEW_HANDS:
        return f"so far {chips:+,.0f} chips"
    return f"so far {chips:+,.0f} chips, {rate.mean:+.2f} ± {rate.half:.2f} {unit} over {rate.samples:,} hands"


def greeting(players: Sequence[str], remembered: Sequence[str], game: Game) -> list[Text]:
    """The opponents, and the instructions."""
    lines = [Text.assemble(("You play against ", ""), (", ".join(players), "bold"), "."), *help_lines(game)]
    if remembered:
        lines.append(Text(f"{', '.join(remembered)}: remembers you.", style="yellow"))
    return lines
