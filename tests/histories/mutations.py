"""Mutated histories for every reader: each hand is read or refused with one line, in a time that its size explains.

Run from the project's root: python -m tests.histories.mutations [LINES FOR EACH READER] [SEED]
"""

import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from unittest.mock import patch

from railbird.errors import HistoryError
from railbird.game import Profile, Rules, limit
from railbird.histories import HandRecord, PlayedHand, phh_text, play_record
from railbird.histories.acpc_log import AcpcLog, acpc_log
from railbird.histories.irc import IrcFolder
from railbird.histories.kept_text import kept_hand, kept_text
from railbird.histories.ohh import read_ohh
from railbird.histories.ohh_writer import ohh_text
from railbird.histories.phh import read_phh_lines
from railbird.histories.poker_academy import read_academy
from railbird.histories.pokerstars import read_pokerstars
from railbird.histories.pokerstars_writer import pokerstars_text
from railbird.histories.reading import format_of
from tests.histories.examples import ACADEMY, IRC_HANDS, IRC_PLAYERS, POKERSTARS
from tests.histories.random_histories import random_history

POOL = 60
NOISE = "0123456789.,$:|/[]{}()'\"#*-+ \tabcfkrABQKAhTd2s\0\u00a0é漢\ufeff\\_=\n"
WORDS = [
    "folds",
    "calls $1",
    "raises $1 to $2",
    "*** FLOP *** [2c 3d 4h]",
    "[2c 3d]",
    "STATE:",
    "inf",
    "nan",
    "1e999",
    "????",
]
VALUE = re.compile(r"""(?<=[ :=\[,$])(?:"[^"]*"|'[^']*'|[0-9][0-9.]*|true|false|null|\[[^\[\]]*\])""")
"""A value of TOML or JSON, or an amount."""
VALUES = [
    *("5", "-1", "0", "1.5", "00", "1_000", "6000000000", "1099511627776", "9" * 20, "9" * 40, "9" * 5000),
    *(
        "0x" + "f" * 20,
        "0x" + "f" * 5000,
        "1e30",
        "1e9999",
        "1,000" + ",000" * 9,
        "inf",
        "-inf",
        "nan",
        "NaN",
        "[inf, inf]",
    ),
    *("true", "null", "''", '""', "'x'", '"x"', '"5"', '"\\ud800"', '"\\u0000"', "2020-01-01", "12:00:00+05:00"),
    *("[]", "[1, 2]", "[[]]", "['x']", '["x"]', "[true, 1.5]", "{}", "{a = 1}", '{"a": 1}', "[{}]"),
]
"""Values of other types, and numbers of all sizes."""
SECONDS = 2.0
"""More than any hand may take, also on a busy machine; a hand of usual size takes less than a millisecond."""


def read_irc_lines(lines: Sequence[str]) -> PlayedHand | None:
    with IrcFolder(lines[1:]) as folder:
        return play_record(folder.record(lines[0], Rules(Profile.CASINO)))


def read_log(lines: Sequence[str]) -> PlayedHand | None:
    log, last = AcpcLog(limit()), None
    for line in lines:
        last = log.read(line) or last
    return last


NATIVE = {
    "phh": (read_phh_lines, "railbird.histories.phh.phh_actions"),
    "pokerstars": (read_pokerstars, "railbird.histories.pokerstars.stars_hand"),
}
"""Readers that leave to a native one what is written as usual."""


def read_both_ways(name: str, lines: Sequence[str]) -> HandRecord:
    """A hand that the native reader must read like the one in Python, or leave to it."""
    try:
        expected: HandRecord | str = read_generally(name, lines)
    except HistoryError as error:
        expected = str(error)
    try:
        record = NATIVE[name][0](lines)
    except HistoryError as error:
        assert str(error) == expected, lines
        raise
    assert record == expected, lines
    return record


def read_generally(name: str, lines: Sequence[str]) -> HandRecord:
    """A hand without the native reader."""
    read, native = NATIVE[name]
    with patch(native, return_value=None):
        return read(lines)


READERS: dict[str, Callable[[Sequence[str]], PlayedHand | None]] = {
    "phh": lambda lines: play_record(read_both_ways("phh", lines)),
    "acpc": read_log,
    "pokerstars": lambda lines: play_record(read_both_ways("pokerstars", lines)),
    "ohh": lambda lines: play_record(read_ohh("\n".join(lines))),
    "irc": read_irc_lines,
    "poker-academy": lambda lines: play_record(read_academy(lines)),
}


