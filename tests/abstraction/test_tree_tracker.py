"""Following real hands through a public tree: in step with it, with other sizes, and where it ends."""

import random
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from railbird.abstraction import Spot, public_tree
from railbird.abstraction.public_tree import DECISION, RAISE
from railbird.abstraction.tree_actions import TreeActions
from railbird.abstraction.tree_tracker import MOST_DRAWS, Draw, Place, TreeTracker
from railbird.game import Action, Game, Hand, SeededDealing, limit, nolimit, parse_game
from tests.driving import act_at_random, random_action

MENU = "50%, 100%, a; raises 2"


@cache
def tree_of(game: str, menu: str | None = None) -> TreeActions:
    return TreeActions(public_tree(Spot(game), menu))


NOLIMIT = tree_of("nolimit(stack=100bb)", MENU)
THREE_BETS = tree_of("limit(cap=3)")


def tracked(tree: TreeActions, text: str, draw: Draw | None = None) -> TreeTracker:
    hand = Hand.parse(text)
    return TreeTracker(tree, hand.view(hand.actor), draw=draw)


def line(tracker: TreeTracker) -> str:
    return tracker.tree.tree.line_of(tracker.node)


@pytest.mark.parametrize(
    ("game", "menu"),
    [
        ("limit", None),
        ("leduc", None),
        ("nolimit(stack=20bb)", MENU),
        ("nolimit(blinds=1/3, ante=1, stack=30)", "33%, 2x, a; raises 2"),
    ],
)
def test_a_hand_of_the_trees_own_game_stays_in_the_tree(game: str, menu: str | None) -> None:
    actions = tree_of(game, menu)
    tree, choose, played = actions.tree, random.Random(1), parse_game(game)
    for number in range(30):
        hand = Hand(played, SeededDealing(2).deal(played, number))
        tracker = TreeTracker(actions, hand.view(0), draw=lambda _: 0.99)
        while not hand.over:
            tracker.follow(hand.view(0))
            assert tracker.place() is Place.IN_TREE
            node = tracker.node
            assert tree.actor[node] == hand.actor
            assert tree.paid[node].tolist() == list(hand.paid)
            named = [tree.edge_text(edge) for edge in tree.edges(node)]
            assert [str(action) for action in tracker.actions()] == named
            hand.act(Action.parse(choose.choice(named)))
        assert not tracker.translated()


def test_sizes_are_shares_of_the_pot_after_the_call() -> None:
    tree = NOLIMIT.tree
    for node in np.flatnonzero(tree.kind == DECISION)[:2000].tolist():
        now = NOLIMIT.at(node)
        assert now.kinds == tuple(tree.edge_kind[list(tree.edges(node))])
        sizes = [now.shares[index] for index in now.raises]
        assert all(less < more for less, more in pairwise(sizes))
        for index in now.raises:
            last = now.all_in[index]
            assert last == (tree.edge_amount[tree.child_start[node] + index] == _most(node))
            assert last or abs(now.shares[index] - round(now.shares[index] * 2) / 2) < 0.01 or index == now.raises[0]
        assert now.fold in (0, None)
        assert now.call == (now.fold is not None)


def _most(node: int) -> int:
    """The total of an all-in in the round of a node, in the tree of 100 big blinds."""
    tree, round_number = NOLIMIT.tree, NOLIMIT.tree.round[node]
    first = node
    while first and tree.kind[tree.parent[first]] == DECISION and tree.round[tree.parent[first]] == round_number:
        first = int(tree.parent[first])
    return 10_000 - (int(tree.paid[first].min()) if first else 0)


def test_other_blinds_are_followed_by_the_share_of_the_pot() -> None:
    tracker = tracked(NOLIMIT, "nolimit(blinds=5/10, stack=100bb); AhKh QsQd / Kc7d2h / 9s / 4d; r30 c / r30")
    assert line(tracker) == "r300 c / r300"
    assert list(map(str, tracker.actions())) == ["f", "c", "r90", "r150", "r970"]
    assert not tracker.translated()


def test_an_opponents_bet_is_taken_for_the_nearer_size() -> None:
    assert line(tracked(NOLIMIT, "nolimit(stack=100bb); AhKh QsQd; r220")) == "r200"
    # x* between 0.5 and 1 is (1.5 + 1) / 3.5 = 0.714..., a raise to 100 + 0.714 * 200
    assert line(tracked(NOLIMIT, "nolimit(stack=100bb); AhKh QsQd; r242")) == "r200"
    tracker = tracked(NOLIMIT, "nolimit(stack=100bb); AhKh QsQd; r243")
    assert line(tracker) == "r300"
    (step,) = tracker.translated()
    assert step.player == 1
    assert step.share == pytest.approx(0.715)
    # our own raises are shares of the real pot, and all-in is all-in
    assert list(map(str, tracker.actions())) == ["f", "c", "r486", "r729", "r10000"]


