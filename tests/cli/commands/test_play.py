"""Playing against bots: starting, leaving, and invalid input."""

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
"""Seconds until the person responds to the prompt."""


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "store" / "railbird.db"
    monkeypatch.setenv("RAILBIRD_STORE", str(path))
    return path


def run_play(command: Command, *arguments: str, keys: str = "") -> tuple[int, str, str]:
    """Play with input from a pipe, given as keys separated by commas; then the input ends."""
    typed = "".join(f"{key}\n" for key in keys.split(",")) if keys else ""
    command.monkeypatch.setattr(sys, "stdin", StringIO(typed))
    return command.run("play", *arguments)


def played(command: Command, *arguments: str, keys: str = "") -> str:
    """The output of a session without errors."""
    code, out, err = run_play(command, *arguments, keys=keys)
    assert (code, err) == (0, "")
    assert "has failed" not in out
    return out


def refused(command: Command, *arguments: str) -> str:
    """The one-line error of a session that cannot start."""
    code, out, err = run_play(command, *arguments, keys="c")
    assert (code, out) == (2, "")
    assert err.startswith("railbird: ")
    assert err.count("\n") == 1
    return err


def stored_hands(store: Path, match: int = 1) -> list[Hand]:
    """The stored hands of a match, all of which are over."""
    record = StoredRecord.read(Store(store, create=False), match)
    hands = [record.hand(number + 1)[0] for number in range(record.states()[0].done)]
    assert all(hand.over and sum(hand.payoffs) == 0 for hand in hands)
    return hands


def check_stored(command: Command, hands: int) -> None:
    """Check that the store is intact and has this many hands, which can be shown."""
    assert "is intact" in command.run("store", "check")[1]
    assert command.json("show", "1")["hands_played"] == hands
    assert command.run("show", "1")[0] == 0
    for number in range(1, hands + 1):
        code, out, err = command.run("hand", "1", str(number))
        assert (code, err) == (0, "")
        assert "you" in out
    assert command.run("hand", "1", str(hands + 1))[0] == 2


def test_a_first_hand_can_be_played_from_the_instructions_on_screen(store: Path) -> None:
    """Runs the installed command through a pipe."""
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
        "You play against poki.",
        "Type c to check or call, r to bet or raise, f to fold",
        "hand 1 · limit",
        "> hint\n",
        "your equity: ",
        "simbot in your place: ",
        "'what now?' is not an action; type one of: c (",
        "saved: railbird show 1",
    ):
        assert words in done.stdout, words
    assert stored_hands(store)


@pytest.mark.parametrize(
    ("game", "bot"), [("limit", "poki"), ("nolimit", "poki"), ("kuhn", "random"), ("leduc", "random")]
)
def test_the_default_opponent_plays_the_game(command: Command, game: str, bot: str) -> None:
    assert f"You play against {bot}." in played(command, "--game", game, "--seed", "1", keys="quit")


def test_quitting_finishes_the_hand(command: Command) -> None:
    out = played(command, "always-raise", "--seed", "1", keys="c,quit")
    assert "you fold" in out
    assert re.search(r"^1 hand; so far -\d+ chips$", out, re.MULTILINE)
    assert out.splitlines()[-1] == "saved: railbird show 1 · railbird hand 1 1"
    check_stored(command, 1)


@pytest.mark.parametrize("keys", ["", "c", "c,hint,nonsense"])
def test_at_the_end_of_input_the_whole_hand_is_stored(command: Command, keys: str) -> None:
    out = played(command, "always-call", "--seed", "1", keys=keys)
    assert "1 hand; so far" in out
    check_stored(command, 1)


def test_hands_are_saved_as_soon_as_they_are_played(command: Command, store: Path) -> None:
    out = played(command, "simple", "random", "--seed", "2", keys=",".join("c" * 30))
    hands = stored_hands(store)
    assert len(hands) > 3
    assert f"{len(hands)} hands; so far" in out
    check_stored(command, len(hands))
    parts = re.split(r"^─+ hand \d+ .*$", out, flags=re.MULTILINE)[1:]
    for hand, text in zip(hands, parts, strict=True):
        check_hidden_cards(hand, text)
    assert command.json("matches")["matches"][0]["hands_played"] == len(hands)


