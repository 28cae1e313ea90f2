"""Files of any format: found by content, streamed, and reported where they cannot be read."""

import gzip
import random
import tracemalloc
from pathlib import Path

import pytest

from railbird.errors import HistoryError
from railbird.game import Hand, limit, nolimit, write_acpc_game
from railbird.histories import WRITABLE, PlayedHand, Problem, format_of, read_hands, told_hand, write_hands
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
