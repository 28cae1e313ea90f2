"""Strategies over buckets: checked, in few bytes, and in files that are whole or refused."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from railbird.abstraction import PublicTree, Spot, public_tree
from railbird.abstraction.bucket_strategy import BucketStrategy, rows_needed
from railbird.abstraction.cards import build_abstraction
from railbird.abstraction.packed_rows import in_steps, own_reach, pack_rows, unpack_rows
from railbird.abstraction.public_tree import DECISION
from railbird.abstraction.strategy_file import load_strategies, save_strategies, strategy_head
from railbird.errors import GameError

TREE = public_tree(Spot("leduc"))
PERFECT = build_abstraction("leduc", "buckets(preflop=3, flop=2, by=ehs)")
IMPERFECT = build_abstraction("leduc", "buckets(preflop=3, flop=4, by=ehs, recall=imperfect)")


def at_random(tree: PublicTree = TREE, seed: int = 1, imperfect: bool = False) -> BucketStrategy:
    cards = IMPERFECT if imperfect else PERFECT
    rows = np.random.default_rng(seed).exponential(size=rows_needed(tree, cards)).astype(np.float32)
    return BucketStrategy(tree, cards, rows, {"iterations": 7, "exploitability": 0.25})


def decisions(tree: PublicTree) -> list[int]:
    return np.flatnonzero(tree.kind == DECISION).tolist()


def test_blocks_are_in_the_order_of_nodes_and_rows_in_that_of_buckets() -> None:
    strategy = at_random()
    first, rows = 0, strategy.rows.astype(np.float64)
    for node in range(len(TREE)):
        assert strategy.start[node] == first
        if TREE.kind[node] != DECISION:
            continue
        buckets, actions = PERFECT.counts[TREE.round[node]], len(TREE.edges(node))
        weights = rows[first : first + buckets * actions].reshape(buckets, actions)
        assert np.allclose(strategy.at(node), weights / weights.sum(axis=1, keepdims=True), atol=1e-12)
        for bucket in range(buckets):
            assert np.allclose(strategy.row(node, bucket), strategy.at(node)[bucket], atol=1e-12)
        first += buckets * actions
    assert strategy.start[-1] == first == len(rows)


def test_rows_that_were_never_visited_play_all_actions_alike() -> None:
    strategy = BucketStrategy(TREE, PERFECT, np.zeros(rows_needed(TREE, PERFECT), dtype=np.uint8))
    assert (strategy.at(0) == 1 / 2).all()
    assert strategy.row(TREE.node_of("r"), 1) == [1 / 3] * 3


def test_wrong_rows_cards_and_nodes_are_refused() -> None:
    size = rows_needed(TREE, PERFECT)
    with pytest.raises(GameError, match=r"the rows must be 462 numbers in one array, not float64 of the shape \(3,\)"):
        BucketStrategy(TREE, PERFECT, np.ones(3))
    with pytest.raises(GameError, match="not int64 of the shape"):
        BucketStrategy(TREE, PERFECT, np.ones(size, dtype=np.int64))
    for value in (-1.0, np.nan, np.inf):
        with pytest.raises(GameError, match="finite numbers of 0 or more"):
            BucketStrategy(TREE, PERFECT, np.full(size, value))
    with pytest.raises(GameError, match="the buckets are of leduc, whose cards are not those of kuhn"):
        BucketStrategy(public_tree(Spot("kuhn")), PERFECT, np.ones(1))
    with pytest.raises(GameError, match="nobody decides at node 2: c c"):
        at_random().at(TREE.node_of("c c"))


def test_probabilities_in_steps_sum_to_one_and_are_near() -> None:
    shares = np.random.default_rng(3).dirichlet(np.full(4, 0.3), size=500)
    for steps in (1, 15, 255):
        rounded = in_steps(shares, steps)
        assert (rounded.sum(axis=1, dtype=int) == steps).all()
        assert np.abs(rounded / steps - shares).max() < 1 / steps
    thirds = np.full((1, 3), 1 / 3)
    assert in_steps(thirds, 255).tolist() == [[85, 85, 85]]
    assert in_steps(thirds, 16).tolist() == [[6, 5, 5]]
    assert (in_steps(in_steps(shares, 255) / 255, 255) == in_steps(shares, 255)).all()


@pytest.mark.parametrize("imperfect", [False, True])
def test_own_reach_is_the_product_of_the_players_own_probabilities(imperfect: bool) -> None:
    strategy = at_random(imperfect=imperfect)
    cards, walk, seen = strategy.abstraction, own_reach(TREE, strategy.abstraction), []
    node, reach = next(walk)
    while True:
        seen.append(node)
        expected = [_reach(strategy, node, bucket) for bucket in range(len(reach))]
        assert np.allclose(reach, expected, atol=1e-12), TREE.line_of(node)
        try:
            node, reach = walk.send(strategy.at(node))
        except StopIteration:
            break
    assert seen == decisions(TREE)
    assert (cards.parents[1] is None) == imperfect


def _reach(strategy: BucketStrategy, node: int, bucket: int) -> float:
    """The own reach of a node's player with a bucket; with imperfect recall, of the best bucket of the first street."""
    tree, cards = strategy.tree, strategy.abstraction
    player, street = int(tree.actor[node]), int(tree.round[node])
    steps = []
    while node:
        above = int(tree.parent[node])
        if tree.kind[above] == DECISION and tree.actor[above] == player:
            edge = next(edge for edge in tree.edges(above) if tree.children[edge] == node)
            steps.append((above, edge - int(tree.child_start[above])))
        node = above
    now = [(above, action) for above, action in steps if tree.round[above] == street]
    earlier = [(above, action) for above, action in steps if tree.round[above] < street]
    parents = cards.parents[street]
    before = range(cards.counts[0]) if parents is None else [int(parents[bucket])]
    best = max(np.prod([strategy.at(above)[each, action] for above, action in earlier]) for each in before)
    return float(best * np.prod([strategy.at(above)[bucket, action] for above, action in now]))


