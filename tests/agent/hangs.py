"""Functions that run for a long time, some of which resist being interrupted."""

import contextlib
import time


def busy(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def busy_for_ever() -> None:
    while True:
        try:
            busy(1)
        except BaseException:
            continue


def asleep_for_ever() -> None:
    while True:
        try:
            time.sleep(1)
        except BaseException:
            continue


def once_more() -> None:
    try:
        busy_for_ever()
    except BaseException:
        while True:
            with contextlib.suppress(BaseException):
                asleep_for_ever()
