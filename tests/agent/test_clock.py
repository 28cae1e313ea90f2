"""A bot has so much time and no more."""

import hashlib
import time

import pytest

from railbird.agent.clock import Clock, OutOfTime

LIMIT = 0.05


def _busy(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def test_what_takes_too_long_is_interrupted() -> None:
    clock = Clock(LIMIT)
    start = time.monotonic()
    with clock, pytest.raises(OutOfTime):
        clock.begin()
        _busy(20)
    assert time.monotonic() - start < 10


def test_many_short_turns_are_not_one_long_one() -> None:
    clock = Clock(0.5)
    with clock:
        for _ in range(100):
            clock.begin()
            _busy(0.01)
            clock.end()


def test_time_between_turns_does_not_count() -> None:
    clock = Clock(LIMIT)
    with clock:
        clock.begin()
        clock.end()
        _busy(4 * LIMIT)


def test_a_call_that_lets_no_signal_through_is_found_out_when_it_returns() -> None:
    clock = Clock(0.01)
    with clock, pytest.raises(OutOfTime):
        clock.begin()
        hashlib.pbkdf2_hmac("sha256", b"a", b"b", 600_000)
        _busy(0.001)


def test_who_catches_the_first_interruption_gets_another() -> None:
    clock = Clock(LIMIT)
    interrupted = 0
    with clock:
        clock.begin()
        for _ in range(3):
            with pytest.raises(OutOfTime):
                _busy(20)
            interrupted += 1
    assert interrupted == 3


def test_nothing_is_interrupted_afterwards() -> None:
    clock = Clock(LIMIT)
    with clock:
        clock.begin()
    _busy(4 * LIMIT)
