"""Positions of the card duel for tests."""

from railbird.extensive import CHANCE, NOBODY, RandomStream
from railbird.extensive.card_duel import CardDuel
from railbird.extensive.duel_actions import CHOOSE_ATTACKERS, CHOOSE_BLOCKERS, PLAY

DECK = "3*1:1/1 3*2:2/2 3*2:3/1 3*3:3/3 3*3:2/4 3*4:4/4 3*5:5/5"


def kinds_of(state: CardDuel, names: str) -> list[int]:
    """The kinds of creatures such as ``3/3 1/1``."""
    known = [card.name for card in state.kinds]
    return [known.index(name) for name in names.split()]


def creatures_of(state: CardDuel, names: str) -> tuple[int, ...]:
    """Creatures in play; a name with a star cannot attack or block."""
    creatures = [2 * kind + 1 for kind in kinds_of(state, names.replace("*", ""))]
    unable = [name.endswith("*") for name in names.split()]
    return tuple(sorted((each - star for each, star in zip(creatures, unable, strict=True)), reverse=True))


def duel(ours: str, theirs: str, *, life: tuple[int, int] = (20, 20), binary: bool = False) -> CardDuel:
    """Player 0 is about to choose attackers, in turn 9. Both have many cards left."""
    state = CardDuel(deck=DECK, binary=binary)
    state.creatures = (creatures_of(state, ours), creatures_of(state, theirs))
    state.life = life
    state.turns = 9
    state.phase = CHOOSE_ATTACKERS
    state.turn = 0
    state.able = tuple(index for index, creature in enumerate(state.creatures[0]) if creature & 1)
    return state


def attacked(ours: str, attackers: str, *, life: tuple[int, int] = (20, 20), binary: bool = False) -> CardDuel:
    """Player 1 is about to choose blockers among these creatures; player 0 attacks with all of theirs."""
    state = duel(attackers, ours, life=life, binary=binary)
    state.attackers = state.able
    state.able = tuple(index for index, creature in enumerate(state.creatures[1]) if creature & 1)
    state.phase = CHOOSE_BLOCKERS
    state.turn = 1
    return state


def playing(hand: str, mana: int, ours: str = "") -> CardDuel:
    """Player 0 is about to play cards."""
    state = duel(ours, "")
    state.hands = (tuple(sorted(kinds_of(state, hand))), ())
    state.mana = mana
    state.phase = PLAY
    return state


def step_at_random(state: CardDuel, random: RandomStream) -> None:
    actions = state.legal_actions()
    state.apply(state.sample_outcome(random) if state.turn == CHANCE else actions[random.below(len(actions))])


def random_position(random: RandomStream, *, binary: bool = False, moves: int = 60) -> CardDuel:
    """A position that is not over, after up to this many random moves; the opening hands are dealt."""
    while True:
        state = CardDuel(binary=binary)
        wanted = 8 + random.below(moves)
        for _ in range(wanted):
            if state.turn != NOBODY:
                step_at_random(state, random)
        while state.turn == CHANCE:
            step_at_random(state, random)
        if state.turn != NOBODY:
            return state
