"""Ctrl-C during a search or a solver: it ends after the current step and returns the best answer so far."""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Any, Self


class CtrlC:
    """Inside its ``with`` block, Ctrl-C sets ``pressed`` instead of raising KeyboardInterrupt; a second one raises it.

    Only the main thread can catch signals; in other threads the block changes nothing.
    """

    def __init__(self) -> None:
        self.pressed = False
        self._before: Any = None

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            handler = signal.getsignal(signal.SIGINT)
            if handler is signal.default_int_handler:  # another program's handler stays in charge
                self._before = handler
                signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _press(self, number: int, frame: FrameType | None) -> None:
        if self.pressed:
            raise KeyboardInterrupt
        self.pressed = True