def test_draws_decide_between_both_sizes_and_are_asked_by_action_number() -> None:
    asked: list[int] = []

    def draw(number: int) -> float:
        asked.append(number)
        return 0.0 if number == 0 else 0.99

    text = "nolimit(stack=100bb); AhKh QsQd / Kc7d2h / 9s / 4d; r250 c / r333"
    hand = Hand.parse(text)
    tracker = TreeTracker(NOLIMIT, hand.view(1), player=1, draw=draw)
    assert asked == [0, 2]
    assert line(tracker) == "r200 c / r400"
    stepwise = TreeTracker(NOLIMIT, Hand.parse("nolimit(stack=100bb); AhKh QsQd / Kc7d2h / 9s / 4d").view(1), 1, draw)
    for action in hand.actions:
        stepwise.take(action)
    assert stepwise.steps == tracker.steps


def test_our_own_bet_is_the_one_that_we_translated_from_the_tree() -> None:
    # the opponent's 260 was taken for 300; half the pot is then a raise to 520, not to 600 as in the tree
    text = "nolimit(stack=100bb); AhKh QsQd; r260 r520"
    hand = Hand.parse(text)
    ours = TreeTracker(NOLIMIT, hand.view(0), player=0, draw=lambda _: 0.99)
    assert line(ours) == "r300 r600"
    assert [step.translation for step in ours.steps][1] is None
    assert not any(step.player == 0 for step in ours.translated())


def test_small_bets_may_be_taken_for_a_check_or_a_call() -> None:
    start = "nolimit(stack=100bb); AhKh QsQd / Kc7d2h / 9s / 4d; c c / "
    first = tracked(NOLIMIT, start + "r100 ", draw=lambda _: 0.99)
    assert line(first) == "c c / r100"
    small = Hand.parse("nolimit(blinds=5/10, stack=100bb); AhKh QsQd / Kc7d2h / 9s / 4d; r30 c / r10")
    checked = TreeTracker(NOLIMIT, small.view(1), draw=lambda _: 0.0)
    assert line(checked) == "r300 c / c"
    assert checked.place() is Place.IN_TREE
    # there is no fold after a check: a check becomes a call, a bet becomes a raise
    assert list(map(str, checked.actions())) == ["c", "r50", "r90", "r970"]
    behind = Hand.parse("nolimit(blinds=5/10, stack=100bb); AhKh QsQd / Kc7d2h / 9s / 4d; r30 c / c r10")
    over = TreeTracker(NOLIMIT, behind.view(0), draw=lambda _: 0.0)
    assert over.place() is Place.ROUND_OVER
    behind.call()
    assert line(over.follow(behind.view(0))) == "r300 c / c c /"
    assert over.place() is Place.IN_TREE


def test_the_fourth_bet_is_a_call_of_the_third_where_the_tree_has_three() -> None:
    hand = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; r c / r r r")
    tracker = TreeTracker(THREE_BETS, hand.view(1), player=1)
    assert tracker.place() is Place.IN_TREE
    assert list(map(str, tracker.actions())) == ["f", "c"]  # we never make the fourth bet
    hand = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; r c / c r r r r")
    tracker = TreeTracker(THREE_BETS, hand.view(1), player=1)
    assert tracker.place() is Place.ROUND_OVER
    hand.call()
    assert line(tracker.follow(hand.view(1))) == "r20 c / c r10 r20 r30 c /"
    assert tracker.place() is Place.IN_TREE
    preflop = Hand.parse("limit; AhKh QsQd; r r r")
    assert TreeTracker(THREE_BETS, preflop.view(0)).place() is Place.ROUND_OVER
    river = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; r c / c c / c c / r r r r")
    assert TreeTracker(THREE_BETS, river.view(0)).place() is Place.ROUND_OVER


def test_a_bet_that_the_real_game_lacks_becomes_a_call() -> None:
    tracker = tracked(tree_of("limit"), "limit(cap=3); AhKh QsQd / Kc7d2h / 9s / 4d; r c / r r r")
    assert list(map(str, tracker.actions())) == ["f", "c", "c"]