def test_own_cards_are_shown_even_without_a_decision(command: Command, store: Path) -> None:
    """A bot that always folds gives up the pot before the person in the big blind can act."""
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
def test_a_heading_has_the_hand_number_and_the_game(
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
        _, stored, _ = command.run("hand", "1", str(number), "--view", "you")
        cards = re.findall(r"^you have (.*)$", text, re.MULTILINE)
        assert len(cards) == 1
        assert cards[0] in stored, "this number has another hand"


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_a_signal_leaves_the_hand_and_the_store_intact(command: Command, store: Path, number: signal.Signals) -> None:
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


def test_a_kill_loses_at_most_the_current_hand(command: Command, store: Path) -> None:
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
    check_stored(command, 1)
    learned = read_learned(store.parent / "people" / "you-poki-limit.model")
    assert learned.bot == "poki"
    assert "poki: remembers you." in played(command, "poki", "--remember", "--hands", "1", keys="quit")


def check_left(command: Command, hands: int) -> None:
    """Check that this many hands are stored, and that the match is over because the person left, without a fault."""
    check_stored(command, hands)
    shown = command.json("show", "1")
    assert (shown["verdict"], shown["finished"], shown["faults"]) == ("the person left", True, [])


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 2], ids=["once", "twice"])
def test_closing_the_terminal_finishes_the_session(command: Command, store: Path, times: int) -> None:
    """Nothing can be shown any more. In a shell the signal comes twice: from the shell, and when the shell ends."""
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
def test_ctrl_c_and_ctrl_d_finish_the_hand(command: Command, key: str) -> None:
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
    assert out.splitlines()[0] in ("", "^C"), "the line of the prompt ends"
    assert "1 hand; so far" in out
    check_stored(command, 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("poki", "--name", "poki"), "'poki' cannot be your name"),
        (("poki", "poki", "--name", "poki-2"), "'poki-2' cannot be your name"),
        (("poki", "--name", " "), "' ' cannot be your name"),
        (("poky",), "did you mean poki"),
        (("always-call",) * 10, "you can play against one to nine bots, not 10"),
        (
            ("poki", "--game", "kuhn"),
            "it plays Texas hold'em only; these do: always-call, always-fold, always-raise, random",
        ),
        (("poki", "--game", "bogus"), "'bogus' is not a game"),
        (("simple", "random", "--game", "rezai"), "rezai has 2 players, not 3"),
        (("poki", "--stacks", "kept"), "stacks cannot be kept"),
        (("poki", "--seed", "-1"), "a seed lies between"),
    ],
)
def test_play_reports_invalid_options(command: Command, store: Path, arguments: tuple[str, ...], message: str) -> None:
    assert message in refused(command, *arguments)
    assert not store.exists()


@pytest.mark.parametrize(
    ("game", "bot"), [("limit", "poki"), ("rezai", "poki"), ("nolimit", "poki"), ("potlimit(stack=20bb)", "poki")]
)
def test_the_default_opponent_plays_a_hand(command: Command, game: str, bot: str) -> None:
    out = played(command, "--game", game, "--hands", "1", "--seed", "1", "--no-keep", keys="quit")
    assert out.startswith(f"You play against {bot}.\n")
    assert "1 hand; so far" in out


