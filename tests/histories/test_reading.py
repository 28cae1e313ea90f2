"""Files of any format: found by content, streamed, and reported where they cannot be read."""

import gzip
import json
import os
import random
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from railbird.errors import HistoryError
from railbird.game import Hand, limit, nolimit, write_acpc_game
from railbird.histories import (
    WRITABLE,
    HandRecord,
    PlayedHand,
    Problem,
    format_of,
    phh_text,
    read_hands,
    told_hand,
    write_hands,
)
from railbird.histories.ohh_writer import ohh_text
from railbird.histories.phh import read_phh_lines
from railbird.histories.source import MOST_CHARACTERS
from tests.histories.examples import ACADEMY, IRC_HANDS, IRC_PLAYERS, POKERSTARS, TOURNAMENT

CALLED = "nolimit(rules=casino); AhKh QsQd / Kc7d2h / 9s / 4d; r300 c / c r600 c / c c / c c"


def told(count: int) -> list[PlayedHand]:
    return [told_hand(Hand.parse(CALLED)) for _ in range(count)]


def written(path: Path, name: str, count: int = 3, encoding: str = "utf-8", newline: str = "\n") -> Path:
    with path.open("w", encoding=encoding, newline=newline) as file:
        write_hands(file, told(count), name)
    return path


@pytest.mark.parametrize("name", WRITABLE)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_the_format_is_found_by_content_in_any_encoding(tmp_path: Path, name: str, encoding: str, newline: str) -> None:
    reader = read_hands(written(tmp_path / "hands", name, 3, encoding, newline), strict=True)
    assert [played.payoffs for played in reader] == [Hand.parse(CALLED).payoffs] * 3
    assert reader.hands == 3


def test_a_compressed_file_is_read(tmp_path: Path) -> None:
    plain = written(tmp_path / "hands", "acpc")
    packed = tmp_path / "hands.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert len(list(read_hands(packed))) == 3


def test_a_hand_that_cannot_be_read_is_reported_with_its_line_and_the_rest_goes_on(tmp_path: Path) -> None:
    path, reported = tmp_path / "hands", list[Problem]()
    path.write_text(f"{POKERSTARS}\n\n{POKERSTARS.replace('calls $4', 'calls $5')}\n\n{TOURNAMENT}", encoding="utf-8")
    reader = read_hands(path, report=reported.append)
    assert len(list(reader)) == 2
    assert reader.problem_count == 1
    assert reader.problems == reported
    second = POKERSTARS.count("\n") + 3
    assert str(reported[0]) == f"{path}:{second}: action 3: a call costs 400, not 500"


def test_strict_reading_stops_at_the_first_problem(tmp_path: Path) -> None:
    path = tmp_path / "hands"
    path.write_text(f"{POKERSTARS.replace('calls $4', 'calls $5')}\n\n{POKERSTARS}", encoding="utf-8")
    with pytest.raises(HistoryError, match="hands:1: action 3: a call costs 400, not 500"):
        list(read_hands(path, strict=True))


