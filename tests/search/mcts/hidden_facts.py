"""No search reads what is hidden: ``python -m tests.search.mcts.hidden_facts [POSITIONS]``.

In random positions of Leduc hold'em and of the card duel the hidden facts of the true state are exchanged for others
that the player to act cannot tell from them. With the same seed, no byte of any tree may change.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator

from railbird.extensive import CHANCE, NOBODY, RandomStream, State, sample_chance
from railbird.extensive.games import parse_extensive_game
from railbird.search.mcts import (
    Budget,
    ChanceNodeSearch,
    DeterminizedSearch,
    InformationSetSearch,
    Observers,
    SearchResult,
    rows,
)

GAMES = ("leduc", "card-duel")
ITERATIONS = 24
Search = DeterminizedSearch | ChanceNodeSearch | InformationSetSearch
SEARCHES: dict[str, Search] = {
    "determinized": DeterminizedSearch(budget=Budget(ITERATIONS), trees=3),
    "chance nodes": ChanceNodeSearch(budget=Budget(ITERATIONS)),
    "single observer": InformationSetSearch(budget=Budget(ITERATIONS), observers=Observers.SINGLE),
    "multiple observers": InformationSetSearch(budget=Budget(ITERATIONS), native=False),
    "native": InformationSetSearch(budget=Budget(ITERATIONS)),
}


def tree_bytes(result: SearchResult) -> bytes:
    """All trees of a search as bytes."""
    parts = []
    for root in result.trees:
        parts.append(struct.pack("<qq", root.player, root.visits))
        parts += [struct.pack("<qqqqd", row.depth, row.player, row.action, row.visits, row.total) for row in rows(root)]
    return b"".join(parts)


def positions(game: str, seed: int) -> Iterator[State]:
    """Positions of random games in which a player is to act, without end."""
    random = RandomStream(seed)
    while True:
        state = parse_extensive_game(game).start()
        while state.turn != NOBODY:
            if state.turn == CHANCE:
                state.apply(sample_chance(state, random))
                continue
            yield state
            actions = state.legal_actions()
            state.apply(actions[random.below(len(actions))])


def check(game: str, count: int, seed: int) -> tuple[int, int]:
    """Check this many positions, and return how many there were and in how many other hidden facts were exchanged."""
    exchanged = 0
    names = list(SEARCHES)
    for number, state in zip(range(count), positions(game, seed), strict=False):
        player, search = state.turn, SEARCHES[names[number % len(names)]]
        other = state.determinize(player, RandomStream(seed, number + 1))
        assert state.information_key(player) == other.information_key(player)
        others = [each for each in range(state.players) if each != player]
        exchanged += any(state.information_key(each) != other.information_key(each) for each in others)
        trees = [tree_bytes(search.search(each, RandomStream(number))) for each in (state, other)]
        assert trees[0] == trees[1], f"{names[number % len(names)]} reads what is hidden in {game}:\n{state}"
        assert trees[0]
    return count, exchanged


def main(count: int) -> None:
    for number, game in enumerate(GAMES):
        checked, exchanged = check(game, count, seed=22 + number)
        print(f"{game}: {checked:,} positions, {exchanged:,} with other hidden facts: no byte of a tree differs")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
