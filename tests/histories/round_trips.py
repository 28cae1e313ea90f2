"""Random hands through every format that can be written, and back: all that the format carries must be the same.

Run from the project's root: python -m tests.histories.round_trips [HANDS] [FIRST SEED]
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from railbird.errors import HistoryError
from railbird.histories import PlayedHand, phh_text, play_record, read_phh
from railbird.histories.acpc_log import AcpcLog, acpc_log
from railbird.histories.ohh import read_ohh
from railbird.histories.ohh_writer import ohh_text
from railbird.histories.pokerstars import read_pokerstars
from railbird.histories.pokerstars_writer import pokerstars_text
from tests.histories.random_histories import random_history


def everything(played: PlayedHand) -> dict[str, Any]:
    """All of a hand: its events with the game, and the payoffs."""
    record = played.record
    return {
        "events": played.hand.events,
        "payoffs": played.payoffs,
        "players": record.players,
        "seats": record.seats,
        "unit": record.unit,
        "currency": record.currency,
        "table": record.origin.table,
        "date": record.origin.date,
        "hand": record.origin.hand_id,
    }


def in_chips(played: PlayedHand) -> dict[str, Any]:
    """A hand without seats, units, table and date."""
    whole = everything(played)
    return {key: whole[key] for key in ("events", "payoffs", "players", "hand")}


def as_told(played: PlayedHand) -> dict[str, Any]:
    """What a text without rules carries: all but the game of the first event, and chips that nobody posted."""
    whole = everything(played)
    return {**whole, "events": whole["events"][1:], "payoffs": played.payoffs, "stacks": played.hand.starting_stacks}


@dataclass(frozen=True)
class Format:
    """A format that can be written, and what it carries."""

    write: Callable[[PlayedHand], str]
    read: Callable[[str, PlayedHand], PlayedHand]
    carried: Callable[[PlayedHand], dict[str, Any]]


def log_hand(text: str, played: PlayedHand) -> PlayedHand:
    log = AcpcLog()
    (read,) = [hand for line in text.splitlines() if (hand := log.read(line)) is not None]
    return read


FORMATS = {
    "phh": Format(phh_text, lambda text, played: play_record(read_phh(text)), everything),
    "pokerstars": Format(
        pokerstars_text,
        lambda text, played: play_record(read_pokerstars(text.splitlines(), played.hand.game.rules)),
        as_told,
    ),
    "ohh": Format(ohh_text, lambda text, played: play_record(read_ohh(text)), as_told),
    "acpc": Format(lambda played: "".join(acpc_log([played])), log_hand, in_chips),
}


def check_round_trip(name: str, played: PlayedHand) -> str:
    """Write and read a hand. Raises AssertionError if anything differs that the format carries."""
    each = FORMATS[name]
    try:
        text = each.write(played)
    except HistoryError:
        return "refused"
    try:
        again = each.read(text, played)
    except HistoryError as error:
        error.add_note(text)
        raise
    before, after = each.carried(played), each.carried(again)
    for key, value in before.items():
        assert after[key] == value, f"{name}, {key}:\n{value}\n{after[key]}\n{text}"
    return "same"


def main(count: int = 20_000, seed: int = 0) -> None:
    start = time.perf_counter()
    outcomes: Counter[str] = Counter()
    for number in range(seed, seed + count):
        played = random_history(random.Random(number))
        for name in FORMATS:
            try:
                outcomes[f"{name} {check_round_trip(name, played)}"] += 1
            except Exception as error:
                error.add_note(f"python -m tests.histories.round_trips 1 {number}")
                raise
    for outcome, times in sorted(outcomes.items()):
        print(f"{outcome:>28} {times:>10,}")
    print(f"{count:,} hands, {time.perf_counter() - start:.0f} s, first seed {seed}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
