"""Fuzz every parser with random strings: each returns a value or raises a one-line error, nothing else.

Random questions against the native roll-outs: each is answered as in plain Python, or refused. Random hands that are
watched: weights stay finite, between 0 and 1. Hostile arguments, buffers and threads against the native core: each call
is answered or refused, and the process lives on. Mutated histories: each hand is read or refused.

Run from the project's root:
python -m tests.fuzz cards|games|bots|simulation|betting-search|weights|bindings|histories [HOW MANY] [SEED]
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from railbird import (
    Card,
    HandClass,
    HoleCards,
    RailbirdError,
    Range,
    _core,
    describe,
    evaluate,
    parse_board,
    parse_cards,
)
from railbird.cards import cards_text
from railbird.errors import GameError
from railbird.gallery import parse_bot
from railbird.game import (
    Action,
    Game,
    Hand,
    limit,
    nolimit,
    parse_deal,
    parse_game,
    read_acpc_game,
    write_acpc_game,
)
from railbird.histories import read_state_line, state_line
from tests._core.hostile.calls import check_call
from tests.game.definitions import random_game
from tests.game.invariants import check_hand
from tests.game.play import GAMES
from tests.histories.mutations import check_one
from tests.models.poki.readings import check_reading
from tests.search.betting_searches import check_betting_search
from tests.search.simulations import check_simulation


@dataclass(frozen=True)
class Field:
    """Parsers for the same kind of text, and the parts of such texts."""

    alphabet: str
    texts: Sequence[str]
    parsers: dict[str, Callable[[str], object]]


def read_game_file(text: str) -> Game:
    return read_acpc_game(text).game


def play(text: str) -> None:
    """Play the actions of a text; if it is invalid, the hand must not have changed."""
    for hand in HANDS:
        before, taken = hand.state_bytes(), len(hand.actions)
        try:
            hand.play(text)
        except RailbirdError:
            assert hand.state_bytes() == before, text
            raise
        finally:
            while len(hand.actions) > taken:
                hand.undo()
            assert hand.state_bytes() == before, text


HANDS = [Hand(game, parse_deal(game, "", seed=1)) for game in GAMES.values()]
ACTIONS = [
    "r c",
    "r c c",
    "c",
    "f",
    "/",
    "r300",
    "r200 c / c r100",
    "r20000 c",
    "p1:c",
    "p2:r",
    "c c / c c",
    "r0",
    "r-1",
]


def read_log(text: str) -> None:
    """A log line that can be read is written in the same way."""
    number, hand = read_state_line(text, limit())
    again = read_state_line(state_line(hand, number), limit())
    assert again == (number, hand), text


LINES = [
    "STATE:0:cc/cc/cc/cc:AhKh|QsQd/Kc9d2h/9s/4d:10|-10:a|b",
    "STATE:7:rrc/rc/crc/rf:AhKh|QsQd/Kc9d2h/9s/4d:80|-80:a|b",
    "STATE:1:f:AhKh|QsQd:5|-5:p1|p2",
]
FIELDS = {
    "cards": Field(
        alphabet="23456789TJQKAtjqkacdhsoSO+-:!%.,; \t0123456789eE♣♦♥♠randomnone\n\0é漢",
        texts=[
            *("AhKh", "AKs", "AKo", "AK", "TT+", "77-44", "A5s-A2s", "QJs+", "JTs-76s", "random", "none", "15%"),
            *("76s:0.5", "!AA", "Kh 7d 2c", "Kh7d2cAsQd", "TT+, AKs, !AhKh", "22+:1e-3", "99.9%", "0%", "100%:0"),
        ],
        parsers={
            "Card": Card,
            "parse_cards": parse_cards,
            "parse_board": parse_board,
            "HoleCards.parse": HoleCards.parse,
            "HandClass.parse": HandClass.parse,
            "Range": Range,
            "describe": describe,
        },
    ),
    "games": Field(
        alphabet='limitnopgame(players=23, stack)0123456789bb/%.;:[]"frc rake_cap=onoff?AhKh\n\0é١#',
        texts=[
            *map(str, GAMES.values()),
            *("limit(cap=1)", "limit(bets=1/2/3/4)", "nolimit(blinds=1/2/4, ante=1)", "kuhn(free_fold=on)", "limit()"),
            *(str(hand) for hand in HANDS),
            *map(write_acpc_game, (limit(), limit(6), nolimit(), nolimit(3, stack=[500, 600, 700]))),
            *ACTIONS,
        ],
        parsers={
            "parse_game": parse_game,
            "read_acpc_game": read_game_file,
            "Action.parse": Action.parse,
            "Hand.parse": Hand.parse,
            "Hand.play": play,
            "parse_deal": lambda text: parse_deal(GAMES["heads-up limit"], text, seed=0),
        },
    ),
    "bots": Field(
        alphabet='simplechumprandomstyle(=,)0123456789.onoff_-:py/STATE|crfAhKd"\n\0é١',
        texts=[
            *("simple", "simple(bluff=off)", "chump(units=7)", "style(hands=0.2, aggression=1)", "random(fold=0)"),
            *("always-call", "nowhere.py:Shark", "./a (b)/c.py", "simple(trash_call=1e-3)", "flock()"),
            *LINES,
        ],
        parsers={"parse_bot": parse_bot, "read_state_line": read_log},
    ),
}
QUESTIONS: dict[str, Callable[[random.Random], str]] = {
    "simulation": check_simulation,
    "betting-search": check_betting_search,
    "weights": check_reading,
    "bindings": check_call,
    "histories": check_one,
}


def random_text(field: Field, choose: random.Random) -> str:
    """Noise, a known text with a few changes, or several such texts joined."""
    kind = choose.random()
    if kind < 0.1:
        return "".join(choose.choices(field.alphabet, k=choose.randrange(12)))
    if kind < 0.15:
        return "".join(chr(choose.randrange(1, 0x3000)) for _ in range(choose.randrange(8)))
    text = choose.choice([", ", " ", ",", ""]).join(choose.choices(field.texts, k=choose.choice([1] * 8 + [2, 3])))
    for _ in range(choose.choice([0, 1, 1, 2, 3])):
        index = choose.randrange(len(text) + 1)
        change = choose.random()
        if change < 0.4:
            text = text[:index] + choose.choice(field.alphabet) + text[index + 1 :]
        elif change < 0.7:
            text = text[:index] + choose.choice(field.alphabet) + text[index:]
        elif change < 0.9:
            text = text[:index] + text[index + 1 :]
        else:
            text = text[:index]
    return text


def check(name: str, parse: Callable[[str], object], text: str) -> str:
    """Parse a text and return the kind of outcome. Raises AssertionError if the outcome is not allowed."""
    try:
        value = parse(text)
    except RailbirdError as error:
        assert str(error), (name, text)
        assert "\n" not in str(error), (name, text)
        return "refused"
    if isinstance(value, Range):
        assert Range(str(value)) == value, (name, text)
    elif isinstance(value, Game):
        assert parse_game(str(value)) == value, (name, text)
    elif isinstance(value, tuple):
        assert parse_cards(cards_text(value)) == value, (name, text)
    elif value is not None and not isinstance(value, (str, bytes)):
        assert parse(str(value)) == value, (name, text)
    return "read"


def check_evaluate(data: bytes) -> None:
    good = 1 <= len(data) <= 7 and len(set(data)) == len(data) and max(data) < 52
    try:
        assert evaluate(data) >= 1
        assert good, data
    except ValueError:
        assert not good, data


def check_definition(choose: random.Random) -> str:
    """A random definition is refused, or can be played and parsed back."""
    try:
        game = random_game(choose, wild=choose.random() < 0.3)
    except GameError as error:
        assert "\n" not in str(error)
        return "refused"
    _core.play_at_random(game.native, game.stacks, choose.randrange(2**64), 0, 3)
    if choose.random() < 0.05:
        assert parse_game(str(game)) == game
        check_hand(Hand(game, parse_deal(game, "", seed=choose.randrange(2**64))), choose)
    return "played"


def main(name: str, count: int = 1_000_000, seed: int = 0) -> None:
    field = FIELDS[name]
    choose = random.Random(seed)
    start = time.perf_counter()
    outcomes: Counter[str] = Counter()
    for number in range(count):
        text = random_text(field, choose)
        for parser, parse in field.parsers.items():
            outcomes[f"{parser} {check(parser, parse, text)}"] += 1
        if name == "cards":
            check_evaluate(choose.randbytes(choose.randrange(10)))
            check_evaluate(bytes(choose.choices(range(53), k=choose.randrange(1, 8))))
        if name == "games":
            outcomes[f"Game {check_definition(choose)}"] += 1
        if number % 100_000 == 99_999:
            print(f"{number + 1:,} strings, {time.perf_counter() - start:.0f} s", flush=True)
    for outcome, times in sorted(outcomes.items()):
        print(f"{outcome:>28} {times:>10,}")
    print(f"{count:,} strings, no crash and no unclear error, seed {seed}")


def ask(name: str, count: int = 10_000, seed: int = 0) -> None:
    """Run random cases; each has its own seed, which repeats it."""
    start = time.perf_counter()
    outcomes: Counter[str] = Counter()
    for number in range(seed, seed + count):
        try:
            outcomes[QUESTIONS[name](random.Random(number))] += 1
        except Exception as error:
            error.add_note(f"python -m tests.fuzz {name} 1 {number}")
            raise
        if (number - seed) % 1000 == 999:
            print(f"{number + 1 - seed:,} questions, {time.perf_counter() - start:.0f} s", flush=True)
    for outcome, times in sorted(outcomes.items()):
        print(f"{outcome:>28} {times:>10,}")
    print(f"{count:,} questions, no crash and no wrong answer, seed {seed}")


if __name__ == "__main__":
    (ask if sys.argv[1] in QUESTIONS else main)(sys.argv[1], *map(int, sys.argv[2:]))