@pytest.mark.parametrize("bots", [["lain"], ["simbot", "vexbot"]])
def test_refusing_a_bot_names_the_bots_that_play_the_game(command: Command, bots: list[str]) -> None:
    game = "nolimit" if len(bots) == 1 else "nolimit(players=3)"
    error = refused(command, *bots, "--game", "nolimit")
    start, _, names = error.partition("; these do: ")
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
def test_refusing_to_keep_stacks_names_a_game_where_it_works(command: Command, game: str, such: str) -> None:
    error = refused(command, "simbot", "--game", game, "--stacks", "kept")
    assert error.endswith(f", such as {such}, not {game}\n")
    out = played(command, "simbot", "--game", such, "--stacks", "kept", "--no-keep", keys="quit")
    assert f"hand 1 · {such}" in out


def test_nine_bots_can_play(command: Command) -> None:
    out = played(command, *["always-fold"] * 9, "--hands", "1", "--seed", "3", "--no-keep", keys="c")
    assert "hand 1 · limit(players=10)" in out
    assert "saved:" not in out


def test_no_keep_saves_nothing(command: Command, store: Path) -> None:
    out = played(command, "poki", "--no-keep", "--hands", "2", "--seed", "1", keys="c,c,c,c,f,quit")
    assert "hands; so far" in out
    assert "railbird show" not in out
    assert not store.parent.exists()


def test_a_freeze_out_ends_when_one_player_has_all_chips(command: Command, store: Path) -> None:
    arguments = ("always-raise", "--game", "rezai(stack=100)", "--stacks", "kept", "--seed", "6")
    out = played(command, *arguments, keys=",".join("c" * 400))
    hands = stored_hands(store)
    assert f"{len(hands)} hand" in out
    assert re.search(r"so far [+-]100 chips", out)
    last = hands[-1]
    left = [stack + payoff for stack, payoff in zip(last.starting_stacks, last.payoffs, strict=True)]
    assert sorted(left) == [0, 200]
    assert StoredRecord.read(Store(store, create=False), 1).states()[0].finished


def test_amounts_are_typed_in_no_limit_games(command: Command) -> None:
    arguments = ("simbot", "--game", "nolimit(stack=50bb)", "--hands", "4", "--seed", "2")
    out = played(command, *arguments, keys="r 1,hint,r 3bb,pot,half,all,c,c,c,c,c,c,c,c,c,c,c,c")
    for words in (
        "hand 3 · nolimit(stack=50bb)",
        "a raise goes to at least 200 and at most 5,000, not 1",
        "you raise to 300",
        "simbot in your place: ",
        "4 hands; so far",
    ):
        assert words in out
    check_stored(command, 4)


def test_r_alone_asks_for_the_amount_in_no_limit_games(command: Command) -> None:
    out = played(command, "always-call", "--game", "nolimit", "-n", "1", "--seed", "3", keys="r,,r,nonsense,777,quit")
    assert out.count("raise to how much? ") + out.count("bet how much? ") == 3
    assert "you raise to 777" in out or "you bet 777" in out
    assert "is not an action" in out


def test_all_in_may_be_typed_as_two_words(command: Command) -> None:
    out = played(command, "always-call", "--game", "nolimit", "-n", "1", "--seed", "3", keys="all in")
    assert "you raise to 20,000 and are all-in" in out


def test_hands_are_counted_from_one_at_the_table_and_in_the_store(command: Command) -> None:
    out = played(command, "always-call", "-n", "2", "--seed", "3", keys="c,c,c,c,c,c,c,c,c,c")
    assert "hand 1 · limit" in out
    assert "hand 2 · limit" in out
    assert out.splitlines()[-1] == "saved: railbird show 1 · railbird hand 1 2"
    mine = re.findall(r"you have (\S\S \S\S)", out)
    for number in (1, 2):
        assert mine[number - 1] in command.run("hand", "1", str(number))[1]
    assert "leg 1 of match 1 has hands 1 to 2, not 3" in command.run("hand", "1", "3")[2]
    assert "has hands 1 to 2, not 0" in command.run("hand", "1", "0")[2]


