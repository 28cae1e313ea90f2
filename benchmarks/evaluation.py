"""Hand evaluation: one at a time, from arrays, and all seven-card hands."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from itertools import chain, combinations

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Contestant, Task, peer
from railbird import evaluate, evaluate_array
from railbird.cards import DECK, Category, categories

KNOWN_SEVEN_CARD_COUNTS = {
    Category.HIGH_CARD: 23294460,
    Category.PAIR: 58627800,
    Category.TWO_PAIR: 31433400,
    Category.THREE_OF_A_KIND: 6461620,
    Category.STRAIGHT: 6180020,
    Category.FLUSH: 4047644,
    Category.FULL_HOUSE: 3473184,
    Category.FOUR_OF_A_KIND: 224848,
    Category.STRAIGHT_FLUSH: 41584,
}


def random_hands(count: int) -> NDArray[np.uint8]:
    generator = np.random.default_rng(1)
    portions = [
        np.argpartition(generator.random((100_000, 52), dtype=np.float32), 7, axis=1)[:, :7].astype(np.uint8)
        for _ in range(-(-count // 100_000))
    ]
    return np.concatenate(portions)[:count]


def single() -> Iterator[Task]:
    """One seven-card hand per call, each package with its own card type."""
    hands = random_hands(1000).tolist()
    names = [[str(DECK[card]) for card in hand] for hand in hands]
    as_bytes = [bytes(hand) for hand in hands]
    contestants = [
        Contestant("railbird, one bytes object", lambda: [evaluate(hand) for hand in as_bytes], 1000, ours=True),
        Contestant("railbird, seven integers", lambda: [evaluate(*hand) for hand in hands], 1000, ours=True),
        Contestant("railbird, one list of integers", lambda: [evaluate(hand) for hand in hands], 1000, ours=True),
    ]
    if pkrbot := peer("pkrbot"):
        pkrbot_hands = [[pkrbot.Card(name) for name in hand] for hand in names]
        contestants.append(
            Contestant("pkrbot, one list of cards", lambda: [pkrbot.evaluate(hand) for hand in pkrbot_hands], 1000)
        )
    if peer("phevaluator"):
        from phevaluator import _pheval, evaluate_cards

        raw = _pheval.evaluate_7cards
        contestants += [
            Contestant("phevaluator, its raw call, seven integers", lambda: [raw(*hand) for hand in hands], 1000),
            Contestant("phevaluator, seven integers", lambda: [evaluate_cards(*hand) for hand in hands], 1000),
        ]
    if eval7 := peer("eval7"):
        eval7_hands = [[eval7.Card(name) for name in hand] for hand in names]
        contestants.append(
            Contestant("eval7, one list of cards", lambda: [eval7.evaluate(hand) for hand in eval7_hands], 1000)
        )
    if pokerfast := peer("pokerfast"):
        tuples = [tuple(hand) for hand in names]
        contestants.append(
            Contestant("pokerfast, one tuple of names", lambda: [pokerfast.eval7(hand) for hand in tuples], 1000)
        )
    if treys := peer("treys"):
        table = treys.Evaluator()
        treys_hands = [[treys.Card.new(name) for name in hand] for hand in names]
        contestants.append(
            Contestant(
                "treys, its cards",
                lambda: [table.evaluate(hand[:2], hand[2:]) for hand in treys_hands[:100]],
                100,
            )
        )
    if pokerkit := peer("pokerkit"):
        texts = ["".join(hand) for hand in names[:20]]
        from_game = pokerkit.StandardHighHand.from_game
        contestants.append(Contestant("PokerKit, one text", lambda: [from_game(text) for text in texts], 20))
    yield Task(
        "One hand a call",
        contestants,
        "hands/s",
        per_second=True,
        target="bytes or seven integers at least as fast as the fastest peer",
    )


def array() -> Iterator[Task]:
    """Five million random seven-card hands from one array."""
    hands = random_hands(5_000_000)
    contestants = [
        Contestant("railbird, one thread", lambda: evaluate_array(hands, threads=1), len(hands), ours=True),
        Contestant("railbird, two threads", lambda: evaluate_array(hands, threads=2), len(hands), ours=True),
    ]
    if peer("pokerfast"):
        from pokerfast import equity as pokerfast_equity

        library = pokerfast_equity._load()
        values = np.empty(len(hands), dtype=np.uint16)
        cards = hands.ctypes.data_as(ctypes.c_char_p)
        out = values.ctypes.data_as(ctypes.POINTER(ctypes.c_uint16))
        contestants.append(
            Contestant(
                "pokerfast's OMPEval, its C function, one thread",
                lambda: library.pf_evaluate(cards, len(hands), 7, out),
                len(hands),
            )
        )
    yield Task(
        "Hands from an array", contestants, "hands/s", per_second=True, target="130 M/s on one thread, 1.8 x on two"
    )


def all_seven_card_hands() -> Iterator[NDArray[np.uint8]]:
    """Every seven-card hand once, as arrays: two cards, then five of those that follow."""
    fives = np.fromiter(chain.from_iterable(combinations(range(52), 5)), dtype=np.uint8, count=5 * 2598960)
    fives = fives.reshape(-1, 5)
    for first, second in combinations(range(52), 2):
        rest = fives[np.searchsorted(fives[:, 0], second, side="right") :]
        hands = np.empty((len(rest), 7), dtype=np.uint8)
        hands[:, 0], hands[:, 1], hands[:, 2:] = first, second, rest
        yield hands


def count_seven_card_hands() -> dict[Category, int]:
    """How many of the 133,784,560 seven-card hands belong to each category."""
    counts = np.zeros(len(Category), dtype=np.int64)
    for hands in all_seven_card_hands():
        counts += np.bincount(categories(evaluate_array(hands)), minlength=len(Category))
    return {category: int(counts[category]) for category in Category}