def test_a_file_of_no_known_format_is_named(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann,\n", encoding="utf-8")
    with pytest.raises(HistoryError, match=r"letter\.txt has none of the known formats \(acpc, pokerstars, "):
        list(read_hands(path))
    reader = read_hands(tmp_path)
    assert not list(reader)
    assert [problem.line for problem in reader.problems] == [0]


def test_bytes_that_are_no_utf_8_are_read_as_windows_1252(tmp_path: Path) -> None:
    path = tmp_path / "hands"
    path.write_bytes(POKERSTARS.replace("Cy", "Zoë").encode("cp1252"))
    (played,) = read_hands(path, strict=True)
    assert "Zoë" in played.record.players


def test_a_line_of_a_megabyte_is_refused_and_the_next_hands_are_read(tmp_path: Path) -> None:
    for name in WRITABLE:
        path = written(tmp_path / name, name, 4)
        lines = path.read_text(encoding="utf-8").split("\n")
        middle = next(number for number in range(len(lines) // 3, len(lines)) if lines[number])
        lines[middle] += "x" * 1_000_000
        path.write_text("\n".join(lines), encoding="utf-8")
        reader = read_hands(path)
        assert len(list(reader)) in (2, 3), name
        assert reader.problem_count >= 1, name


def test_memory_stays_flat_however_long_a_file_or_a_hand_is(tmp_path: Path) -> None:
    path = tmp_path / "hands"
    with path.open("w", encoding="utf-8") as file:
        file.write(POKERSTARS.split("*** FLOP")[0])
        for _ in range(200):
            file.write(f"Cy said, {'x' * 50_000}\n")
        file.write("x" * 10 * MOST_CHARACTERS + "\n\n" + POKERSTARS)
    tracemalloc.start()
    reader = read_hands(path)
    assert len(list(reader)) == 1
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [str(problem) for problem in reader.problems] == [f"{path}:1: this is too long for one hand"]
    assert peak < 15_000_000


def test_a_folder_of_the_irc_database_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "pdb").mkdir()
    (tmp_path / "hdb").write_text("\n".join(IRC_HANDS), encoding="ascii")
    (tmp_path / "hroster").write_text("766303976  3 Marzon spiney maurer\n", encoding="ascii")
    (tmp_path / "pdb" / "pdb.all").write_text("\n".join(IRC_PLAYERS), encoding="ascii")
    reader = read_hands(tmp_path, strict=True)
    first, second = reader
    assert first.payoffs == (-5, -60, 65)
    assert first.record.players == ("Marzon", "spiney", "maurer")
    assert second.payoffs == (5, -5)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (POKERSTARS, "pokerstars"),
        (TOURNAMENT, "pokerstars"),
        (ACADEMY, "poker-academy"),
        (IRC_HANDS[0], "irc"),
        ('{\n "ohh": {', "ohh"),
        ("# name/game/hands/seed m holdem.limit.2p.reverse_blinds.game 10 0", "acpc"),
        ("[1]\nvariant = 'FT'", "phh"),
        ("", None),
    ],
)
def test_formats_are_recognised(text: str, name: str | None) -> None:
    assert format_of(text) == name


def test_a_log_without_a_game_takes_it_from_the_file_that_it_names(tmp_path: Path) -> None:
    log = "# name/game/hands/seed m {} 1 0\nSTATE:0:rf:AhKh|QsQd:-100|100:a|b\n"
    path = tmp_path / "m.log"
    path.write_text(log.format("/somewhere/odd.game"), encoding="ascii")
    reader = read_hands(path)
    assert not list(reader)
    assert "it names 'odd.game'): give the game" in reader.problems[0].reason
    (tmp_path / "odd.game").write_text(write_acpc_game(limit(blinds=(50, 100))), encoding="ascii")
    assert [played.payoffs for played in read_hands(path, strict=True)] == [(-100, 100)]
    path.write_text(log.format("holdem.nolimit.2p.reverse_blinds.game").replace("rf", "r300f"), encoding="ascii")
    assert next(read_hands(path, strict=True)).hand.game == nolimit()


def test_reading_is_reproducible(tmp_path: Path) -> None:
    path = written(tmp_path / "hands", random.Random(1).choice(WRITABLE))
    assert [played.hand for played in read_hands(path)] == [played.hand for played in read_hands(path)]


