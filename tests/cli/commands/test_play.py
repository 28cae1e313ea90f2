"""Playing with bots: what a person meets who sits down, leaves, or does something wrong."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest

from railbird.arena import StoredRecord
from railbird.gallery import bots_for
from railbird.game import Hand, parse_game
from railbird.models.learned_file import read_learned
from railbird.store import Store
from tests.cli.commands.play_at_length import ASIDES, check_hidden_cards, play_at_length
from tests.cli.table.scenes import cards_in
from tests.cli.terminal import END_OF_INPUT, INTERRUPT, PATIENCE, PROMPT, Terminal
from tests.cli.test_commands import Command, command

__all__ = ["command"]

REACTION = 0.3
"""Seconds in which a person reads what is asked, and the command waits for an answer already."""


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "store" / "railbird.db"
    monkeypatch.setenv("RAILBIRD_STORE", str(path))
    return path


def sit_down(command: Command, *arguments: str, keys: str = "") -> tuple[int, str, str]:
    """Play as somebody whose keys, separated by commas, come through a pipe; then the input ends."""
    typed = "".join(f"{key}\n" for key in keys.split(",")) if keys else ""
    command.monkeypatch.setattr(sys, "stdin", StringIO(typed))
    return command.run("play", *arguments)


def played(command: Command, *arguments: str, keys: str = "") -> str:
    """What is on the screen when all goes well."""
    code, out, err = sit_down(command, *arguments, keys=keys)
    assert (code, err) == (0, "")
    assert "has failed" not in out
    return out


def refused(command: Command, *arguments: str) -> str:
    """What is said, in one line, to somebody who cannot sit down."""
    code, out, err = sit_down(command, *arguments, keys="c")
    assert (code, out) == (2, "")
    assert err.startswith("railbird: ")
    assert err.count("\n") == 1
    return err


def stored_hands(store: Path, match: int = 1) -> list[Hand]:
    """The hands of a match as they are kept, each of them over."""
    record = StoredRecord.read(Store(store, create=False), match)
    hands = [record.hand(number + 1)[0] for number in range(record.states()[0].done)]
    assert all(hand.over and sum(hand.payoffs) == 0 for hand in hands)
    return hands


def check_kept(command: Command, hands: int) -> None:
    """So many hands are in the store, which is whole, and can be looked at."""
    assert "is whole" in command.run("store", "check")[1]
    assert command.json("show", "1")["hands_played"] == hands
    assert command.run("show", "1")[0] == 0
    for number in range(1, hands + 1):
        code, out, err = command.run("hand", "1", str(number))
        assert (code, err) == (0, "")
        assert "you" in out
    assert command.run("hand", "1", str(hands + 1))[0] == 2


def test_a_first_hand_is_played_by_what_the_screen_says(store: Path) -> None:
    """Through a pipe, with the command as it is installed."""
    keys = "".join(f"{key}\n" for key in ("help", "hint", "c", "what now?", "c", "c", "c", "c", "quit"))
    done = subprocess.run(
        [sys.executable, "-m", "railbird", "play", "--seed", "4"],
        input=keys,
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "80"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    for words in (
        "You play with poki.",
        "c checks or calls, r bets or raises, f folds",
        "hand 1 · limit",
        "> hint\n",
        "your share of the pot on average: ",
        "simbot in your place: ",
        "'what now?' is not a move here; type one of: c (",
        "kept: railbird show 1",
    ):
        assert words in done.stdout, words
    assert stored_hands(store)


@pytest.mark.parametrize(
    ("game", "bot"), [("limit", "poki"), ("nolimit", "simbot"), ("kuhn", "random"), ("leduc", "random")]
)
def test_without_a_name_a_bot_that_plays_the_game_sits_down(command: Command, game: str, bot: str) -> None:
    assert f"You play with {bot}." in played(command, "--game", game, "--seed", "1", keys="quit")


def test_quitting_ends_the_hand_in_order(command: Command) -> None:
    out = played(command, "always-raise", "--seed", "1", keys="c,quit")
    assert "you fold" in out
    assert re.search(r"^1 hand; so far -\d+ chips$", out, re.MULTILINE)
    assert out.splitlines()[-1] == "kept: railbird show 1 · railbird hand 1 1"
    check_kept(command, 1)


@pytest.mark.parametrize("keys", ["", "c", "c,hint,nonsense"])
def test_where_the_input_ends_the_hand_is_stored_whole(command: Command, keys: str) -> None:
    out = played(command, "always-call", "--seed", "1", keys=keys)
    assert "1 hand; so far" in out
    check_kept(command, 1)


def test_hands_are_kept_as_soon_as_they_are_played(command: Command, store: Path) -> None:
    out = played(command, "simple", "random", "--seed", "2", keys=",".join("c" * 30))
    hands = stored_hands(store)
    assert len(hands) > 3
    assert f"{len(hands)} hands; so far" in out
    check_kept(command, len(hands))
    parts = re.split(r"^─+ hand \d+ .*$", out, flags=re.MULTILINE)[1:]
    for hand, text in zip(hands, parts, strict=True):
        check_hidden_cards(hand, text)
    assert command.json("matches")["matches"][0]["hands_played"] == len(hands)


def test_ones_cards_are_shown_even_where_nobody_is_asked(command: Command, store: Path) -> None:
    """Whoever always folds leaves the big blind to the person before he can do anything."""
    out = played(command, "always-fold", "--hands", "4", "--seed", "1", keys="c,c,c,c")
    parts = re.split(r"^─+ hand \d+ .*$", out, flags=re.MULTILINE)[1:]
    hands = stored_hands(store)
    assert sum("> " in text for text in parts) == 2
    for hand, text in zip(hands, parts, strict=True):
        mine = hand.hole_cards[hand.players.index("you")]
        assert f"you have {' '.join(map(str, mine))}\n" in text


@pytest.mark.parametrize(
    ("game", "more"),
    [
        ("limit(players=3)", ()),
        ("nolimit(players=3, stack=50bb)", ()),
        ("nolimit(players=3, stack=30bb, rules=casino)", ("--stacks", "kept")),
    ],
)
def test_a_heading_has_the_number_of_the_hand_and_the_game_of_the_match(
    command: Command, store: Path, game: str, more: tuple[str, ...]
) -> None:
    keys = ",".join("c" * 60)
    out = played(command, "always-fold", "always-call", "--game", game, "--hands", "8", "--seed", "3", *more, keys=keys)
    hands = stored_hands(store)
    assert len(hands) == 8
    headings = [f"hand {number} · {game}" for number in range(1, len(hands) + 1)]
    assert re.findall(r"^─+ (hand .*?) ─+$", out, re.MULTILINE) == headings
    parts = re.split(r"^─+ hand \d+ .*$", out, flags=re.MULTILINE)[1:]
    for number, text in enumerate(parts, 1):
        _, told, _ = command.run("hand", "1", str(number), "--view", "you")
        cards = re.findall(r"^you have (.*)$", text, re.MULTILINE)
        assert len(cards) == 1
        assert cards[0] in told, "the hand of that number is another one"


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_an_interrupted_person_leaves_the_hand_and_the_store_whole(
    command: Command, store: Path, number: signal.Signals
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "railbird", "play", "poki", "--seed", "1", "--remember"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout
    shown = b""
    while not PROMPT.search(shown.decode(errors="replace")):
        shown += process.stdout.read(1)
    time.sleep(REACTION)
    os.kill(process.pid, number)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, b"")
    assert len(re.findall(rb"^[+-]?\d+ in this hand$", shown + out, re.MULTILINE)) == 2
    assert b"2 hands; so far" in out
    check_left(command, 2)
    assert read_learned(store.parent / "people" / "you-poki-limit.model").bot == "poki"


def test_who_is_killed_loses_at_most_the_hand_being_played(command: Command, store: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "railbird", "play", "poki", "--seed", "1", "--remember"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout
    shown = b""
    while not PROMPT.search(shown.decode(errors="replace")):
        shown += process.stdout.read(1)
    process.kill()
    process.communicate(timeout=PATIENCE)
    assert len(re.findall(rb"^[+-]?\d+ in this hand$", shown, re.MULTILINE)) == 1
    check_kept(command, 1)
    learned = read_learned(store.parent / "people" / "you-poki-limit.model")
    assert learned.bot == "poki"
    assert "poki: remembers you." in played(command, "poki", "--remember", "--hands", "1", keys="quit")


def check_left(command: Command, hands: int) -> None:
    """So many hands are kept, and the match is over because the person left, not because he failed."""
    check_kept(command, hands)
    shown = command.json("show", "1")
    assert (shown["verdict"], shown["finished"], shown["faults"]) == ("the person left", True, [])


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 2], ids=["once", "twice"])
def test_who_closes_the_terminal_leaves_like_anybody(command: Command, store: Path, times: int) -> None:
    """Nothing can be shown any more. Of a shell in the terminal the signal comes twice: from it, and when it ends."""
    with Terminal("play", "poki", "--seed", "1", "--remember") as terminal:
        terminal.until_asked()
        time.sleep(REACTION)
        terminal.hang_up(times)
        code = terminal.code()
    check_left(command, 2)
    assert read_learned(store.parent / "people" / "you-poki-limit.model").bot == "poki"
    assert code == 0


@pytest.mark.slow
@pytest.mark.parametrize("key", [INTERRUPT, END_OF_INPUT], ids=["ctrl-c", "ctrl-d"])
def test_keys_that_end_things_at_a_terminal_end_the_hand_in_order(command: Command, key: str) -> None:
    with Terminal("play", "always-call", "--seed", "1") as terminal:
        _, asked = terminal.until_asked()
        assert asked == "c (check), r (raise to 20)"
        terminal.type("c\n")
        terminal.until_asked()
        time.sleep(REACTION)
        terminal.type(key)
        while asked is not None:
            out, asked = terminal.until_asked()
        assert terminal.code() == 0
    assert out.splitlines()[0] in ("", "^C"), "the line of the prompt is ended"
    assert "1 hand; so far" in out
    check_kept(command, 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("poki", "--name", "poki"), "'poki' cannot be your name at this table"),
        (("poki", "poki", "--name", "poki-2"), "'poki-2' cannot be your name at this table"),
        (("poki", "--name", " "), "' ' cannot be your name at this table"),
        (("poky",), "did you mean poki"),
        (("always-call",) * 10, "one to nine bots can sit down with you, not 10"),
        (
            ("poki", "--game", "kuhn"),
            "hands of Texas hold'em only; these do: always-call, always-fold, always-raise, random",
        ),
        (("poki", "--game", "bogus"), "'bogus' is not a game"),
        (("simple", "random", "--game", "rezai"), "rezai has 2 players, not 3"),
        (("poki", "--stacks", "kept"), "stacks cannot be kept"),
        (("poki", "--seed", "-1"), "a seed lies between"),
    ],
)
def test_who_cannot_sit_down_is_told_why(
    command: Command, store: Path, arguments: tuple[str, ...], message: str
) -> None:
    assert message in refused(command, *arguments)
    assert not store.exists()


@pytest.mark.parametrize(
    ("game", "bot"), [("limit", "poki"), ("rezai", "poki"), ("nolimit", "simbot"), ("potlimit(stack=20bb)", "simbot")]
)
def test_who_names_no_bot_meets_one_that_plays_the_game(command: Command, game: str, bot: str) -> None:
    out = played(command, "--game", game, "--hands", "1", "--seed", "1", "--no-keep", keys="quit")
    assert out.startswith(f"You play with {bot}.\n")
    assert "1 hand; so far" in out


@pytest.mark.parametrize("bots", [["poki"], ["simbot", "magpie"]])
def test_a_bot_that_does_not_play_a_game_is_refused_with_those_who_do(command: Command, bots: list[str]) -> None:
    game = "nolimit" if len(bots) == 1 else "nolimit(players=3)"
    told = refused(command, *bots, "--game", "nolimit")
    start, _, names = told.partition("; these do: ")
    assert start.startswith(f"railbird: {bots[-1]} does not play {game}: it")
    assert names.strip().split(", ") == list(bots_for(parse_game(game)))
    assert {"simbot", "always-call", "random"} <= set(names.strip().split(", "))
    assert bots[-1] not in names.split(", ")


@pytest.mark.parametrize(
    ("game", "such"),
    [
        ("nolimit", "nolimit(rules=casino)"),
        ("nolimit(stack=20bb)", "nolimit(stack=20bb, rules=casino)"),
        ("limit", "limit(rules=casino)"),
    ],
)
def test_stacks_that_cannot_be_kept_are_refused_with_a_game_in_which_they_can(
    command: Command, game: str, such: str
) -> None:
    told = refused(command, "simbot", "--game", game, "--stacks", "kept")
    assert told.endswith(f", such as {such}, not {game}\n")
    out = played(command, "simbot", "--game", such, "--stacks", "kept", "--no-keep", keys="quit")
    assert f"hand 1 · {such}" in out


def test_nine_bots_are_not_too_many(command: Command) -> None:
    out = played(command, *["always-fold"] * 9, "--hands", "1", "--seed", "3", "--no-keep", keys="c")
    assert "hand 1 · limit(players=10)" in out
    assert "kept:" not in out


def test_what_is_not_to_be_kept_is_not_kept(command: Command, store: Path) -> None:
    out = played(command, "poki", "--no-keep", "--hands", "2", "--seed", "1", keys="c,c,c,c,f,quit")
    assert "hands; so far" in out
    assert "railbird show" not in out
    assert not store.parent.exists()


def test_a_freeze_out_ends_when_somebody_has_all_the_chips(command: Command, store: Path) -> None:
    arguments = ("always-raise", "--game", "rezai(stack=100)", "--stacks", "kept", "--seed", "6")
    out = played(command, *arguments, keys=",".join("c" * 400))
    hands = stored_hands(store)
    assert f"{len(hands)} hand" in out
    assert re.search(r"so far [+-]100 chips", out)
    last = hands[-1]
    left = [stack + payoff for stack, payoff in zip(last.starting_stacks, last.payoffs, strict=True)]
    assert sorted(left) == [0, 200]
    assert StoredRecord.read(Store(store, create=False), 1).states()[0].finished


def test_amounts_are_typed_in_a_game_without_limit(command: Command) -> None:
    arguments = ("simbot", "--game", "nolimit(stack=50bb)", "--hands", "4", "--seed", "2")
    out = played(command, *arguments, keys="r 1,hint,r 3bb,pot,half,all,c,c,c,c,c,c,c,c,c,c,c,c")
    for words in (
        "hand 3 · nolimit(stack=50bb)",
        "a raise goes to 200 at least and 5,000 at most, not 1",
        "you raise to 300",
        "simbot in your place: ",
        "4 hands; so far",
    ):
        assert words in out
    check_kept(command, 4)


def test_r_alone_asks_how_far_in_a_game_without_limit(command: Command) -> None:
    out = played(command, "always-call", "--game", "nolimit", "-n", "1", "--seed", "3", keys="r,,r,nonsense,777,quit")
    assert out.count("raise to how much? ") + out.count("bet how much? ") == 3
    assert "you raise to 777" in out or "you bet 777" in out
    assert "is not a move here" in out


def test_all_in_is_typed_as_it_is_said(command: Command) -> None:
    out = played(command, "always-call", "--game", "nolimit", "-n", "1", "--seed", "3", keys="all in")
    assert "you raise to 20,000 and are all-in" in out


def test_hands_are_counted_from_one_at_the_table_and_in_the_store(command: Command) -> None:
    out = played(command, "always-call", "-n", "2", "--seed", "3", keys="c,c,c,c,c,c,c,c,c,c")
    assert "hand 1 · limit" in out
    assert "hand 2 · limit" in out
    assert out.splitlines()[-1] == "kept: railbird show 1 · railbird hand 1 2"
    mine = re.findall(r"you have (\S\S \S\S)", out)
    for number in (1, 2):
        assert mine[number - 1] in command.run("hand", "1", str(number))[1]
    assert "leg 1 of match 1 has hands 1 to 2, not 3" in command.run("hand", "1", "3")[2]
    assert "has hands 1 to 2, not 0" in command.run("hand", "1", "0")[2]


@pytest.mark.parametrize(("game", "bot"), [("kuhn", "random"), ("leduc", "always-call")])
def test_small_games_are_played_without_a_coach(command: Command, game: str, bot: str) -> None:
    out = played(command, bot, "--game", game, "--hands", "3", "--seed", "3", keys="hint,c,c,c,c,why,c,c,c,c,c,c,c,c")
    assert "nobody gives hints in this game" in out
    assert "3 hands; so far" in out
    check_kept(command, 3)


def test_who_wants_no_hints_gets_none(command: Command) -> None:
    assert "nobody gives hints in this game" in played(command, "poki", "--no-hints", keys="hint,quit")


def test_what_the_bots_thought_in_the_last_hand_can_be_asked(command: Command) -> None:
    nothing = "> why\nno bot has decided anything in a hand that is over"
    out = played(command, "poki", "--hands", "2", "--seed", "4", keys=",".join(["why,c"] * 10))
    first, second = re.split(r"^─+ hand 2 .*$", out, flags=re.MULTILINE)
    assert first.count("> why") == first.count(nothing) > 1
    assert nothing not in second
    for told in second.split("> why\n")[1:]:
        for words in ("poki: ", "HS ", "you may hold", "you to a bet fold"):
            assert words in told


MOVES = {"folds": "fold", "checks": "check", "calls": "call", "bets": "bet", "raises to": "raise to"}


def moves_told(text: str, player: str) -> list[str]:
    """As the hand tells them; without what a call costs."""
    found = re.findall(rf"^  {player} (folds|checks|calls|bets|raises to)(?: ([\d,]+))?", text, re.MULTILINE)
    return [f"{MOVES[verb]} {amount}" if verb in ("bets", "raises to") else MOVES[verb] for verb, amount in found]


def moves_explained(text: str, player: str) -> list[str]:
    """As they are explained afterwards."""
    return re.findall(rf"^{player}: (fold|check|call|bet [\d,]*\d|raise to [\d,]*\d)", text, re.MULTILINE)


@pytest.mark.parametrize("game", ["limit", "nolimit", "limit(ante=2)"])
def test_moves_have_the_same_names_in_a_hand_and_where_they_are_explained(command: Command, game: str) -> None:
    hands = 8
    keys = ",".join(["why,c", "why,r min" if game == "nolimit" else "why,r", "why,c"] * 40)
    out = played(command, "simple", "--game", game, "--hands", str(hands), "--seed", "5", keys=keys)
    parts = re.split(r"^─+ hand \d+ .*$", out, flags=re.MULTILINE)[1:]
    seen: set[str] = set()
    for number in range(hands):
        expected = moves_told(parts[number], "simple")
        _, told, _ = command.run("hand", "1", str(number + 1))
        assert moves_told(told, "simple") == moves_explained(told, "simple") == expected, told
        answers = parts[number + 1].split("> why\n")[1:] if number + 1 < hands else []
        for answer in answers:
            assert moves_explained(answer, "simple") == expected, answer
        seen.update(move.rstrip("0123456789, ") for move in expected)
    assert seen >= {"check", "call", "bet", "raise to"}


def test_the_same_seed_deals_the_same_cards(command: Command, store: Path) -> None:
    for seed in ("5", "5", "6"):
        played(command, "simple", "--hands", "3", "--seed", seed, keys=",".join("c" * 20))
    first, again, other = ([hand.deal for hand in stored_hands(store, match)] for match in (1, 2, 3))
    assert first == again != other


def test_each_time_other_cards_are_dealt_if_no_seed_is_given(command: Command, store: Path) -> None:
    for _ in range(2):
        played(command, "simple", "--hands", "1", keys="quit")
    assert stored_hands(store, 1)[0].deal != stored_hands(store, 2)[0].deal


def test_the_result_has_an_interval_after_some_hands(command: Command) -> None:
    out = played(command, "always-call", "--hands", "22", "--seed", "1", "--no-keep", keys=",".join("c" * 200))
    results = re.findall(r"^so far .*$", out, re.MULTILINE)
    assert len(results) == 21
    assert all("±" not in line for line in results[:19])
    assert re.fullmatch(r"so far [+-]\d+ chips, [+-]\d+\.\d\d ± \d+\.\d\d sb/h over 21 hands", results[-1])


@pytest.mark.parametrize("bot", ["poki", "magpie"])
def test_bots_remember_a_person(command: Command, store: Path, bot: str) -> None:
    arguments = (bot, "--remember", "--name", "ann", "--hands", "5")
    path = store.parent / "people" / f"ann-{bot}-limit.model"
    out = played(command, *arguments, "--seed", "1", keys=",".join("c" * 40))
    assert "remembers you" not in out
    assert out.splitlines()[-2:] == ["what was learned:", f"railbird model show {path}"]
    assert read_learned(path).bot == bot
    seen = []
    for seed in "23":
        code, shown, err = command.run("model", "show", str(path))
        assert (code, err) == (0, "")
        assert "ann: " in shown
        about = command.json("model", "show", str(path))["players"]
        seen.append(next(each["actions"] for each in about if each["player"] == "ann"))
        assert f"{bot}: remembers you." in played(command, *arguments, "--seed", seed, keys=",".join("c" * 40))
    assert 0 < seen[0] < seen[1], "what was learned before is kept and added to"


def test_only_those_who_are_asked_to_remember_do(command: Command, store: Path) -> None:
    played(command, "poki", "always-call", "--hands", "2", "--seed", "1", keys=",".join("c" * 20))
    assert not (store.parent / "people").exists()
    played(command, "poki", "always-call", "--hands", "2", "--seed", "1", "--remember", keys=",".join("c" * 20))
    assert [read_learned(path).bot for path in (store.parent / "people").iterdir()] == ["poki"]
    out = played(command, "poki", "always-call", "--hands", "1", "--remember", keys="quit")
    assert "poki: remembers you." in out
    assert "remembers you" not in played(command, "poki", "always-call", "--hands", "1", keys="quit")
    other = played(command, "poki", "always-call", "--hands", "1", "--remember", "--name", "bob", keys="quit")
    assert "remembers you" not in other


def test_a_person_has_a_file_for_each_bot_and_game(command: Command, store: Path) -> None:
    people = store.parent / "people"
    keys = ",".join("c" * 20)
    for game in ("limit", "nolimit", "nolimit(stack=50bb)"):
        arguments = ("simbot", "--game", game, "--remember", "--hands", "1", "--seed", "1")
        assert "remembers you" not in played(command, *arguments, keys=keys)
        assert "simbot: remembers you." in played(command, *arguments, keys=keys)
    assert "remembers you" not in played(command, "poki", "--remember", "--hands", "1", "--seed", "1", keys=keys)
    other = played(command, "poki", "simple", "--remember", "--hands", "1", "--seed", "1", keys=keys)
    assert "remembers you" not in other
    found = {(learned.bot, learned.game): path.name for path in people.iterdir() for learned in [read_learned(path)]}
    assert found.pop(("simbot", "limit")) == "you-simbot-limit.model"
    assert found.pop(("simbot", "nolimit")) == "you-simbot-nolimit.model"
    assert found.pop(("poki", "limit")) == "you-poki-limit.model"
    assert found.keys() == {("simbot", "nolimit(stack=50bb)"), ("poki", "limit(players=3)")}


def test_a_memory_of_another_game_is_refused(command: Command, store: Path) -> None:
    """Somebody has given a file the name of another."""
    played(command, "poki", "--hands", "1", "--remember", keys="c,c,c,c,c,c")
    path = store.parent / "people" / "you-simbot-nolimit.model"
    (path.parent / "you-poki-limit.model").rename(path)
    code, _, err = sit_down(command, "simbot", "--game", "nolimit", "--remember", keys="c")
    assert code == 2
    assert err == f"railbird: {path} is of poki in limit: move it away, or play that game\n"


@pytest.mark.parametrize("bot", ["chump", "rezai"])
def test_what_a_bot_knows_of_nobody_in_particular_is_remembered_too(command: Command, store: Path, bot: str) -> None:
    arguments = (bot, "--remember", "--hands", "2", "--seed", "1")
    assert "remembers you" not in played(command, *arguments, keys=",".join("c" * 20))
    path = store.parent / "people" / f"you-{bot}-limit.model"
    assert list(read_learned(path).records) == [""]
    assert f"{bot}: remembers you." in played(command, *arguments, keys=",".join("c" * 20))


def offered_at_the_end(out: str) -> list[list[str]]:
    """The commands with which somebody is sent away."""
    farewell = out.rpartition("\n\n")[2]
    return [shlex.split(text) for text in re.findall(r"railbird [^·\n]+", farewell)]


@pytest.mark.parametrize("bot", ["poki", "magpie", "chump"])
def test_what_is_offered_at_the_end_works(command: Command, bot: str) -> None:
    out = played(command, bot, "--remember", "--hands", "2", "--seed", "1", keys=",".join("c" * 20))
    offered = offered_at_the_end(out)
    assert [words[1] for words in offered] == ["show", "hand", *(["model"] if bot != "chump" else [])]
    for words in offered:
        code, _, err = command.run(*words[1:])
        assert (code, err) == (0, ""), words


def test_what_is_offered_at_the_end_works_for_another_store_too(command: Command, tmp_path: Path) -> None:
    elsewhere = tmp_path / "my store" / "other.db"
    elsewhere.parent.mkdir()
    out = played(command, "poki", "--hands", "1", "--seed", "1", "--store", str(elsewhere), keys=",".join("c" * 20))
    offered = offered_at_the_end(out)
    assert [words[1] for words in offered] == ["show", "hand"]
    for words in offered:
        code, _, err = command.run(*words[1:])
        assert (code, err) == (0, ""), words


def test_a_path_at_the_end_is_one_line_for_the_shell(command: Command, tmp_path: Path) -> None:
    """On a narrow screen, with a folder whose name has to be quoted."""
    command.monkeypatch.setenv("COLUMNS", "40")
    elsewhere = tmp_path / "somewhere far away, below a long name" / "railbird.db"
    elsewhere.parent.mkdir()
    arguments = ("simbot", "--remember", "--hands", "1", "--seed", "1", "--store", str(elsewhere))
    out = played(command, *arguments, keys=",".join("c" * 20))
    path = elsewhere.parent / "people" / "you-simbot-limit.model"
    assert path.exists()
    assert out.splitlines()[-1] == f"railbird model show '{path}'"
    assert len(out.splitlines()[-1]) > 40


def test_a_damaged_memory_is_refused_before_anything_is_played(command: Command, store: Path) -> None:
    path = store.parent / "people" / "you-poki-limit.model"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"not a model")
    code, out, err = sit_down(command, "poki", "--remember", keys="c,c,c,c")
    assert code == 2
    assert err.startswith(f"railbird: {path} cannot be read")
    assert err.count("\n") == 1
    assert "hand 1" not in out
    assert path.read_bytes() == b"not a model"


@pytest.mark.slow
def test_a_person_plays_at_a_terminal_with_five_bots(tmp_path: Path) -> None:
    counts = play_at_length(12, tmp_path)
    assert all(counts[typed.lower()] for typed in (*ASIDES, "c", "r", "f", "free folds refused"))
    assert counts["hands with a showdown"] >= 3
    assert counts["hands where others hid their cards"] >= 3


def test_a_card_that_nobody_showed_would_be_found(command: Command, store: Path) -> None:
    """The search of the screen is no use if it finds nothing."""
    out = played(command, "always-call", "--hands", "1", "--seed", "1", keys=",".join("c" * 4))
    (hand,) = stored_hands(store)
    text = out.partition("hand 1")[2]
    check_hidden_cards(hand, text)
    before, _, after = text.partition("showdown")
    theirs = hand.hole_cards[1 - hand.players.index("you")][0]
    assert str(theirs) in cards_in(after)
    for leak in (f"you may hold {theirs}", f"({theirs})", f"\x1b[31m{theirs}\x1b[0m"):
        with pytest.raises(AssertionError):
            check_hidden_cards(hand, f"{before}{leak}\nshowdown{after}")
    river = str(hand.board[-1])
    with pytest.raises(AssertionError):
        check_hidden_cards(hand, text.replace("preflop", f"preflop {river}", 1))


def test_square_brackets_are_nonsense_like_any_other(command: Command) -> None:
    out = played(command, "always-call", "--seed", "1", "--no-keep", keys="[/],[bold]c[/bold],:smile:,quit")
    assert out.count("is not a move here") == 3
    for typed in ("[/]", "[bold]c[/bold]", ":smile:"):
        assert f"> {typed}\n" in out


def test_a_damaged_memory_leaves_no_empty_match_behind(command: Command, store: Path) -> None:
    path = store.parent / "people" / "you-poki-limit.model"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"not a model")
    code, out, _ = sit_down(command, "poki", "--remember", keys="c")
    assert (code, out) == (2, "")
    assert not store.exists()


def test_a_name_of_two_lines_is_refused_before_a_match_is_made(command: Command, store: Path) -> None:
    code, out, _ = sit_down(command, "always-call", "--name", "a\nb", keys="c")
    assert (code, out) == (2, "")
    assert not store.exists()


def test_who_has_lost_all_chips_is_told_and_counts_no_hands_of_others(command: Command) -> None:
    game = ("--game", "nolimit(players=3, stack=5bb, rules=casino)", "--stacks", "kept", "--seed", "1")
    out = played(command, "always-call", "always-fold", "--no-hints", *game, keys=",".join(["all"] * 80))
    hands = len(re.findall(r"─ hand \d+ ·", out))
    assert out.count("-500 in this hand") == 1
    assert "you have no chips left" in out
    assert f"{hands} hand" in out.splitlines()[-2]


def test_a_freeze_out_tells_who_is_out_and_how_it_ends(command: Command, store: Path) -> None:
    """After the hand in which somebody has lost his last chips, and once."""
    game = ("--game", "nolimit(players=3, stack=4bb, rules=casino)", "--stacks", "kept")
    ends = set()
    for seed in range(1, 7):
        arguments = ("always-call", "always-raise", "--no-hints", *game, "--seed", str(seed))
        out = played(command, *arguments, keys=",".join(["all", "c"] * 80))
        parts = re.split(r"^─+ hand \d+ .*$", out, flags=re.MULTILINE)[1:]
        chips = dict.fromkeys(("you", "always-call", "always-raise"), 400)
        for hand, text in zip(stored_hands(store, seed), parts, strict=True):
            for player, payoff in zip(hand.players, hand.payoffs, strict=True):
                chips[player] += int(payoff)
            lost = {player for player in hand.players if not chips[player]}
            assert sorted(re.findall(r"^(.*) is out$", text, re.MULTILINE)) == sorted(lost - {"you"})
            assert ("\nyou have no chips left\n" in text) == (not chips["you"])
            assert ("\nyou have all the chips\n" in text) == (chips["you"] == 1_200)
        ends.add(chips["you"])
        assert "nan" not in command.run("show", str(seed))[1]
    assert ends == {0, 1_200}


def test_a_freeze_out_that_is_not_finished_is_shown_in_chips(command: Command) -> None:
    arguments = ("always-raise", "--game", "rezai(stack=100)", "--stacks", "kept", "--seed", "6")
    assert "you fold" in played(command, *arguments, keys="c,c,quit")
    code, out, err = command.run("show", "1")
    assert (code, err) == (0, "")
    assert "nan" not in out
    assert "no freeze-out is finished; chips so far: you -40, always-raise +40" in " ".join(out.split())
    assert "chips so far" not in command.run("show", "1", "--json")[1]


def test_a_freeze_out_that_is_finished_is_shown_in_stacks(command: Command) -> None:
    arguments = ("always-raise", "--game", "rezai(stack=100)", "--stacks", "kept", "--seed", "6")
    played(command, *arguments, keys=",".join("c" * 400))
    _, out, _ = command.run("show", "1")
    assert re.search(r"^you +person +[+-]1\.0000 ", out, re.MULTILINE)
    assert "chips so far" not in out


def test_two_people_whose_names_look_alike_have_files_of_their_own(command: Command, store: Path) -> None:
    arguments = ("poki", "--remember", "--hands", "2", "--seed", "1")
    played(command, *arguments, "--name", "李", keys=",".join("c" * 20))
    assert "remembers you" not in played(command, *arguments, "--name", "王", keys=",".join("c" * 20))


def test_bytes_that_are_no_text_are_nonsense(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"\xc3\nc\nc\nc\nc\n"), encoding="utf-8"))
    code, out, _ = command.run("play", "always-call", "--seed", "1", "-n", "1", "--no-keep")
    assert code == 0
    assert "fail" not in out
