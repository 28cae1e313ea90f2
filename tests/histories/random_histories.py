"""Random hands as histories have them: any structure, two to ten players, posts of all kinds, unknown cards."""

import random
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

from railbird.game import UNKNOWN_CARD, Game, Hand, Profile, Rules, SeededDealing, limit, nolimit, potlimit
from railbird.histories import Origin, PlayedHand, told_hand
from tests.driving import play_at_random

NAMES = ["Ann", "Bob", "Cy O'Neil", "d_4", "Éva", "(Fritz)", "G. H.", "x" * 12, "[i]", "J K: L", "mucked", "10h"]


def random_history_game(choose: random.Random) -> Game:
    """A game of hold'em with random stacks, antes, straddles and rules."""
    players = choose.randint(2, 10)
    big = choose.choice([2, 10, 20, 100])
    blinds = [big // 2, big]
    if players > 2 and choose.random() < 0.15:
        blinds.append(2 * big)
    ante = [0] * players
    match choose.randrange(6):
        case 0:
            ante = [choose.randint(1, big)] * players
        case 1 if players > 2:
            ante[1] = big  # the big blind pays the ante of all
        case 2 if players > 3:
            ante[3] = big // 2  # a dead small blind
    stacks = [
        choose.choice([choose.randint(1, 3 * big), choose.randint(big, 30 * big), 100 * big])
        + 4 * big * (seat < len(blinds))
        for seat in range(players)
    ]
    rules = Rules(choose.choice(list(Profile)))
    family = choose.choice([limit, nolimit, potlimit])
    game = family(players, blinds=blinds, stack=[f"{stack}chips" for stack in stacks], ante=ante, rules=rules)
    if players > 4 and len(blinds) == 2 and choose.random() < 0.1:
        return replace(game, blinds=(*game.blinds[:3], big, *game.blinds[4:]))  # a new player posts
    return game


def random_history(choose: random.Random, *, unknown: bool = True) -> PlayedHand:
    """A finished hand; if ``unknown``, some hole cards may be hidden, and the payoffs are those of the whole deal."""
    game = random_history_game(choose)
    names = tuple(choose.sample(NAMES, game.players))
    deal = SeededDealing(choose.randrange(2**32)).deal(game, 0)
    hand = Hand(game, deal, players=names)
    play_at_random(hand, choose, choose.choice([None, 0.7, 0.9]))
    holes = 2 * game.players
    cards = bytearray(deal)
    cards[holes + hand_board_size(hand) :] = bytes([UNKNOWN_CARD]) * (5 - hand_board_size(hand))
    for player in range(game.players):
        if unknown and choose.random() < 0.3:
            cards[2 * player : 2 * player + 2] = bytes([UNKNOWN_CARD] * 2)
    seen = Hand(game, bytes(cards), players=names)
    seen.follow(hand.actions)
    origin = Origin(
        hand_id=str(choose.randrange(10**9)),
        table="Table of O'Brien" if choose.random() < 0.2 else "Vesta II",
        date=datetime(2026, choose.randint(1, 12), choose.randint(1, 28), choose.randrange(24), 59, 7, tzinfo=UTC),
        seat_count=10,
    )
    unit, currency = choose.choice([(Decimal("0.01"), "USD"), (Decimal(1), "")])
    played = told_hand(seen, unit=unit, currency=currency, origin=origin)
    seats = tuple(sorted(choose.sample(range(1, 11), game.players)))
    turn = choose.randrange(game.players)
    record = replace(played.record, payoffs=hand.payoffs, rake=0, seats=seats[turn:] + seats[:turn])
    return PlayedHand(record, seen, hand.payoffs)


def hand_board_size(hand: Hand) -> int:
    """The number of board cards on the table."""
    return len(hand.board_bytes)
