from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.errors import GameError
from railbird.game import (
    Betting,
    Game,
    Profile,
    Rake,
    Rules,
    Showing,
    Split,
    game_text,
    kuhn,
    leduc,
    limit,
    nolimit,
    parse_game,
    potlimit,
    rezai,
)


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("limit", limit()),
        ("limit(players=3)", limit(3)),
        (" limit ( players = 3 ) ", limit(3)),
        ("nolimit(players=6, stack=100bb)", nolimit(6, stack=10_000)),
        ("nolimit(players=3, stack=100/200/300)", nolimit(3, stack=(100, 200, 300))),
        ("potlimit(blinds=1/2, ante=1)", potlimit(blinds=(1, 2), ante=1)),
        ("nolimit(players=3, ante=0/100/0)", nolimit(3, ante=(0, 100, 0))),
        ("limit(players=3, cap=2, free_fold=on)", limit(3, cap=2, rules=Rules(free_fold=True))),
        ("limit(rules=casino, split=fractions)", limit(rules=Rules(Profile.CASINO, split=Split.FRACTIONS))),
        ("kuhn", kuhn()),
        ("leduc", leduc()),
        ("rezai", rezai()),
        ("rezai(stack=50bb)", rezai(stack=1000)),
    ],
)
def test_texts_name_games(text: str, game: Game) -> None:
    assert parse_game(text) == game
    assert parse_game(game_text(game)) == game


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (limit(), "limit"),
        (limit(3, cap=2, rules=Rules(free_fold=True)), "limit(players=3, cap=2, free_fold=on)"),
        (nolimit(6, stack=20_000), "nolimit(players=6)"),
        (nolimit(4, blinds=(50, 100, 200)), "nolimit(players=4, blinds=50/100/200)"),
        (rezai(), "rezai"),
        (leduc(), "leduc"),
    ],
)
def test_printing_omits_defaults(game: Game, text: str) -> None:
    assert game_text(game) == text
    assert str(game) == text


def test_any_other_game_is_written_out() -> None:
    odd = replace(leduc(), betting=Betting.NO_LIMIT, ranks=4, most_actions=(3, 0))
    assert game_text(odd).startswith("game(betting=nolimit, blinds=0/0, ")
    assert parse_game(game_text(odd)) == odd


@given(
    st.sampled_from([limit, nolimit, potlimit]),
    st.integers(2, 10),
    st.integers(1, 50),
    st.lists(st.integers(1, 5000), min_size=10, max_size=10),
    st.integers(0, 5),
    st.sampled_from(Profile),
    st.booleans(),
    st.sampled_from([None, *Split]),
)
def test_every_game_reads_back(
    family: type,
    players: int,
    blind: int,
    stacks: list[int],
    ante: int,
    profile: Profile,
    free: bool,
    split: Split | None,
) -> None:
    rules = Rules(profile, free_fold=free, split=split)
    stack = [f"{each}chips" for each in stacks[:players]]
    game: Game = family(players, blinds=(blind, 2 * blind), stack=stack, ante=ante, rules=rules)
    assert parse_game(str(game)) == game


@pytest.mark.parametrize("family", [limit, nolimit, potlimit, rezai])
def test_a_stack_below_the_big_blind_needs_its_unit(family: Any) -> None:
    with pytest.raises(GameError, match=r'is less than the big blind of .*: write stack="3bb" for 3 big blinds'):
        family(stack=3)
    assert family(stack="3chips").stacks == (3, 3)
    assert parse_game(str(family(stack="3chips"))) == family(stack="3chips")
    assert family(stack="3bb").stacks == (3 * family().big_blind,) * 2


