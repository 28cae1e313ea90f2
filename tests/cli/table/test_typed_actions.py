"""What may be typed at the table, and the errors for everything else."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.cli.table.typed_actions import TypedActionError, Wish, how_much, options, read_answer, read_wish
from railbird.game import CALL, FOLD, Action, Betting, Game, Hand, SeededDealing, View, nolimit, potlimit, raise_to
from tests.driving import act_at_random
from tests.game.play import GAMES

CARDS = "AhKh QsQd / Kc7d2h / 9s / 4d"


def view_after(actions: str, game: str = "nolimit", cards: str = CARDS) -> View:
    """The hand as the player to act sees it."""
    hand = Hand.parse(f"{game}; {cards}; {actions}")
    return hand.view(hand.actor)


LIMIT_OPEN = view_after("", "limit")
"""The small blind: 5 to call, or a raise to 20."""
LIMIT_FLOP = view_after("c c", "limit")
"""Nobody has bet."""
LIMIT_CAPPED = view_after("r r r", "limit")
"""Four bets, and 10 to call."""
OPEN = view_after("")
"""The small blind of 50 and 100: 50 to call, raises from 200 to 20,000."""
BIG_BLIND = view_after("c")
"""Nothing to call, pot 200."""
FACING = view_after("c c r150")
"""150 to call on the flop, pot 350."""
ALL_IN = view_after("r20000")
"""No more raises are allowed."""


def refusal(text: str, view: View) -> str:
    """The one-line error for what was typed."""
    with pytest.raises(TypedActionError) as caught:
        read_wish(text, view)
    message = str(caught.value)
    assert message
    assert "\n" not in message
    return message


@pytest.mark.parametrize("text", ["f", "fold", "F", "  Fold  "])
@pytest.mark.parametrize("view", [LIMIT_OPEN, LIMIT_CAPPED, OPEN, FACING, ALL_IN])
def test_f_folds_when_there_is_a_bet_to_call(text: str, view: View) -> None:
    assert read_wish(text, view) is FOLD


@pytest.mark.parametrize("view", [LIMIT_FLOP, BIG_BLIND])
def test_folding_is_refused_when_checking_is_free(view: View) -> None:
    for text in ("f", "fold"):
        assert refusal(text, view) == "there is nothing to call: c checks for free"


def test_free_folds_are_refused_even_if_the_rules_allow_them() -> None:
    view = view_after("c c c", str(GAMES["limit, free folds"]), "AhKh QsQd 7c7d / Kc9d2h / 9s / 4d")
    assert view.legal.fold
    assert "c checks" in refusal("f", view)


@pytest.mark.parametrize("text", ["c", "call", "C", " call "])
@pytest.mark.parametrize("view", [LIMIT_OPEN, LIMIT_FLOP, LIMIT_CAPPED, OPEN, BIG_BLIND, FACING, ALL_IN])
def test_c_checks_or_calls_everywhere(text: str, view: View) -> None:
    assert read_wish(text, view) is CALL


@pytest.mark.parametrize("text", ["check", "k", "x"])
@pytest.mark.parametrize("view", [LIMIT_FLOP, BIG_BLIND])
def test_a_check_has_its_own_names(text: str, view: View) -> None:
    assert read_wish(text, view) is CALL


@pytest.mark.parametrize("text", ["r", "raise", "b", "bet", "R", "r min", "r 20", "r20", "raise 20", "raise to 20"])
def test_a_limit_raise_has_one_size(text: str) -> None:
    assert read_wish(text, LIMIT_OPEN) == raise_to(20)


def test_limit_bets_depend_on_the_round() -> None:
    assert read_wish("bet", LIMIT_FLOP) == raise_to(10)
    assert read_wish("b10", LIMIT_FLOP) == raise_to(10)
    assert read_wish("r", view_after("c c c c", "limit")) == raise_to(20)


@pytest.mark.parametrize("text", ["r 30", "r30", "pot", "half", "all", "r pot", "r 3bb", "bet 2x", "r much"])
def test_a_wrong_limit_size_is_refused_with_the_right_one(text: str) -> None:
    assert refusal(text, LIMIT_OPEN) == "bets have a fixed size in this game: r goes to 20"


@pytest.mark.parametrize(
    ("text", "to"),
    [
        ("min", 200),
        ("r min", 200),
        ("r 300", 300),
        ("r300", 300),
        ("b300", 300),
        ("bet 300", 300),
        ("RAISE TO 300", 300),
        ("r 3bb", 300),
        ("r 3 bb", 300),
        ("r3bb", 300),
        ("R 2.5BB", 250),
        ("r 2.5x", 250),
        ("r2.5x", 250),
        ("half", 200),
        ("r half", 200),
        ("pot", 300),
        ("r pot", 300),
        ("all", 20_000),
        ("r all", 20_000),
        ("allin", 20_000),
        ("all-in", 20_000),
        ("all in", 20_000),
        ("ALL  IN", 20_000),
        ("r all in", 20_000),
        ("raise to all-in", 20_000),
        ("max", 20_000),
        ("r 20000", 20_000),
        ("r 200bb", 20_000),
        ("r 200", 200),
    ],
)
def test_amounts_preflop(text: str, to: int) -> None:
    """The pot after a call is 200; a pot-size raise goes to 300, half the pot to 200."""
    assert read_wish(text, OPEN) == raise_to(to)


@pytest.mark.parametrize(
    ("text", "to"), [("half", 400), ("pot", 650), ("r 3x", 450), ("r min", 300), ("r 4bb", 400), ("all", 19_900)]
)
def test_amounts_when_facing_a_bet(text: str, to: int) -> None:
    """150 to call into 350: the pot after the call is 500."""
    assert read_wish(text, FACING) == raise_to(to)


@pytest.mark.parametrize("text", ["r", "raise", "b", "bet"])
@pytest.mark.parametrize("view", [OPEN, FACING, view_after("c c", "potlimit")])
def test_a_raise_without_an_amount_asks_if_there_are_several(text: str, view: View) -> None:
    assert read_wish(text, view) is Wish.RAISE
    question = how_much(view)
    for number in (view.legal.least_raise, view.legal.most_raise):
        assert f"{number:,}" in question


def test_a_raise_without_an_amount_is_all_in_if_nothing_else_is_legal() -> None:
    view = view_after("r5000", "nolimit(stack=5100chips)")
    assert view.legal.least_raise == view.legal.most_raise
    assert read_wish("r", view) == raise_to(5100)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("300", raise_to(300)),
        ("3bb", raise_to(300)),
        ("all in", raise_to(20_000)),
        ("r 300", raise_to(300)),
        ("c", CALL),
    ],
)
def test_an_amount_that_was_asked_for_needs_no_letter(text: str, action: Action) -> None:
    assert read_answer(text, OPEN) == action


def test_pot_and_half_stay_within_legal_bounds() -> None:
    short = view_after("", "nolimit(stack=250)")
    assert read_wish("pot", short) == raise_to(250)
    assert read_wish("half", view_after("c c")) == raise_to(100)
    assert read_wish("half", view_after("c c", "nolimit(blinds=10/100)")) == raise_to(100)


@pytest.mark.parametrize("text", ["all", "all in", "allin", "all-in", "r all", "bet all in"])
def test_in_pot_limit_games_all_in_above_the_pot_is_refused(text: str) -> None:
    view = view_after("", "potlimit")
    assert refusal(text, view) == "20,000 is more than the pot limit: pot goes to 300"
    assert read_wish("pot", view) == read_wish("max", view) == raise_to(300)


def test_in_pot_limit_games_all_in_within_the_pot_is_allowed() -> None:
    view = view_after("", "potlimit(stack=250)")
    assert read_wish("all", view) == read_wish("pot", view) == raise_to(250)


@pytest.mark.parametrize("text", ["r 199", "r 1", "r 0", "r 1bb", "r 20001", "r 201bb", "r 0.4x", "r999999999999999"])
def test_amounts_out_of_bounds_are_refused_with_the_bounds(text: str) -> None:
    assert "a raise goes to at least 200 and at most 20,000, not " in refusal(text, OPEN)


@pytest.mark.parametrize(
    ("text", "wanted"), [("r 99", "99"), ("b99", "99"), ("bet 0.5bb", "50"), ("r 20000", "20,000")]
)
def test_out_of_bounds_errors_say_bet_if_nobody_has_bet(text: str, wanted: str) -> None:
    assert refusal(text, view_after("c c")) == f"a bet is at least 100 and at most 19,900, not {wanted}"


@pytest.mark.parametrize("text", ["r much", "r -300", "r 3bbb", "r 3 4", "r 1e3", "r300chips", "bet the farm", "r ."])
def test_an_invalid_amount_is_answered_with_examples(text: str) -> None:
    message = refusal(text, OPEN)
    assert "is not an amount" in message
    for example in ("300", "3bb", "2.5x", "half", "pot", "all", "min"):
        assert example in message


@pytest.mark.parametrize("view", [LIMIT_CAPPED, ALL_IN])
@pytest.mark.parametrize("text", ["r", "raise", "bet", "r 300", "r300", "pot", "half", "all", "min"])
def test_raises_are_refused_when_none_is_legal(text: str, view: View) -> None:
    message = refusal(text, view)
    assert message == f"no more raises are allowed; type one of: {options(view)}"
    assert f"c (call {view.to_call:,}), f (fold)" in message


@pytest.mark.parametrize("text", ["", "   ", "\n", "\t"])
def test_an_empty_line_is_answered_with_the_options(text: str) -> None:
    assert refusal(text, OPEN) == f"type one of: {options(OPEN)}"


@pytest.mark.parametrize("text", ["nonsense", "fc", "f 3", "c 50", "call me", "300", "3bb", "hint please", "qq", "ff"])
@pytest.mark.parametrize("view", [LIMIT_OPEN, LIMIT_FLOP, OPEN, ALL_IN])
def test_nonsense_is_answered_with_the_options(text: str, view: View) -> None:
    assert refusal(text, view) == f"{text!r} is not an action; type one of: {options(view)}"


def test_long_nonsense_is_cut() -> None:
    for view in (LIMIT_OPEN, OPEN):
        for text in ("x" * 10_000, "r " + "9" * 10_000):
            assert len(refusal(text, view)) < 240


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("hint", Wish.HINT),
        ("h", Wish.HINT),
        ("why", Wish.WHY),
        ("w", Wish.WHY),
        ("table", Wish.TABLE),
        ("t", Wish.TABLE),
        ("help", Wish.HELP),
        ("?", Wish.HELP),
        ("quit", Wish.QUIT),
        ("q", Wish.QUIT),
        ("exit", Wish.QUIT),
        (" HINT \n", Wish.HINT),
    ],
)
def test_commands_have_short_forms_in_all_games(text: str, wish: Wish) -> None:
    for view in (LIMIT_OPEN, LIMIT_CAPPED, OPEN, ALL_IN):
        assert read_wish(text, view) is wish


@pytest.mark.parametrize(
    ("view", "line"),
    [
        (LIMIT_OPEN, "c (call 5), r (raise to 20), f (fold)"),
        (LIMIT_FLOP, "c (check), r (bet 10)"),
        (LIMIT_CAPPED, "c (call 10), f (fold)"),
        (OPEN, "c (call 50), r AMOUNT (raise to 200-20,000: r 200, r 2bb, pot, all in), f (fold)"),
        (view_after("c c"), "c (check), r AMOUNT (bet 100-19,900: r 100, r 1bb, pot, all in)"),
        (view_after("c c r150"), "c (call 150), r AMOUNT (raise to 300-19,900: r 300, r 3bb, pot, all in), f (fold)"),
        (view_after("c c r170"), "c (call 170), r AMOUNT (raise to 340-19,900: r 340, r 4bb, pot, all in), f (fold)"),
        (view_after("", "potlimit"), "c (call 50), r AMOUNT (raise to 200-300: r 200, r 2bb, pot), f (fold)"),
        (
            view_after("", "potlimit(stack=250)"),
            "c (call 50), r AMOUNT (raise to 200-250: r 200, r 2bb, pot, all in), f (fold)",
        ),
        (
            view_after("c c r170", "nolimit(stack=450)"),
            "c (call 170), r AMOUNT (raise to 340-350: r 340, pot, all in), f (fold)",
        ),
        (ALL_IN, "c (call 19,900), f (fold)"),
    ],
)
def test_the_options_match_the_situation(view: View, line: str) -> None:
    assert options(view) == line


@st.composite
def views(draw: st.DrawFn, games: Sequence[Game] = tuple(GAMES.values())) -> View:
    """Any situation of any game, as the player to act sees it."""
    game = draw(st.sampled_from(games))
    seed = draw(st.integers(0, 2**32))
    choose = random.Random(seed)
    hand = Hand(game, SeededDealing(seed).deal(game, 0))
    view = hand.view(hand.actor) if not hand.over else None
    for _ in range(draw(st.integers(0, 12))):
        if hand.over:
            break
        view = hand.view(hand.actor)
        act_at_random(hand, choose)
    return view or OPEN


WORDS = [
    *"fckxrbhwtq?",
    "fold",
    "call",
    "check",
    "raise",
    "bet",
    "to",
    "min",
    "half",
    "pot",
    "all",
    "max",
    "hint",
    "quit",
]
NUMBERS = st.one_of(
    st.integers(0, 30_000).map(str),
    st.floats(0, 1e6, allow_nan=False).map("{:.3f}".format),
    st.text("0123456789.,-eE", max_size=20),
)
PARTS = st.one_of(st.sampled_from(WORDS), NUMBERS, st.sampled_from(["bb", "x", " ", "", "\t"]), st.text(max_size=6))
TYPED = st.one_of(
    st.text(max_size=60), st.lists(PARTS, max_size=5).map(" ".join), st.lists(PARTS, max_size=5).map("".join)
)


@given(TYPED, views())
def test_any_text_is_a_legal_action_a_command_or_an_error(text: str, view: View) -> None:
    try:
        wish = read_wish(text, view)
    except TypedActionError as error:
        assert re.search(
            r"type one of: c \(|c checks|fixed size|at least|is not an amount|c calls, f folds|no bet yet|pot limit",
            str(error),
        )
        return
    if isinstance(wish, Wish):
        return
    assert isinstance(wish, Action)
    legal = view.legal
    match wish:
        case Action(to=int(amount)):
            assert legal.least_raise <= amount <= legal.most_raise
        case _ if wish == FOLD:
            assert legal.fold
            assert legal.call
        case _:
            assert wish == CALL


@given(views())
def test_every_option_can_be_typed(view: View) -> None:
    line = options(view)
    assert read_wish("c", view) is CALL
    assert ("f (fold)" in line) == bool(view.legal.fold and view.to_call)
    assert (re.search(r"\br\b", line) is not None) == bool(view.legal.most_raise)
    if "f (fold)" in line:
        assert read_wish("f", view) is FOLD
    if view.legal.most_raise:
        assert read_wish("r", view) == (Wish.RAISE if "AMOUNT" in line else raise_to(view.legal.least_raise))
        assert read_wish("r min", view) == raise_to(view.legal.least_raise)
    if "AMOUNT" in line:
        for text in ("half", "pot"):
            read_wish(text, view)
        assert read_wish("max", view) == raise_to(view.legal.most_raise)


def betting_views(betting: Betting) -> st.SearchStrategy[View]:
    """Situations in which a raise of some amount is legal."""
    games = [game for game in (*GAMES.values(), nolimit(3, stack="8bb"), potlimit(2)) if game.betting is betting]
    return views(games).filter(lambda view: bool(view.legal.most_raise))


@pytest.mark.parametrize("betting", [Betting.NO_LIMIT, Betting.POT_LIMIT])
@given(st.data())
def test_example_amounts_are_legal(betting: Betting, data: st.DataObject) -> None:
    view = data.draw(betting_views(betting))
    legal, mine = view.legal, view.position
    line, verb = options(view), "raise to" if any(view.bets) else "bet"
    if legal.least_raise == legal.most_raise:
        assert f"r ({verb} {legal.least_raise:,})" in line
        assert read_wish("r", view) == raise_to(legal.least_raise)
        return
    offered = re.search(r" r AMOUNT \((bet|raise to) ([\d,]+)-([\d,]+): (.*?)\)", line)
    assert offered
    assert offered[1] == verb
    assert [int(offered[group].replace(",", "")) for group in (2, 3)] == [legal.least_raise, legal.most_raise]
    examples = offered[4].split(", ")
    for text in examples:
        wish = read_wish(text, view)
        assert isinstance(wish, Action)
        assert wish.to is not None
        assert legal.least_raise <= wish.to <= legal.most_raise
    assert "pot" in examples
    everything = view.bets[mine] + view.stacks[mine]
    assert ("all in" in examples) == (legal.most_raise == everything)
    if "all in" in examples:
        assert read_wish("all in", view) == raise_to(everything)
    else:
        assert betting is Betting.POT_LIMIT
        assert refusal("all", view) == f"{everything:,} is more than the pot limit: pot goes to {legal.most_raise:,}"
        assert read_wish("pot", view) == raise_to(legal.most_raise)


def test_no_amount_is_asked_for_if_there_is_only_one() -> None:
    """The remaining stack is less than a full raise."""
    raised = view_after("r300", "nolimit(stack=450)")
    assert options(raised) == "c (call 200), r (raise to 450), f (fold)"
    assert read_wish("r", raised) == raise_to(450)
    bet = view_after("r400 c", "nolimit(stack=450)")
    assert options(bet) == "c (check), r (bet 50)"
    assert read_wish("r", bet) == raise_to(50)


@pytest.mark.parametrize("text", ["check", "k", "x"])
@pytest.mark.parametrize("view", [LIMIT_OPEN, FACING])
def test_a_check_never_calls(text: str, view: View) -> None:
    assert refusal(text, view) == f"you cannot check: there is {view.to_call} to call; c calls, f folds"


def test_amounts_may_be_typed_as_they_are_printed() -> None:
    assert read_wish("r 1,000", OPEN) == raise_to(1000)
