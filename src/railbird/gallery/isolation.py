"""When bots are isolated by themselves."""

from __future__ import annotations

from railbird.gallery.outside_specs import split_outside
from railbird.gallery.spec import BotSpec, is_foreign, model_in, parse_bot, without_model
from railbird.processes.barriers import barriers_here
from railbird.processes.gaps import listed, say_once


def isolated_where_possible(text: str, *, wanted: bool = True) -> BotSpec:
    """Parse a spec; a bot of a file or another package is isolated if this system can do that.

    >>> print(isolated_where_possible("simple"))
    simple
    """
    if not wanted or split_outside(text) is not None or not is_foreign(text):
        return parse_bot(text)
    here = barriers_here()
    if not here.isolates:
        say_once(f"bots of files are not isolated here, so they could {listed(here.gaps)}")
        return parse_bot(text)
    model = model_in(text)
    return parse_bot(f"isolated({without_model(text)}{f', model={model}' if model else ''})")
