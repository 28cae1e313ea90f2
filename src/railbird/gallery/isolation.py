"""When bots are isolated by themselves, and what is said where a system cannot isolate them."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from railbird.errors import IsolationWarning
from railbird.processes.barriers import barriers_here

if TYPE_CHECKING:
    from railbird.gallery.spec import BotSpec

_said: set[str] = set()


def isolated_where_possible(text: str, *, wanted: bool = True) -> BotSpec:
    """Parse a spec; a bot of a file or another package is isolated if this system can do that.

    >>> print(isolated_where_possible("simple"))
    simple
    """
    from railbird.gallery.spec import is_foreign, model_in, parse_bot, without_model  # it knows this module

    if not wanted or not is_foreign(text) or runs_outside(text):
        return parse_bot(text)
    here = barriers_here()
    if not here.isolates:
        say_once(f"bots of files are not isolated here, so they could {_listed(here.gaps)}")
        return parse_bot(text)
    model = model_in(text)
    return parse_bot(f"isolated({without_model(text)}{f', model={model}' if model else ''})")


def runs_outside(text: str) -> bool:
    """Whether a spec is ``isolated(…)`` or ``process(…)``."""
    from railbird.gallery.outside_specs import split_outside

    return split_outside(text) is not None


def say_gaps() -> None:
    """Say once what an isolated bot can do on this system all the same, if there is anything."""
    gaps = barriers_here().gaps
    if gaps:
        say_once(f"this system isolates bots only in part: they could {_listed(gaps)}")


def say_once(text: str) -> None:
    """Warn, once in this process."""
    if text not in _said:
        _said.add(text)
        warnings.warn(text, IsolationWarning, stacklevel=3)


def _listed(gaps: tuple[str, ...]) -> str:
    return gaps[0] if len(gaps) == 1 else f"{', '.join(gaps[:-1])} and {gaps[-1]}"
