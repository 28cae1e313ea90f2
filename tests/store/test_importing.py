"""Files are imported hand by hand: nothing twice, nothing lost, and the same again adds the rest."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from railbird.errors import HistoryError
from railbird.game import Hand
from railbird.histories import Origin, PlayedHand, told_hand, write_hands
from railbird.histories.kept_text import kept_hand
from railbird.histories.pokerstars_writer import pokerstars_text
from railbird.store import Store
from railbird.store.importing import import_hands
from tests.histories.examples import POKERSTARS
from tests.histories.random_histories import random_history
from tests.store.places import Place

FOLD = "STATE:0:f:|:5|-5:Ann|Bob\n"


def write(path: Path, hands: list[PlayedHand], name: str) -> Path:
    with path.open("w", encoding="utf-8") as file:
        write_hands(file, hands, name)
    return path


def test_imported_hands_are_those_of_the_file(store: Store, tmp_path: Path) -> None:
    choose = random.Random(3)
    played = [random_history(choose) for _ in range(30)]
    result = import_hands(store, write(tmp_path / "a.phhs", played, "phh"))
    assert (result.read, result.new, result.known, result.problem_count) == (30, 30, 0, 0)
    kept = [kept_hand(each.text) for each in store.sessions.hands(1)]
    assert [each.hand for each in kept] == [each.hand for each in played]
    assert [each.payoffs for each in kept] == [each.payoffs for each in played]
    session = store.sessions.session(1)
    assert (session.kind, session.ending) == ("import", "all files were read")
    assert store.check() == []


def test_the_same_hand_in_another_file_or_format_is_known(store: Store, tmp_path: Path) -> None:
    stars = tmp_path / "stars.txt"
    stars.write_text(POKERSTARS)
    assert import_hands(store, stars).new == 1
    assert import_hands(store, stars).new == 0
    kept = [kept_hand(each.text) for each in store.sessions.hands(1)]
    assert import_hands(store, write(tmp_path / "again.txt", kept, "pokerstars")).known == 1


def test_hands_without_numbers_may_be_alike_within_a_file_but_not_in_its_copy(store: Store, tmp_path: Path) -> None:
    alike = [told_hand(Hand.parse("nolimit(rules=casino); ???? ????; f"))] * 3
    first, copy = (write(tmp_path / name, alike, "phh") for name in ("a.phhs", "b.phhs"))
    assert import_hands(store, first, copy).new == 3
    assert import_hands(store, copy).new == 0
    assert import_hands(store, write(tmp_path / "longer.phhs", alike + alike[:1], "phh")).new == 1


def test_hands_with_the_number_0_have_none_unless_a_log_counts_from_0(store: Store, tmp_path: Path) -> None:
    text = pokerstars_text(told_hand(Hand.parse("nolimit(rules=casino); ???? ????; f")))
    assert "Hand #0:" in text
    (tmp_path / "stars.txt").write_text(text * 3)
    assert [import_hands(store, tmp_path / "stars.txt").new for _ in range(2)] == [3, 0]
    (tmp_path / "match.log").write_text(f"# game limit\n{FOLD}{FOLD}")
    assert import_hands(store, tmp_path / "match.log").new == 1


def test_a_file_that_is_named_twice_is_imported_once(store: Store, tmp_path: Path) -> None:
    alike = [told_hand(Hand.parse("nolimit(rules=casino); ???? ????; f"))] * 3
    path = write(tmp_path / "a.phhs", alike, "phh")
    result = import_hands(store, path, path, str(path), tmp_path)
    assert (result.read, result.new) == (12, 3)


def test_matches_of_small_games_are_told_apart_by_their_names(store: Store, tmp_path: Path) -> None:
    hand = told_hand(Hand.parse("kuhn; Qs As; c r c"))

    def log(name: str, event: str) -> Path:
        origins = [Origin(hand_id=str(number), event=event) for number in range(5)]
        return write(
            tmp_path / name, [replace(hand, record=replace(hand.record, origin=each)) for each in origins], "acpc"
        )

    one, another = log("1.log", "match 1"), log("2.log", "match 2")
    assert [import_hands(store, each).new for each in (one, another, log("copy.log", "match 1"))] == [5, 5, 0]


def test_strict_stops_at_a_bad_hand_and_keeps_those_before(store: Store, tmp_path: Path) -> None:
    log = tmp_path / "match.log"
    log.write_text(f"# game limit\n{FOLD}STATE:1:x:|:5|-5:Ann|Bob\nSTATE:2:f:|:5|-5:Ann|Bob\n")
    with pytest.raises(HistoryError, match=r"match\.log:3"):
        import_hands(store, log, strict=True)
    assert [each.number for each in store.sessions.hands(1)] == [1]
    result = import_hands(store, log)
    assert (result.new, result.known, result.problem_count) == (1, 1, 1)
    assert (result.problems[0].line, store.check()) == (3, [])


def test_ctrl_c_keeps_what_was_read_and_the_same_again_adds_the_rest(store: Store, tmp_path: Path) -> None:
    log = tmp_path / "match.log"
    log.write_text("# game limit\n" + "".join(FOLD.replace("0", str(number), 1) for number in range(4_000)))
    pressed: list[float] = []

    def progress(share: float) -> None:
        if not pressed:
            pressed.append(share)
            signal.raise_signal(signal.SIGINT)

    result = import_hands(store, log, progress=progress)
    assert result.interrupted
    assert 0 < result.new < 4_000
    assert store.sessions.session(1).ending == "interrupted"
    rest = import_hands(store, log)
    assert (rest.interrupted, rest.known, rest.new) == (False, result.new, 4_000 - result.new)
    assert store.check() == []


@pytest.mark.slow
def test_a_killed_import_goes_on_where_it_was(place: Place, tmp_path: Path) -> None:
    log = tmp_path / "match.log"
    log.write_text("# game limit\n" + "".join(FOLD.replace("0", str(number), 1) for number in range(6_000)))
    command = [sys.executable, "-m", "railbird", "import", str(log), "--store", place.address]
    with place.open() as store:
        for _ in range(2):
            before = _count(store)
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while process.poll() is None and _count(store) == before:
                time.sleep(0.02)
            process.kill()
            process.wait()
        assert 0 < _count(store) <= 6_000
        result = import_hands(store, log)
        assert result.read == 6_000
        texts = [hand.text for number in store.sessions.numbers("import") for hand in store.sessions.hands(number)]
        assert len(texts) == len(set(texts)) == 6_000
        assert store.check() == []


def _count(store: Store) -> int:
    return sum(each.hands for each in store.sessions.all(kind="import"))
