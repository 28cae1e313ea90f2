"""Reading histories: hands from text to a finished, checked hand of the engine, beside PokerKit's readers.

The hands are made up: ACPC logs have heads-up limit hands, the other formats six-player no-limit hands in which most
players fold pre-flop, so that a hand of PokerStars has about 1,300 characters. Players and stacks change.
"""

from __future__ import annotations

import random
import tempfile
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from benchmarks.harness import Contestant, Task, peer
from railbird.game import Betting, Game, Hand, SeededDealing, limit, nolimit
from railbird.histories import Origin, PlayedHand, read_hands, told_hand, write_hands

HANDS = 2_000
THEIRS = 20
"""Hands for readers that take milliseconds for one."""
FOLDING = 0.6
"""The probability of a fold where folding is legal; ours, for hands of the usual length."""
PLAYERS = [f"player {number}" for number in range(200)]


def histories() -> Iterator[Task]:
    with tempfile.TemporaryDirectory() as folder:
        for name, title, game, target in (
            ("acpc", "ACPC logs, heads-up limit", limit(), "50,000 hands/s"),
            ("phh", "PHH, six-player no-limit", nolimit(6, rules="casino"), "10,000 hands/s"),
            ("pokerstars", "PokerStars text, six-player no-limit", nolimit(6, rules="casino"), "10,000 hands/s"),
            ("ohh", "Open Hand History, six-player no-limit", nolimit(6, rules="casino"), ""),
        ):
            hands = [_told(game, number) for number in range(HANDS)]
            path, few = Path(folder) / name, Path(folder) / f"few {name}"
            for file_path, written in ((path, hands), (few, hands[:THEIRS])):
                with file_path.open("w", encoding="utf-8") as file:
                    write_hands(file, written, name)
            size = path.stat().st_size / HANDS
            yield Task(
                f"{title}, {size:,.0f} bytes a hand: read, played, and compared with the payoffs in the file",
                [Contestant("railbird", _reads(path), HANDS, ours=True), *_pokerkit(name, few, hands[:THEIRS])],
                unit="hands/s",
                per_second=True,
                target=target,
            )


def _told(game: Game, number: int) -> PlayedHand:
    """A hand as people play it: they mostly fold, or call."""
    choose = random.Random(number)
    stacks = None if game.betting is Betting.LIMIT else [choose.randint(2_000, 30_000) for _ in range(game.players)]
    players = choose.sample(PLAYERS, game.players)
    hand = Hand(game, SeededDealing(1).deal(game, number), stacks=stacks, players=players)
    while not hand.over:
        legal, draw = hand.legal, choose.random()
        if legal.fold and draw < (FOLDING if hand.round == 0 else FOLDING / 2):
            hand.fold()
        elif legal.most_raise and draw > 0.85:
            hand.raise_to(min(legal.most_raise, 2 * legal.least_raise))
        else:
            hand.call()
    date = datetime(2026, 1, 31, 20, tzinfo=UTC) + timedelta(seconds=50 * number)
    origin = Origin(hand_id=str(10**9 + number), table="Vesta II", date=date, seat_count=game.players)
    played = told_hand(hand, unit=Decimal("0.01"), currency="USD", origin=origin)
    return replace(played, record=replace(played.record, rake=0))


def _reads(path: Path) -> Callable[[], object]:
    def read() -> None:
        assert sum(1 for _ in read_hands(path, strict=True)) == HANDS

    return read


def _pokerkit(name: str, path: Path, hands: Sequence[PlayedHand]) -> Iterator[Contestant]:
    """Their readers, which play a hand only for ACPC logs; of PHH, also read and played as ours always does."""
    pokerkit = peer("pokerkit")
    if pokerkit is None or name == "ohh":
        return
    text = path.read_text(encoding="utf-8")
    history = pokerkit.HandHistory
    limit_game = pokerkit.FixedLimitTexasHoldem((), True, 0, (5, 10), 10, 20)
    parsers: dict[str, Callable[[], list[Any]]] = {
        "phh": lambda: list(history.loads_all(text)),
        "pokerstars": lambda: list(history.from_pokerstars(text)),
        "acpc": lambda: list(history.from_acpc_protocol(limit_game, 10_000, text)),
    }
    parsed = parsers[name]

    def replayed() -> None:
        for each in parsed():
            assert not list(each)[-1].status

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        read = len(parsed())
    if not read:
        return
    yield Contestant("PokerKit, read", _quietly(parsed), read)
    if name == "phh":
        yield Contestant("PokerKit, read and replayed", _quietly(replayed), read)


def _quietly(work: Callable[[], object]) -> Callable[[], object]:
    def run() -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            work()

    return run