@cache
def pool(name: str) -> tuple[tuple[str, ...], ...]:
    """Hands of a format, as lines."""
    choose = random.Random(name)
    if name == "irc":
        return tuple([(hand, *IRC_PLAYERS) for hand in IRC_HANDS])
    if name == "poker-academy":
        return (tuple(ACADEMY.splitlines()),)
    texts = [POKERSTARS] if name == "pokerstars" else []
    for _ in range(POOL):
        played = random_history(choose)
        if name == "pokerstars" and any(payoff != int(payoff) for payoff in played.payoffs or ()):
            continue
        match name:
            case "phh":
                texts.append(phh_text(played))
            case "acpc":
                texts.append("".join(acpc_log([played])))
            case "pokerstars":
                texts.append(pokerstars_text(played).strip())
            case "ohh":
                texts.append(ohh_text(played).strip())
    return tuple([tuple(text.splitlines()) for text in texts])


def mutated(lines: Sequence[str], choose: random.Random) -> list[str]:
    """A few changes: letters, words, numbers, values of other types, and whole lines."""
    changed = list(lines)
    for _ in range(choose.choice([1, 1, 1, 2, 3, 6])):
        number = choose.randrange(len(changed))
        line = changed[number]
        start = choose.randrange(len(line) + 1)
        match choose.randrange(12):
            case 0:
                changed[number] = line[:start] + choose.choice(NOISE) + line[start + 1 :]
            case 1:
                changed[number] = line[:start] + choose.choice(NOISE) + line[start:]
            case 2:
                changed[number] = line[:start] + line[start + choose.randint(1, 8) :]
            case 3:
                changed[number] = line[:start]
            case 4:
                changed.insert(number, choose.choice(changed))
            case 5 if len(changed) > 1:
                del changed[number]
            case 6:
                changed[number] = line[:start] + choose.choice(WORDS) + line[start:]
            case 7:
                other = choose.randrange(len(changed))
                changed[number], changed[other] = changed[other], changed[number]
            case 8:
                digits = [place for place, letter in enumerate(line) if letter.isdecimal()]
                if digits:
                    place = choose.choice(digits)
                    changed[number] = line[:place] + str(choose.randrange(1000)) + line[place + 1 :]
            case _:
                if values := list(VALUE.finditer(line[:20_000])):
                    value = choose.choice(values)
                    changed[number] = line[: value.start()] + choose.choice(VALUES) + line[value.end() :]
    return changed


def check_mutated(name: str, lines: Sequence[str]) -> str:
    """Read lines. Raises AssertionError if that takes too long, ends in another way than it may, or cannot be kept."""
    start = time.process_time()
    try:
        format_of("\n".join(lines[:40])[:65536])
        read = READERS[name](lines)
    except HistoryError as error:
        assert str(error), (name, lines)
        assert "\n" not in str(error), (name, lines)
        assert len(str(error)) < 2000, (name, lines)
        outcome = "refused"
    else:
        outcome = "read" if read is not None else "skipped"
        if read is not None:
            check_kept(read)
    taken = time.process_time() - start
    assert taken < SECONDS, (name, taken, lines)
    return outcome


def check_kept(played: PlayedHand) -> None:
    """A hand that was read can be kept as UTF-8, and comes back."""
    text = kept_text(played)
    try:
        again = kept_hand(text.encode().decode())
    except HistoryError as error:
        raise AssertionError(text) from error
    assert kept_text(again) == text
    assert (again.hand.actions, again.payoffs) == (played.hand.actions, played.payoffs), text


def check_one(choose: random.Random) -> str:
    """One mutated hand of a random format, for ``tests.fuzz``."""
    name = choose.choice(list(READERS))
    return f"{name} {check_mutated(name, mutated(choose.choice(pool(name)), choose))}"


def check_long_line(name: str, choose: random.Random) -> float:
    """A hand with a line of a megabyte; returns the seconds."""
    lines = list(choose.choice(pool(name)))
    number = choose.randrange(len(lines))
    filler = choose.choice(
        ["x", "1", " ", "[", "'", '"', ",", "(", "c", "/", "|", "[1, ", "a.", "{", "$1 ", "Seat 1: "]
    )
    lines[number] += filler * (1_000_000 // len(filler))
    start = time.process_time()
    check_mutated(name, lines)
    return time.process_time() - start


def main(count: int = 1_000_000, seed: int = 0) -> None:
    for name in READERS:
        choose, start = random.Random(f"{name} {seed}"), time.perf_counter()
        outcomes: Counter[str] = Counter()
        lines = longest = 0.0
        while lines < count:
            changed = mutated(choose.choice(pool(name)), choose)
            lines += len(changed)
            outcomes[check_mutated(name, changed)] += 1
            if choose.random() < 0.0005:
                longest = max(longest, check_long_line(name, choose))
        listed = ", ".join(f"{times:,} {outcome}" for outcome, times in sorted(outcomes.items()))
        seconds = time.perf_counter() - start
        print(
            f"{name:>14}: {int(lines):,} lines in {seconds:.0f} s: {listed}; a line of 1 MB: {longest:.2f} s",
            flush=True,
        )
    print(f"no crash, no unclear error, and all that was read can be kept, seed {seed}, in {Path(__file__).name}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
