"""Requests to the native roll-outs, fixed and random: games, states of hands, weights and policies of all kinds.

Valid requests get the same results as from the plain Python version; invalid ones are refused.

Run from the project's root: python -m tests.fuzz simulation [NUMBER OF REQUESTS] [SEED]
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np

from railbird import _core
from railbird.game import CALL, Game, Hand, Profile, Rake, Rules, SeededDealing, limit, nolimit, potlimit
from railbird.search.simulation import SimulationRequest, SimulationResult, simulate
from tests.driving import act_at_random
from tests.reference.simulation import Array, NativeChance, PlainSimulation

CONTEXTS = _core.Simulation.contexts


def hand_after(game: Game, actions: str = "", *, seed: int = 0) -> Hand:
    """A random hand after some betting."""
    hand = Hand(game, SeededDealing(seed).deal(game, 0))
    hand.play(actions)
    return hand


def question(hand: Hand, *, seed: int, bins: int = 5, share: float = 1.0, flat: bool = False) -> PlainSimulation:
    """Random weights on a share of all hands, random strengths and policies; the smallest and the largest raise.

    Flat policies depend on strength only in this round.
    """
    chance = np.random.default_rng(seed)
    players = hand.game.players
    weights = chance.random((players, 1326)) * (chance.random((players, 1326)) < share)
    policies = chance.dirichlet(np.ones(3), (players, *CONTEXTS, bins))
    if flat:
        policies[:, hand.round + 1 :] = policies[:, hand.round + 1 :, ..., :1, :]
    legal = hand.legal
    return PlainSimulation(
        hand,
        hand.hole_bytes[hand.actor],
        hand.board_bytes,
        weights,
        chance.random(1326),
        policies,
        sorted({legal.least_raise, legal.most_raise} - {0}),
    )


def simulated(
    asked: PlainSimulation, trials: int, seed: int = 0, *, threads: int = 0, obvious: float = 0
) -> SimulationResult:
    """The result of the native core."""
    return simulate(request_of(asked), trials=trials, seed=seed, threads=threads, obvious=obvious)


def request_of(asked: PlainSimulation) -> SimulationRequest:
    """The same question for the native core."""
    return SimulationRequest(
        decision=asked.hand,
        hole=asked.hole,
        board=asked.board,
        weights=asked.weights,
        strengths=asked.strengths,
        policies=asked.policies,
        raises=asked.raises,
        bet=asked.bet,
        high_price=asked.high_price,
    )


def arguments(asked: PlainSimulation) -> dict[str, Any]:
    """The arguments for the native core."""
    return {
        "decision": asked.hand,
        "hand": sum(1 << card for card in asked.hole),
        "board": asked.board,
        "weights": asked.weights,
        "strengths": asked.strengths,
        "policies": asked.policies.reshape(len(asked.policies), math.prod(CONTEXTS), -1, 3),
        "raises": list(asked.raises),
        "bet": asked.bet,
    }


def _with(array: Array, value: float) -> Array:
    """The array with one number of each table changed."""
    changed = array.copy()
    changed[..., changed.shape[-1] // 2] = value
    return changed


SPOILED: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "weights of fewer players": lambda good: {"weights": good["weights"][1:]},
    "weights of more players": lambda good: {"weights": np.concatenate([good["weights"]] * 2)},
    "weights of fewer hands": lambda good: {"weights": good["weights"][:, 1:]},
    "weights of one player": lambda good: {"weights": good["weights"][0]},
    "no weights": lambda _: {"weights": None},
    "weights that are not numbers": lambda good: {"weights": _with(good["weights"], math.nan)},
    "infinite weights": lambda good: {"weights": _with(good["weights"], math.inf)},
    "weights below 0": lambda good: {"weights": _with(good["weights"], -1e-9)},
    "players without a hand": lambda good: {"weights": np.zeros_like(good["weights"])},
    "strengths of fewer hands": lambda good: {"strengths": good["strengths"][1:]},
    "strengths that are not numbers": lambda good: {"strengths": _with(good["strengths"], math.nan)},
    "strengths below 0": lambda good: {"strengths": _with(good["strengths"], -0.001)},
    "strengths above 1": lambda good: {"strengths": _with(good["strengths"], 1.001)},
    "policies of fewer players": lambda good: {"policies": good["policies"][1:]},
    "policies of fewer contexts": lambda good: {"policies": good["policies"][:, 1:]},
    "policies of more dimensions": lambda good: {"policies": good["policies"][None]},
    "policies without bins": lambda good: {"policies": good["policies"][:, :, :0]},
    "policies of too many bins": lambda good: {"policies": np.repeat(good["policies"][:, :, :1], 1001, axis=2)},
    "policies of pairs": lambda good: {"policies": good["policies"][..., 1:]},
    "triples that sum to less": lambda good: {"policies": good["policies"] * 0.999},
    "triples that sum to more": lambda good: {"policies": good["policies"] * 1.001},
    "triples that are not numbers": lambda good: {"policies": _with(good["policies"], math.nan)},
    "triples with a number below 0": lambda good: {"policies": good["policies"] + [-1.5, 1.5, 0]},
    "the board of another round": lambda good: {"board": good["board"][:-1] or bytes(range(3))},
    "a longer board": lambda good: {"board": good["board"] + b"\0"},
    "a board that is a text": lambda _: {"board": "Ah Kh Qh"},
    "a board of invalid cards": lambda good: {"board": b"\xff" * len(good["board"]) or b"\xff"},
    "a board of one card": lambda good: {"board": b"\x07" * len(good["board"]) or b"\x07"},
    "a hand of one card": lambda _: {"hand": 1 << 7},
    "a hand of three cards": lambda _: {"hand": 0b10101},
    "a hand with the card 52": lambda _: {"hand": 1 << 52 | 1},
    "a hand below 0": lambda _: {"hand": -3},
    "a hand that is too large": lambda _: {"hand": 1 << 64},
    "a hand that is a text": lambda _: {"hand": "AhKh"},
    "no decision": lambda _: {"decision": None},
    "a view instead of a hand": lambda good: {"decision": good["decision"].view(0)},
    "a raise of nothing": lambda _: {"raises": [0]},
    "a raise below 0": lambda _: {"raises": [-10]},
    "a raise above all stacks": lambda _: {"raises": [2**45]},
    "a raise that is too large": lambda _: {"raises": [2**64]},
    "a raise of half a chip": lambda _: {"raises": [20.5]},
    "eight raises": lambda good: {"raises": (good["raises"] or [10])[:1] * 8},
    "bets below 0": lambda _: {"bet": -0.5},
    "bets that are not a number": lambda _: {"bet": math.nan},
    "infinite bets": lambda _: {"bet": math.inf},
    "bets that are a text": lambda _: {"bet": "pot"},
}
"""Invalid requests: what is wrong, and how to make it from a valid one."""


def refused(spoiled: dict[str, Any]) -> bool:
    try:
        _core.Simulation(**spoiled)
    except (TypeError, ValueError):
        return True
    return False


def random_holdem(choose: random.Random) -> Game:
    """Two to ten players with any stacks, with and without a cap."""
    players = choose.randint(2, 10)
    big = choose.choice([2, 10, 100, 2**20])
    most = choose.choice([2, 10, 60, 300]) * big
    stacks = [choose.randint(1, most) if choose.random() < 0.7 else most for _ in range(players)]
    if max(stacks) < big:  # no game
        stacks[0] = most
    free_fold, uncapped = choose.random() < 0.2, choose.random() < 0.2
    rules = Rules(choose.choice(list(Profile)), free_fold=free_fold, uncapped_heads_up=uncapped)
    rake = choose.choice([None, None, Rake(Decimal(5), choose.choice([0, big]))])
    antes = choose.choice([[0], [0], [big // 2], range(big + 1)])
    ante = [choose.choice(antes) for _ in range(players)]
    blinds = (choose.randint(0, big), big)
    if choose.random() < 0.5:
        cap = choose.choice([1, 2, 4, 10])
        return limit(players, blinds=blinds, cap=cap, stack=stacks, ante=ante, rules=rules, rake=rake)
    family = choose.choice([nolimit, potlimit])
    return family(players, blinds=blinds, stack=stacks, ante=ante, rules=rules, rake=rake)


def endless_holdem(choose: random.Random) -> Game:
    """Stacks deep enough for hundreds of raises, without a cap."""
    players, rules = choose.randint(2, 4), Rules(Profile.CASINO, uncapped_heads_up=True)
    if players == 2 and choose.random() < 0.5:
        return limit(rules=rules)
    return choose.choice([nolimit, potlimit])(players, stack="5000bb", rules=rules)


def random_weights(choose: random.Random, players: int) -> Array:
    """Weights of all sizes, on all hands, a few or one."""
    weights = np.zeros((players, 1326))
    for row in weights:
        few = choose.sample(range(1326), choose.choice([1, 5, 60, 60, *[1326] * 8]))
        kind = choose.randrange(3)
        row[few] = [(1.0, choose.random(), 10 ** choose.uniform(-300, 300))[kind] for _ in few]
    return weights


def random_policies(choose: random.Random, players: int, bins: int) -> Array:
    """Random or constant policies, with more calls than raises so that hands end."""
    chance = np.random.default_rng(choose.randrange(2**32))
    policies = chance.dirichlet([0.3, 0.6, choose.choice([0.1, 0.6])], (players, *CONTEXTS, bins))
    for player in range(players):
        if choose.random() < 0.15:
            policies[player] = np.eye(3)[choose.randrange(3)]
    return policies


def random_question(choose: random.Random) -> PlainSimulation | None:
    """A random request; None if the hand has no decision."""
    endless = choose.random() < 0.04
    game = (endless_holdem if endless else random_holdem)(choose)
    hand = hand_after(game, seed=choose.randrange(2**64))
    wild = choose.choice([0.0, 0.3, 1.0])
    for _ in range(choose.randrange(4 * game.players + 4)):
        if hand.over:
            break
        if choose.random() < wild:
            act_at_random(hand, choose)
        else:
            hand.call()
    if hand.over and hand.actions:
        hand.undo()
    if hand.over:
        return None
    legal = hand.legal
    raises: list[int] = []
    if legal.most_raise:
        raises = [choose.randint(legal.least_raise, legal.most_raise) for _ in range(choose.randrange(5))]
        raises = sorted({*raises, *choose.sample([legal.least_raise, legal.most_raise], choose.randrange(3))})
    policies = random_policies(choose, game.players, choose.choice([1, 1, 1, 2, 20]))
    if endless:
        policies[...] = [0.0005, 0.0005, 0.999]
    return PlainSimulation(
        hand,
        hand.hole_bytes[hand.actor],
        hand.board_bytes,
        random_weights(choose, game.players),
        np.random.default_rng(choose.randrange(2**32)).random(1326),
        policies,
        raises,
        0.0 if endless else choose.choice([0.0, 0.5, 0.75, 1.0, 3.3, 1000.0]),
    )


def check_simulation(choose: random.Random) -> str:
    """Check one random request; returns what happened."""
    asked = random_question(choose)
    if asked is None:
        return "no decision"
    good, text = arguments(asked), str(asked.hand)
    if not all(asked.tables.values()):
        assert refused(good), text
        return "a player without a hand"
    if choose.random() < 0.3:
        wrong = choose.choice(list(SPOILED))
        assert refused({**good, **SPOILED[wrong](good)}), (wrong, text)
        return "refused"
    seed, trials = choose.randrange(2**64), choose.choice([1, 33, 64, 200])
    result = _core.Simulation(**good)
    result.run(seed, 0, trials, choose.choice([0, 1, 2]))
    played, thrown_away, sums, products = result.tally()
    assert played + thrown_away == trials, text
    actor, stacks = asked.hand.actor, asked.hand.stacks
    least, most = -stacks[actor], asked.hand.pot + sum(stacks) - stacks[actor]
    for index in range(len(asked.actions)):
        assert least * played <= sums[index] <= most * played, text
        assert sums[index] ** 2 <= products[index][index] * played * (1 + 1e-9), text
    assert not any(sums[len(asked.actions) :]), text
    few = min(trials, 1 if asked.policies.shape[-2] > 1 else 4)
    result = _core.Simulation(**good)
    result.run(seed, 0, few, 0)
    played, thrown_away, sums, products = result.tally()
    plain = asked.run(range(few), seed, NativeChance)
    assert len(plain[CALL]) == played == few - thrown_away, text
    for index, won in enumerate(plain.values()):
        assert math.isclose(sums[index], math.fsum(won), rel_tol=1e-9, abs_tol=1e-6), text
        squares = math.fsum(each**2 for each in won)
        assert math.isclose(products[index][index], squares, rel_tol=1e-9, abs_tol=1e-6), text
    return "played" if played else "no possible deal"
