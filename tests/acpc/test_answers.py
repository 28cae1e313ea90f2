"""What the dealer makes of a player's line: the corrections of the reference dealer, one by one."""

import random

import pytest

from railbird.acpc import MatchStateLine, action_text
from railbird.acpc.answers import read_answer
from railbird.game import Game, Hand, View, limit, nolimit
from railbird.game.dealing import deck
from tests.acpc.games import EXPRESSIBLE
from tests.driving import random_action

DEAL = "9s8h Ks7c / 8c8d5c / Ah / 4d"


def seen(game: Game, actions: str) -> tuple[View, MatchStateLine]:
    hand = Hand(game, DEAL)
    hand.play(actions)
    view = hand.view(hand.actor)
    return view, MatchStateLine.of(view, 30)


def answered(answer: str, actions: str = "", game: Game | None = None) -> tuple[str | None, tuple[str, ...]]:
    """The action, as the protocol writes it, and the warnings, after an answer to the current state."""
    view, state = seen(game or nolimit(stack=20000), actions)
    action, warnings = read_answer(f"{state}{answer}\r\n".encode(), view, state)
    return None if action is None else action_text(view, action), warnings


@pytest.mark.parametrize("name", EXPRESSIBLE)
def test_every_legal_action_is_taken_as_it_is(name: str) -> None:
    game, choose = EXPRESSIBLE[name], random.Random(name)
    for number in range(30):
        hand = Hand(game, bytes(choose.sample(deck(game), game.cards_needed)))
        while not hand.over:
            view, action = hand.view(hand.actor), random_action(hand.legal, choose)
            state = MatchStateLine.of(view, number)
            taken, warnings = read_answer(f"{state}:{action_text(view, action)}\r\n".encode(), view, state)
            assert taken is not None
            assert (action_text(view, taken), warnings) == (action_text(view, action), ())
            hand.act(taken)


def test_a_raise_below_the_least_is_increased_and_one_above_the_most_decreased() -> None:
    assert answered(":r1") == ("r200", ("raise of 1 increased to 200",))
    assert answered(":r999999") == ("r20000", ("raise of 999999 decreased to 20000",))
    assert answered(":r-5") == ("r200", ("raise of -5 increased to 200",))
    assert answered(":r" + "9" * 4000)[0] == "r20000"
    assert answered(":r200") == ("r200", ())


def test_a_raise_has_the_total_of_the_whole_hand() -> None:
    assert answered(":r250", "c c") == ("r250", ())
    assert answered(":r150", "c c") == ("r200", ("raise of 150 increased to 200",))


def test_an_illegal_fold_is_a_call() -> None:
    assert answered(":f", "c") == ("c", ("invalid action, changed to call",))
    assert answered(":f") == ("f", ())


def test_a_raise_that_nobody_may_make_is_a_call() -> None:
    assert answered(":r", "r r r", limit()) == ("c", ("invalid action, changed to call",))
    assert answered(":r20000", "r20000") == ("c", ("invalid action, changed to call",))


@pytest.mark.parametrize("answer", [":x", ":", ":r", ":rabc", ":R300", ":F", "", "c", ":\0r300", ": c", "\0:r300"])
def test_an_unknown_action_or_a_raise_without_its_size_is_a_call(answer: str) -> None:
    assert answered(answer) == ("c", ("bad action format in response, changed to call",))


def test_what_follows_an_action_is_ignored() -> None:
    assert answered(":c5") == ("c", ())
    assert answered(":r300:c") == ("r300", ())
    assert answered(":fold") == ("f", ())
    assert answered(":r20", game=limit()) == ("r", ())


SHORT_ALL_INS = {
    "do not shrink the least raise": ([20000, 350, 20000], "r300 c r350", ":r1", "r500"),
    "reopen the betting for those who have acted": ([20000, 350, 20000], "r300 c r350 c", ":r900", "r900"),
    "as a bet, leave the least raise a big blind above the start of the round": (
        *([140, 20000, 20000], "c c c / r40", ":r1", "r200"),
    ),
}


@pytest.mark.parametrize("rule", SHORT_ALL_INS)
def test_short_all_ins(rule: str) -> None:
    stacks, actions, answer, taken = SHORT_ALL_INS[rule]
    hand = Hand(nolimit(3, stack=stacks), "9s8h Ks7c 2c2h / 8c8d5c / Ah / 4d")
    hand.play(actions)
    view = hand.view(hand.actor)
    state = MatchStateLine.of(view, 0)
    action, _ = read_answer(f"{state}{answer}\r\n".encode(), view, state)
    assert action is not None
    assert action_text(view, action) == taken


@pytest.mark.parametrize(
    "line",
    [
        "MATCHSTATE:1:31::|Ks7c:r300",
        "MATCHSTATE:0:30::|Ks7c:r300",
        "MATCHSTATE:1:30:c:|Ks7c:r300",
        "MATCHSTATE:1:30::|Ks7d:r300",
        "MATCHSTATE:1:30::9s8h|:r300",
        "MATCHSTATE:1:30:cc/:|Ks7c/8c8d5c:r300",
        "MATCHSTATE:1:30::Ks7c:r300",
    ],
)
def test_an_answer_to_another_state_is_ignored(line: str) -> None:
    view, state = seen(nolimit(stack=20000), "")
    assert read_answer(line.encode(), view, state) == (None, ("ignoring un-requested response",))


@pytest.mark.parametrize(
    "line", [b"", b"\r\n", b"hello\r\n", b"\xff\xfe\0\n", b"MATCHSTATE\n", b"MATCHSTATE:1:30", b"STATE:30::|Ks7c:c\n"]
)
def test_what_is_no_state_is_ignored(line: bytes) -> None:
    view, state = seen(nolimit(stack=20000), "")
    assert read_answer(line, view, state) == (None, ("bad state format in response",))


@pytest.mark.parametrize(
    "spelling",
    [
        "MATCHSTATE:0:30:r300c/cr600:9s8h|/8c8d5c",
        "MATCHSTATE:00:030:r0300c/cr+600:9S8H|/8C8D5C",
        "MATCHSTATE:0:30:r300ccr600:9s8h/8c8d5c",
        "MATCHSTATE:0:30:r300ccr600:9s8hKs7c8c8d5c",
        "MATCHSTATE:0:30:r300c/cr600:9s8h|QsQd/8c8d5c",
        "MATCHSTATE: 0:30:/r300c//cr600/:9s8hKs7c/8c8d5c",
    ],
)
def test_other_spellings_of_the_same_state_are_accepted(spelling: str) -> None:
    view, state = seen(nolimit(stack=20000), "r300 c / c r300")
    taken = read_answer(f"{spelling}:r5000\r\n".encode(), view, state)
    assert taken.action is not None
    assert (action_text(view, taken.action), taken.warnings) == ("r5000", ())


def test_board_cards_without_their_slash_are_taken_for_hole_cards() -> None:
    view, state = seen(nolimit(stack=20000), "r300 c / c r300")
    line = b"MATCHSTATE:0:30:r300c/cr600:9s8h8c8d5c:r5000\r\n"
    assert read_answer(line, view, state).action is None
