"""The clock interrupts a bot that exceeds its time limit."""

import hashlib
import time
from collections.abc import Callable

import pytest

from railbird.agent.clock import Clock, OutOfTime
from tests.agent.hangs import asleep_for_ever, busy, busy_for_ever, once_more

LIMIT = 0.05


def _interrupted(clock: Clock, work: Callable[[], object]) -> bool:
    try:
        clock.begin()
        work()
        clock.end()
    except OutOfTime:
        clock.end()
        return True
    return False


def test_work_that_takes_too_long_is_interrupted() -> None:
    clock = Clock(LIMIT, __name__)
    start = time.monotonic()
    with clock:
        assert _interrupted(clock, lambda: busy(20))
    assert time.monotonic() - start < 10


def test_many_short_turns_do_not_count_as_one_long_turn() -> None:
    clock = Clock(0.5, __name__)
    with clock:
        for _ in range(100):
            assert not _interrupted(clock, lambda: busy(0.01))


def test_time_between_turns_does_not_count() -> None:
    clock = Clock(LIMIT, __name__)
    with clock:
        assert not _interrupted(clock, lambda: None)
        busy(4 * LIMIT)


def test_a_call_that_blocks_signals_is_interrupted_when_it_returns() -> None:
    def blocked() -> None:
        hashlib.pbkdf2_hmac("sha256", b"a", b"b", 600_000)
        busy(0.001)

    clock = Clock(0.01, __name__)
    with clock:
        assert _interrupted(clock, blocked)


@pytest.mark.slow
@pytest.mark.parametrize("hang", [busy_for_ever, asleep_for_ever, once_more])
def test_a_bot_that_catches_interruptions_is_interrupted_until_it_ends(hang: Callable[[], None]) -> None:
    clock = Clock(LIMIT, __name__)
    with clock:
        assert _interrupted(clock, hang)
        assert not _interrupted(clock, lambda: None)


def test_the_owner_is_never_interrupted() -> None:
    clock = Clock(LIMIT, __name__)
    with clock:
        clock.begin()
        end = time.monotonic() + 4 * LIMIT
        while time.monotonic() < end:
            pass


def test_nothing_is_interrupted_afterwards() -> None:
    clock = Clock(LIMIT, __name__)
    with clock:
        clock.begin()
    busy(4 * LIMIT)
