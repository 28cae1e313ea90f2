"""Views as lines of the protocol, and back."""

import random

import pytest

from railbird.acpc import MatchStateLine, action_text, check_expressible
from railbird.errors import AcpcError
from railbird.game import Game, Hand, SeededDealing, View, kuhn, leduc, limit, nolimit, potlimit, read_acpc_game
from railbird.histories.acpc import all_cards_text, betting_text, read_state_line, state_line
from railbird.histories.match_state import action_of
from tests.acpc.games import EXPRESSIBLE, QUIET_TURN
from tests.driving import random_action
from tests.game.play import GAMES


@pytest.mark.parametrize("name", EXPRESSIBLE)
def test_every_view_of_a_hand_is_read_back(name: str) -> None:
    game, choose = EXPRESSIBLE[name], random.Random(name)
    lines = 0
    for number in range(25):
        hand = Hand(game, SeededDealing(5).deal(game, number))
        while True:
            for position in range(game.players):
                view = hand.view(position)
                line = str(MatchStateLine.of(view, number))
                assert MatchStateLine.parse(line).view(game) == view
                lines += 1
            if hand.over:
                break
            action = random_action(hand.legal, choose)
            text = action_text(hand.view(hand.actor), action)
            assert action_of(hand.view(hand.actor), text).kind is action.kind
            before = betting_text(hand).rstrip("/")
            hand.act(action_of(hand.view(hand.actor), text))
            assert betting_text(hand).rstrip("/") == before + "/" * (hand.actions[-1].round - before.count("/")) + text
    assert lines > 100


@pytest.mark.parametrize("name", GAMES)
def test_the_text_of_a_hand_is_the_same_in_python_and_native_code(name: str) -> None:
    game, choose = GAMES[name], random.Random(name)
    for number in range(40):
        hand = Hand(game, SeededDealing(4).deal(game, number))
        while True:
            assert f"{betting_text(hand)}:{all_cards_text(hand)}" == hand.acpc_text()
            if hand.over:
                break
            hand.act(random_action(hand.legal, choose))


def test_a_line_shows_the_cards_of_its_own_seat_only() -> None:
    hand = Hand(limit(3), "AhKh QsQd 7c2d / Kc9d2h / 9s / 4d")
    assert [str(MatchStateLine.of(hand.view(position), 4)) for position in range(3)] == [
        "MATCHSTATE:0:4::AhKh||",
        "MATCHSTATE:1:4::|QsQd|",
        "MATCHSTATE:2:4::||7c2d",
    ]


def test_a_showdown_shows_all_hands_that_were_not_folded_and_a_fold_shows_none() -> None:
    hand = Hand(limit(3), "AhKh QsQd 7c2d / Kc9d2h / 9s / 4d")
    hand.play("f c c / c c / c c / c c")
    assert str(MatchStateLine.of(hand.view(0), 0)).endswith(":AhKh|QsQd|/Kc9d2h/9s/4d")
    assert str(MatchStateLine.of(hand.view(2), 0)).endswith(":AhKh|QsQd|7c2d/Kc9d2h/9s/4d")
    hand = Hand(limit(), "AhKh QsQd / Kc9d2h / 9s / 4d")
    hand.play("r f")
    assert str(MatchStateLine.of(hand.view(1), 0)) == "MATCHSTATE:1:0:rf:|QsQd"


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        (limit(), ["MATCHSTATE:0:0::TdAs|", "MATCHSTATE:0:0:r:TdAs|", "MATCHSTATE:0:0:rr:TdAs|"]),
        (nolimit(stack=20000), ["MATCHSTATE:0:30:cc/:9s8h|/8c8d5c", "MATCHSTATE:0:30:cc/r250:9s8h|/8c8d5c"]),
        (nolimit(stack=20000), ["MATCHSTATE:1:0:r18752r20000c///:8d9h|9s6d/TsQh8c/Ah/4d"]),
    ],
)
def test_the_examples_of_the_protocol_are_read_and_written(game: Game, lines: list[str]) -> None:
    for line in lines:
        state = MatchStateLine.parse(line)
        assert str(MatchStateLine.of(state.view(game), state.number)) == line


def test_an_all_in_before_the_river_has_empty_rounds_and_all_cards() -> None:
    hand = Hand(nolimit(stack=20000), "8d9h 9s6d / TsQh8c / Ah / 4d")
    hand.play("r18752 r20000 c")
    line = str(MatchStateLine.of(hand.view(0), 0))
    assert line == "MATCHSTATE:0:0:r18752r20000c///:8d9h|9s6d/TsQh8c/Ah/4d"


def test_a_round_turns_over_inside_the_line() -> None:
    view = MatchStateLine.parse("MATCHSTATE:0:30:cc/:9s8h|/8c8d5c").view(nolimit(stack=20000))
    assert (view.street, view.actor, view.position) == ("flop", 0, 0)