def test_rows_without_reach_are_copies_of_the_bucket_before() -> None:
    strategy = at_random()
    rows = strategy.rows.copy()
    rows[: strategy.start[1]].reshape(-1, 2)[:2] = [[1, 0], [0, 1]]  # bucket 0 never bets first, bucket 1 always does
    changed = BucketStrategy(TREE, PERFECT, rows)
    packed = pack_rows(changed)
    restored = BucketStrategy(TREE, PERFECT, unpack_rows(TREE, PERFECT, packed, 255))
    checked, bet = TREE.node_of("c r"), TREE.node_of("r r")
    assert (restored.at(checked)[1] == restored.at(checked)[0]).all()
    assert restored.at(bet)[0].tolist() == [0, 1]  # no bucket before it: it calls
    assert np.abs(restored.at(bet)[1:] - changed.at(bet)[1:]).max() < 1 / 255
    least = pack_rows(at_random(), least_reach=1.01)
    calling = BucketStrategy(TREE, PERFECT, unpack_rows(TREE, PERFECT, least, 255))
    assert calling.at(0).tolist() == [[1, 0]] * 3


@pytest.mark.parametrize("steps", [0, 256])
def test_a_number_of_steps_that_no_byte_holds_is_refused(steps: int) -> None:
    with pytest.raises(GameError, match=f"1 to 255 steps, not {steps}"):
        pack_rows(at_random(), steps)


def test_several_parts_come_back_from_one_file(tmp_path: Path) -> None:
    later = public_tree(Spot("leduc", "Ks", pot=4))
    parts = {"first": at_random(), "later": at_random(later, 2), "other cards": at_random(imperfect=True)}
    save_strategies(tmp_path / "file", parts)
    assert list(strategy_head(tmp_path / "file")) == list(parts)
    loaded = load_strategies(str(tmp_path / "file"))
    for name, part in loaded.items():
        whole = parts[name]
        assert str(part.tree.spot) == str(whole.tree.spot)
        assert str(part.abstraction.spec) == str(whole.abstraction.spec)
        assert part.facts == {"iterations": 7, "exploitability": 0.25}
        for node in decisions(whole.tree):
            assert np.abs(part.at(node) - whole.at(node)).max() < 1 / 255
    assert loaded["first"].abstraction is loaded["later"].abstraction
    save_strategies(tmp_path / "again", loaded)
    assert (tmp_path / "again").read_bytes() == (tmp_path / "file").read_bytes()


def test_coarse_steps_make_a_smaller_file(tmp_path: Path) -> None:
    sizes = []
    for steps in (255, 15, 1):
        save_strategies(tmp_path / "file", {"whole": at_random()}, steps=steps)
        sizes.append((tmp_path / "file").stat().st_size)
    assert sizes == sorted(sizes, reverse=True)


def test_files_that_do_not_match_themselves_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    save_strategies(path, {"whole": at_random()})
    foreign = tmp_path / "foreign"
    foreign.write_text("hello")
    with pytest.raises(GameError, match=r"foreign is not a file of the kind 'railbird strategy' \(railbird equilib"):
        load_strategies(foreign)
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    with pytest.raises(GameError, match="damaged or was cut off"):
        load_strategies(path)
    path.write_bytes(whole)
    other = replace(TREE, edge_amount=TREE.edge_amount + 1)
    monkeypatch.setattr("railbird.abstraction.strategy_file.public_tree", lambda *_, **__: other)
    with pytest.raises(GameError, match="makes another betting tree of leduc: make it again"):
        load_strategies(path)


def test_packed_rows_of_another_tree_are_refused() -> None:
    packed = pack_rows(at_random())
    with pytest.raises(GameError, match="do not match its betting"):
        unpack_rows(TREE, IMPERFECT, packed, 255)
    with pytest.raises(GameError, match="sum to more than 1"):
        unpack_rows(TREE, PERFECT, packed, 15)
