"""What a person sees at the table: who has what, the board, the pot, and what has happened since."""

from __future__ import annotations

from collections.abc import Sequence
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
"""Before so many are played, how well somebody does says nothing."""
HELP = (
    Text("c checks or calls, r bets or raises, f folds: type it, then Enter."),
    Text("hint: odds and advice · why: what the bots thought in the last hand", style="dim"),
    Text("table: look again · help: this again · quit", style="dim"),
    Text("Cards end in their suit: spades, hearts, diamonds, clubs; T is a ten.", style="dim"),
)


AMOUNTS = Text("r takes what the bet goes to: r 300, r 3bb, r 2.5x, min, half, pot, all in.", style="dim")


def help_lines(game: Game) -> list[Text]:
    """How it works, for somebody who has read nothing."""
    return [HELP[0], *([AMOUNTS] if game.betting is not Betting.LIMIT else []), *HELP[1:]]


class Screen:
    """Prints to a console line by line, so that it works in a pipe, at any size and without colours."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._told = 0

    def say(self, *lines: RenderableType) -> None:
        """Print something."""
        for line in lines:
            self._print(line)

    def _print(self, *parts: RenderableType, end: str = "\n", soft_wrap: bool = False) -> None:
        try:
            self.console.print(*parts, sep="\n", end=end, soft_wrap=soft_wrap)
        except OSError:  # the terminal is gone; the hand is played to its end all the same
            self.console = Console(file=StringIO())

    def say_whole(self, *lines: RenderableType) -> None:
        """Print lines that are not broken, to be copied."""
        for line in lines:
            self._print(line, soft_wrap=True)

    def begin_hand(self, title: str, view: View, result: str) -> None:
        """A hand begins."""
        self._told = 0
        self.say("", Text(f" {title} ".center(min(self.console.width, 78), "─"), style="bold"))
        if result:
            self.say(Text(result, style="dim"))
        posts = [(player, view.paid[position]) for position, player in enumerate(view.players) if view.paid[position]]
        self.say(Text(", ".join(f"{doing(player, 'posts')} {amount:,}" for player, amount in posts), style="dim"))
        self.say(Text("you have ") + cards_markup(view.hole_cards))

    def catch_up(self, view: View) -> None:
        """Tell what has happened since the last time."""
        said = [each for each in sentences(view) if each.topic is not Topic.TURN]  # the table says whose turn it is
        self.say(*map(sentence_text, said[self._told :]))
        self._told = len(said)

    def table(self, view: View) -> None:
        """The table as it stands, and what may be done."""
        rows = Grid(header=False, split=False)
        rows.labels("", "", "")
        rows.numbers("")
        rows.numbers("", "", right=False)
        for position, player in enumerate(view.players):
            mine = position == view.position
            gone = view.folded[position]
            state = "folded" if gone else f"bet {view.bets[position]:,}" if view.bets[position] else ""
            if not view.stacks[position] and not gone:
                state = "all-in"
            style = "dim" if gone else "bold" if mine else ""
            rows.row(
                Text(">" if mine else " ", style="bold"),
                Text(player if player == YOU or not mine else f"{player} (you)", style=style),
                Text(position_name(view.game, position), style="dim"),
                Text(f"{view.stacks[position]:,}", style=style),
                Text(state, style="dim" if gone else "yellow"),
                cards_markup(view.hole_cards) if mine else Text(""),
            )
        board = (
            cards_markup(view.board) if view.board else Text("no board yet" * any(view.game.board_cards), style="dim")
        )
        middle = Text.assemble("  ", board, f"   pot {view.pot:,}")
        if view.to_call:
            middle.append(f"   {view.to_call:,} to call", style="yellow")
        self.say(Group(rows, middle))

    def ask(self, what: str) -> None:
        """What may be typed, and the prompt."""
        self._print(Text(what), Text("> ", style="bold"), end="")

    def end_hand(self, view: View) -> None:
        """What came of it."""
        self.catch_up(view)
        payoff = view.payoffs[view.position]
        style = "green" if payoff > 0 else "red" if payoff < 0 else "dim"
        self.say(Text(f"{'+' * (payoff > 0)}{chips_text(payoff)} in this hand", style=f"bold {style}"))


def result_text(rate: WinRate, unit: str, chips: float) -> str:
    """How it goes so far."""
    if rate.samples < FEW_HANDS:
        return f"so far {chips:+,.0f} chips"
    return f"so far {chips:+,.0f} chips, {rate.mean:+.2f} ± {rate.half:.2f} {unit} over {rate.samples:,} hands"


def greeting(players: Sequence[str], remembered: Sequence[str], game: Game) -> list[Text]:
    """Who is there, and how it works."""
    lines = [Text.assemble(("You play with ", ""), (", ".join(players), "bold"), "."), *help_lines(game)]
    if remembered:
        lines.append(Text(f"{', '.join(remembered)}: remembers you.", style="yellow"))
    return lines
