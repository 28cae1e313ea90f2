"""A progress bar for interactive sessions: in notebooks as HTML, in terminals as text."""

from __future__ import annotations

import sys
import time
from html import escape
from types import TracebackType
from typing import Any

PATIENCE = 0.5
"""Seconds before the bar appears."""
PERIOD = 0.2
"""Seconds between updates."""


def in_notebook() -> bool:
    """Is this process the kernel of a notebook?"""
    shell = sys.modules.get("IPython")
    current = shell.get_ipython() if shell is not None else None
    return current is not None and "IPKernelApp" in current.config


def is_interactive() -> bool:
    """Does a person wait at a prompt or in a notebook?"""
    return in_notebook() or hasattr(sys, "ps1")


class LiveBar:
    """Shows how much of the work is done; disappears when it is over.

    >>> with LiveBar("match", shown=False) as bar:
    ...     bar(0.5, "500 of 1,000 hands")
    """

    def __init__(self, title: str, *, shown: bool | None = None) -> None:
        """By default it is shown in notebooks and at prompts only."""
        self._title = title
        self._shown = is_interactive() if shown is None else shown
        self._notebook = in_notebook()
        self._started = self._last = time.monotonic()
        self._display: Any = None

    def __call__(self, share: float, text: str = "") -> None:
        """A share of the work, from 0 to 1, is done."""
        now = time.monotonic()
        if not self._shown or now - self._started < PATIENCE or now - self._last < PERIOD:
            return
        self._last = now
        if self._notebook:
            self._show_html(share, text)
        else:
            self._show_text(share, text)

    def _show_html(self, share: float, text: str) -> None:
        from IPython.display import HTML, display

        bar = HTML(
            f'<span>{escape(self._title)}</span> <progress value="{share:.4f}" max="1" style="width:20em"></progress> '
            f"<span>{share:.0%} {escape(text)}</span>"
        )
        if self._display is None:
            self._display = display(bar, display_id=True)
        else:
            self._display.update(bar)

    def _show_text(self, share: float, text: str) -> None:
        full = round(24 * share)
        self._display = f"\r{self._title} [{'#' * full}{'.' * (24 - full)}] {share:4.0%} {text}"
        sys.stderr.write(f"{self._display:<79}")
        sys.stderr.flush()

    def __enter__(self) -> LiveBar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._display is None:
            return
        if self._notebook:
            from IPython.display import HTML

            self._display.update(HTML(""))
        else:
            sys.stderr.write("\r" + " " * 79 + "\r")
            sys.stderr.flush()
