"""Phases and actions of the card duel, and how they are written."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.extensive.card_duel import CardDuel

MOST_CREATURES = 5
"""Creatures of one player in play. Ours: there are at most 6^5 assignments of blockers."""
DRAW, PLAY, CHOOSE_ATTACKERS, CHOOSE_BLOCKERS, OVER = range(5)
"""The phases of a turn; in the first one chance deals a card."""
PASS = 0
"""Play no more cards. Action 1 + k plays a card of kind k."""
ATTACK = 16
"""The first attack: ATTACK + a set of creatures as bits. In a binary choice it is ATTACK + 2 × number of the creature,
plus 1 for yes."""
BLOCK = 48
"""The first assignment of blockers; ``CardDuel.block_action`` describes them."""

_PHASES = ("draw", "play", "attack", "block", "over")


@lru_cache(maxsize=4096)
def digits(number: int, base: int, count: int) -> tuple[int, ...]:
    """The digits of a number, the lowest first.

    >>> digits(6, 2, 4)
    (0, 1, 1, 0)
    """
    found = []
    for _ in range(count):
        number, digit = divmod(number, base)
        found.append(digit)
    return tuple(found)


def duel_action_text(state: CardDuel, action: int) -> str:
    """The name of an action in a state."""
    if state.phase == DRAW:
        return f"draw:{state.kinds[action].name}"
    if state.phase == PLAY:
        return "pass" if action == PASS else f"play:{state.kinds[action - 1].name}"
    if state.phase == CHOOSE_ATTACKERS:
        if state.binary:
            return f"{'attack' if action & 1 else 'hold'}:{state.asked + 1}"
        chosen = [str(number + 1) for number in range(MOST_CREATURES) if action - ATTACK >> number & 1]
        return f"attack:{'+'.join(chosen) or 'none'}"
    if state.binary:
        return f"block:{state.asked + 1}>{(action - BLOCK) % (MOST_CREATURES + 1) or 'none'}"
    blocks = digits(action - BLOCK, len(state.attackers) + 1, len(state.able))
    chosen = [f"{blocker}>{attacker}" for blocker, attacker in enumerate(blocks, start=1) if attacker]
    return f"block:{'+'.join(chosen) or 'none'}"


def duel_picture(state: CardDuel) -> str:
    """A state with all its cards, in three lines."""
    if state.phase == OVER:
        head = f"player {state.winner} has won in turn {state.turns}"
    else:
        mana = f" ({state.mana} mana)" if state.phase == PLAY else ""
        head = f"turn {state.turns} of player {state.mover}: {_PHASES[state.phase]}{mana}"
    return "\n".join([head, _side(state, 0), _side(state, 1)])


def _side(state: CardDuel, player: int) -> str:
    names = [card.name for card in state.kinds]
    attacking = state.attackers if player == state.mover else ()
    in_play = [
        f"{names[creature >> 1]}{'' if creature & 1 else ' (unable)'}{' (attacks)' if index in attacking else ''}"
        for index, creature in enumerate(state.creatures[player])
    ]
    hand = " ".join(names[kind] for kind in state.hands[player]) or "empty"
    return (
        f"player {player}: life {state.life[player]}, hand {hand}, {len(state.decks[player])} in the deck,"
        f" in play {', '.join(in_play) or 'nothing'}"
    )
