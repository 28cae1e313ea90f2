"""Rules that play the card duel: which card to play, which creatures attack, and what they block.

Ward and Cowling (2009) combine a way of choosing for each of the three decisions into a player. Ours are ``expert``,
``reduced`` and ``random``. The rules themselves are ours: the source describes the players, not their rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import combinations

from railbird._core import RandomStream
from railbird.errors import GameError, quoted
from railbird.extensive.card_duel import CardDuel
from railbird.extensive.duel_actions import CHOOSE_ATTACKERS, MOST_CREATURES, PASS, PLAY
from railbird.extensive.duel_combat import fight
from railbird.extensive.duel_deck import DuelSetup
from railbird.extensive.player import GamePlayer
from railbird.extensive.state import State


class DuelWay(StrEnum):
    """A way to make a decision, strongest first."""

    EXPERT = "expert"
    REDUCED = "reduced"
    RANDOM = "random"


CACHED = 1 << 14
"""Decisions that are remembered: the same ones come again and again in a search."""


class DuelRules(GamePlayer):
    """A player of the card duel, and a policy for searches: rules, or chance, for each of the three decisions.

    It uses what the player to act knows: their hand and what is public. A random decision takes one random number.

    >>> from railbird.extensive import RandomStream
    >>> from railbird.extensive.state import play_actions
    >>> state = CardDuel(hand=2, deck="6*1:1/1 6*2:2/2")
    >>> play_actions(state, "draw:1/1 draw:2/2 draw:1/1 draw:1/1")
    >>> state.action_text(DuelRules()(state, RandomStream(1)))
    'play:1/1'
    """

    def __init__(self, card: str = "expert", attack: str = "expert", block: str = "expert") -> None:
        for decision, way in (("card", card), ("attack", attack), ("block", block)):
            if way not in list(DuelWay):
                raise GameError(f"{decision} must be one of {', '.join(DuelWay)}, not {quoted(str(way))}")
        self.ways = (str(card), str(attack), str(block))
        self._card = _CARDS.get(card)
        self._attack = _ATTACKS.get(attack)
        self._block = _BLOCKS.get(block)

    def refusal(self, start: State) -> str | None:
        return None if isinstance(start, CardDuel) else "it is not the card duel"

    def __call__(self, state: State, random: RandomStream) -> int:
        return self.choose(state, random)

    def choose(self, state: State, random: RandomStream) -> int:
        """Choose an action for the player to act."""
        if not isinstance(state, CardDuel):
            raise GameError(f"these rules play the card duel, not {type(state).__name__}")
        if state.phase == PLAY:
            if self._card is not None:
                return self._card(state)
        elif state.phase == CHOOSE_ATTACKERS:
            if self._attack is not None:
                return state.attack_action(self._attack(state))
        elif self._block is not None:
            return state.block_action(self._block(state))
        actions = state.legal_actions()
        return actions[random.below(len(actions))]

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self.ways}"


class ReducedRules(DuelRules):
    """Simpler rules for all three decisions: the most expensive card, only safe attacks, only safe blocks."""

    def __init__(self) -> None:
        super().__init__("reduced", "reduced", "reduced")


def expert_card(state: CardDuel) -> int:
    """Play the cards that together use the most mana; of equal ones, those with the strongest card.

    With the most creatures in play, play the strongest card that is stronger than the creature that it replaces.
    """
    mover = state.mover
    creatures = state.creatures[mover]
    places = MOST_CREATURES - len(creatures)
    if places:
        return _best_cards(state.setup, state.hands[mover][::-1], state.mana, places)[1] + 1
    best = state.legal_actions()[-1]
    return best if best - 1 > creatures[-1] >> 1 else PASS


@lru_cache(maxsize=CACHED)
def _best_cards(setup: DuelSetup, hand: tuple[int, ...], mana: int, places: int) -> tuple[int, int]:
    """The most mana that cards of a hand, strongest first, can use, and the first of them; -1 for none."""
    best = (0, -1)
    if places:
        for index, kind in enumerate(hand):
            cost = setup.costs[kind]
            if cost <= mana:
                rest, _ = _best_cards(setup, hand[index + 1 :], mana - cost, places - 1)
                best = max(best, (cost + rest, kind))
    return best


def reduced_card(state: CardDuel) -> int:
    """Play the strongest card that the mana allows, as long as there is room."""
    return PASS if len(state.creatures[state.mover]) == MOST_CREATURES else state.legal_actions()[-1]


def expert_attack(state: CardDuel) -> tuple[bool, ...]:
    """Attack with all if that must win; else with creatures whose blocks do not pay, if enough stay to defend.

    Here a block pays if the blocker kills the attacker, and survives or is weaker. Creatures hold back, weakest first,
    while the opponent's attack could kill in the next turn. In the last turn of the duel everybody attacks.
    """
    mover = state.mover
    if not state.decks[1 - mover]:
        return (True,) * len(state.able)
    ours, theirs = state.creatures[mover], state.creatures[1 - mover]
    lives = state.life[mover], state.life[1 - mover]
    return _expert_attack(state.setup, tuple([ours[index] for index in state.able]), len(ours), theirs, lives)


@lru_cache(maxsize=CACHED)
def _expert_attack(
    setup: DuelSetup, able: tuple[int, ...], count: int, theirs: tuple[int, ...], lives: tuple[int, int]
) -> tuple[bool, ...]:
    powers = setup.powers
    blockers = [creature for creature in theirs if creature & 1]
    if _unblocked(powers, able, len(blockers)) >= lives[1]:
        return (True,) * len(able)
    attacks = [not any(_kills(setup, blocker, creature, even=False) for blocker in blockers) for creature in able]
    home = count - sum(attacks)
    for number in reversed(range(len(able))):
        if _unblocked(powers, theirs, home) < lives[0]:
            break
        if attacks[number]:
            attacks[number] = False
            home += 1
    return tuple(attacks)


def reduced_attack(state: CardDuel) -> tuple[bool, ...]:
    """Attack with the creatures that no blocker can kill and survive."""
    ours, theirs = state.creatures[state.mover], state.creatures[1 - state.mover]
    powers, toughness = state.setup.powers, state.setup.toughness
    return tuple(
        [
            not any(
                creature & 1
                and powers[creature] >= toughness[ours[index]]
                and toughness[creature] > powers[ours[index]]
                for creature in theirs
            )
            for index in state.able
        ]
    )


def expert_block(state: CardDuel) -> tuple[int, ...]:
    """Block where that pays; then, if the rest of the damage would kill, throw creatures in its way.

    The attackers are looked at from the strongest on, in five passes: the weakest blocker that kills and survives; the
    weakest that dies with an attacker that is not weaker; the weakest that survives; the two weakest that kill it
    together and do not lose more than it is worth; and, while the damage would kill, the weakest blocker for the
    attacker with the most power. In the last turn of the duel, any damage counts as if it killed.
    """
    life = state.life[state.turn] if state.decks[state.turn] else 1
    return _blocks(state.setup, *_combatants(state), life, even=True)


def reduced_block(state: CardDuel) -> tuple[int, ...]:
    """The expert's blocks, but without even trades, and the last turn is like any other."""
    return _blocks(state.setup, *_combatants(state), state.life[state.turn], even=False)


