"""The public tree of betting, written plainly on the plain hand, with exact fractions and without the engine."""

from copy import deepcopy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import floor
from typing import NamedTuple

from railbird.game import Game
from tests.reference.betting import PlainHand


class PlainSection(NamedTuple):
    """Sizes, and where they hold; a size is a number with its unit."""

    sizes: tuple[tuple[Fraction, str], ...]
    kind: str
    street: int | None
    player: int | None


@dataclass(frozen=True)
class PlainMenu:
    """A bet menu."""

    sections: tuple[PlainSection, ...]
    options: dict[str, Fraction] = field(default_factory=dict)


@dataclass(frozen=True)
class PlainSpot:
    """A round that begins with dead money and without bets; at the start of a game if there is no pot."""

    game: Game
    first_round: int
    pot: int
    stacks: tuple[int, int]
    first: int
    aggressor: int | None


class PlainNode(NamedTuple):
    """What is known of a node; its children are found by their betting sequences."""

    kind: str
    actor: int
    round: int
    paid: tuple[int, int]


def plain_tree(spot: PlainSpot, menu: PlainMenu, most_nodes: int) -> dict[str, PlainNode] | None:
    """All nodes by betting sequence, or None if there are more than allowed."""
    game = spot.game
    if spot.first != game.first[spot.first_round]:
        game = replace(game, first=(spot.first,) * game.rounds)
    hand = PlainHand(game, spot.stacks)
    dead = tuple(hand.dead)
    if spot.pot:
        hand.stacks, hand.live, hand.dead, hand.bets = list(spot.stacks), [0, 0], [spot.pot, 0], [0, 0]
        hand.round, hand.to_match, hand.last_full_bet, hand.over = spot.first_round, 0, 0, False
        hand.last_full_raise = hand.least_raise_to = game.bets[spot.first_round]
        hand._begin_round()
        dead = (0, 0)
    nodes: dict[str, PlainNode] = {}

    def visit(hand: PlainHand, words: list[str], round_before: int, aggressors: tuple[int | None, int | None]) -> bool:
        """``aggressors`` are the last ones of the round before and of the round of the last action."""
        if len(nodes) > most_nodes:
            return False
        matched = (min(hand.live) + dead[0], min(hand.live) + dead[1])
        if True in hand.folded:
            nodes[" ".join(words)] = PlainNode("folded", hand.folded.index(True), hand.round, matched)
            return True
        for number in range(round_before + 1, hand.round + 1):
            aggressors = (aggressors[1], None)
            if game.board_cards[number]:
                nodes[" ".join(words)] = PlainNode("deal", -1, number, matched)
                words = [*words, "/"]
        if hand.over:
            nodes[" ".join(words)] = PlainNode("showdown", -1, hand.round, matched)
            return True
        actor = hand.queue[0]
        paid = (hand.live[0] + dead[0], hand.live[1] + dead[1])
        nodes[" ".join(words)] = PlainNode("decision", actor, hand.round, paid)
        first_action = not hand.actions
        donk = first_action and aggressors[0] == 1 - actor
        branches = [("f", 0)] if hand.legal()[0] else []
        branches += [("c", 0), *(("r", amount) for amount in plain_raises(hand, menu, donk))]
        for letter, amount in branches:
            after = deepcopy(hand)
            last = aggressors[1]
            if letter == "f":
                after.fold()
            elif letter == "c":
                after.call()
            else:
                after.raise_to(amount)
                last = actor
            word = f"r{amount}" if letter == "r" else letter
            if not visit(after, [*words, word], hand.round, (aggressors[0], last)):
                return False
        return True

    return nodes if visit(hand, [], hand.round, (spot.aggressor, None)) else None


def plain_raises(hand: PlainHand, menu: PlainMenu, donk: bool) -> list[int]:
    """The totals of the menu's bets and raises, ascending."""
    _, call, least, most = hand.legal()
    actor = hand.queue[0]
    theirs = hand.bets[1 - actor] + hand.stacks[1 - actor]
    level = hand.bets[actor] + call
    if not most or theirs <= level or hand.raises >= menu.options.get("raises", 10**6):
        return []
    if hand.limit:
        return [most]
    all_in = max(least, min(theirs, hand.bets[actor] + hand.stacks[actor]))
    most = min(most, all_in)
    pot = sum(hand.live) + sum(hand.dead) + call
    kinds = ["raise", "bet"] if level else ["donk", "bet"] if donk else ["bet"]
    sizes: tuple[tuple[Fraction, str], ...] = ()
    for kind in reversed(kinds):
        for section in menu.sections:
            where = section.street in (None, hand.round) and section.player in (None, actor)
            if section.kind == kind and where:
                sizes = section.sizes
    big_blind = max(hand.game.blinds)
    totals = set()
    for number, unit in sizes:
        if (unit == "x" and not level) or (unit == "bb" and not big_blind):
            continue
        exact = {
            "%": level + floor(number / 100 * pot + Fraction(1, 2)),
            "x": floor(number * level + Fraction(1, 2)),
            "bb": floor(number * big_blind + Fraction(1, 2)),
            "chips": floor(number),
            "min": least,
            "a": most,
        }[unit]
        total = sorted([least, exact, most])[1]
        left, pot_called = all_in - total, pot + 2 * (total - level)
        if most == all_in and left <= menu.options.get("spr", 0) * pot_called:
            total = most
        if most == all_in and "commit" in menu.options and Fraction(total, all_in) >= menu.options["commit"]:
            total = most
        totals.add(total)
    if most == all_in and Fraction(most - level, pot) <= menu.options.get("add-all-in", 0):
        totals.add(most)
    kept: list[int] = []
    for total in sorted(totals, reverse=True):
        if not kept or Fraction(pot + kept[0] - level, pot + total - level) >= 1 + menu.options.get("merge", 0):
            kept.insert(0, total)
    return kept
