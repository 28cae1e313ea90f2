"""Observations never depend on hidden cards: exchanging all cards that a player may not see changes no byte of them.

Run from the project's root: python -m tests.envs.non_interference [HANDS] [FIRST SEED]
"""

import random
import sys
import time
from collections import Counter
from functools import cache

import numpy as np

from railbird.envs import DEAL, LEAVE, Encoding, PokerTable, TableBatch
from railbird.game import Game, Hand, SeededDealing
from railbird.game.dealing import deck
from tests.game.play import GAMES

PLAYED = [game for name, game in GAMES.items() if name != "ten-player limit, short stacks"]


@cache
def encoding_of(game: Game) -> Encoding:
    return Encoding(game, "min, 50%, 100%, a; raise 3x, a")


@cache
def table_of(game: Game) -> tuple[PokerTable, PokerTable]:
    return PokerTable(encoding_of(game)), PokerTable(encoding_of(game))


def exchanged(game: Game, deal: bytes, position: int, board: int, choose: random.Random) -> bytes:
    """The deal with other cards for all other players, and after the first so many cards of the board."""
    holes = game.players * game.hole_cards
    own = range(position * game.hole_cards, (position + 1) * game.hole_cards)
    kept = {*own, *range(holes, holes + board)}
    pool = [card for card in deck(game) if card not in {deal[index] for index in kept}]
    others = iter(choose.sample(pool, len(deal) - len(kept)))
    return bytes(card if index in kept else next(others) for index, card in enumerate(deal))


def check_hand(game: Game, seed: int, counts: Counter[str]) -> None:
    """Play one hand natively; each observation must come again with other hidden cards."""
    choose, encoding = random.Random(seed), encoding_of(game)
    deal = SeededDealing(13).deal(game, seed)
    batch = TableBatch(1, encoding)
    batch.set_next_deal(0, deal)
    batch.act([DEAL])
    actions: list[int] = []
    rows: list[tuple[bytes, bytes, bytes]] = []
    hand = Hand(game, deal)
    while True:
        over = bool(batch.seats[0] < 0)
        position = int(batch.observations[0][encoding.parts["position"]].argmax())
        seen = batch.observations[0].tobytes(), batch.masks[0].tobytes()
        rows.append((*seen, exchanged(game, deal, position, len(hand.board_bytes), choose)))
        if over:
            break
        actions.append(choose.choice(np.flatnonzero(batch.masks[0]).tolist()))
        hand.act(encoding.action(hand.view(position), actions[-1]))
        batch.act(actions[-1:])
    assert hand.over
    other = TableBatch(len(rows), encoding)
    for row, (_, _, cards) in enumerate(rows):
        other.set_next_deal(row, cards)
    other.act([DEAL] * len(rows))
    for taken, action in enumerate(actions):
        other.act([action if taken < row else LEAVE for row in range(len(rows))])
    for row, (numbers, mask, cards) in enumerate(rows):
        assert other.observations[row].tobytes() == numbers, (str(game), seed, row, cards)
        assert other.masks[row].tobytes() == mask, (str(game), seed, row)
    counts["native observations"] += len(rows)
    counts["with other cards"] += sum(cards != deal for _, _, cards in rows)
    counts["with other payoffs"] += other.payoffs[-1].tolist() != batch.payoffs[0].tolist()
    check_agents(game, deal, actions, choose, counts)


def check_agents(game: Game, deal: bytes, actions: list[int], choose: random.Random, counts: Counter[str]) -> None:
    """Every agent, at its turn or not, observes the same with other hidden cards, to the end of the hand."""
    table, other = table_of(game)
    seat = choose.randrange(game.players)
    cards = exchanged(game, deal, seat, sum(game.board_cards), choose)
    for each, dealt in ((table, deal), (other, cards)):
        each.reset(seed=0, options={"deal": dealt})
    agent = f"player_{seat}"
    for action in [*actions, None]:
        mine, theirs = table.observe(agent), other.observe(agent)
        assert mine["observation"].tobytes() == theirs["observation"].tobytes(), (str(game), deal, cards)
        assert mine["action_mask"].tobytes() == theirs["action_mask"].tobytes()
        counts["observations of agents"] += 1
        if action is not None:
            table.step(action)
            other.step(action)
    assert all(table.terminations.values())


def main(hands: int = 10_000, first: int = 0) -> None:
    start = time.perf_counter()
    counts: Counter[str] = Counter()
    for seed in range(first, first + hands):
        check_hand(PLAYED[seed % len(PLAYED)], seed, counts)
        if (seed - first) % 1000 == 999:
            print(f"{seed - first + 1:,} hands, {dict(counts)}, {time.perf_counter() - start:.0f} s", flush=True)
    print(f"{hands:,} hands: no observation depends on a hidden card")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