@lru_cache(maxsize=CACHED)
def _blocks(
    setup: DuelSetup, attackers: tuple[int, ...], blockers: tuple[int, ...], life: int, *, even: bool
) -> tuple[int, ...]:
    powers, toughness = setup.powers, setup.toughness
    blocks = [0] * len(blockers)
    for fits in (
        lambda own, other: powers[own] >= toughness[other] and toughness[own] > powers[other],
        lambda own, other: _kills(setup, own, other, even=even),
        lambda own, other: toughness[own] > powers[other],
    ):
        _assign(blocks, attackers, blockers, fits)
    for number, attacker in enumerate(attackers, start=1):
        if number not in blocks:
            free = [index for index in reversed(range(len(blockers))) if not blocks[index]]
            for second, first in combinations(free, 2):
                _, dead, lost = fight(setup, (attacker,), (blockers[first], blockers[second]), (1, 1))
                value = sum(_strength(setup, blockers[(first, second)[index]]) for index in lost)
                if dead and value < _strength(setup, attacker) + even:
                    blocks[first] = blocks[second] = number
                    break
    _survive(powers, attackers, blocks, life)
    return tuple(blocks)


def _survive(powers: Sequence[int], attackers: Sequence[int], blocks: list[int], life: int) -> None:
    """While the damage would kill, block the attacker with the most power with the weakest free blocker."""
    by_power = sorted(range(len(attackers)), key=lambda index: -powers[attackers[index]])
    damage = sum(powers[attackers[index]] for index in by_power if index + 1 not in blocks)
    for index in by_power:
        if damage < life or 0 not in blocks:
            return
        if index + 1 not in blocks:
            weakest = max(blocker for blocker, attacker in enumerate(blocks) if not attacker)
            blocks[weakest] = index + 1
            damage -= powers[attackers[index]]


def _assign(
    blocks: list[int], attackers: Sequence[int], blockers: Sequence[int], fits: Callable[[int, int], bool]
) -> None:
    """Give each attacker without a blocker the weakest free one that fits."""
    for number, attacker in enumerate(attackers, start=1):
        if number not in blocks:
            for index in reversed(range(len(blockers))):
                if not blocks[index] and fits(blockers[index], attacker):
                    blocks[index] = number
                    break


def _kills(setup: DuelSetup, blocker: int, attacker: int, *, even: bool) -> bool:
    """Whether a blocker kills an attacker, and survives or is weaker; with ``even``, or of the same kind."""
    if setup.powers[blocker] < setup.toughness[attacker]:
        return False
    return setup.toughness[blocker] > setup.powers[attacker] or blocker >> 1 < (attacker >> 1) + even


def _strength(setup: DuelSetup, creature: int) -> int:
    return setup.powers[creature] + setup.toughness[creature]


def _combatants(state: CardDuel) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The attackers and the possible blockers."""
    ours, theirs = state.creatures[1 - state.mover], state.creatures[state.mover]
    return tuple([theirs[index] for index in state.attackers]), tuple([ours[index] for index in state.able])


def _unblocked(powers: Sequence[int], attackers: Sequence[int], blockers: int) -> int:
    """The damage of an attack if each of these blockers stops one attacker, those with the most power."""
    return sum(sorted([powers[attacker] for attacker in attackers], reverse=True)[blockers:])


_CARDS = {"expert": expert_card, "reduced": reduced_card}
_ATTACKS = {"expert": expert_attack, "reduced": reduced_attack}
_BLOCKS = {"expert": expert_block, "reduced": reduced_block}
