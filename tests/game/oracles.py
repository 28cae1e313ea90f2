"""The same random hands on our engine and on independent ones: all legal bounds, actors and payoffs must agree.

Run from the project's root: python -m tests.game.oracles pokerkit|openspiel [HANDS] [FIRST SEED]
"""

import random
import re
import sys
import time
import warnings
from collections import Counter
from fractions import Fraction
from typing import Any

import pokerkit
import pyspiel

from railbird import parse_cards
from railbird.cards import DECK
from railbird.game import Betting, Game, Hand, Profile, Rules, Split, limit, nolimit, potlimit

SAME, OTHER_RULE = "same", "other rule"


class DifferenceError(AssertionError):
    """The engines disagree, and no rule explains it."""


# PokerKit: casino rules


def casino_game(choose: random.Random) -> Game:
    """A game of any structure for 2 to 9 players, often with short or uneven stacks and antes."""
    players = choose.randint(2, 9)
    big = choose.choice([2, 10, 20])
    ante = choose.choice([0, 0, 1, big // 2])
    stacks = [
        ante + choose.choice([choose.randint(1, 4 * big), choose.randint(1, 30 * big), 100 * big])
        for _ in range(players)
    ]
    # A big blind that is all-in for less is a separate rule (full_blind_to_call), where PokerKit differs.
    big_blind = 0 if players == 2 else 1
    stacks[big_blind] = max(stacks[big_blind], ante + big)
    rules = Rules(Profile.CASINO, split=Split.FRACTIONS)
    family = choose.choice([limit, nolimit, potlimit])
    return family(players, blinds=(big // 2, big), stack=stacks, ante=ante, rules=rules)


def exact_shares(pot: int, shares: int) -> tuple[Any, int]:
    """Divide chips exactly; odd chips have their own test."""
    return Fraction(pot, shares), 0


def pokerkit_state(game: Game) -> pokerkit.State:
    automations = (
        pokerkit.Automation.ANTE_POSTING,
        pokerkit.Automation.BET_COLLECTION,
        pokerkit.Automation.BLIND_OR_STRADDLE_POSTING,
        pokerkit.Automation.CARD_BURNING,
        pokerkit.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
        pokerkit.Automation.HAND_KILLING,
        pokerkit.Automation.CHIPS_PUSHING,
        pokerkit.Automation.CHIPS_PULLING,
    )
    structure = {
        Betting.LIMIT: pokerkit.BettingStructure.FIXED_LIMIT,
        Betting.POT_LIMIT: pokerkit.BettingStructure.POT_LIMIT,
        Betting.NO_LIMIT: pokerkit.BettingStructure.NO_LIMIT,
    }[game.betting]
    streets = tuple(
        pokerkit.Street(
            game.board_cards[i] > 0,
            (False, False) if i == 0 else (),
            game.board_cards[i],
            False,
            pokerkit.Opening.POSITION,
            game.bets[i],
            game.most_raises[i] if game.betting is Betting.LIMIT else None,
        )
        for i in range(game.rounds)
    )
    blinds = game.blinds[::-1] if game.players == 2 else game.blinds
    return pokerkit.State(
        automations,
        pokerkit.Deck.STANDARD,
        (pokerkit.StandardHighHand,),
        streets,
        structure,
        True,
        game.antes[0],
        blinds,
        0,
        game.stacks,
        game.players,
        divmod=exact_shares,
    )


def only_check(state: pokerkit.State) -> bool:
    return state.checking_or_calling_amount == 0 and not state.can_complete_bet_or_raise_to()


def play_with_pokerkit(choose: random.Random) -> str:
    """Play one random hand on both engines, up to a short all-in where their rules differ.

    There are two such cases. After an all-in of less than the bet of the round, PokerKit differs in limit games and in
    the next minimum raise. After several all-ins of less than a full raise, it adds them up only until they make a full
    raise, whereas the rule counts what a player faces.
    """
    game = casino_game(choose)
    state = pokerkit_state(game)
    cards = choose.sample(range(52), 2 * game.players + 5)
    hand = Hand(game, bytes(cards))
    for player in range(game.players):
        state.deal_hole("".join(str(DECK[card]) for card in cards[2 * player : 2 * player + 2]), player)
    to_come = [str(DECK[card]) for card in cards[2 * game.players :]]
    log: list[str] = []
    short_wager = False
    full_raise, round_now = game.big_blind, 0
    short_raises: list[int] = []
    while True:
        while state.can_deal_board():
            assert state.street is not None
            state.deal_board("".join(to_come.pop(0) for _ in range(state.street.board_dealing_count)))
        if state.actor_index is None:
            break
        if hand.over and only_check(state):
            state.check_or_call()  # the only player with chips left: PokerKit sometimes asks them, we never do
            continue
        legal = hand.legal
        if hand.round > round_now:
            full_raise, short_raises, round_now = game.bets[hand.round], [], hand.round
        ours = (hand.actor, legal.call, legal.least_raise, legal.most_raise, legal.fold)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            foldable = state.can_fold()
        theirs = (
            state.actor_index,
            state.checking_or_calling_amount,
            state.min_completion_betting_or_raising_to_amount or 0,
            state.max_completion_betting_or_raising_to_amount or 0,
            foldable,
        )
        if ours != theirs:
            several = len(short_raises) > 1 and sum(short_raises) >= full_raise and ours[:2] == theirs[:2]
            if short_wager or several:
                return OTHER_RULE
            raise DifferenceError(f"{game}, {cards}, {log}: {ours} against PokerKit's {theirs}")
        chance = choose.random()
        if legal.fold and chance < 0.15:
            hand.fold()
            state.fold()
            log.append("f")
        elif legal.most_raise and chance < 0.55:
            between = choose.randint(legal.least_raise, legal.most_raise)
            amount = choose.choice([legal.least_raise, legal.most_raise, between])
            # Less than the bet of the round: a short all-in, after which our rules differ from PokerKit's.
            by = amount - max(hand.bets)
            short_wager |= by < game.bets[hand.round]
            short_raises = [] if by >= full_raise else [*short_raises, by]
            full_raise = max(full_raise, by)
            hand.raise_to(amount)
            state.complete_bet_or_raise_to(amount)
            log.append(f"r{amount}")
        else:
            hand.call()
            state.check_or_call()
            log.append("c")
    if not hand.over:
        raise DifferenceError(f"{game}, {cards}, {log}: only PokerKit's hand is over")
    payoffs = list(hand.payoffs)
    if payoffs != list(state.payoffs):
        raise DifferenceError(f"{game}, {cards}, {log}: {payoffs} against PokerKit's {state.payoffs}")
    assert hand.settlement
    # If a player is all-in, all hands are tabled; PokerKit leaves that to the players on the river.
    all_in = any(not stack and not folded for stack, folded in zip(hand.stacks, hand.folded, strict=True))
    showdown = hand.settlement.showdown
    if showdown != pokerkit_showdown(state) and not all_in:
        raise DifferenceError(f"{game}, {cards}, {log}: {showdown} shown against {pokerkit_showdown(state)}")
    return SAME


def pokerkit_showdown(state: pokerkit.State) -> tuple[tuple[int, bool], ...]:
    """Who showed or mucked, in order."""
    operations = [each for each in state.operations if isinstance(each, pokerkit.HoleCardsShowingOrMucking)]
    return tuple((each.player_index, bool(each.hole_cards)) for each in operations)


# OpenSpiel's universal_poker: acpc rules


def acpc_game(choose: random.Random) -> Game:
    """Limit for 2 to 4 players, no-limit for 2 to 6, with uneven stacks that cover the blinds."""
    if choose.random() < 0.4:
        return limit(choose.randint(2, 4), stack=100_000)
    players = choose.randint(2, 6)
    # OpenSpiel rejects stacks below the blinds, and does not return if the blinds put everybody all-in.
    least = (101, 50) if players == 2 else (50, 100, *([1] * (players - 2)))
    stacks = [choose.choice([choose.randint(chips, 400), choose.randint(101, 3000), 20_000]) for chips in least]
    return nolimit(players, stack=stacks)


def openspiel_game(game: Game) -> pyspiel.Game:
    def listed(values: tuple[int, ...]) -> str:
        return " ".join(map(str, values))

    text = (
        f"numPlayers={game.players},numRounds=4,blind={listed(game.blinds)},"
        f"firstPlayer={listed(tuple(position + 1 for position in game.first))},"
        "numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,"
    )
    if game.betting is Betting.LIMIT:
        text += f"betting=limit,raiseSize={listed(game.bets)},maxRaises={listed(game.most_raises)}"
    else:
        text += f"betting=nolimit,stack={listed(game.stacks)},bettingAbstraction=fullgame"
    return pyspiel.load_game(f"universal_poker({text})")


def play_with_openspiel(choose: random.Random) -> str:
    """Play one random hand on both engines."""
    game = acpc_game(choose)
    state = openspiel_game(game).new_initial_state()
    cards = choose.sample(range(52), 2 * game.players + 5)
    hand = Hand(game, bytes(cards))
    to_come = list(cards)
    is_limit = game.betting is Betting.LIMIT
    log: list[str] = []
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(to_come.pop(0))
            continue
        legal = hand.legal
        # Their raises are totals over the whole hand; 0 folds and 1 calls.
        before = hand.paid[hand.actor] - hand.bets[hand.actor] if hand.actor >= 0 else 0
        actions = [0] if legal.fold else []
        actions.append(1)
        if legal.most_raise:
            actions += [2] if is_limit else range(before + legal.least_raise, before + legal.most_raise + 1)
        if hand.actor != state.current_player() or actions != state.legal_actions():
            theirs = state.legal_actions()
            raise DifferenceError(
                f"{game}, {cards}, {log}: {hand.actor} {actions} against {state.current_player()} {theirs}"
            )
        raises = [action for action in actions if action > 1]
        chance = choose.random()
        if raises and chance < 0.4:
            action = choose.choice([raises[0], raises[-1], choose.choice(raises), raises[min(len(raises) - 1, 60)]])
            hand.raise_to(legal.least_raise if is_limit else action - before)
        elif legal.fold and chance < 0.5:
            action = 0
            hand.fold()
        else:
            action = 1
            hand.call()
        state.apply_action(action)
        log.append(str(action))
    if not hand.over:
        raise DifferenceError(f"{game}, {cards}, {log}: only OpenSpiel's hand is over")
    shown = re.search(r"ACPC State: STATE:[^:]*:[^:]*:([^\n]*)", str(state))
    assert shown
    assert {*parse_cards(re.sub(r"[|/]", " ", shown[1]))} <= {DECK[card] for card in cards}
    payoffs = [float(payoff) for payoff in hand.payoffs]
    if any(abs(a - b) > 1e-6 for a, b in zip(payoffs, state.returns(), strict=True)):
        raise DifferenceError(f"{game}, {cards}, {log}: {payoffs} against OpenSpiel's {state.returns()}")
    return SAME


PLAYERS = {"pokerkit": play_with_pokerkit, "openspiel": play_with_openspiel}


def main(name: str, hands: int = 20_000, first: int = 0) -> None:
    warnings.simplefilter("ignore")
    start = time.perf_counter()
    outcomes = Counter(PLAYERS[name](random.Random(seed)) for seed in range(first, first + hands))
    print(
        f"{name}: {dict(outcomes)} of {hands:,} hands, no unexplained difference, {time.perf_counter() - start:.0f} s"
    )


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
