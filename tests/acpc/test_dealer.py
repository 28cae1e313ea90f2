"""The dealer: what it sends, what it writes, and how a match ends."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from railbird.acpc.dealer import Dealer, DealerMatch
from railbird.acpc.limits import TimeLimits
from railbird.acpc.lines import VERSION, LineSocket
from railbird.acpc.match_files import MatchTitle
from railbird.errors import AcpcError, RailbirdError
from railbird.game import AcpcDealing, Game, kuhn, limit, nolimit, parse_deal, potlimit
from railbird.histories import read_hands
from railbird.histories.match_state import MatchStateLine
from tests.acpc.matches import NAMES, Play, Table, answering, caller


class Given:
    """Deals these hands."""

    def __init__(self, *deals: str) -> None:
        self._deals = deals

    def deal(self, game: Game, hand: int) -> bytes:
        return parse_deal(game, self._deals[hand])


def scripted(game: Game, *answers: str) -> Play:
    """Answers these one after the other, then always calls."""
    left = list(answers)
    return answering(lambda _: left.pop(0) if left else ":c", game)


def sent_to(table: Table, seat: int) -> list[str]:
    return [line for way, to, line in table.heard.messages if way == "to" and to == seat]


def test_hand_0_of_seed_0_is_that_of_the_reference_dealer(tmp_path: Path) -> None:
    table = Table(limit(), folder=tmp_path)
    table.play([caller(limit())] * 2)
    assert table.log_lines()[5] == "STATE:0:cc/cc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:10|-10:ann|bob"


def test_every_seat_is_sent_its_own_view_after_every_event_and_at_the_end() -> None:
    table = Table(limit(), dealing=Given("TdAs 2c2d / Kc7d2h / 9s / 4d"))
    table.play([scripted(limit(), ":r"), scripted(limit(), ":r", ":f")])
    assert sent_to(table, 0) == [f"MATCHSTATE:0:0:{betting}:TdAs|" for betting in ("", "r", "rr", "rrf")]
    assert sent_to(table, 1) == [f"MATCHSTATE:1:0:{betting}:|2c2d" for betting in ("", "r", "rr", "rrf")]


def test_the_log_has_the_lines_of_the_reference_dealer(tmp_path: Path) -> None:
    limits = TimeLimits(response=5000, hand=6000, per_hand=700)
    table = Table(limit(3), hands=4, folder=tmp_path, limits=limits)
    score = table.play([caller(limit(3))] * 3)
    lines = table.log_lines()
    assert lines[:5] == [
        "# name/game/hands/seed test test.game 4 0",
        "#--t_response 5000",
        "#--t_hand 6000",
        "#--t_per_hand 700",
        "# game limit(players=3)",
    ]
    assert [line.split(":")[1] for line in lines[5:9]] == ["0", "1", "2", "3"]
    assert [line.rsplit(":", 1)[1] for line in lines[5:9]] == [
        "ann|bob|cat",
        "bob|cat|ann",
        "cat|ann|bob",
        "ann|bob|cat",
    ]
    assert lines[9:] == [score]
    assert score.endswith(":ann|bob|cat")
    reader = read_hands(tmp_path / "a.log")
    assert [played.record.players[0] for played in reader] == ["ann", "bob", "cat", "ann"]
    assert reader.problem_count == 0


def test_a_fixed_button_keeps_every_player_in_their_position(tmp_path: Path) -> None:
    table = Table(limit(), hands=3, folder=tmp_path, fixed_button=True)
    table.play([caller(limit())] * 2)
    assert {line.rsplit(":", 1)[1] for line in table.log_lines()[5:]} == {"ann|bob"}


def test_pots_are_split_evenly_with_fractions(tmp_path: Path) -> None:
    """Two best hands share what a third and the folded blind have paid."""
    game = nolimit(3, stack=[10785, 10785, 10785])
    deal = "AhKh 2c2d AdKd / AsKsQs / 7c / 8d"
    table = Table(game, dealing=Given(deal), folder=tmp_path)
    score = table.play([scripted(game), scripted(game), scripted(game, ":r10785")])
    assert table.log_lines()[5].split(":")[4] == "5392.5|-10785|5392.5"
    assert score == "SCORE:5392.5|-10785|5392.5:ann|bob|cat"


def test_thirds_of_chips_have_six_decimal_places(tmp_path: Path) -> None:
    game = nolimit(4, stack=[100, 100, 100, 100], blinds=(5, 10))
    deal = "AhKh AcKc AdKd 2c2d / QsJsTs / 7c / 8d"
    table = Table(game, dealing=Given(deal), folder=tmp_path)
    table.play([scripted(game), scripted(game), scripted(game), scripted(game, ":r100")])
    assert table.log_lines()[5].split(":")[4] == "33.333333|33.333333|33.333333|-100"


def test_side_pots_count_the_chips_of_those_who_folded(tmp_path: Path) -> None:
    game = nolimit(3, stack=[500, 1000, 20000])
    deal = "AhAd KhKd QhQd / 2s3c4d / 7c / 8h"
    table = Table(game, dealing=Given(deal), folder=tmp_path)
    table.play([scripted(game, ":r500"), scripted(game, ":r1000"), scripted(game, ":r400", ":f")])
    assert table.log_lines()[5].split(":")[2:5:2] == ["r400r500r1000f///", "900|-500|-400"]


CORRECTIONS = {
    "a raise that is too small": (":r1", "r200", "raise of 1 increased to 200"),
    "a raise that is too large": (":r999999", "r20000", "raise of 999999 decreased to 20000"),
    "an unknown letter": (":x", "c", "bad action format in response, changed to call"),
    "a raise without its size": (":r", "c", "bad action format in response, changed to call"),
    "a call with a size": (":c5", "c", ""),
}


@pytest.mark.parametrize("name", CORRECTIONS)
def test_bad_actions_are_corrected_and_the_match_goes_on(name: str, tmp_path: Path) -> None:
    answer, action, warning = CORRECTIONS[name]
    game = nolimit(stack=20000)
    table = Table(game, folder=tmp_path)
    table.play([caller(game), scripted(game, answer)])
    assert table.log_lines()[5].split(":")[2].startswith(action)
    assert table.heard.warnings == ([warning] if warning else [])


def test_an_illegal_fold_is_a_call(tmp_path: Path) -> None:
    table = Table(limit(), folder=tmp_path)
    table.play([scripted(limit(), ":f"), caller(limit())])
    assert table.log_lines()[5].startswith("STATE:0:cc/cc/cc/cc:")
    assert table.heard.warnings == ["invalid action, changed to call"]


def test_answers_to_another_state_are_ignored_and_the_dealer_keeps_waiting(tmp_path: Path) -> None:
    def confused(line: str) -> bytes:
        wrong = line.replace(":0:", ":9:", 1)
        return f"{wrong}:r\r\nhello\r\n# a comment\r\n; another\r\n{line}:c\r\n".encode()

    table = Table(limit(), folder=tmp_path)
    table.play([caller(limit()), answering(confused, limit())])
    assert table.log_lines()[5].startswith("STATE:0:cc/cc/cc/cc:")
    assert table.heard.warnings == ["ignoring un-requested response", "bad state format in response"] * 4


def test_a_line_may_come_in_pieces_and_slowly() -> None:
    def drop_by_drop(dealer: LineSocket) -> None:
        dealer.write(VERSION)
        while line := dealer.read():
            text = line.decode().strip()
            view = MatchStateLine.parse(text).view(kuhn())
            if not view.over and view.actor == view.position:
                for letter in f"{text}:c\r\n":
                    dealer._socket.sendall(letter.encode())
                    time.sleep(0.001)

    assert Table(kuhn()).play([caller(kuhn()), drop_by_drop]).startswith("SCORE:")


def test_a_line_that_is_too_long_comes_in_pieces_that_are_ignored() -> None:
    table = Table(kuhn())
    huge = answering(lambda line: b"x" * 100_000 + b"\n" + f"{line}:c\r\n".encode(), kuhn())
    assert table.play([huge, caller(kuhn())]).startswith("SCORE:")
    assert set(table.heard.warnings) == {"bad state format in response"}
    assert len(table.heard.warnings) == 25


@pytest.mark.parametrize("version", ["VERSION:1.0.0", "VERSION:2.1.0", "VERSION:3.0.0"])
def test_a_wrong_version_is_reported_and_the_match_is_played(version: str) -> None:
    table = Table(kuhn())
    assert table.play([_with_version(version), caller(kuhn())]).startswith("SCORE:")
    assert table.heard.errors == ["this server is currently using version 2.0.0"]


@pytest.mark.parametrize("version", ["HELLO", "VERSION:2", "VERSION:a.b.c", "version:2.0.0", "VERSION:²0.0.0", "\0"])
def test_what_is_no_version_ends_the_match(version: str) -> None:
    assert "invalid version string" in str(Table(kuhn()).fail([_with_version(version), caller(kuhn())]))


def test_a_newer_revision_is_welcome() -> None:
    table = Table(kuhn())
    table.play([_with_version("VERSION:2.0.7 beta"), caller(kuhn())])
    assert table.heard.errors == []


def _with_version(version: str) -> Play:
    def play(dealer: LineSocket) -> None:
        dealer._socket.sendall(version.encode() + b"\r\n")
        rest = caller(kuhn())

        class Silent:
            read = dealer.read

            def write(self, line: str) -> None:
                if line != VERSION:
                    dealer.write(line)

        rest(Silent())  # type: ignore[arg-type]

    return play


def leaving(after: int, game: Game) -> Play:
    """Leaves after some answers."""
    left = [after]

    def play(dealer: LineSocket) -> None:
        def answer(_: str) -> str:
            left[0] -= 1
            if left[0] < 0:
                dealer.close()
            return ":c"

        answering(answer, game)(dealer)

    return play


@pytest.mark.parametrize("after", [0, 1, 5])
def test_a_player_who_leaves_ends_the_match_without_a_score(after: int, tmp_path: Path) -> None:
    table = Table(limit(), hands=3, folder=tmp_path)
    error = table.fail([leaving(after, limit()), caller(limit())])
    assert str(error) in ("could not get action from seat 1", "could not send state to seat 1")
    lines = table.log_lines()
    assert not any(line.startswith("SCORE") for line in lines)
    assert len(lines) == 5 + after // 4  # every hand that was finished


def test_a_player_who_is_silent_ends_the_match_at_the_time_limit() -> None:
    table = Table(limit(), limits=TimeLimits(response=200))
    start = time.monotonic()
    error = table.fail([answering(lambda _: None, limit()), caller(limit())])
    assert str(error) == "could not get action from seat 1"
    assert error.details == "0.2 seconds spent waiting; timeout 0.2"
    assert time.monotonic() - start < 5


@pytest.mark.parametrize("limits", [TimeLimits(hand=250), TimeLimits(per_hand=250)])
def test_a_player_who_uses_too_much_time_in_a_hand_or_in_the_match_ends_it(limits: TimeLimits) -> None:
    def slow(_: str) -> str:
        time.sleep(0.1)
        return ":c"

    error = Table(limit(), limits=limits).fail([caller(limit()), answering(slow, limit())])
    assert str(error) in ("seat 2 ran out of time", "could not get action from seat 2")


@pytest.mark.parametrize("line", [b"# still thinking\r\n", b"hello\r\n"])
def test_a_player_who_floods_runs_out_of_time_like_one_who_is_silent(line: bytes) -> None:
    def flood(dealer: LineSocket) -> None:
        dealer.write(VERSION)
        while True:
            dealer._socket.sendall(line * 200)

    error = Table(kuhn(), limits=TimeLimits(response=300)).fail([flood, caller(kuhn())])
    assert str(error) == "could not get action from seat 1"


def test_a_player_who_does_not_read_ends_the_match_and_blocks_nobody_for_long() -> None:
    def deaf(dealer: LineSocket) -> None:
        dealer._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        dealer.write(VERSION)
        time.sleep(3)

    error = Table(limit(), limits=TimeLimits(response=500)).fail([deaf, caller(limit())])
    assert str(error) in ("could not get action from seat 1", "could not send state to seat 1")


def test_players_who_do_not_come_in_time_end_the_match() -> None:
    table = Table(limit(), limits=TimeLimits(start=200))
    with table.dealer() as dealer, pytest.raises(AcpcError, match="timed out waiting for seat 1 to connect"):
        dealer.wait_for_players()


def test_a_seat_takes_one_player() -> None:
    def twice(dealer: LineSocket) -> None:
        port = dealer._socket.getpeername()[1]
        caller(kuhn())(dealer)
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), 1)

    assert Table(kuhn()).play([twice, twice]).startswith("SCORE:")


def test_a_match_that_was_interrupted_is_continued_from_its_transactions(tmp_path: Path) -> None:
    game, folders = nolimit(3, stack="20bb"), [tmp_path / "whole", tmp_path / "cut"]
    for folder in folders:
        folder.mkdir()

    def play(state: str) -> str:
        return (":c", ":r250", ":c", ":f", ":r1000", ":c", ":r99999")[sum(map(ord, state)) % 7]

    def players() -> list[Play]:
        return [answering(play, game)] * 3

    whole = Table(game, 12, folder=folders[0])
    score = whole.play(players())
    cut = Table(game, 12, folder=folders[1])
    cut.fail([answering(play, game), _quitting(play, game, 7), answering(play, game)])
    with (folders[1] / "a.tlog").open("a") as file:
        file.write("r12")  # killed while it wrote
    (folders[1] / "a.log").write_text("\n".join(cut.log_lines()[:-1]) + "\nSTATE:4:c")
    again = Table(game, 12, folder=folders[1], append=True)
    assert again.play(players()) == score
    hands = [line for line in again.log_lines() if not line.startswith("#")]
    assert hands == [line for line in whole.log_lines() if not line.startswith("#")]
    assert len(list(read_hands(folders[1] / "a.log", strict=True))) == 12
    actions = [[line.split()[:2] for line in (folder / "a.tlog").read_text().splitlines()] for folder in folders]
    assert actions[0] == actions[1]


def _quitting(play: Callable[[str], str], game: Game, after: int) -> Play:
    left = [after]

    def run(dealer: LineSocket) -> None:
        def answer(state: str) -> str:
            left[0] -= 1
            if left[0] < 0:
                dealer.close()
            return play(state)

        answering(answer, game)(dealer)

    return run


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hello\n", "line 1: a transaction is ACTION HAND SENT RECEIVED"),
        ("c 1 1.000000 1.000000\n", "handId mismatch"),
        ("f 0 1.000000 1.000000\nf 0 1.000000 1.000000\n", "handId mismatch"),
        ("c 0 1.000000 1.000000\nf 0 1.000000 1.000000\n", "invalid action in transaction log"),
        ("c 0 1.000000 9999.000000\n", "ran out of time in transaction file"),
    ],
)
def test_transactions_that_do_not_fit_end_the_match(text: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "a.tlog").write_text(text)
    table = Table(limit(), hands=2, folder=tmp_path, append=True)
    with pytest.raises(RailbirdError, match=why):
        table.play([caller(limit())] * 2)


@pytest.mark.parametrize(
    ("game", "names", "hands", "why"),
    [
        (potlimit(), NAMES[:2], 1, "cannot be played by the ACPC's protocol"),
        (limit(), NAMES[:3], 1, "limit has 2 players, not 3"),
        (limit(), ("ann", "ann"), 1, "players need different names"),
        (limit(), ("ann", "b|b"), 1, "names are separated by |"),
        (limit(), ("ann", "bob\n"), 1, "cannot have the player"),
        (limit(), NAMES[:2], 0, "a match has 1 to"),
    ],
)
def test_a_match_that_cannot_be_dealt_says_why(game: Game, names: tuple[str, ...], hands: int, why: str) -> None:
    title = MatchTitle("test", "x", hands, "0")
    with pytest.raises(RailbirdError, match=why):
        DealerMatch(game=game, names=names, hands=hands, dealing=AcpcDealing(0), title=title)


def test_a_port_that_is_taken_is_an_error_in_one_line() -> None:
    with Table(limit()).dealer() as dealer, pytest.raises(AcpcError, match=r"cannot listen on 127\.0\.0\.1, port"):
        Dealer(dealer.match, ports=[dealer.ports[0]])
    with pytest.raises(AcpcError, match="a port is a number from 0 to 65535"):
        Dealer(dealer.match, ports=[70_000])


@pytest.mark.parametrize("limits", [{"response": 0}, {"hand": 10**12}, {"start": -2}, {"per_hand": -1}])
def test_time_limits_out_of_range_are_refused(limits: dict[str, int]) -> None:
    with pytest.raises(AcpcError, match="a time limit is"):
        TimeLimits(**limits)
