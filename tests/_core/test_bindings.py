"""The native core survives any arguments: hostile elements, buffers, threads, endless trees."""

import gc
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from railbird import _core as _typed_core
from railbird.game import limit, parse_game
from tests._core.hostile.arguments import HostileNumber, OneCapsule
from tests._core.hostile.calls import check_call
from tests._core.hostile.world import GOOD_GAME, world

_core: Any = _typed_core  # untyped, because most arguments here have wrong types
GAME = limit()
TREE = _core.BettingTree(GAME.native, GAME.stacks)
MODEL = _core.ContextModel(TREE, (1, 1, 1), (0.1,) * 20)


def emptied_while_read(count: int) -> list[Any]:
    """A list whose first element empties it when its value is read."""
    items: list[Any] = []

    def empty() -> None:
        items.clear()
        items.extend(bytes(50) for _ in range(100))
        items.clear()

    items.append(HostileNumber(1, empty))
    items.extend(HostileNumber(1, int) for _ in range(count - 1))
    return items


LIST_READERS: dict[str, tuple[int, Callable[[list[Any]], object]]] = {
    "Hand": (2, lambda items: _core.Hand(GAME.native, items, bytes(range(9)))),
    "ContextModel": (3, lambda items: _core.ContextModel(TREE, items, (0.1,) * 20)),
    "Pool": (20, lambda items: _core.Pool(_core.Similarity(TREE), items)),
    "Belief": (5, lambda items: _core.Belief(MODEL, (), None, 0, items, (), 0.9)),
    "GameDefinition": (4, lambda items: _core.GameDefinition(**{**GOOD_GAME, "most_raises": items})),
    "BettingTree": (2, lambda items: _core.BettingTree(GAME.native, items)),
    "play_at_random": (2, lambda items: _core.play_at_random(GAME.native, items, 0, 0, 1)),
    "View": (4, lambda items: _core.View(GAME.native, (10, 10), 0, [items], (b"", b""), b"", None)),
}


@pytest.mark.parametrize("name", LIST_READERS)
def test_a_list_may_be_emptied_by_its_own_elements(name: str) -> None:
    count, read = LIST_READERS[name]
    for _ in range(20):
        try:
            read(emptied_while_read(count))
        except TypeError:
            assert name == "View"  # an action kind cannot be such a number; the other readers accept them


def test_beliefs_stay_alive_while_a_later_argument_drops_them() -> None:
    for _ in range(20):
        beliefs: list[Any] = [
            _core.Belief(_core.ContextModel(TREE, (1, 1, 1), (0.1,) * 20), (), None, each, (), (), 0.9)
            for each in range(2)
        ]

        def drop(beliefs: list[Any] = beliefs) -> None:
            beliefs.clear()
            gc.collect(1)  # they are young
            beliefs.extend(bytes(size) for size in range(100, 2000))

        values = _core.search_ranks(TREE, beliefs, HostileNumber(0, drop), 1, 5)
        assert values[3] > 1000


def test_an_object_is_not_initialized_twice() -> None:
    tree = _core.BettingTree.__new__(_core.BettingTree)
    stacks = [HostileNumber(1000, lambda: _core.BettingTree.__init__(tree, GAME.native, GAME.stacks)), 1000]
    with pytest.raises(TypeError, match="called twice"):
        _core.BettingTree.__init__(tree, GAME.native, stacks)
    assert tree.players == 2


def test_arrays_that_another_thread_changes_give_a_possible_answer_or_an_error() -> None:
    count = 400
    holes = np.tile(np.array([[[0, 1], [2, 3]]], dtype=np.uint8), (count, 1, 1))
    boards = np.tile(np.arange(10, 15, dtype=np.uint8), (count, 1))
    live, sizes = np.full(count, 3, dtype=np.uint16), np.full(count, 3, dtype=np.uint8)
    ended = threading.Event()

    def vandalise() -> None:
        while not ended.is_set():
            holes[:], boards[:], live[:], sizes[:] = (48, 49), (48, 49, 50, 51, 51), 0, 0
            time.sleep(2e-4)
            sizes[:], live[:], boards[:] = 3, 3, (10, 11, 12, 13, 14)
            holes[:, 0], holes[:, 1] = (0, 1), (2, 3)
            time.sleep(2e-4)

    vandal = threading.Thread(target=vandalise)
    vandal.start()
    try:
        answers = refusals = 0
        end = time.monotonic() + 1
        while time.monotonic() < end or not (answers and refusals):
            try:
                shares = _core.all_in_shares(holes, live, boards, sizes, 2)
                assert np.allclose(shares.sum(axis=1), 1)
                answers += 1
            except ValueError as error:
                assert "impossible" in str(error)
                refusals += 1
    finally:
        ended.set()
        vandal.join()


def test_a_dlpack_capsule_is_not_consumed_twice() -> None:
    for _ in range(20):
        given = OneCapsule(np.ones(1326))
        for _ in range(3):
            with pytest.raises(TypeError):
                _core.RangeSweep(given, given, 0, 0)


