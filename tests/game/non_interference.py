"""Hidden cards stay hidden: with the same actions, exchanging cards hidden from a player changes no byte of their view.

Run from the project's root: python -m tests.game.non_interference [HANDS] [FIRST SEED]
"""

import json
import pickle
import random
import sys
import time
from collections import Counter

from railbird.game import Game, Hand, SeededDealing, View
from railbird.game.dealing import deck
from tests.driving import act_at_random
from tests.game.play import GAMES


def traces(view: View) -> tuple[str, str, bytes, str, tuple[object, ...]]:
    """Every form in which a view can be read or leaves the process."""
    values = [getattr(view, name) for name in dir(view) if not name.startswith("__")]
    attributes = tuple(repr(value) for value in values if not callable(value))
    return repr(view), str(view), pickle.dumps(view), json.dumps(view.to_json()), attributes


def hidden_indices(hand: Hand, position: int) -> list[int]:
    """The indices of cards in the deal that a player may not see."""
    game = hand.game
    seen = {position, *hand.shown}
    holes = [index for index in range(game.players * game.hole_cards) if index // game.hole_cards not in seen]
    board = range(game.players * game.hole_cards + len(hand.board), game.cards_needed)
    return [*holes, *board]


def with_other_hidden_cards(hand: Hand, position: int, choose: random.Random) -> Hand:
    """The same actions with other cards where the player may not see them.

    A mucked hand is exchanged only for another that is mucked: who wins is not a secret.
    """
    indices = hidden_indices(hand, position)
    showdown = {player for player, _ in hand.settlement.showdown} if hand.settlement else set()
    for kept in (*[set()] * 8, showdown):
        changed = [index for index in indices if index // hand.game.hole_cards not in kept]
        known = {card for index, card in enumerate(hand.deal) if index not in changed}
        pool = [card for card in deck(hand.game) if card not in known]
        deal = bytearray(hand.deal)
        for index, card in zip(changed, choose.sample(pool, len(changed)), strict=True):
            deal[index] = card
        other = replayed(hand, bytes(deal))
        if other.settlement == hand.settlement:
            return other
    raise AssertionError("the cards of folded players decide nothing")


def replayed(hand: Hand, deal: bytes) -> Hand:
    other = Hand(hand.game, deal, stacks=hand.starting_stacks, players=hand.players)
    for action in hand.actions:
        other.apply(action.kind, action.amount)
    return other


def check_hand(game: Game, seed: int, counts: Counter[str]) -> None:
    choose = random.Random(seed)
    hand = Hand(game, SeededDealing(11).deal(game, seed), players=[f"player-{i}" for i in range(game.players)])
    while True:
        for position in range(game.players):
            other = with_other_hidden_cards(hand, position, choose)
            assert traces(hand.view(position)) == traces(other.view(position)), (str(game), seed, position, str(hand))
            counts["views"] += 1
            counts["with other cards"] += other.deal != hand.deal
            mucked = [player for player, shown in hand.settlement.showdown if not shown] if hand.settlement else []
            counts["with other mucked cards"] += any(other.hole_cards[p] != hand.hole_cards[p] for p in mucked)
        if hand.over:
            return
        act_at_random(hand, choose)


def main(hands: int = 10_000, first: int = 0) -> None:
    start = time.perf_counter()
    counts: Counter[str] = Counter()
    games = list(GAMES.values())
    for seed in range(first, first + hands):
        check_hand(games[seed % len(games)], seed, counts)
        if (seed - first) % 1000 == 999:
            print(f"{seed - first + 1:,} hands, {dict(counts)}, {time.perf_counter() - start:.0f} s", flush=True)
    print(f"{hands:,} hands: no view tells anything of hidden cards")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
