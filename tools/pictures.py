"""Regenerate the pictures of the README and the documents: python tools/pictures.py"""

import re
import shlex
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console, RenderableType

from railbird import Hand, Range, equity, limit
from railbird.arena import MatchDefinition, MatchRecord, play_match
from railbird.arena.entrants import named_entrants
from railbird.arena.results import Payoffs
from railbird.arena.series import Series
from railbird.arena.tables import TableRules
from railbird.arena.tournament import TournamentDefinition, tournament_result
from railbird.cli.line_ups import entrants_of
from railbird.cli.render.cards import range_summary
from railbird.cli.render.equity import equity_table
from railbird.cli.render.heat_map import income_rate_map
from railbird.cli.render.match import match_summary
from railbird.cli.render.narration import whole_hand
from railbird.cli.render.reproduction import reproduction_summary
from railbird.cli.render.strength import strength_summary
from railbird.cli.render.tournament import tournament_summary
from railbird.cli.table.session import Session, SessionOptions
from railbird.gallery import parse_bot
from railbird.papers import reproduce
from railbird.solve.spots import SpotSolution, SpotSolver, hands_chart, spot_convergence_chart
from railbird.store import Store
from railbird.strength import known_income_rates, strength_report

IMAGES = Path(__file__).parent.parent / "docs" / "images"


def save(name: str, command: str, shown: RenderableType, width: int) -> None:
    console = Console(record=True, width=width, force_terminal=True, color_system="truecolor", file=StringIO())
    console.print(f"$ {command}", style="bold", highlight=False)
    console.print()
    console.print(shown)
    write(name, console)


def write(name: str, console: Console) -> None:
    svg = console.export_svg(title="railbird", unique_id=name.partition(".")[0])
    without_remote_fonts = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    (IMAGES / name).write_text(without_remote_fonts, encoding="utf-8")


def save_play() -> None:
    console = Console(record=True, width=80, force_terminal=True, color_system="truecolor", file=StringIO())
    console.print("$ railbird play poki rezai chump", style="bold", highlight=False)
    specs = [parse_bot(name) for name in ("poki", "rezai", "chump")]
    keys = StringIO("c\nhint\nr\nc\nc\n")
    options = SessionOptions(bots=specs, game=limit(4), hands=1, seed=12)
    session = Session(options, console=console, source=keys)
    session.play(MatchRecord(session.definition), {})
    write("play.svg", console)


def save_match() -> None:
    """The first match of the README, from the command in the README."""
    readme = (IMAGES.parent.parent / "README.md").read_text(encoding="utf-8")
    command = re.search(r"railbird match .*", readme)
    assert command
    _, _, *bots, option, hands = shlex.split(command[0])
    assert option == "--hands"
    entrants = entrants_of(bots)
    record = MatchRecord(MatchDefinition(game=limit(len(entrants)), entrants=entrants, hands=int(hands)))
    reports: list[Payoffs] = []
    played = play_match(record.definition, record=record, report=reports.append)
    save("match.svg", command[0], match_summary(played, reports[-1], 0, None), width=84)


def save_tournament() -> None:
    bots = ["simple", "simple(bluff=off)", "flock", "jag", "advanced-rules", "random"]
    specs = [parse_bot(bot) for bot in bots]
    definition = TournamentDefinition(rules=TableRules(game=limit(), hands=500), entrants=named_entrants(specs))
    with TemporaryDirectory() as folder:
        series = Series.new(Store(Path(folder) / "matches.db"), definition.to_json(), definition.tables())
        series.play(workers=2)
        samples = list(series.samples())
        result = tournament_result(series.definition, series.tables(), samples, hands=series.hands, finished=True)
    command = 'railbird tournament simple "simple(bluff=off)" flock jag advanced-rules random'
    save("tournament.svg", command, tournament_summary(result), width=92)


def save_solution() -> None:
    """The spot of the guide to solving, from its command."""
    guide = (IMAGES.parent / "guides" / "solving.md").read_text(encoding="utf-8")
    command = re.search(r"railbird solve (?:.*\\\n)*.*", guide)
    assert command
    _, _, game, *rest = shlex.split(command[0].replace("\\\n", " "))
    given = {name: rest[rest.index(name) + 1] for name in ("--board", "--pot", "--ranges", "--sizes", "--to")}
    ranges = (given["--ranges"], rest[rest.index("--ranges") + 2])
    solver = SpotSolver(f"{game}; {given['--board']}; pot={given['--pot']}", ranges, given["--sizes"])
    solver.run(to=float(given["--to"].removesuffix("%")) / 100)
    solution = SpotSolution(solver)
    hands_chart(solution.node()).save(IMAGES / "solving-start.svg")
    hands_chart(solution.node("c r900")).save(IMAGES / "solving-facing-bet.svg")
    spot_convergence_chart(solver).save(IMAGES / "solving-convergence.svg")


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    board = "Kh 7d 2c"
    result = equity(["AKs, QQ+", "22+, A2s+, KTs+", "15%"], board)
    command = f'railbird equity "AKs, QQ+" "22+, A2s+, KTs+" 15% --board "{board}"'
    save("equity.svg", command, equity_table(result, board), width=92)
    text = "22+, A2s+, KTs+, QJs:0.5, AJo+, KQo:0.4"
    hand = Hand(limit(3), "AhKh QsQd 7c7d / Kc9d2h / 9s / 4d")
    hand.play("r c c / r c f / r c / r c")
    actions = '--actions "r c c / r c f / r c / r c"'
    command = f'railbird hand "limit(players=3)" --cards "AhKh QsQd 7c7d / Kc9d2h / 9s / 4d" \\\n    {actions}'
    save("hand.svg", command, whole_hand(hand), width=86)
    save("range.svg", f'railbird range "{text}"', range_summary(Range(text), coloured=True), width=72)
    report = strength_report("AdQc", "Jh4c3h", opponents=5)
    save("strength.svg", "railbird strength AdQc --board Jh4c3h --opponents 5", strength_summary(report), width=86)
    rates = income_rate_map("Income rates for 10 players", known_income_rates(10))
    save("income-rates.svg", "railbird preflop income-rates --players 10", rates.text(), width=80)
    save_match()
    save_tournament()
    save_play()
    save_solution()
    table_4 = reproduction_summary(reproduce("heidenreich-figure-4"))
    save("reproduce.svg", "railbird reproduce heidenreich-figure-4", table_4, width=96)


if __name__ == "__main__":
    main()
