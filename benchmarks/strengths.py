"""Hand strength and potential, of all hands at once and of one hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations

from benchmarks.harness import Contestant, Task, peer
from railbird.cards import ALL_HOLE_CARDS, DECK, HAND_MASKS, HoleCards, Range, card_mask, parse_cards
from railbird.strength import potential_tables, standings

RIVER, TURN, FLOP = "Jh4c3sKd2d", "Jh4c3sKd", "Jh4c3s"
VILLAIN = Range("22+, A2s+, K8s+, QTs+, A7o+, KTo+:0.5")
HAND = HoleCards.parse("AdQc")


def strengths() -> Iterator[Task]:
    def task(title: str, work: Callable[[], object], target: str, *peers: Contestant) -> Task:
        return Task(f"{title}, one core", [Contestant("railbird", work, ours=True), *peers], unit="s", target=target)

    yield task(
        "River, HS of all 1081 hands against a weighted range", lambda: standings(RIVER, VILLAIN, threads=1), "0.5 ms"
    )
    for name, board in (("Turn", TURN), ("Flop", FLOP)):
        yield task(
            f"{name}, mean HS of all hands after the next card",
            partial(standings, board, cards_ahead=1, threads=1),
            "15 ms",
        )
        yield task(
            f"{name}, one-card 3x3 tables of all hands",
            partial(potential_tables, board, cards_ahead=1, threads=1),
            "50 ms",
        )
    yield task(
        "Flop, two-card 3x3 tables of all hands", lambda: potential_tables(FLOP, cards_ahead=2, threads=1), "0.9 s"
    )
    yield task(
        "Flop, two-card 3x3 table of one hand",
        lambda: potential_tables(FLOP, cards_ahead=2, hands=HAND, threads=1),
        "12 ms",
        *_python_loop(),
    )


def _python_loop() -> Iterator[Contestant]:
    """One hand's two-card table with the fastest peer evaluator: each opposing hand on each board."""
    pkrbot = peer("pkrbot")
    if pkrbot is None:
        return
    board = parse_cards(FLOP)
    known = card_mask((HAND.high, HAND.low, *board))
    others = [hand for hand in ALL_HOLE_CARDS if not int(HAND_MASKS[hand.index]) & known]
    cards = {card: pkrbot.Card(str(card)) for card in DECK}
    unseen = [card for card in cards if not known >> int(card) & 1]
    shared = [cards[card] for card in board]
    mine = [cards[HAND.high], cards[HAND.low]]

    def work() -> list[list[int]]:
        table = [[0] * 3 for _ in range(3)]
        own = pkrbot.evaluate([*mine, *shared])
        now = {}
        for hand in others:
            value = pkrbot.evaluate([cards[hand.high], cards[hand.low], *shared])
            now[hand] = 0 if own > value else 1 if own == value else 2
        for a, b in combinations(unseen, 2):
            final = [*shared, cards[a], cards[b]]
            own = pkrbot.evaluate([*mine, *final])
            for hand in others:
                if hand.high in (a, b) or hand.low in (a, b):
                    continue
                value = pkrbot.evaluate([cards[hand.high], cards[hand.low], *final])
                table[now[hand]][0 if own > value else 1 if own == value else 2] += 1
        return table

    yield Contestant("pkrbot, the same in a Python loop", work)