@pytest.mark.parametrize(("game", "bot"), [("kuhn", "random"), ("leduc", "always-call")])
def test_small_games_are_played_without_a_coach(command: Command, game: str, bot: str) -> None:
    out = played(command, bot, "--game", game, "--hands", "3", "--seed", "3", keys="hint,c,c,c,c,why,c,c,c,c,c,c,c,c")
    assert "there are no hints in this game" in out
    assert "3 hands; so far" in out
    check_stored(command, 3)


def test_no_hints_turns_hints_off(command: Command) -> None:
    assert "there are no hints in this game" in played(command, "poki", "--no-hints", keys="hint,quit")


def test_why_explains_the_bots_decisions_in_the_last_hand(command: Command) -> None:
    nothing = "> why\nno bot has made a decision in a finished hand yet"
    out = played(command, "poki", "--hands", "2", "--seed", "4", keys=",".join(["why,c"] * 10))
    first, second = re.split(r"^─+ hand 2 .*$", out, flags=re.MULTILINE)
    assert first.count("> why") == first.count(nothing) > 1
    assert nothing not in second
    for answer in second.split("> why\n")[1:]:
        for words in ("poki: ", "HS ", "you may hold", "you facing a bet fold"):
            assert words in answer


ACTION_NAMES = {"folds": "fold", "checks": "check", "calls": "call", "bets": "bet", "raises to": "raise to"}


def actions_narrated(text: str, player: str) -> list[str]:
    """A player's actions as the hand narrates them, without the cost of calls."""
    actions = re.findall(rf"^  {player} (folds|checks|calls|bets|raises to)(?: ([\d,]+))?", text, re.MULTILINE)
    return [
        f"{ACTION_NAMES[verb]} {amount}" if verb in ("bets", "raises to") else ACTION_NAMES[verb]
        for verb, amount in actions
    ]


def actions_explained(text: str, player: str) -> list[str]:
    """A player's actions as the explanations name them."""
    return re.findall(rf"^{player}: (fold|check|call|bet [\d,]*\d|raise to [\d,]*\d)", text, re.MULTILINE)


@pytest.mark.parametrize("game", ["limit", "nolimit", "limit(ante=2)"])
def test_actions_have_the_same_names_in_hands_and_explanations(command: Command, game: str) -> None:
    hands = 8
    keys = ",".join(["why,c", "why,r min" if game == "nolimit" else "why,r", "why,c"] * 40)
    out = played(command, "simple", "--game", game, "--hands", str(hands), "--seed", "5", keys=keys)
    parts = re.split(r"^─+ hand \d+ .*$", out, flags=re.MULTILINE)[1:]
    seen: set[str] = set()
    for number in range(hands):
        expected = actions_narrated(parts[number], "simple")
        _, stored, _ = command.run("hand", "1", str(number + 1))
        assert actions_narrated(stored, "simple") == actions_explained(stored, "simple") == expected, stored
        answers = parts[number + 1].split("> why\n")[1:] if number + 1 < hands else []
        for answer in answers:
            assert actions_explained(answer, "simple") == expected, answer
        seen.update(action.rstrip("0123456789, ") for action in expected)
    assert seen >= {"check", "call", "bet", "raise to"}


def test_the_same_seed_deals_the_same_cards(command: Command, store: Path) -> None:
    for seed in ("5", "5", "6"):
        played(command, "simple", "--hands", "3", "--seed", seed, keys=",".join("c" * 20))
    first, again, other = ([hand.deal for hand in stored_hands(store, match)] for match in (1, 2, 3))
    assert first == again != other


def test_without_a_seed_each_session_has_other_cards(command: Command, store: Path) -> None:
    for _ in range(2):
        played(command, "simple", "--hands", "1", keys="quit")
    assert stored_hands(store, 1)[0].deal != stored_hands(store, 2)[0].deal


