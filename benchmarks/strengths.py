"""Hand strength and potential, of all hands at once and of one hand."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, islice
from math import comb
from typing import Any

from benchmarks.harness import Contestant, Task, peer
from railbird.cards import ALL_HOLE_CARDS, DECK, HAND_MASKS, HoleCards, Range, card_mask, parse_cards
from railbird.strength import board_strength, boards, hand_ranks, potential_tables, standings

RIVER, TURN, FLOP = "Jh4c3sKd2d", "Jh4c3sKd", "Jh4c3s"
ALIKE = "Jc4h3d"
VILLAIN = Range("22+, A2s+, K8s+, QTs+, A7o+, KTo+:0.5")
HAND = HoleCards.parse("AdQc")


def strengths() -> Iterator[Task]:
    def task(title: str, work: Callable[[], object], target: str, loop: Iterator[Contestant]) -> Task:
        return Task(f"{title}, one core", [Contestant("railbird", work, ours=True), *loop], unit="s", target=target)

    yield task(
        "River, HS of all 1081 hands against a weighted range",
        lambda: standings(RIVER, VILLAIN, threads=1),
        "0.5 ms",
        _python_loop(RIVER, VILLAIN, 0),
    )
    for name, board in (("Turn", TURN), ("Flop", FLOP)):
        yield task(
            f"{name}, mean HS of all hands after the next card",
            partial(standings, board, cards_ahead=1, threads=1),
            "15 ms",
            _python_loop(board, Range("random"), 1, sample=1),
        )
        yield task(
            f"{name}, one-card 3x3 tables of all hands",
            partial(potential_tables, board, cards_ahead=1, threads=1),
            "50 ms",
            _python_loop(board, Range("random"), 1, sample=1),
        )
    yield task(
        "Flop, two-card 3x3 tables of all hands",
        lambda: potential_tables(FLOP, cards_ahead=2, threads=1),
        "0.9 s",
        _python_loop(FLOP, Range("random"), 2, sample=1),
    )
    yield task(
        "Flop, two-card 3x3 table of one hand",
        lambda: potential_tables(FLOP, cards_ahead=2, hands=HAND, threads=1),
        "12 ms",
        _python_loop(FLOP, Range("random"), 2, hands=[HAND], sample=200),
    )
    yield from _look_ups()


def _look_ups() -> Iterator[Task]:
    board, index = parse_cards(FLOP), HAND.index
    looked_up: dict[str, Callable[[], object]] = {
        "HS": lambda: board_strength(board).hs[index],
        "EHS": lambda: board_strength(board).potential().ehs[index],
        "HR": lambda: hand_ranks(board)[index],
    }
    contestants = [Contestant(f"railbird, {name}", work, ours=True) for name, work in looked_up.items()]
    yield Task("One hand on a board that was asked for before", contestants, unit="s", target="5 µs")

    def again(flop: str, *forgotten: Any) -> object:
        for memory in forgotten:
            memory.cache_clear()
        return board_strength(flop).potential(2)

    with tempfile.TemporaryDirectory() as folder:
        os.environ["RAILBIRD_CACHE"] = folder
        again(FLOP, boards._of, boards._of_mask, boards._counts)
        ours = {
            "in memory, with other suits": partial(again, ALIKE, boards._of, boards._of_mask),
            "on disk": partial(again, FLOP, boards._of, boards._of_mask, boards._counts),
        }
        yield Task(
            "HS and two-card PPot, NPot, EHS of all hands on a flop that is known",
            [Contestant(f"railbird, {name}", work, ours=True) for name, work in ours.items()],
            unit="s",
        )
        boards.DISK.close()
        del os.environ["RAILBIRD_CACHE"]


def _python_loop(
    board: str, villain: Range, ahead: int, hands: list[HoleCards] | None = None, sample: int | None = None
) -> Iterator[Contestant]:
    """The same tables with the fastest peer evaluator: all pairs of hands on all boards, or on a sample."""
    pkrbot = peer("pkrbot")
    if pkrbot is None:
        return
    cards = parse_cards(board)
    masks = [int(mask) for mask in HAND_MASKS]
    known = card_mask(cards)
    live = [hand for hand in ALL_HOLE_CARDS if not masks[hand.index] & known]
    mine = live if hands is None else hands
    others = [(hand.index, float(villain.weights[hand.index])) for hand in live if villain.weights[hand.index]]
    theirs = {card: pkrbot.Card(str(card)) for card in DECK}
    shared = [theirs[card] for card in cards]
    unseen = [card for card in DECK if not known >> card & 1]
    if hands is not None:
        unseen = [card for card in unseen if not masks[hands[0].index] >> card & 1]
    all_boards = comb(len(unseen), ahead)
    few = all_boards if sample is None else sample

    def values(on_board: list[Any], new: int) -> dict[int, int]:
        evaluate = pkrbot.evaluate
        return {
            hand.index: evaluate([theirs[hand.high], theirs[hand.low], *on_board])
            for hand in live
            if not masks[hand.index] & new
        }

    def work() -> dict[int, list[float]]:
        tables = {hand.index: [0.0] * 9 for hand in mine}
        now = values(shared, 0)
        for more in islice(combinations(unseen, ahead), few):
            later = values([*shared, *(theirs[card] for card in more)], card_mask(more)) if more else now
            for hand in mine:
                i = hand.index
                if i not in later:
                    continue
                table, mask, own_now, own_later = tables[i], masks[i], now[i], later[i]
                for j, weight in others:
                    if masks[j] & mask or j not in later:
                        continue
                    their_now, their_later = now[j], later[j]
                    row = 0 if own_now > their_now else 3 if own_now == their_now else 6
                    table[row + (0 if own_later > their_later else 1 if own_later == their_later else 2)] += weight
        return tables

    name = "pkrbot, the same in a Python loop"
    if few < all_boards:
        name += f" ({few} of {all_boards:,} boards, times {all_boards / few:,.0f})"
    yield Contestant(name, work, units=few / all_boards)
