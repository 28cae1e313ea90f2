import re

import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird import _core
from railbird.errors import GameError, RailbirdError
from railbird.game import (
    Game,
    Profile,
    Rules,
    kuhn,
    leduc,
    limit,
    nolimit,
    potlimit,
    read_acpc_game,
    rezai,
    write_acpc_game,
)

HEADS_UP_LIMIT = """# a comment
GAMEDEF
limit
NUMPLAYERS = 2
numRounds 4
blind = 10 5
raiseSize = 10 10 20 20
firstPlayer = 2 1 1 1
maxRaises = 3 4 4 4
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
"""


def test_a_file_of_the_competition_is_our_heads_up_limit() -> None:
    result = read_acpc_game(HEADS_UP_LIMIT)
    assert result.notes == ()
    assert result.game == limit(stack=2**31 - 1)


@pytest.mark.parametrize("game", [limit(), limit(3, cap=3), limit(10), nolimit(), nolimit(6, stack=[100, 2000] * 3)])
def test_games_are_written_and_read_back(game: Game) -> None:
    assert read_acpc_game(write_acpc_game(game)).game == game


@pytest.mark.parametrize("game", [kuhn(), leduc()])
def test_antes_are_written_as_equal_blinds_and_play_the_same(game: Game) -> None:
    text = write_acpc_game(game)
    restored = read_acpc_game(text).game
    assert restored.blinds == game.antes
    assert write_acpc_game(restored) == text
    assert _core.count_betting_sequences(restored.native, restored.stacks, -1, True) == _core.count_betting_sequences(
        game.native, game.stacks, -1, True
    )


@pytest.mark.parametrize("game", [limit(), limit(4), nolimit(), nolimit(6)])
def test_other_software_reads_what_we_write(game: Game) -> None:
    loaded = pyspiel.universal_poker.load_universal_poker_from_acpc_gamedef(write_acpc_game(game))
    assert loaded.num_players() == game.players


def test_many_players_without_stacks_are_accepted_with_a_note() -> None:
    text = "".join(line for line in write_acpc_game(limit(6)).splitlines(keepends=True) if "stack" not in line)
    result = read_acpc_game(text)
    assert result.game == limit(6, stack=2**31 - 1)
    assert "no stacks are given for 6 players" in result.notes[0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("END GAMEDEF", ""), "cut off"),
        (("GAMEDEF\nlimit", "limit"), "must begin with GAMEDEF"),
        (("limit\n", "limit\nnolimit\n"), "limit or nolimit more than once"),
        (("limit\n", ""), "limit or nolimit"),
        (("blind = 10 5\n", ""), "has no blind"),
        (("blind = 10 5", "blind = 10"), "blind needs 2 numbers, not 1"),
        (("blind = 10 5", "blind = ten five"), "whole numbers of at most 13 digits, not 'ten'"),
        (("blind = 10 5", "blind = 10 5\nblind = 10 5"), "has blind twice"),
        (("raiseSize = 10 10 20 20\n", ""), "has no raiseSize"),
        (("NUMPLAYERS = 2", "numPlayers = 11"), "numPlayers must be 2 to 10, not 11"),
        (("NUMPLAYERS = 2", "numPlayers = 2 3"), "takes one number"),
        (("firstPlayer = 2 1 1 1", "firstPlayer = 3 1 1 1"), "from 0 to 1, not 2"),
        (("firstPlayer = 2 1 1 1", "firstPlayer = 0 1 1 1"), "from 0 to 1, not -1"),
        (("numRanks = 13", "numRanks = 1"), "but the deck has 4"),
        (("numSuits", "numColours"), "'numColours' is not a key"),
    ],
)
def test_malformed_files_are_rejected_in_one_line(change: tuple[str, str], message: str) -> None:
    with pytest.raises(GameError) as caught:
        read_acpc_game(HEADS_UP_LIMIT.replace(*change))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "game", [potlimit(), rezai(), limit(ante=1), limit(rules=Rules(Profile.CASINO)), nolimit(4, blinds=(1, 2, 4))]
)
def test_games_that_the_format_cannot_express_are_rejected(game: Game) -> None:
    with pytest.raises(GameError, match="cannot express"):
        write_acpc_game(game)


@given(
    st.lists(
        st.sampled_from([*HEADS_UP_LIMIT.splitlines(), "stack = 5 5", "nolimit", "blind = 1", "x", ""]), max_size=18
    )
)
def test_any_lines_are_a_game_or_a_clear_error(lines: list[str]) -> None:
    try:
        result = read_acpc_game("\n".join(lines))
    except RailbirdError as error:
        assert "\n" not in str(error)
    else:
        assert read_acpc_game(write_acpc_game(result.game)).game == result.game


def test_stacks_that_the_dealer_cannot_read_are_refused() -> None:
    with pytest.raises(GameError, match="at most 2147483647 chips"):
        write_acpc_game(limit(stack=2**40))


@pytest.mark.parametrize("line", ["numRounds", "numPlayers", "raiseSize", "stack", "maxRaises"])
@pytest.mark.parametrize("number", ["9999999999999", "9" * 5000])
def test_huge_numbers_are_refused_at_once(line: str, number: str) -> None:
    text = re.sub(rf"^{line} = \S+", f"{line} = {number}", write_acpc_game(limit()), flags=re.MULTILINE)
    if line == "maxRaises" and number == "9999999999999":
        assert read_acpc_game(text).game.most_raises[0] == 255  # as many as the dealer ever allows
        return
    with pytest.raises(GameError) as refused:
        read_acpc_game(text)
    assert len(str(refused.value)) < 200