def test_the_result_has_an_interval_after_twenty_hands(command: Command) -> None:
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
    assert out.splitlines()[-2:] == ["what the bots learned:", f"railbird model show {path}"]
    assert read_learned(path).bot == bot
    seen = []
    for seed in "23":
        code, shown, err = command.run("model", "show", str(path))
        assert (code, err) == (0, "")
        assert "ann: " in shown
        about = command.json("model", "show", str(path))["players"]
        seen.append(next(each["actions"] for each in about if each["player"] == "ann"))
        assert f"{bot}: remembers you." in played(command, *arguments, "--seed", seed, keys=",".join("c" * 40))
    assert 0 < seen[0] < seen[1], "later sessions add to the saved model"


def test_bots_remember_only_with_the_option(command: Command, store: Path) -> None:
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
    models = {(learned.bot, learned.game): path.name for path in people.iterdir() for learned in [read_learned(path)]}
    assert models.pop(("simbot", "limit")) == "you-simbot-limit.model"
    assert models.pop(("simbot", "nolimit")) == "you-simbot-nolimit.model"
    assert models.pop(("poki", "limit")) == "you-poki-limit.model"
    assert models.keys() == {("simbot", "nolimit(stack=50bb)"), ("poki", "limit(players=3)")}


def test_a_model_of_another_game_is_refused(command: Command, store: Path) -> None:
    """The file of one bot was renamed to that of another."""
    played(command, "poki", "--hands", "1", "--remember", keys="c,c,c,c,c,c")
    path = store.parent / "people" / "you-simbot-nolimit.model"
    (path.parent / "you-poki-limit.model").rename(path)
    code, _, err = run_play(command, "simbot", "--game", "nolimit", "--remember", keys="c")
    assert code == 2
    assert err == f"railbird: {path} was learned by poki in limit: move it away, or play that game\n"


@pytest.mark.parametrize("bot", ["chump", "rezai"])
def test_models_that_are_not_about_one_player_are_remembered_too(command: Command, store: Path, bot: str) -> None:
    arguments = (bot, "--remember", "--hands", "2", "--seed", "1")
    assert "remembers you" not in played(command, *arguments, keys=",".join("c" * 20))
    path = store.parent / "people" / f"you-{bot}-limit.model"
    assert list(read_learned(path).records) == [""]
    assert f"{bot}: remembers you." in played(command, *arguments, keys=",".join("c" * 20))


def offered_at_the_end(out: str) -> list[list[str]]:
    """The commands in the last lines of the output."""
    farewell = out.rpartition("\n\n")[2]
    return [shlex.split(text) for text in re.findall(r"railbird [^·\n]+", farewell)]


@pytest.mark.parametrize("bot", ["poki", "magpie", "chump"])
def test_the_commands_offered_at_the_end_work(command: Command, bot: str) -> None:
    out = played(command, bot, "--remember", "--hands", "2", "--seed", "1", keys=",".join("c" * 20))
    offered = offered_at_the_end(out)
    assert [words[1] for words in offered] == ["show", "hand", *(["model"] if bot != "chump" else [])]
    for words in offered:
        code, _, err = command.run(*words[1:])
        assert (code, err) == (0, ""), words


def test_the_commands_offered_at_the_end_work_with_another_store(command: Command, tmp_path: Path) -> None:
    elsewhere = tmp_path / "my store" / "other.db"
    elsewhere.parent.mkdir()
    out = played(command, "poki", "--hands", "1", "--seed", "1", "--store", str(elsewhere), keys=",".join("c" * 20))
    offered = offered_at_the_end(out)
    assert [words[1] for words in offered] == ["show", "hand"]
    for words in offered:
        code, _, err = command.run(*words[1:])
        assert (code, err) == (0, ""), words


def test_a_path_at_the_end_is_quoted_and_on_one_line(command: Command, tmp_path: Path) -> None:
    """On a narrow screen, with a folder name that needs quotes."""
    command.monkeypatch.setenv("COLUMNS", "40")
    elsewhere = tmp_path / "somewhere far away, below a long name" / "railbird.db"
    elsewhere.parent.mkdir()
    arguments = ("simbot", "--remember", "--hands", "1", "--seed", "1", "--store", str(elsewhere))
    out = played(command, *arguments, keys=",".join("c" * 20))
    path = elsewhere.parent / "people" / "you-simbot-limit.model"
    assert path.exists()
    assert out.splitlines()[-1] == f"railbird model show '{path}'"
    assert len(out.splitlines()[-1]) > 40