def test_deeper_stacks_end_the_tree_before_the_hand() -> None:
    deep = "nolimit(stack=300bb); AhKh QsQd / Kc7d2h / 9s / 4d; "
    tracker = tracked(NOLIMIT, deep)
    assert [str(action) for action in tracker.actions()][-1] == "r10000"  # the tree's all-in, not ours
    tracker = tracked(NOLIMIT, deep + "r10000 c / r500")
    assert tracker.place() is Place.TREE_OVER
    assert tracker.actions() == ()


def test_a_flop_tree_takes_the_betting_from_its_first_round_on() -> None:
    tree = TreeActions(public_tree(Spot("limit", "2c3c4c", pot=40, stacks=(9980, 9980))))
    tracker = tracked(tree, "limit; AhKh QsQd / Kc7d2h / 9s / 4d; r c / c r")
    assert line(tracker) == "c r10"
    assert tracker.place() is Place.IN_TREE
    assert list(map(str, tracker.actions())) == ["f", "c", "r20"]


GAMES = [
    nolimit(stack="100bb"),
    nolimit(stack="7bb"),
    nolimit(blinds=(1, 3), stack=(100, 37), ante=1),
    nolimit(stack=("400bb", "31bb"), rules="casino"),
]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_any_hand_can_be_followed_and_all_actions_are_legal(game: Game) -> None:
    check_random_hands(NOLIMIT, game)


@pytest.mark.parametrize(
    "game", [limit(), limit(stack="5bb"), limit(blinds=(2, 7), stack=(90, 33), rules="casino")], ids=str
)
def test_any_limit_hand_can_be_followed(game: Game) -> None:
    check_random_hands(THREE_BETS, game)
    check_random_hands(tree_of("limit"), game)


def check_random_hands(tree: TreeActions, game: Game) -> None:
    choose = random.Random(6)
    places = set[Place]()
    for number in range(80):
        hand = Hand(game, SeededDealing(3).deal(game, number))
        tracker = TreeTracker(tree, hand.view(0), player=0, draw=lambda _: choose.random())
        while not hand.over:
            tracker.follow(hand.view(0))
            place = tracker.place()
            places.add(place)
            if place is Place.IN_TREE:
                now = tree.at(tracker.node)
                assert (now.player, now.round) == (hand.actor, hand.round)
                for action in tracker.actions():
                    hand.clone().act(action)
            if choose.random() < 0.4 and place is Place.IN_TREE:
                hand.act(choose.choice(tracker.actions()))
            elif choose.random() < 0.5:
                hand.act("c")
            else:
                act_at_random(hand, choose)
        fresh = TreeTracker(tree, hand.view(0), player=0)
        assert fresh.is_of(hand.view(0))
        assert not fresh.is_of(Hand(game, SeededDealing(3).deal(game, number)).view(0)) or not hand.actions
    assert Place.IN_TREE in places


def test_only_so_many_translations_are_drawn() -> None:
    tree = tree_of("nolimit(stack=100bb)", "100%, a")
    asked: list[int] = []

    def draw(number: int) -> float:
        asked.append(number)
        return 0.5

    choose, game = random.Random(1), nolimit(stack="100bb")
    for number in range(60):
        hand = Hand(game, SeededDealing(5).deal(game, number))
        while not hand.over:
            legal = hand.legal
            action = random_action(legal, choose)
            bets = legal.most_raise and choose.random() < 0.8
            hand.act(f"r{legal.least_raise}" if bets else "c" if action.to is None else str(action))
        asked.clear()
        TreeTracker(tree, hand.view(0), player=0, draw=draw)
        assert len(asked) <= MOST_DRAWS
        assert asked == sorted(set(asked))


def test_raises_of_the_tree_are_its_only_sized_actions() -> None:
    for node in range(0, 500, 7):
        now = NOLIMIT.at(node)
        assert all((share > 0) == (kind == RAISE) for share, kind in zip(now.shares, now.kinds, strict=True))


def test_actions_are_remembered_by_turn_and_few_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = TreeActions(public_tree(Spot("nolimit(stack=20bb)"), "50%, 100%, a; raises 2"))
    hands = [Hand.parse(f"nolimit(stack={stack}bb); AhKh QsQd; {line}") for stack in (20, 7) for line in ("", "r300")]
    fresh = [TreeTracker(TreeActions(tree.tree), hand.view(0)).actions() for hand in hands]
    assert len(set(fresh)) == len(hands)
    monkeypatch.setattr("railbird.abstraction.tree_tracker.MOST_KNOWN", 2)
    for _ in range(2):
        assert [TreeTracker(tree, hand.view(0)).actions() for hand in hands] == fresh
        assert len(tree.real(hands[-1].game).actions) <= 2
