"""The generated pages of the documentation site: the commands, the bots, and the Python interface.

``tools/site_hooks.py`` adds them when mkdocs builds the site. They are made from the commands, the gallery and
``railbird.__all__`` themselves, so nothing has to be kept up to date by hand.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, get_args, get_type_hints

from rich.console import Console

import railbird
from railbird.agent.explanation import Explanation, explain, moments
from railbird.agent.settings import settings_of
from railbird.arena import StoredRecord, match_of, play_match
from railbird.cli.app import COMMANDS, app
from railbird.cli.lazy import load
from railbird.cli.render.explanation import explanation_text, meanings_text
from railbird.cli.render.narration import whole_hand
from railbird.gallery import parse_bot
from railbird.gallery.catalogue import BUILT_IN
from railbird.gallery.overview import Overview, overviews
from railbird.game import Hand
from railbird.game.events import Acted
from railbird.store import Store

DOCS = Path(__file__).parent.parent / "docs"
EXPLAINED = {
    "adaptive": ("lain", "vexbot", "brplayer", "magpie"),
    "poki": ("poki", "simbot", "aki-realbot"),
    "saukonoja": ("saukonoja",),
    "rezai": ("rezai", "ehs"),
}
"""The pages of docs/reference that explain how bots work."""
GUIDES = {"llm": "language-models"}
"""The guides of bots that play nothing without their settings."""
ROOMS = ("cards", "strength", "game", "agent", "gallery", "arena", "stats", "store", "models", "plots", "errors")
"""The pages of the Python interface, in order; names of other rooms come last."""
WORDS = {int: "N", float: "NUMBER", Path: "FILE"}
SAMPLE_HANDS = 20
SAMPLE_SEED = 21


@cache
def pages() -> dict[str, str]:
    """All generated pages, by their path below docs/."""
    bots = {each.bot: each for each in overviews() if each.bot in BUILT_IN}
    results = list(measured())
    pages = {"reference/command-line.md": command_line(), "reference/bots/README.md": bot_index(bots.values())}
    pages |= {f"reference/bots/{name}.md": bot_page(each, results) for name, each in bots.items()}
    return pages | api_pages()


# Commands


def command_line() -> str:
    """Every command with its arguments and options."""
    lines = ["# The command line", "", *help_lines(app.info.help or ""), ""]
    lines += table(
        ("command", "what it does"),
        ((f"[`railbird {name}`](#railbird-{name})", line) for name, (_, line) in COMMANDS.items()),
    )
    for name in COMMANDS:
        loaded = load(name)
        lines += command(f"railbird {name}", loaded, 2)
        for each, sub in getattr(loaded, "commands", {}).items():
            lines += command(f"railbird {name} {each}", sub, 3)
    return "\n".join(lines) + "\n"


def command(name: str, loaded: Any, level: int) -> list[str]:
    """The section of one command."""
    lines = ["", f"{'#' * level} {name}", "", *help_lines(loaded.help or "")]
    kinds = get_type_hints(loaded.callback) if loaded.callback else {}
    rows = [
        (parameter_name(each, kinds.get(each.name)), plain(parameter_help(each)), default_of(each))
        for each in loaded.params
    ]
    rows = [row for row in rows if "--help" not in row[0]]
    return [*lines, "", *table(("argument or option", "meaning", "default"), rows)] if rows else lines


def help_lines(text: str) -> list[str]:
    """A help text as Markdown: examples become code blocks."""
    lines: list[str] = []
    for paragraph in re.split(r"\n\s*\n", inspect.cleandoc(text)):
        each = paragraph.strip()
        if each.startswith("railbird "):
            if lines and lines[-2:] == ["```", ""]:
                lines[-2:] = [each, "```", ""]
            else:
                lines += ["```text", each, "```", ""]
        else:
            lines += [plain(" ".join(each.split())), ""]
    return lines


def parameter_name(each: Any, kind: Any) -> str:
    if each.param_type_name == "argument":
        return f"`{(each.metavar or each.name.upper()).strip('[]')}`"
    names = ", ".join([*each.opts, *each.secondary_opts])
    return f"`{names}`" if each.is_flag else f"`{names} {each.metavar or value_name(kind)}`"


def value_name(kind: Any) -> str:
    """What stands for a value: the choices of an enumeration, else a word."""
    for each in (kind, *get_args(kind)):
        if isinstance(each, type) and issubclass(each, Enum):
            return "|".join(str(choice.value) for choice in each)
        if each in WORDS:
            return WORDS[each]
    return "TEXT"


def parameter_help(each: Any) -> str:
    return " ".join((getattr(each, "help", None) or "").split())


def default_of(each: Any) -> str:
    if each.required:
        return "required"
    shown = getattr(each, "show_default", None)
    if isinstance(shown, str):
        return plain(shown)
    value = each.default
    if value is None or value is False or callable(value) or value in ("", (), []) or not shown:
        return ""
    return "on" if value is True else f"`{getattr(value, 'value', value)}`"


# Bots


class Measured(NamedTuple):
    """A section of docs/results that is marked with the bots it is about."""

    page: str
    title: str
    bots: Sequence[str]
    table: str


def measured() -> Iterator[Measured]:
    """The sections with a comment ``<!-- bots: a, b -->`` below their heading."""
    for path in sorted((DOCS / "results").glob("*.md")):
        for part in re.split(r"^## ", path.read_text(encoding="utf-8"), flags=re.M)[1:]:
            mark = re.search(r"<!-- bots: (.*?) -->", part)
            rows = re.search(r"^(?:\|.*\n)+", part, flags=re.M)
            if mark and rows:
                yield Measured(path.name, part.partition("\n")[0], mark[1].split(", "), rows[0])


def bot_index(bots: Iterable[Overview]) -> str:
    rows = [
        (f"[`{each.bot}`]({each.bot}.md)", plain(each.what), plain(each.games), "yes" if each.learns else "")
        for each in bots
    ]
    text = (
        "Every bot of the gallery: what it does, its settings, measured results, and one of its decisions explained. "
        "A spec such as `simple(bluff=off)` changes settings."
    )
    return "\n".join(["# Bots", "", text, "", *table(("bot", "what it does", "games", "learns"), rows)]) + "\n"


def bot_page(each: Overview, results: Sequence[Measured]) -> str:
    """A bot: what it does, its settings, results, and a decision."""
    spec = parse_bot(each.bot)
    lines = [f"# {each.bot}", "", plain(inspect.getdoc(spec.kind) or each.what), ""]
    about = inspect.getdoc(inspect.getmodule(spec.kind)) or ""
    lines += [plain_block(about), ""] if about else []
    lines += [f"- **Source**: {plain(each.source)}"] if each.source else []
    lines += [f"- **Plays**: {plain(', '.join(each.plays) or each.games)}"]
    lines += [
        f"- **Does not play** {plain(', '.join(refused.games))}: {plain(refused.reason)}" for refused in each.refuses
    ]
    lines += [f"- **Learns** about its opponents: {'yes' if each.learns else 'no'}"]
    lines += [
        f"- **How it works**: [{title_of(page)}](../{page}.md)"
        for page, names in EXPLAINED.items()
        if each.bot in names
    ]
    if each.bot in GUIDES:
        lines += [f"- **Guide**: [{title_of(GUIDES[each.bot], 'guides')}](../../guides/{GUIDES[each.bot]}.md)"]
    else:
        lines += ["", "```sh", f"{match_line(each.bot, game_of(each))} --hands 2000", "```"]
    lines += ["", "## Settings", ""]
    rows = [
        (f"`{one.name}`", f"`{one.write(one.default) or 'none'}`", plain(one.meaning), plain(one.origin))
        for one in settings_of(spec.kind.Settings)
    ]
    lines += table(("setting", "default", "meaning", "origin"), rows) if rows else ["It has none."]
    own = [result for result in results if each.bot in result.bots]
    lines += ["", "## Measured results", ""] if own else []
    for result in own:
        anchor = re.sub(r"[^\w]+", "-", result.title.lower().replace("'", "")).strip("-")
        lines += [
            f"### {result.title}",
            "",
            result.table,
            f"[How it was measured](../../results/{result.page}#{anchor})",
            "",
        ]
    if each.bot not in GUIDES:
        lines += ["", "## A decision explained", "", *sample_lines(each.bot, game_of(each))]
    return "\n".join(lines) + "\n"


def title_of(page: str, folder: str = "reference") -> str:
    return (DOCS / folder / f"{page}.md").read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


def game_of(each: Overview) -> str:
    """The game of the examples: limit if the bot plays that."""
    games = [text.split()[0] for text in each.plays]  # of texts such as "limit (2 players)"
    return "limit" if "limit" in games or not games else games[0]


def match_line(bot: str, game: str) -> str:
    return f"railbird match {bot} {opponent_of(bot)}{'' if game == 'limit' else f' --game {game}'}"


def sample_lines(bot: str, game: str) -> list[str]:
    """One decision of a bot in a short match, as ``railbird hand`` shows it."""
    example = sample(bot, game)
    if example is None:
        return [f"{bot} gives no reasons for what it does."]
    number, hand, explanation = example
    console = Console(width=80, color_system=None, file=StringIO(), record=True)
    console.print(whole_hand(hand))
    console.print()
    console.print(explanation_text(explanation))
    if meanings := meanings_text([explanation]):
        console.print("", *meanings, sep="\n")
    options = f"--hands {SAMPLE_HANDS} --seed {SAMPLE_SEED} --explain all"
    said = f"Hand {number} of `{match_line(bot, game)} {options}`:"
    text = "\n".join(line.rstrip() for line in console.export_text().splitlines())
    return [said, "", "```text", text.strip("\n"), "```"]


def opponent_of(bot: str) -> str:
    return "always-call" if bot == "simple" else "simple"


def sample(bot: str, game: str) -> tuple[int, Hand, Explanation] | None:
    """The decision with the most to say in the second half of the match."""
    definition = match_of([bot, opponent_of(bot)], game=game, hands=SAMPLE_HANDS, seed=SAMPLE_SEED, explain_every=1)
    best: tuple[int, tuple[int, Hand, Explanation] | None] = (0, None)
    with TemporaryDirectory() as folder:
        store = Store(Path(folder) / "matches.db")
        match = play_match(definition, record=StoredRecord.new(store, definition)).match
        assert match is not None
        record = StoredRecord(store, definition, match)
        for number in range(SAMPLE_HANDS, SAMPLE_HANDS // 2, -1):
            hand, decisions = record.hand(number)
            each_moment = moments(hand)
            rounds = [event.round for event in hand.events if isinstance(event, Acted)]
            for index, (player, decision) in decisions.items():
                if player != bot:
                    continue
                explained = explain(player, decision, each_moment[index])
                richness = 2 * len(explained.actions) + len(explained.facts) + 2 * min(rounds[index], 1)
                if richness > max(best[0], 4):
                    best = (richness, (number, hand, explained))
    return best[1]


# Python


def api_pages() -> dict[str, str]:
    """A page for each room with its names of ``railbird.__all__``."""
    rooms: defaultdict[str, list[str]] = defaultdict(list)
    for name in sorted(railbird.__all__, key=str.lower):
        if not name.startswith("_"):
            rooms[room_of(name)].append(name)
    order = [*(room for room in ROOMS if room in rooms), *sorted(set(rooms) - set(ROOMS))]
    pages = {"reference/api/README.md": api_index(order, rooms)}
    for room in order:
        lines = [f"# {room}", "", room_text(room), "", *names_table(rooms[room], "")]
        for name in rooms[room]:
            lines += ["", f"::: railbird.{name}"]
        pages[f"reference/api/{room}.md"] = "\n".join(lines) + "\n"
    return pages


def room_of(name: str) -> str:
    """The room that a public name comes from."""
    module = str(getattr(getattr(railbird, name), "__module__", "") or "")
    room = module.split(".")[1] if module.startswith("railbird.") else ""
    if room and not room.startswith("_"):
        return room
    for each in ROOMS:
        if hasattr(importlib.import_module(f"railbird.{each}"), name):
            return each
    return "railbird"


def room_text(room: str) -> str:
    module = importlib.import_module(f"railbird.{room}" if room != "railbird" else "railbird")
    return plain(" ".join((inspect.getdoc(module) or "").partition("\n\n")[0].split()))


def api_index(order: Sequence[str], rooms: dict[str, list[str]]) -> str:
    lines = [
        "# Python",
        "",
        "`import railbird as rb` offers these names. Each has a docstring, and most an example.",
        "",
    ]
    for room in order:
        lines += [f"## {room}", "", room_text(room), "", *names_table(rooms[room], f"{room}.md"), ""]
    return "\n".join(lines) + "\n"


def names_table(names: Iterable[str], page: str) -> list[str]:
    rows = []
    for name in names:
        paragraphs = (inspect.getdoc(getattr(railbird, name)) or "").split("\n\n")
        text = (
            paragraphs[1] if paragraphs[0].startswith(f"{name}(") else paragraphs[0]
        )  # native ones begin with a signature
        rows.append((f"[`{name}`]({page}#railbird.{name})", plain(" ".join(text.split()))))
    return table(("name", "what it is"), rows)


# Markdown


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    cells = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(map(cell, row))} |" for row in cells]


def cell(text: str) -> str:
    """A cell: a bar outside code would begin the next one."""
    return "".join(part if part.startswith("`") else part.replace("|", r"\|") for part in re.split(r"(`.+?`)", text))


def plain(text: str) -> str:
    """Text without anything that Markdown would take for its own; code stays in backticks."""
    parts = re.split(r"(``.+?``|`.+?`)", text)
    return "".join(part if part.startswith("`") else _escaped(part) for part in parts)


def _escaped(text: str) -> str:
    """Python-Markdown has no backslash escapes for angle brackets."""
    return re.sub(r"([*_\[\]\\])", r"\\\1", text).replace("<", "&lt;").replace(">", "&gt;")


def plain_block(text: str) -> str:
    """A docstring of several paragraphs: formulas and examples, which are indented, and bullets stay as they are."""
    return "\n\n".join(
        part if part.startswith(("    ", ">>>")) else re.sub(r"^\\\*(?= )", "*", plain(part), flags=re.MULTILINE)
        for part in text.split("\n\n")
    )