@pytest.mark.parametrize("change", ["f4", ">f8", "i8", "fortran", "unaligned", "strided", "memoryview"])
def test_arrays_of_other_kinds_are_converted(change: str) -> None:
    right = np.arange(1326, dtype=np.float64)
    changed: dict[str, Callable[[], Any]] = {
        "fortran": lambda: np.asfortranarray(right),
        "unaligned": lambda: np.frombuffer(b"x" + right.tobytes(), dtype=np.uint8)[1:].view(np.float64),
        "strided": lambda: np.repeat(right, 2)[::2],
        "memoryview": lambda: right.data,
    }
    given = changed[change]() if change in changed else right.astype(change)
    tables = [_core.RangeSweep(each, right, 0b11111, 0) for each in (right, given)]
    for table in tables:
        table.run(0, table.blocks, 1)
    assert np.array_equal(tables[0].results(), tables[1].results())


@pytest.mark.parametrize("dtype", ["c16", "O", "M8[s]", "S8"])
def test_arrays_of_non_numbers_are_rejected(dtype: str) -> None:
    with pytest.raises(TypeError):
        _core.RangeSweep(np.ones(1326).astype(dtype), np.ones(1326), 0b11111, 0)


def test_a_computation_runs_in_one_thread_at_a_time() -> None:
    deals = _core.MonteCarlo(np.ones((2, 1326)), 0, 0)
    refused = []

    def ask() -> None:
        for work in (deals.tally, lambda: deals.run(1, 0, deals.batch, 1)):
            try:
                work()
            except RuntimeError as error:
                refused.append(str(error))

    runner = threading.Thread(target=lambda: deals.run(1, 0, 64 * deals.batch, 1))
    runner.start()
    while runner.is_alive() and not refused:
        ask()
    runner.join()
    assert "another thread" in refused[0]
    assert deals.tally().sum() > 0


def test_a_sequence_without_end_is_not_searched() -> None:
    game = parse_game("nolimit(stack=2000000bb, rules=casino)")
    tree = _core.BettingTree(game.native, game.stacks)
    line = np.zeros(10_000)
    node = 0
    for _ in range(1000):
        node = tree.child(node, 2)
        line[node] = 1
    with pytest.raises(ValueError, match="more than 1000 actions cannot be searched"):
        tree.child(node, 2)
    with pytest.raises(ValueError, match="more than 1000 actions cannot be searched"):
        _core.search_tables(tree, line, line, 0, tree.actor(0), 0.0, True)


@pytest.mark.parametrize("bets", [(0, 10, 20, 20), (10, 10), (10, 10, 20, 20, 20)])
def test_a_game_has_one_bet_of_at_least_a_chip_for_each_round(bets: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="bet"):
        _core.GameDefinition(**{**GOOD_GAME, "bets": bets})


ENDLESS = {
    "play_at_random": "_core.play_at_random(game.native, game.stacks, 0, 0, 2**62)",
    "count_betting_sequences": "_core.count_betting_sequences(game.native, game.stacks, -1, True)",
}


@pytest.mark.parametrize("call", ENDLESS)
def test_endless_native_work_ends_with_ctrl_c(call: str) -> None:
    code = f"""
import signal
from railbird import _core
from railbird.game import parse_game
signal.signal(signal.SIGINT, signal.default_int_handler)  # programs started in the background ignore it
game = parse_game("nolimit(players=3, stack=2000000bb, rules=casino)")
print("ready", flush=True)
{ENDLESS[call]}
"""
    work = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert work.stdout is not None
        assert work.stdout.readline() == "ready\n"
        time.sleep(0.3)
        work.send_signal(signal.SIGINT)
        _, errors = work.communicate(timeout=30)
    finally:
        work.kill()
    assert "KeyboardInterrupt" in errors


def test_a_daemon_thread_inside_native_work_does_not_abort_the_program_at_its_end() -> None:
    code = """
import threading, time
import numpy as np
from railbird import _core
def work():
    deals = _core.MonteCarlo(np.ones((2, 1326)), 0, 0)
    while True:
        deals.run(1, 0, deals.batch, 1)
for _ in range(3):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.2)
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_text_that_cannot_be_encoded_is_not_an_amount() -> None:
    class Odd:
        def __repr__(self) -> str:
            return "\ud800"

    hand = _core.Hand(GAME.native, GAME.stacks, bytes(range(9)))
    with pytest.raises(ValueError, match="whole number of chips"):
        hand.raise_to(Odd())


@pytest.mark.filterwarnings("ignore:nanobind")
def test_hostile_calls_are_answered_or_refused() -> None:
    try:
        outcomes = {check_call(random.Random(number)) for number in range(500)}
    finally:
        world().vandals.stop()  # or they would take their share of the time of all tests that follow
        world.cache_clear()
    assert {outcome.split()[1] for outcome in outcomes} == {"answered", "refused"}


def test_counts_are_written_only_to_aligned_tables() -> None:
    good = np.zeros((2, 2))
    odd = np.zeros(8 * 4 + 1, dtype=np.uint8)[1:].view(np.float64).reshape(2, 2)
    holdings, buckets = np.array([3, 12], dtype=np.uint64), np.array([0, 1], dtype=np.int32)
    with pytest.raises(TypeError):
        _core.add_board(holdings, buckets, np.ones((2, 2)), 0x1F00, good, odd)
    _core.add_board(holdings, buckets, np.ones((2, 2)), 0x1F00, good, np.zeros((2, 2)))
    assert good.sum() == 2
