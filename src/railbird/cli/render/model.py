"""What a bot has learned about its opponents."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from railbird.arena.learned_models import LearnedModel
from railbird.cli.render.grid import Grid
from railbird.models.portrait import Portrait


def model_summary(model: LearnedModel) -> Group:
    """What a bot has learned about each opponent, in words and numbers."""
    parts: list[RenderableType] = [Text(model.title, style="bold")]
    if usage := model.usage:
        seen = f"{usage.leaves_seen:,} of {usage.leaves:,} showdown contexts were seen ({usage.share:.2%})"
        parts.append(Text(seen, style="dim"))
    for portrait in model.portraits:
        parts += ["", Text(portrait.words), _style_table(portrait)]
        counts = f"{portrait.actions:,.0f} decisions seen in {portrait.decisions_seen:,} contexts"
        if portrait.showdowns is not None:
            counts += f", {portrait.showdowns:,.0f} hands shown in {portrait.leaves_seen:,}"
        parts.append(Text(counts, style="dim"))
    return Group(*parts)


def _style_table(portrait: Portrait) -> Grid:
    table = Grid()
    table.labels("round", "")
    table.numbers("fold", "call or check", "bet or raise", "seen")
    for each in portrait.frequencies:
        shares = (f"{share:.0%}" for share in (each.fold, each.call, each.raise_))
        table.row(each.round, "facing a bet" if each.faced else "nothing to call", *shares, f"{each.seen:,.0f}")
    return table
