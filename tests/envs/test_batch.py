"""The native batch against the same in plain Python, and its arguments."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from railbird._core import RandomStream
from railbird.abstraction.bet_menu import parse_menu
from railbird.envs.batch import DEAL, LEAVE, TableBatch
from railbird.envs.encoding import Encoding
from railbird.errors import RailbirdError
from railbird.game import Game, SeededDealing, limit, nolimit, potlimit
from tests.game.play import GAMES
from tests.reference.environments import PlainBatch, Setting

MENUS = (
    "50%, 100%, a",
    "33%, 2x, a; raise 2.5x, 3bb; donk none; turn donk 25%",
    "min, 75%, 150%, a; raises 3; merge 30%",
    "40%; p2 250chips, a; river p1 raise a; spr 0.3; commit 40%; add-all-in 200%",
    "preflop 2.5bb, a; 33.3%, 66.7%",
)


def setting_of(encoding: Encoding) -> Setting:
    return Setting(encoding.game, encoding.sizes, encoding.history, encoding.scale, encoding.unit)


def compare(encoding: Encoding, players: list[str], home: int, steps: int, choose: random.Random) -> int:
    """Play both with the same random legal actions; returns how many hands ended."""
    seeds = [choose.randrange(2**64) for _ in range(3)]
    batch = TableBatch(3, encoding, players=players, home=home, seeds=seeds)
    plain = PlainBatch(setting_of(encoding), players, home, seeds)
    orders, ended = [DEAL, DEAL, DEAL], 0
    for _ in range(steps):
        batch.act(orders)
        plain.act(orders)
        orders = []
        for row, table in enumerate(plain.tables):
            assert table.row
            seen, mask, seat, won = table.row
            assert batch.observations[row].tobytes() == np.array(seen, np.float32).tobytes(), (str(encoding), table)
            assert batch.masks[row].tolist() == mask, (str(encoding), table)
            assert batch.seats[row] == seat
            assert batch.payoffs[row].tolist() == won
            ended += seat < 0
            legal = np.flatnonzero(batch.masks[row]).tolist()
            order = choose.choice([*legal, *legal, LEAVE]) if seat >= 0 else DEAL
            orders.append(int(order))
    assert batch.hands.tolist() == [table.number for table in plain.tables]
    return ended


PLAYED = {name: game for name, game in GAMES.items() if name != "ten-player limit, short stacks"}


@pytest.mark.parametrize("name", PLAYED)
def test_observations_masks_and_payoffs_are_those_of_plain_python(name: str) -> None:
    game, choose = PLAYED[name], random.Random(name)
    ended = 0
    for players, home in ((["caller"] * game.players, -1), (["caller", *["random"] * (game.players - 1)], 0)):
        encoding = Encoding(game, choose.choice(MENUS), choose.choice([None, 1, 3]))
        ended += compare(encoding, players, home, 25, choose)
    assert ended


def test_every_bet_menu_gives_the_sizes_of_plain_python() -> None:
    choose = random.Random(5)
    for menu in MENUS:
        for game in (nolimit(stack="30bb"), nolimit(3, stack=[900, 3000, 20_000]), potlimit(4, stack="60bb")):
            players = ["caller", *choose.choices(["caller", "random", "always-call"], k=game.players - 1)]
            compare(Encoding(game, menu), players, choose.randrange(-1, game.players), 25, choose)


def test_a_table_has_the_same_hands_in_any_batch() -> None:
    alone = TableBatch(1, "limit(players=3)", seeds=[9])
    together = TableBatch(4, "limit(players=3)", seeds=[3, 9, 4, 5])
    draws = RandomStream(1)
    alone.act([DEAL])
    together.act([DEAL] * 4)
    for _ in range(200):
        assert together.observations[1].tobytes() == alone.observations[0].tobytes()
        assert together.payoffs[1].tolist() == alone.payoffs[0].tolist()
        actions = together.random_actions(draws)
        together.act(actions)
        alone.act(actions[1:2])
    assert alone.hands[0] > 10


def test_a_hand_without_the_caller_is_dealt_past_and_its_payoffs_are_told() -> None:
    batch = TableBatch(200, "limit", players=["caller", "random"], seeds=range(200))
    batch.act([DEAL] * 200)  # in hand 0 the random player acts first, in hand 1 the caller does
    assert np.unique(batch.hands).tolist() == [0, 1]
    walked = batch.hands == 1
    assert 40 < walked.sum() < 100
    assert batch.payoffs[walked].tolist() == [[0.5, -0.5]] * walked.sum()
    assert not batch.payoffs[~walked].any()


def test_chosen_cards_are_dealt_once() -> None:
    batch = TableBatch(2, "limit", seeds=[1, 2])
    batch.set_next_deal(1, "AhKh QsQd / Kc7d2h / 9s / 4d")
    batch.act([DEAL, DEAL])
    while batch.seats[1] >= 0:
        batch.act([LEAVE, 1])
    assert batch.payoffs[1].tolist() == [1.0, -1.0]
    batch.act([LEAVE, DEAL])
    fresh = TableBatch(1, "limit", seeds=[2])
    fresh.act([DEAL])
    while fresh.seats[0] >= 0:
        fresh.act([1])
    fresh.act([DEAL])
    assert batch.observations[1].tobytes() == fresh.observations[0].tobytes()


def test_a_table_that_is_seeded_again_starts_over() -> None:
    batch = TableBatch(2, "nolimit", seeds=[1, 2])
    batch.act([DEAL, DEAL])
    first = batch.observations.copy()
    batch.reseed({0: 2, 1: 1})
    assert batch.over.all()
    batch.act([DEAL, DEAL])
    assert batch.observations.tobytes() == first[::-1].tobytes()


def test_the_button_moves_with_every_hand() -> None:
    encoding = Encoding("limit(players=4)")
    batch = TableBatch(1, encoding, players=["caller", *["always-call"] * 3], seeds=[1])
    positions = []
    for _ in range(5):
        batch.act([DEAL])
        positions.append(int(batch.observations[0][encoding.parts["position"]].argmax()))
        while batch.seats[0] >= 0:
            batch.act([1])
    assert positions == [0, 3, 2, 1, 0]


def test_wrong_actions_are_refused_before_anything_changes() -> None:
    batch = TableBatch(3, "limit", seeds=[1, 2, 3])
    batch.act([DEAL, DEAL, LEAVE])
    results: list[NDArray[Any]] = [batch.observations, batch.masks, batch.seats, batch.payoffs, batch.hands]
    before = [each.copy() for each in results]
    wrong: list[tuple[Any, str]] = [
        ([1, 3, LEAVE], "table 1: an action is a number from 0 to 2, not 3"),
        ([1, -3, LEAVE], "table 1: an action is a number from 0 to 2, not -3"),
        ([1, 2**40, LEAVE], "table 1: an action is a number from 0 to 2, not 2147483647"),
        ([1, 1, 1], "table 2: the hand is over; deal the next one"),
        ([1, 1], "actions are 3 whole numbers, one for each table, not an array of int64 with the shape (2,)"),
        ([1.0, 1.0, -1.0], "not an array of float64"),
        (None, "not an array of object"),
    ]
    for actions, message in wrong:
        with pytest.raises(RailbirdError) as refused:
            batch.act(actions)
        assert message in str(refused.value)
    after: list[NDArray[Any]] = [batch.observations, batch.masks, batch.seats, batch.payoffs, batch.hands]
    assert [each.tobytes() for each in before] == [each.tobytes() for each in after]


def test_an_illegal_action_is_refused_or_becomes_a_call() -> None:
    batches = [TableBatch(1, "limit", seeds=[1]) for _ in range(2)]
    for batch in batches:
        batch.act([DEAL])
        batch.act([1])  # the small blind calls, and the big blind may check
    with pytest.raises(RailbirdError, match="table 0: action 0 is not legal; legal: 1, 2"):
        batches[0].act([0])
    batches[0].act([0], strict=False)
    batches[1].act([1])
    assert batches[0].observations.tobytes() == batches[1].observations.tobytes()


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "no tables": (lambda: TableBatch(0), "there are 1 to 1,048,576 tables, not 0"),
    "too few players": (lambda: TableBatch(1, players=["caller"]), "has 2 seats: name a player for each, not 1"),
    "an unknown player": (lambda: TableBatch(1, players=["caller", "poki"]), "not by 'poki'"),
    "nobody to call": (lambda: TableBatch(1, players=["random"] * 2), "the caller plays at least one seat"),
    "no such home": (lambda: TableBatch(1, home=2), "no such seat to observe from"),
    "no decisions": (lambda: TableBatch(1, nolimit(stack=[100, 50])), "nobody has a decision"),
    "negative seeds": (lambda: TableBatch(1, seeds=[-1]), "between 0 and 2^64 - 1, not -1"),
    "too few seeds": (lambda: TableBatch(2, seeds=[1]), "one seed for each of the 2 tables, not 1"),
    "seeds that are no numbers": (lambda: TableBatch(1, seeds=["x"]), "seeds are whole numbers"),
    "too few cards": (lambda: TableBatch(1).set_next_deal(0, b"abc"), "has 9 different cards of its deck"),
    "the same card twice": (lambda: TableBatch(1).set_next_deal(0, bytes(9)), "has 9 different cards of its deck"),
    "unknown cards": (lambda: TableBatch(1).set_next_deal(0, "AhKh ????"), "all of them known"),
    "no history": (lambda: Encoding("limit", history=0), "1 to 255 actions of each round, not 0"),
    "a size of many digits": (
        lambda: Encoding("nolimit", f"{'1' * 12}.{'1' * 18}%"),
        "too many digits for an environment",
    ),
    "a game that does not exist": (lambda: Encoding("limmit"), "limmit"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_wrong_arguments_are_refused_with_a_clear_line(name: str) -> None:
    make, message = REFUSED[name]
    with pytest.raises(RailbirdError) as refused:
        make()
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_chip_amounts_of_any_size_fit() -> None:
    game = nolimit(2, blinds=(2**39, 2**40), stack=2**40, rules="casino")
    assert isinstance(game, Game)
    huge = nolimit(10, blinds=(1, 2), stack=2**40)
    encoding = Encoding(huge, "999999999999%, 999999999999x, 33.333333333333%, a; raise 999999999999bb, 2.7x, min, a")
    compare(encoding, ["caller"] * 10, -1, 40, random.Random(1))


def test_seeds_give_the_deals_of_the_arena() -> None:
    game = limit()
    batch = TableBatch(1, game, seeds=[12])
    for hand in range(3):
        batch.act([DEAL])
        cards = SeededDealing(12).deal(game, hand)
        seat = int(batch.seats[0])
        position = (seat - hand) % 2
        assert set(np.flatnonzero(batch.observations[0][:52]).tolist()) == set(cards[2 * position : 2 * position + 2])
        batch.act([0])


def test_a_menu_may_be_given_as_text_or_parsed() -> None:
    assert Encoding("nolimit", parse_menu("50%, a")).actions == Encoding("nolimit", "50%, a").actions == 4