def test_one_short_stack_among_others_is_meant_as_it_is_written() -> None:
    assert nolimit(3, stack=(7, 5000, 5000)).stacks == (7, 5000, 5000)
    assert str(nolimit(3, stack=(7, 5000, 5000))) == "nolimit(players=3, stack=7/50bb/50bb)"
    assert nolimit(stack=100).stacks == (100, 100)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a game"),
        ("chess", "is not a game (write limit, nolimit"),
        ("limit(players=3", "is not a game"),
        ("limit(players=11)", "2 to 10 players, not 11"),
        ("limit(players=0)", "2 to 10 players, not 0"),
        ("limit(players=x)", "players must be a whole number, not 'x'"),
        ("limit(players)", "is not an option of limit"),
        ("limit(colour=red)", "is not an option of limit"),
        ("limit(players=3, players=4)", "given twice"),
        ("limit(cap=0)", "at least one bet"),
        ("nolimit(stack=0)", "stacks must be 1 to"),
        ("nolimit(stack=1bb/2bb/3bb)", "stacks needs 2 numbers"),
        ("nolimit(stack=50)", "less than the big blind of 100: write stack=50bb for 50 big blinds, or 50chips"),
        ("nolimit(stack=20/50)", "a stack of 50 is less than the big blind of 100"),
        ("limit(stack=9)", "write stack=9bb"),
        ("rezai(stack=19)", "write stack=19bb"),
        ("nolimit(stack=xbb)", "such as 200bb"),
        ("limit(blinds=5)", "blinds must be the small blind"),
        ("limit(blinds=0/0)", "big blind must be at least one chip"),
        ("limit(blinds=1/2/3)", "too many"),
        ("limit(rules=club)", "rules must be acpc or casino"),
        ("limit(free_fold=maybe)", "on or off"),
        ("limit(actions=1)", "at least one action"),
        ("game(betting=limit)", "needs all of"),
        ("kuhn(players=3)", "is not an option of kuhn"),
    ],
)
def test_wrong_texts_are_rejected_in_one_line(text: str, message: str) -> None:
    with pytest.raises(GameError) as caught:
        parse_game(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_deck_must_be_large_enough() -> None:
    with pytest.raises(GameError, match=r"a hand needs \d+ cards, but the deck has"):
        replace(limit(10), ranks=5)


@given(st.text() | st.text("limitnoapkuhdecrz(players=,0123456789/bb)_fo ", max_size=40))
def test_any_text_is_a_game_or_a_clear_error(text: str) -> None:
    try:
        game = parse_game(text)
    except GameError as error:
        assert "\n" not in str(error)
    else:
        assert parse_game(str(game)) == game


def test_rules_may_be_given_by_their_name() -> None:
    assert nolimit(rules="casino") == nolimit(rules=Rules(Profile.CASINO))
    with pytest.raises(GameError, match="rules must be acpc or casino, not 'vegas'"):
        nolimit(rules="vegas")


@pytest.mark.parametrize("text", ["nolimit(rake=5)", "nolimit(rake=x%)", "nolimit(rake=101%)", "nolimit(rake=0.001%)"])
def test_an_impossible_rake_is_refused(text: str) -> None:
    with pytest.raises(GameError, match=r"percent|rake"):
        parse_game(text)


def test_a_rake_reads_back() -> None:
    game = parse_game("nolimit(rake=2.5%, rake_cap=300, no_flop_no_drop=off)")
    assert game.rake == Rake(Decimal("2.5"), cap=300, no_flop_no_drop=False)
    assert parse_game(str(game)) == game


@pytest.mark.parametrize("rules", [{"profile": "vegas"}, {"split": "halves"}, {"showing": "never"}, {"profile": None}])
def test_rules_are_those_of_the_table(rules: dict[str, Any]) -> None:
    with pytest.raises(GameError, match="must be "):
        Rules(**rules)


def test_rules_by_name_are_the_same_rules() -> None:
    named: Any = Rules("casino", split="odd-chips", showing="muck")  # type: ignore[arg-type]
    assert named == Rules(Profile.CASINO, split=Split.ODD_CHIPS, showing=Showing.MUCK)
    assert named.full_blind_to_call
    assert named.odd_chips


@pytest.mark.parametrize("percent", ["5.000", "1E+1", "-0", 0, 2.5])
def test_a_rake_has_a_text_however_it_is_written(percent: Any) -> None:
    game = nolimit(rake=Rake(percent))
    assert parse_game(str(game)) == game


@pytest.mark.parametrize("percent", ["abc", None, float("nan"), float("inf"), -1, 101, "0.001"])
def test_malformed_percentages_are_rejected(percent: Any) -> None:
    with pytest.raises(GameError, match="percent"):
        Rake(percent)


def test_lists_are_as_good_as_tuples() -> None:
    game: Any = Game
    made = game(
        betting=Betting.NO_LIMIT,
        blinds=[10, 5],
        stacks=[100, 100],
        bets=[10],
        most_raises=[255],
        first=[0],
        board_cards=[0],
    )
    assert parse_game(str(made)) == made
    assert made.blinds == (10, 5)


@pytest.mark.parametrize(
    "wrong",
    [
        {"stack": 1e3},
        {"ante": "10"},
        {"players": "3"},
        {"blinds": ("a", "b")},
        {"stack": "x" * 10_000},
        {"rules": "x" * 10_000},
    ],
)
def test_non_numbers_are_rejected_in_one_short_line(wrong: dict[str, Any]) -> None:
    with pytest.raises(GameError) as refused:
        nolimit(**wrong)
    assert len(str(refused.value)) < 200


def test_the_big_blind_is_without_straddles() -> None:
    game = nolimit(4, blinds=(50, 100, 200), stack="200bb")
    assert game.stacks[0] == 200 * game.big_blind
