"""Combat of the card duel: attackers, blockers, damage and deaths."""

from __future__ import annotations

from collections.abc import Sequence

from railbird.extensive.duel_deck import DuelSetup


def fight(
    setup: DuelSetup, attackers: Sequence[int], blockers: Sequence[int], blocks: Sequence[int]
) -> tuple[int, list[int], list[int]]:
    """The damage to the defending player, and the indices of the attackers and of the blockers that die.

    ``blocks`` has, for each blocker, 0 or the number of its attacker from 1. An unblocked attacker deals its power to
    the player. A blocked attacker and its blockers deal their power to each other at the same time; a creature dies if
    it receives at least its toughness. An attacker deals its damage to its blockers in their order, strongest first: it
    kills each whose toughness is not above the damage that is left, and skips the others. Damage does not last.
    """
    powers, toughness = setup.powers, setup.toughness
    damage = 0
    dead, lost = [], []
    for number, creature in enumerate(attackers):
        left = powers[creature]
        if number + 1 not in blocks:
            damage += left
            continue
        received = 0
        for index, attacker in enumerate(blocks):
            if attacker == number + 1:
                blocker = blockers[index]
                received += powers[blocker]
                if toughness[blocker] <= left:
                    left -= toughness[blocker]
                    lost.append(index)
        if received >= toughness[creature]:
            dead.append(number)
    return damage, dead, lost