@pytest.mark.parametrize(
    "line",
    [
        *("", "MATCHSTATE", "MATCHSTATE:0:0:", "MATCHSTATE:0:0::AhKh|:c", "STATE:0:0::AhKh|", "MATCHSTATE:x:0::AhKh|"),
        *("MATCHSTATE:0:-1::AhKh|", "MATCHSTATE:0:99999999999::AhKh|", "MATCHSTATE:0:0::AhKh|\r", "matchstate:0:0::|"),
        *("MATCHSTATE:²:0::AhKh|", " MATCHSTATE:0:0::AhKh|", "MATCHSTATE:" + "0" * 5000),
        *("MATCHSTATE:0:0:f f:AhKh|", "MATCHSTATE:0:0::1hKh|", "MATCHSTATE:00:0::AhKh|", "MATCHSTATE:0:00::AhKh|"),
    ],
)
def test_what_is_not_a_state_is_refused_in_one_line(line: str) -> None:
    with pytest.raises(AcpcError, match="is not a state") as refused:
        MatchStateLine.parse(line)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("MATCHSTATE:2:0::AhKh|", "positions of limit are 0 to 1, not 2"),
        ("MATCHSTATE:1:0::AhKh|", "position 1 does not see its own cards"),
        ("MATCHSTATE:0:0::AhKh|QsQd", "this seat sees 'MATCHSTATE:0:0::AhKh|'"),
        ("MATCHSTATE:0:0::AhAh|", "impossible in limit"),
        ("MATCHSTATE:0:0::AhKh", "impossible in limit"),
        ("MATCHSTATE:0:0::AhKh||", "impossible in limit"),
        ("MATCHSTATE:0:0::Ah|", "impossible in limit"),
        ("MATCHSTATE:0:0::hAhK|", "impossible in limit"),
        ("MATCHSTATE:0:0:rrrrr:AhKh|", "impossible in limit"),
        ("MATCHSTATE:0:0:r20:AhKh|", "this seat sees"),
        ("MATCHSTATE:0:0:cc:AhKh|", "this seat sees 'MATCHSTATE:0:0:cc/:AhKh|/'"),
        ("MATCHSTATE:0:0:cc/:AhKh|", "this seat sees"),
        ("MATCHSTATE:0:0:c:AhKh|/Kc9d2h", "this seat sees"),
        ("MATCHSTATE:0:0:cc/:AhKh|/Kc9d", "impossible in limit"),
        ("MATCHSTATE:0:0:cc/:AhKh|/Kc9dAh", "impossible in limit"),
        ("MATCHSTATE:0:0:/c:AhKh|", "impossible in limit"),
        ("MATCHSTATE:0:0:rfc:AhKh|", "impossible in limit"),
        ("MATCHSTATE:0:0:cc/cc/cc/cc:AhKh|/Kc9d2h/9s/4d", "but not all its cards are shown"),
    ],
)
def test_what_no_hand_can_look_like_is_refused_with_the_reason(line: str, why: str) -> None:
    with pytest.raises(AcpcError) as refused:
        MatchStateLine.parse(line).view(limit())
    assert why in str(refused.value)


def test_the_opening_of_a_hand_has_the_own_cards_and_no_betting() -> None:
    state = MatchStateLine.parse("MATCHSTATE:1:7:cc/cc/cc/cc:AhKh|QsQd/Kc9d2h/9s/4d")
    assert str(state.opening()) == "MATCHSTATE:1:7::|QsQd"


def test_rounds_without_board_cards_keep_their_slashes() -> None:
    game = QUIET_TURN
    hand = Hand(game, "AhKh QsQd / Kc9d2h / 4d")
    hand.play("c c / c c / c c")
    view: View = hand.view(0)
    assert str(MatchStateLine.of(view, 0)) == "MATCHSTATE:0:0:cc/cc/cc/:AhKh|/Kc9d2h//4d"
    hand.play("r f")
    line = state_line(hand, 3)
    assert line == "STATE:3:cc/cc/cc/rf:AhKh|QsQd/Kc9d2h//4d:10|-10:p1|p2"
    assert read_state_line(line, game)[1].actions == hand.actions
    hand = Hand(game, "AhKh QsQd / Kc9d2h / 4d")
    hand.play("c c / c c / r f")
    assert state_line(hand, 3) == "STATE:3:cc/cc/rf:AhKh|QsQd/Kc9d2h/:10|-10:p1|p2"
    assert read_state_line(state_line(hand, 3), game)[1].actions == hand.actions


@pytest.mark.parametrize("game", [limit(), limit(10), nolimit(6), kuhn(), leduc()])
def test_the_game_file_of_a_game_always_has_stacks(game: Game) -> None:
    text = check_expressible(game)
    assert "stack = " in text
    assert read_acpc_game(text).game.stacks == game.stacks


@pytest.mark.parametrize("game", [potlimit(), limit(rules="casino"), limit(ante=1)])
def test_games_that_a_game_file_cannot_express_are_refused(game: Game) -> None:
    with pytest.raises(AcpcError, match="cannot be played by the ACPC's protocol"):
        check_expressible(game)