def test_a_damaged_model_is_refused_before_play(command: Command, store: Path) -> None:
    path = store.parent / "people" / "you-poki-limit.model"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"not a model")
    code, out, err = run_play(command, "poki", "--remember", keys="c,c,c,c")
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


def test_the_check_for_hidden_cards_detects_leaks(command: Command, store: Path) -> None:
    """A check that never fails would prove nothing."""
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


def test_square_brackets_are_not_treated_as_markup(command: Command) -> None:
    out = played(command, "always-call", "--seed", "1", "--no-keep", keys="[/],[bold]c[/bold],:smile:,quit")
    assert out.count("is not an action") == 3
    for typed in ("[/]", "[bold]c[/bold]", ":smile:"):
        assert f"> {typed}\n" in out


def test_a_damaged_model_leaves_no_empty_match(command: Command, store: Path) -> None:
    path = store.parent / "people" / "you-poki-limit.model"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"not a model")
    code, out, _ = run_play(command, "poki", "--remember", keys="c")
    assert (code, out) == (2, "")
    assert not store.exists()


def test_a_name_of_two_lines_is_refused_before_a_match_is_created(command: Command, store: Path) -> None:
    code, out, _ = run_play(command, "always-call", "--name", "a\nb", keys="c")
    assert (code, out) == (2, "")
    assert not store.exists()


def test_losing_all_chips_ends_the_session(command: Command) -> None:
    game = ("--game", "nolimit(players=3, stack=5bb, rules=casino)", "--stacks", "kept", "--seed", "1")
    out = played(command, "always-call", "always-fold", "--no-hints", *game, keys=",".join(["all"] * 80))
    hands = len(re.findall(r"─ hand \d+ ·", out))
    assert out.count("-500 in this hand") == 1
    assert "you have no chips left" in out
    assert f"{hands} hand" in out.splitlines()[-2]


def test_a_freeze_out_announces_who_is_out_and_the_result(command: Command, store: Path) -> None:
    """Once, after the hand in which a player loses their last chips."""
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


def test_an_unfinished_freeze_out_is_shown_in_chips(command: Command) -> None:
    arguments = ("always-raise", "--game", "rezai(stack=100)", "--stacks", "kept", "--seed", "6")
    assert "you fold" in played(command, *arguments, keys="c,c,quit")
    code, out, err = command.run("show", "1")
    assert (code, err) == (0, "")
    assert "nan" not in out
    assert "no freeze-out is finished; chips so far: you -40, always-raise +40" in " ".join(out.split())
    assert "chips so far" not in command.run("show", "1", "--json")[1]


def test_a_finished_freeze_out_is_shown_in_stacks(command: Command) -> None:
    arguments = ("always-raise", "--game", "rezai(stack=100)", "--stacks", "kept", "--seed", "6")
    played(command, *arguments, keys=",".join("c" * 400))
    _, out, _ = command.run("show", "1")
    assert re.search(r"^you +person +[+-]1\.0000 ", out, re.MULTILINE)
    assert "chips so far" not in out


def test_people_with_similar_names_have_separate_files(command: Command, store: Path) -> None:
    arguments = ("poki", "--remember", "--hands", "2", "--seed", "1")
    played(command, *arguments, "--name", "李", keys=",".join("c" * 20))
    assert "remembers you" not in played(command, *arguments, "--name", "王", keys=",".join("c" * 20))


def test_invalid_bytes_are_invalid_input(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"\xc3\nc\nc\nc\nc\n"), encoding="utf-8"))
    code, out, _ = command.run("play", "always-call", "--seed", "1", "-n", "1", "--no-keep")
    assert code == 0
    assert "fail" not in out
