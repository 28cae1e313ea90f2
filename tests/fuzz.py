"""Random strings against every parser: each gives a value or an error of one line, never anything else.

Run from the project's root: python -m tests.fuzz [NUMBER OF STRINGS] [SEED]
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Callable

from railbird import Card, HandClass, HoleCards, RailbirdError, Range, describe, evaluate, parse_board, parse_cards
from railbird.cards import cards_text

ALPHABET = "23456789TJQKAtjqkacdhsoSO+-:!%.,; \t0123456789eE♣♦♥♠randomnone\n\0é漢"
SEEDS = [
    "AhKh", "AKs", "AKo", "AK", "TT+", "77-44", "A5s-A2s", "QJs+", "JTs-76s", "random", "none", "15%", "76s:0.5", "!AA",
    "Kh 7d 2c", "Kh7d2cAsQd", "TT+, AKs, !AhKh", "22+:1e-3", "99.9%", "0%", "100%:0",
]  # fmt: skip
PARSERS: dict[str, Callable[[str], object]] = {
    "Card": Card,
    "parse_cards": parse_cards,
    "parse_board": parse_board,
    "HoleCards.parse": HoleCards.parse,
    "HandClass.parse": HandClass.parse,
    "Range": Range,
    "describe": describe,
}


def random_text(choose: random.Random) -> str:
    """Noise, a known text with a few changes, or several of them together."""
    kind = choose.random()
    if kind < 0.2:
        return "".join(choose.choices(ALPHABET, k=choose.randrange(12)))
    if kind < 0.25:
        return "".join(chr(choose.randrange(1, 0x3000)) for _ in range(choose.randrange(8)))
    text = choose.choice([", ", " ", ",", ""]).join(choose.choices(SEEDS, k=choose.choice([1, 1, 2, 3])))
    for _ in range(choose.randrange(4)):
        place = choose.randrange(len(text) + 1)
        change = choose.random()
        if change < 0.4:
            text = text[:place] + choose.choice(ALPHABET) + text[place + 1 :]
        elif change < 0.7:
            text = text[:place] + choose.choice(ALPHABET) + text[place:]
        else:
            text = text[:place] + text[place + 1 :]
    return text


def check(name: str, parse: Callable[[str], object], text: str) -> str:
    """Parse one text; says what came of it, and raises AssertionError if that is not allowed."""
    try:
        value = parse(text)
    except RailbirdError as error:
        assert str(error), (name, text)
        assert "\n" not in str(error), (name, text)
        return "refused"
    if isinstance(value, Range):
        assert Range(str(value)) == value, (name, text)
    elif isinstance(value, tuple):
        assert parse_cards(cards_text(value)) == value, (name, text)
    elif not isinstance(value, str):
        assert parse(str(value)) == value, (name, text)
    return "read"


def check_evaluate(data: bytes) -> None:
    good = 1 <= len(data) <= 7 and len(set(data)) == len(data) and max(data) < 52
    try:
        assert evaluate(data) >= 1
        assert good, data
    except ValueError:
        assert not good, data


def main(count: int = 1_000_000, seed: int = 0) -> None:
    choose = random.Random(seed)
    start = time.perf_counter()
    outcomes: Counter[str] = Counter()
    for number in range(count):
        text = random_text(choose)
        for name, parse in PARSERS.items():
            outcomes[f"{name} {check(name, parse, text)}"] += 1
        check_evaluate(choose.randbytes(choose.randrange(10)))
        check_evaluate(bytes(choose.choices(range(53), k=choose.randrange(1, 8))))
        if number % 100_000 == 99_999:
            print(f"{number + 1:,} strings, {time.perf_counter() - start:.0f} s", flush=True)
    for outcome, times in sorted(outcomes.items()):
        print(f"{outcome:>28} {times:>10,}")
    print(f"{count:,} strings, no crash and no unclear error, seed {seed}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
