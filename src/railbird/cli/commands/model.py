"""``railbird model``: what bots have learned about each other, as files."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from railbird.agent import Bot
from railbird.agent.bot import saved_by
from railbird.arena.learned_models import bot_with_memory, load_model, save_model
from railbird.cli.commands.model_like import like
from railbird.cli.commands.model_score import score
from railbird.cli.commands.model_train import train
from railbird.cli.options import Json, MatchRef, StorePath
from railbird.cli.render.grid import display
from railbird.cli.render.model import model_summary
from railbird.cli.stores import open_store
from railbird.errors import ModelError
from railbird.models.learned_file import Learned, read_learned, write_learned
from railbird.stats import finite

app = typer.Typer(
    no_args_is_help=True,
    help="Work with what bots have learned: save, show, merge, score and train models.",
)


app.command("like")(like)


app.command("score")(score)


app.command("train")(train)


Code = Annotated[
    str | None,
    typer.Option(
        "--bot",
        metavar="FILE.py:CLASS",
        help="Run this code; needed for a bot that is not one of Railbird's own.",
        show_default=False,
    ),
]


Target = Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")]


@app.command("save")
def save(
    match: MatchRef,
    output: Target,
    player: Annotated[
        str | None, typer.Option(help="The bot whose model to save; needed if several bots learn.", show_default=False)
    ] = None,
    replicate: Annotated[int, typer.Option(help="Which replicate and seating, counted from 1.")] = 1,
    store: StorePath = None,
) -> None:
    """Write what a bot has learned in a match to a file.

    Example:

      railbird match lain always-call always-call && railbird model save last -o callers.model
    """
    learned = save_model(open_store(store), match, output, player=player, replicate=replicate)
    others = ", ".join(name for name in learned.records if name != learned.player)
    typer.echo(f"wrote {output}: {learned.player} about {others}")


@app.command("merge")
def merge(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Two or more files of the same bot and game.")],
    output: Target,
    bot: Code = None,
) -> None:
    """Merge what a bot has learned in several matches, by adding its counts.

    Neural nets cannot be added: files of bots that use them, such as Poki, must be about different players.

    Example:

      railbird model merge monday.model tuesday.model -o both.model
    """
    if len(files) < 2:
        raise ModelError("merge needs two or more files")
    learned = [read_learned(path) for path in files]
    first = learned[0]
    for path, each in zip(files, learned, strict=True):
        if (each.bot, each.game) != (first.bot, first.game):
            raise ModelError(
                f"{path} was learned by {each.bot} in {each.game}, {files[0]} by {first.bot} in {first.game}: "
                "files of different bots or games cannot be merged"
            )
        if each.player != first.player:
            raise ModelError(
                f"{path} was learned by player {each.player}, {files[0]} by player {first.player}: "
                "files of different players cannot be merged"
            )
    merged = bot_with_memory(first, bot)
    for path, each in zip(files[1:], learned[1:], strict=True):
        if not getattr(merged, "adds_up", False):
            _check_different_opponents(path, each, merged)
        merged.load(each.records)
    write_learned(output, Learned(first.bot, first.game, first.player, saved_by(merged)))
    typer.echo(f"wrote {output}: {len(learned)} files merged")


@app.command("show")
def show(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file written by railbird model save.")],
    bot: Code = None,
    as_json: Json = False,
) -> None:
    """Show what a bot has learned about each opponent, in words and numbers.

    This works for any bot with a portraits() method, including your own (--bot ./shark.py:Shark).

    Example:

      railbird model show callers.model
    """
    model = load_model(file, bot)
    learned, usage, portraits = model.learned, model.usage, model.portraits
    if as_json:
        data: dict[str, Any] = {"bot": learned.bot, "game": learned.game, "player": learned.player}
        data["players"] = [
            {**asdict(each), "mean_rank": finite(each.mean_rank), "words": each.words} for each in portraits
        ]
        typer.echo(json.dumps({**data, "usage": asdict(usage) if usage else None}, indent=2))
        return
    display(model_summary(model))


def _check_different_opponents(path: Path, learned: Learned, bot: Bot) -> None:
    """Raise an error if an opponent is in two files: nets cannot be added."""
    twice = sorted(set(learned.records) & set(saved_by(bot)))
    if twice:
        raise ModelError(
            f"{path} is about {', '.join(twice)}, and so is an earlier file: {learned.bot} uses nets, which cannot be "
            "added; merge files about different players"
        )
