"""A duel with creature cards, in the spirit of the Magic chapter of the MCTS review (§4.4).

Both players have the same known deck, as in Ward and Cowling (2009). Each begins with a hidden hand. In their n-th turn
a player draws a card (not in the very first turn), has n mana, plays creatures, and attacks. Creatures cannot attack in
the turn in which they were played. Creatures that attack cannot block in the opponent's next turn. The opponent
assigns blockers, any number to an attacker; ``fight`` has the rules of combat. A player has at most five creatures: a
sixth replaces the weakest. A player without life loses. When a player must draw from an empty deck, the duel is over:
the player with more life wins, or if both have the same, the other one.

Attackers and blockers are chosen all at once, or one creature after the other, strongest first, if ``binary`` is on
(the binary tree of Cowling, Ward and Powley 2012). Cards are played one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from railbird._core import RandomStream
from railbird.errors import GameError
from railbird.extensive.duel_actions import (
    ATTACK,
    BLOCK,
    CHOOSE_ATTACKERS,
    CHOOSE_BLOCKERS,
    DRAW,
    MOST_CREATURES,
    OVER,
    PASS,
    PLAY,
    digits,
    duel_action_text,
    duel_picture,
)
from railbird.extensive.duel_combat import fight
from railbird.extensive.duel_deck import DECK, CreatureCard, DuelSetup, parse_duel_deck
from railbird.extensive.state import CHANCE, NOBODY

MOST_LIFE = 1000
_DRAWN = "~"
Pair = tuple[tuple[int, ...], tuple[int, ...]]


class CardDuel:
    """A position of the duel. Returns are 1 for the winner and -1 for the loser.

    ``hands`` and ``decks`` are kinds of cards in ascending order of strength. ``creatures`` are those in play,
    strongest first: 2 × kind, plus 1 if the creature can attack or block. A kind is an index into ``kinds``.

    >>> from railbird.extensive import RandomStream, sample_chance
    >>> state, random = CardDuel(hand=2), RandomStream(7)
    >>> while state.turn == CHANCE:
    ...     state.apply(sample_chance(state, random))
    >>> print(state)
    turn 1 of player 0: play (1 mana)
    player 0: life 20, hand 5/4 6/5, 13 in the deck, in play nothing
    player 1: life 20, hand 3/3 5/4, 13 in the deck, in play nothing
    >>> [state.action_text(action) for action in state.legal_actions()]
    ['pass']
    """

    __slots__ = (
        "_answers",
        "_past",
        "_public",
        "able",
        "attackers",
        "creatures",
        "decks",
        "hands",
        "life",
        "mana",
        "mover",
        "phase",
        "setup",
        "turn",
        "turns",
        "winner",
    )

    players = 2
    payoff_range = (-1.0, 1.0)
    perfect_information = False
    zero_sum = True

    turn: int
    turns: int
    """Turns that have begun, of both players."""
    mover: int
    """The player whose turn of the duel it is: the attacker."""
    phase: int
    mana: int
    life: tuple[int, int]
    hands: Pair
    decks: Pair
    creatures: Pair
    able: tuple[int, ...]
    """Indices of the creatures that can attack or block now, among those of the player who chooses."""
    attackers: tuple[int, ...]
    """Indices of the attackers among the creatures of the player whose turn it is."""
    winner: int
    """The winner, or ``NOBODY`` while the duel lasts."""
    _past: Any

    def __init__(self, life: int = 20, hand: int = 4, deck: str = DECK, binary: bool = False) -> None:
        kinds = parse_duel_deck(deck)
        cards = tuple(kind for kind, card in enumerate(kinds) for _ in range(card.copies))
        if not 1 <= life <= MOST_LIFE:
            raise GameError(f"life must be 1 to {MOST_LIFE}, not {life}")
        if not 1 <= hand <= len(cards):
            raise GameError(f"a hand has 1 card to all {len(cards)} cards of the deck, not {hand}")
        self.setup = DuelSetup(kinds, hand, binary)
        self.turn = CHANCE
        self.turns = 0
        self.mover = 0
        self.phase = DRAW
        self.mana = 0
        self.life = (life, life)
        self.hands = ((), ())
        self.decks = (cards, cards)
        self.creatures = ((), ())
        self.attackers = ()
        self.able = ()
        self._answers: tuple[int, ...] = ()
        """In a binary choice, whether each creature asked so far attacks, or whom it blocks."""
        self.winner = NOBODY
        self._public = ""
        """One character for each action, which does not tell what was drawn."""
        self._past = None
        """What every action changed, newest first: a chain that clones share."""

    @property
    def kinds(self) -> tuple[CreatureCard, ...]:
        """The cards of the deck, in ascending order of strength."""
        return self.setup.kinds

    @property
    def binary(self) -> bool:
        """Whether attackers and blockers are chosen one by one."""
        return self.setup.binary

    @property
    def asked(self) -> int:
        """In a binary choice, the number of the creature that is asked, in the order of strength."""
        return len(self._answers)

    def legal_actions(self) -> Sequence[int]:
        phase = self.phase
        if phase == PLAY:
            costs, mana = self.setup.costs, self.mana
            actions, last = [PASS], -1
            for kind in self.hands[self.mover]:
                if kind != last and costs[kind] <= mana:
                    actions.append(kind + 1)
                last = kind
            return actions
        if phase == CHOOSE_ATTACKERS:
            if self.setup.binary:
                first = ATTACK + 2 * len(self._answers)
                return range(first, first + 2)
            return range(ATTACK, ATTACK + (1 << len(self.able)))
        if phase == CHOOSE_BLOCKERS:
            choices = len(self.attackers) + 1
            if self.setup.binary:
                first = BLOCK + (MOST_CREATURES + 1) * len(self._answers)
                return range(first, first + choices)
            return range(BLOCK, BLOCK + choices ** len(self.able))
        if phase == DRAW:
            return tuple(kind for kind, _ in groupby(self.decks[self.mover]))
        return ()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The kinds of cards in the deck; each card is equally likely."""
        if self.phase != DRAW:
            return []
        deck = self.decks[self.mover]
        return [(kind, len(list(group)) / len(deck)) for kind, group in groupby(deck)]

    def sample_outcome(self, random: RandomStream) -> int:
        """Draw a card: the deck in ascending order of strength, at index ``random.below(number of cards)``."""
        deck = self.decks[self.mover]
        return deck[random.below(len(deck))]

    def apply(self, action: int) -> None:
        past = (self._past, self.turn, self.turns, self.mover, self.phase, self.mana, self.life, self.hands)
        more = (self.decks, self.creatures, self.attackers, self.able, self._answers, self._public)
        phase = self.phase
        if phase == DRAW:
            self._draw(action)
            self._public += _DRAWN
        else:
            if phase == PLAY:
                self._play(action)
            elif phase == CHOOSE_ATTACKERS:
                self._attack(action - ATTACK)
            elif phase == CHOOSE_BLOCKERS:
                self._block(action - BLOCK)
            else:
                raise GameError("the duel is over: nobody can act")
            self._public += chr(action)
        self._past = (past, more)

    def undo(self) -> None:
        """Take the last action back. A determinization cannot go back beyond its beginning."""
        if self._past is None:
            raise GameError("there is no action to take back")
        past, more = self._past
        self._past, self.turn, self.turns, self.mover, self.phase, self.mana, self.life, self.hands = past
        self.decks, self.creatures, self.attackers, self.able, self._answers, self._public = more
        self.winner = NOBODY

    def clone(self) -> CardDuel:
        copy = CardDuel.__new__(CardDuel)
        copy.setup = self.setup
        copy.turn = self.turn
        copy.turns = self.turns
        copy.mover = self.mover
        copy.phase = self.phase
        copy.mana = self.mana
        copy.life = self.life
        copy.hands = self.hands
        copy.decks = self.decks
        copy.creatures = self.creatures
        copy.attackers = self.attackers
        copy.able = self.able
        copy._answers = self._answers
        copy.winner = self.winner
        copy._public = self._public
        copy._past = self._past
        return copy

    def returns(self) -> tuple[float, float]:
        if self.phase != OVER:
            raise GameError("the duel is not over: it has no returns yet")
        return (1.0, -1.0) if self.winner == 0 else (-1.0, 1.0)

    def information_key(self, player: int) -> tuple[tuple[int, ...], str]:
        """The player's hand, and all that was public in its order: the cards that were played, attacks and blocks.

        The order in which the player drew their cards is left out: nothing depends on it.
        """
        return self.hands[player], self._public

    def determinize(self, player: int, random: RandomStream) -> CardDuel:
        """A copy in which the opponent's hand is drawn uniformly from their hand and deck together.

        The draws are a contract: those cards in ascending order are shuffled from the front, card i being exchanged
        with card ``i + random.below(number - i)``; the first ones are the hand.
        """
        copy = self.clone()
        copy._past = None
        other = 1 - player
        size = len(self.hands[other])
        unseen = sorted(self.hands[other] + self.decks[other])
        for index in range(size):
            drawn = index + random.below(len(unseen) - index)
            unseen[index], unseen[drawn] = unseen[drawn], unseen[index]
        copy.hands = _with(self.hands, other, tuple(sorted(unseen[:size])))
        copy.decks = _with(self.decks, other, tuple(sorted(unseen[size:])))
        return copy

    def attack_action(self, attackers: Sequence[bool]) -> int:
        """The action for a choice of attackers, one answer for each creature that can attack.

        In a binary choice it is the answer of the creature that is asked.
        """
        if self.setup.binary:
            return ATTACK + 2 * len(self._answers) + attackers[len(self._answers)]
        return ATTACK + sum(1 << number for number, attacks in enumerate(attackers) if attacks)

    def block_action(self, blocks: Sequence[int]) -> int:
        """The action for an assignment of blockers: for each creature that can block, 0 or the attacker from 1.

        The blocks are the digits of a number, the first blocker's being the lowest, with the base 1 + attackers. In a
        binary choice the action is BLOCK + 6 × number of the blocker + attacker.
        """
        if self.setup.binary:
            return BLOCK + (MOST_CREATURES + 1) * len(self._answers) + blocks[len(self._answers)]
        action, base = 0, len(self.attackers) + 1
        for attacker in reversed(blocks):
            action = action * base + attacker
        return BLOCK + action

    def action_text(self, action: int) -> str:
        """``pass``, ``play:3/3``, ``attack:1+2``, ``block:2>1``: blocker 2 blocks attacker 1, both by strength."""
        return duel_action_text(self, action)

    def __str__(self) -> str:
        return duel_picture(self)

    def __reduce__(self) -> tuple[object, ...]:
        values = {name: getattr(self, name) for name in self.__slots__ if name != "_past"}
        return _restored, (values,)

    def _draw(self, kind: int) -> None:
        mover = self.mover
        deck = self.decks[mover]
        if kind not in deck:
            raise GameError(f"a card of kind {kind} is not in the deck of player {mover}")
        index = deck.index(kind)
        self.decks = _with(self.decks, mover, deck[:index] + deck[index + 1 :])
        self.hands = _with(self.hands, mover, tuple(sorted((*self.hands[mover], kind))))
        if self.turns:
            self._begin_plays()
        elif len(self.hands[mover]) == self.setup.hand:
            self.mover = 1 - mover
            if mover == 1:
                self.turns = 1
                self._begin_plays()

    def _begin_plays(self) -> None:
        self.mana = (self.turns + 1) // 2
        self._continue_plays()

    def _continue_plays(self) -> None:
        """Ask for the next card. Whether anything is asked depends on what both players can see."""
        mover = self.mover
        if not self.hands[mover] or self.mana < self.setup.cheapest:
            self._begin_attack()
        else:
            self.phase = PLAY
            self.turn = mover

    def _play(self, action: int) -> None:
        if action == PASS:
            self._begin_attack()
            return
        kind, mover = action - 1, self.mover
        hand = self.hands[mover]
        if kind not in hand or self.setup.costs[kind] > self.mana:
            raise self._illegal(action)
        index = hand.index(kind)
        self.hands = _with(self.hands, mover, hand[:index] + hand[index + 1 :])
        creatures = [*self.creatures[mover][: MOST_CREATURES - 1], 2 * kind]
        self.creatures = _with(self.creatures, mover, _by_strength(creatures))
        self.mana -= self.setup.costs[kind]
        self._continue_plays()

    def _begin_attack(self) -> None:
        mover = self.mover
        ours, theirs = self.creatures[mover], self.creatures[1 - mover]
        self.able = _able(ours)
        if self.able:
            self.phase = CHOOSE_ATTACKERS
            self.turn = mover
        else:
            self._end_turn([creature | 1 for creature in ours], theirs)

    def _attack(self, choice: int) -> None:
        able, answers = self.able, self._answers
        if choice >> 1 != len(answers) if self.setup.binary else choice >> len(able):
            raise self._illegal(ATTACK + choice)
        if self.setup.binary:
            self._answers = (*answers, choice & 1)
            if len(self._answers) < len(able):
                return
            self.attackers = tuple([index for index, attacks in zip(able, self._answers, strict=True) if attacks])
            self._answers = ()
        else:
            self.attackers = tuple([index for number, index in enumerate(able) if choice >> number & 1])
        self.able = _able(self.creatures[1 - self.mover])
        if self.attackers and self.able:
            self.phase = CHOOSE_BLOCKERS
            self.turn = 1 - self.mover
        else:
            self._fight((0,) * len(self.able))

    def _block(self, choice: int) -> None:
        count, base = len(self.able), len(self.attackers) + 1
        if not self.setup.binary:
            if not 0 <= choice < base**count:
                raise self._illegal(BLOCK + choice)
            self._fight(digits(choice, base, count))
            return
        blocker, attacker = divmod(choice, MOST_CREATURES + 1)
        if blocker != len(self._answers) or attacker >= base:
            raise self._illegal(BLOCK + choice)
        self._answers = (*self._answers, attacker)
        if len(self._answers) == count:
            self._fight(self._answers)

    def _fight(self, blocks: tuple[int, ...]) -> None:
        """Deal the damage of the combat, and end the turn."""
        mover = self.mover
        ours, theirs = self.creatures[mover], self.creatures[1 - mover]
        blockers = [theirs[index] for index in self.able]
        damage, dead, lost = fight(self.setup, [ours[index] for index in self.attackers], blockers, blocks)
        if damage:
            life = self.life[1 - mover] - damage
            self.life = (life, self.life[1]) if mover else (self.life[0], life)
        survivors = [creature | 1 for index, creature in enumerate(ours) if index not in self.attackers]
        survivors += [ours[index] & ~1 for number, index in enumerate(self.attackers) if number not in dead]
        if lost:
            fallen = [self.able[number] for number in lost]
            theirs = tuple([creature for index, creature in enumerate(theirs) if index not in fallen])
        self._end_turn(survivors, theirs)

    def _end_turn(self, ours: list[int], theirs: Sequence[int]) -> None:
        """End the turn with these creatures of the player whose turn it was, and of the other; begin the next turn."""
        mover, other = self.mover, 1 - self.mover
        ready = tuple([creature | 1 for creature in theirs])
        self.creatures = (ready, _by_strength(ours)) if mover else (_by_strength(ours), ready)
        self.attackers = self.able = self._answers = ()
        if self.life[other] <= 0:
            self._end(mover)
            return
        self.mover = other
        self.turns += 1
        self.phase = DRAW
        self.turn = CHANCE
        if not self.decks[other]:
            self._end(other if self.life[other] > self.life[mover] else mover)

    def _illegal(self, action: int) -> GameError:
        return GameError(f"action {action} is not legal here; legal: {', '.join(map(str, self.legal_actions()[:12]))}")

    def _end(self, winner: int) -> None:
        self.winner = winner
        self.phase = OVER
        self.turn = NOBODY


def _with(pair: Pair, player: int, cards: tuple[int, ...]) -> Pair:
    return (pair[0], cards) if player else (cards, pair[1])


def _able(creatures: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([index for index, creature in enumerate(creatures) if creature & 1])


def _by_strength(creatures: list[int]) -> tuple[int, ...]:
    return tuple(sorted(creatures, reverse=True))


def _restored(values: dict[str, Any]) -> CardDuel:
    state = CardDuel.__new__(CardDuel)
    for name, value in values.items():
        setattr(state, name, value)
    state._past = None
    return state
