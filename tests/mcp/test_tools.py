"""What the tools compute and look up, without a protocol between."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from railbird.cli.spot_options import DEFAULT_SIZES
from railbird.errors import RailbirdError
from railbird.mcp.computing import SIZES, compute_equity, compute_strength, solve
from railbird.mcp.looking_up import advise, explain_hand, list_stored, show_hand
from tests.mcp.stores import small_store

RIVER = "nolimit(blinds=1/2); Kh7d2c5s9s; pot=20, stacks=50/50"
RANGES = ["QQ+, 76s", "JJ, KQs"]
GOAL = (0.005, 60.0, 1e9)
TURN = "nolimit; AhKh {} / Kc9d2h; r300 c / c r400"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_store(tmp_path_factory.mktemp("store"))


def test_equity_and_strength_equal_those_of_the_library() -> None:
    exact = compute_equity(["AhKh", "QsQd"], "Kc 7d 2h", "", None, 0)
    assert (exact.method, exact.boards, exact.board) == ("exact", 990, "Kc7d2h")
    assert [round(each.equity, 3) for each in exact.players] == [0.92, 0.08]
    drawn = compute_equity(["AK", "QQ", "random"], "", "", 10_000, 7)
    assert (drawn.method, drawn.deals) == ("monte-carlo", 10_000)
    assert drawn == compute_equity(["AK", "QQ", "random"], "", "", 10_000, 7)
    assert round(compute_strength("AdQc", "Jh4c3h", [], None, 0).report["hs"], 3) == 0.585


def test_a_spot_is_solved_and_can_be_looked_into() -> None:
    first = solve(RIVER, RANGES, "75%, a", GOAL, "", "AsAc")
    assert first.reached
    assert first.exploitability_of_pot is not None
    assert first.exploitability_of_pot <= 0.005
    assert sum(first.values) == pytest.approx(20, abs=0.01)
    assert sum(first.actions.values()) == pytest.approx(1, abs=0.01)
    assert set(first.hand or {}) == set(first.actions) == {"c", "r15", "r50"}
    assert set(first.classes) == {"AA", "KK", "QQ", "76s"}
    assert (first.range_equities or [0])[0] == pytest.approx(0.755, abs=0.001)
    later = solve(RIVER, RANGES, "75%, a", GOAL, "c", None)
    assert (first.player, later.player) == ("p1", "p2")
    end = solve(RIVER, RANGES, "75%, a", GOAL, "c c", None)
    assert (end.player, end.actions, end.classes) == (None, {}, {})


def test_the_menu_is_that_of_the_command() -> None:
    assert SIZES == DEFAULT_SIZES
    assert solve(RIVER, RANGES, None, GOAL, "", None).sizes == SIZES


def test_matches_are_listed_with_what_they_hold(store: Path) -> None:
    listed = list_stored(store, 20)
    assert [(each.name, each.hands, each.explained) for each in listed.sources] == [("2", 2, False), ("1", 5, True)]
    assert listed.sources[1].players == ["poki: poki", "simple: simple"]
    assert (list_stored(store, 1).left_out, len(list_stored(store, 1).sources)) == (1, 1)


def test_stored_hands_are_shown_and_explained(store: Path) -> None:
    whole, seen = show_hand(store, "small", 1, 1, ""), show_hand(store, "small", 1, 1, "simple")
    assert whole.over
    assert "????" in seen.hand
    assert "cards unknown" in seen.text
    assert "cards unknown" not in whole.text
    every, own = explain_hand(store, "small", 2, 1, ""), explain_hand(store, "small", 2, 1, "poki")
    assert {each.player for each in every.decisions} == {"poki", "simple"}
    assert {each.player for each in own.decisions} == {"poki"}
    assert all(each.text and each.facts for each in own.decisions)
    assert own.words


def test_a_hand_on_one_line_is_shown_and_decided() -> None:
    text = TURN.format("????")
    shown, advice = show_hand(None, text, None, 1, ""), advise(text, "simbot")
    assert shown.hand == text
    assert shown.payoffs is None
    assert "p1 to act: fold, call 400, or raise to 800-19700" in shown.text
    assert advice.player == "p1"
    assert advice.pot_odds == {"to_call": 400, "pot": 1000, "needed": pytest.approx(400 / 1400, abs=1e-4)}
    assert advice.equity is not None
    assert advice.equity["random"] > 0.8
    assert advice.decision.text.startswith(("call", "raise"))


def test_advice_never_depends_on_cards_that_the_player_cannot_see() -> None:
    first, *others = (advise(TURN.format(cards), "poki") for cards in ("????", "QsQd", "KdKs"))
    assert others == [first, first]


WRONG: list[tuple[Callable[..., Any], tuple[Any, ...], str]] = [
    (compute_equity, (["AhKh"], "", "", None, 0), "equity needs 2 to 10 hands or ranges, not 1"),
    (compute_equity, (["zz", "AA"], "", "", None, 0), "'zz' is not a range item"),
    (compute_equity, (["A" * 10_000, "AA"], "", "", None, 0), "has more than 5,000 characters"),
    (compute_equity, (["AhKh", "AhQd"], "", "", None, 0), "Ah"),
    (compute_equity, (["AhKh", "QhQd"], "", "", 10**9, 0), "deals must be between 1 and 10,000,000"),
    (compute_strength, ("AhKh", "2c", [], None, 0), "2c"),
    (solve, ("nolimit(players=3); Kh7d2c; pot=6bb", None, None, GOAL, "", None), "a spot has two players, not 3"),
    (solve, ("nolimit; Kh7d2c; pot=6bb", None, None, GOAL, "", None), "of memory, and 1 GB may be used"),
    (solve, (RIVER, ["AA"], None, GOAL, "", None), "ranges are two, of p1 and p2, not 1"),
    (solve, (RIVER, RANGES, "huge", GOAL, "", None), "huge"),
    (solve, (RIVER, RANGES, "a", (0.0, 60.0, 1e9), "", None), "the exploitability must be above 0"),
    (solve, (RIVER, RANGES, "a", GOAL, "x", None), "x"),
    (solve, (RIVER, RANGES, "a", GOAL, "", "2c2d"), "2"),
    (solve, (RIVER, RANGES, "a", GOAL, "c c", "AsAc"), "nobody acts there"),
    (show_hand, (None, "last", None, 1, ""), "which hand of 'last'? Give its number"),
    (show_hand, (None, "limit; AhKh QsQd; f", 3, 1, ""), "a hand on one line has no number"),
    (show_hand, (None, "limit; AhKh ????", None, 1, "ann"), "there is no player 'ann'"),
    (show_hand, (Path("nowhere.db"), "last", 1, 1, ""), "there is no store"),
    (advise, ("limit; AhKh ????; r r r c", "shark"), "'shark' is no bot of the gallery"),
    (advise, ("limit; ???? AhKh; r", "poki"), "who is to act, are unknown"),
    (advise, ("limit; AhKh QsQd; f", "poki"), "this hand is over"),
    (advise, ("limit; AhKh QsQd; ", "llm"), "it needs the address of a server"),
    (advise, ("limit; AhKh QsQd; ", "./shark.py:Shark"), "is no bot of the gallery"),
    (advise, ("limit; AhKh QsQd; ", "simbot(trials=1000000)"), "is no bot of the gallery"),
]


@pytest.mark.parametrize(("tool", "arguments", "message"), WRONG)
def test_wrong_questions_get_one_clear_line(tool: Callable[..., Any], arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(RailbirdError) as error:
        tool(*arguments)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_what_the_store_has_not_is_named(store: Path) -> None:
    for arguments, message in (
        (("9", 1, 1, ""), "9"),
        (("small", 99, 1, ""), "has hands 1 to 5, not 99"),
        (("small", 1, 5, ""), "has legs 1 to 1, not 5"),
        (("small", 1, 1, "ann"), "there is no player 'ann'"),
    ):
        with pytest.raises(RailbirdError, match=message):
            show_hand(store, *arguments)
    with pytest.raises(RailbirdError, match="--explain all"):
        explain_hand(store, "2", 1, 1, "")