def cut_off(path: Path, text: str) -> Path:
    """A file that was not compressed to its end."""
    packed = gzip.compress(text.encode())
    path.write_bytes(packed[: len(packed) * 3 // 4])
    return path


def test_a_compressed_file_that_was_cut_off_is_named_and_what_it_had_is_read(tmp_path: Path) -> None:
    many = "\n\n".join(POKERSTARS.replace("#", f"#{random.Random(number).getrandbits(20)}", 1) for number in range(700))
    reader = read_hands(cut_off(tmp_path / "hands.gz", many))
    with pytest.raises(HistoryError, match=r"hands\.gz cannot be read further: .*; perhaps it was cut off, so fetch"):
        list(reader)
    assert 300 < reader.hands < 600
    cut_off(tmp_path / "short.gz", POKERSTARS)
    damaged = bytearray(gzip.compress(random.Random(1).randbytes(300_000)))
    damaged[1000] ^= 255
    (tmp_path / "random.gz").write_bytes(damaged)
    (tmp_path / "whole").write_text(POKERSTARS, encoding="utf-8")
    again = read_hands(tmp_path)
    assert len(list(again)) == reader.hands + 1
    assert [problem.path for problem in again.problems] == [
        str(tmp_path / f"{name}.gz") for name in ("hands", "random", "short")
    ]
    assert all(
        problem.reason.startswith("cannot be read further: ") for problem in (again.problems[0], again.problems[2])
    )


def test_a_damaged_file_of_the_irc_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "hdb").write_text("\n".join(IRC_HANDS), encoding="ascii")
    cut_off(tmp_path / "pdb.all", "\n".join(IRC_PLAYERS))
    with pytest.raises(HistoryError, match=r"pdb\.all cannot be read further: "):
        list(read_hands(tmp_path / "hdb"))


def ohh_objects(count: int) -> list[str]:
    return [ohh_text(told(1)[0]).strip() for _ in range(count)]


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("between", ["\n\n", "\n", ",\n"])
def test_an_object_that_was_cut_off_ends_where_the_next_begins(
    tmp_path: Path, indent: int | None, between: str
) -> None:
    objects = [json.dumps(json.loads(each), indent=indent) for each in ohh_objects(6)]
    path, whole = tmp_path / "hands", between.join(objects)
    path.write_text(whole, encoding="utf-8")
    assert len(list(read_hands(path, strict=True))) == 6
    objects[3] = objects[3][:900]
    path.write_text(between.join(objects), encoding="utf-8")
    reader = read_hands(path)
    assert len(list(reader)) == 5
    first = between.join(objects[:3]).count("\n") + between.count("\n") + 1
    assert [problem.line for problem in reader.problems] == [first]
    assert "this is not JSON" in reader.problems[0].reason


def test_objects_without_an_outer_key_are_found_after_a_blank_line(tmp_path: Path) -> None:
    objects = [json.dumps(json.loads(each)["ohh"]) for each in ohh_objects(3)]
    path = tmp_path / "hands"
    path.write_text("\n\n".join([objects[0], objects[1][:500], objects[2]]), encoding="utf-8")
    reader = read_hands(path)
    assert (len(list(reader)), [problem.line for problem in reader.problems]) == (2, [3])


def test_a_folder_that_cannot_be_read_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed, scandir = tmp_path / "closed", os.scandir
    closed.mkdir()
    (tmp_path / "hands").write_text(POKERSTARS, encoding="utf-8")

    def guarded(path: str | Path) -> Any:
        if Path(path) == closed:
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", guarded)
    reader = read_hands(tmp_path)
    assert len(list(reader)) == 1
    assert [(problem.path, problem.line) for problem in reader.problems] == [(str(closed), 0)]
    assert reader.problems[0].reason.startswith("cannot be read: Permission denied; give yourself the right")
    with pytest.raises(HistoryError, match="closed cannot be read: Permission denied"):
        list(read_hands(closed))
    with pytest.raises(HistoryError, match="closed: cannot be read: Permission denied"):
        list(read_hands(tmp_path, strict=True))


@pytest.mark.parametrize("error", [TypeError("no number"), ValueError("two\nlines"), ArithmeticError("too large")])
def test_an_error_that_no_reader_foresees_is_a_problem_of_one_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def failing(lines: list[str]) -> HandRecord:
        if "p1 f" in "".join(lines):
            raise error
        return read_phh_lines(lines)

    monkeypatch.setattr("railbird.histories.reading.read_phh_lines", failing)
    path, kept = written(tmp_path / "hands", "phh", 2), phh_text(told(1)[0])
    folded = phh_text(told_hand(Hand.parse("nolimit(rules=casino); AhKh QsQd; r300 f")))
    path.write_text(f"[1]\n{kept}\n[2]\n{folded}\n[3]\n{kept}", encoding="utf-8")
    reader = read_hands(path)
    assert len(list(reader)) == 2
    (problem,) = reader.problems
    assert problem.line == kept.count("\n") + 3
    assert problem.reason.startswith(
        f"the hand cannot be read, because of an error of Railbird's: {type(error).__name__}"
    )
    assert "\n" not in str(problem)


def test_memory_stays_flat_however_many_hands_have_long_lines(tmp_path: Path) -> None:
    """Texts that are kept for the next hand are short ones."""
    path = tmp_path / "hands"
    with path.open("w", encoding="utf-8") as file:
        for number in range(60):
            table = f"{number:04}{'x' * 100_000}"
            hand = POKERSTARS.replace("#", f"#{number}", 1).replace("Table '", f"Table '{table}", 1)
            file.write(hand.replace("*** FLOP", f"Cy: nods {number}{'y' * 50_000}\n*** FLOP", 1).rstrip() + "\n\n")
    assert kept_in_memory(path, 60) < 3_000_000
    kept = phh_text(told(1)[0])
    path.write_text(
        "".join(f"[{number}]\n{kept}_{'k' * 100_000}{number} = 1\n" for number in range(60)), encoding="utf-8"
    )
    assert kept_in_memory(path, 60) < 3_000_000


def kept_in_memory(path: Path, count: int) -> int:
    """The bytes that stay in memory after so many hands have been read."""
    tracemalloc.start()
    reader = read_hands(path, strict=True)
    for _ in reader:
        pass
    left = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert reader.hands == count
    return left
