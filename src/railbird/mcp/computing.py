"""Equity, strength and solutions, as tools ask for them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from railbird.abstraction.spot import Spot, parse_spot
from railbird.cards import cards_text, parse_cards
from railbird.errors import RailbirdError, quoted
from railbird.game import Betting
from railbird.mcp.results import EquityAnswer, RangeEquity, SolvedSpot, StrengthAnswer
from railbird.solve.spots import HandsByClass, SpotNode, SpotSolution, SpotSolver
from railbird.strength import RandomDeals, equity, strength_report
from railbird.strength.several import DEALS

MOST_DEALS = 10_000_000
LONGEST_TEXT = 5000
"""Characters of a text that a client may send."""
SIZES = "75%; raise 60%; raises 3; spr 0.2"
"""The bet menu of no-limit spots if none is given: that of ``railbird solve``."""


def compute_equity(hands: Sequence[str], board: str, dead: str, deals: int | None, seed: int) -> EquityAnswer:
    """The equity of two to ten hands or ranges."""
    check_texts(*hands, board, dead)
    if deals is not None and not 1 <= deals <= MOST_DEALS:
        raise RailbirdError(f"deals must be between 1 and {MOST_DEALS:,}, not {deals}")
    result = equity(list(hands), board, dead, deals=RandomDeals(count=deals, seed=seed))
    players = [
        RangeEquity(str(each.range), each.equity, each.win, each.tie, each.standard_error) for each in result.players
    ]
    return EquityAnswer(result.method, result.boards, result.deals, cards_text(parse_cards(board)), players)


def compute_strength(hand: str, board: str, versus: Sequence[str], opponents: int | None, seed: int) -> StrengthAnswer:
    """HS, PPot, NPot and EHS of a hand on a board."""
    check_texts(hand, board, *versus)
    deals = RandomDeals(count=DEALS, seed=seed)
    report = strength_report(hand, board, list(versus) or "random", opponents=opponents, deals=deals)
    return StrengthAnswer(hand, cards_text(parse_cards(board)), report.to_json(), str(report))


def solve(
    where: Spot | str,
    ranges: Sequence[str] | None,
    sizes: str | None,
    goal: tuple[float, float, float],
    line: str,
    hand: str | None,
) -> SolvedSpot:
    """Solve a spot; ``goal``: the exploitability as a share of the pot, most seconds, and most bytes of memory."""
    to, seconds, most_bytes = goal
    check_texts(str(where), *(ranges or ()), sizes or "", line, hand or "")
    if not 0 < to <= 1:
        raise RailbirdError(f"the exploitability must be above 0 and at most 1 (of the pot), not {to:g}")
    spot = parse_spot(where) if isinstance(where, str) else where
    if ranges is not None and len(ranges) != 2:
        raise RailbirdError(f"ranges are two, of p1 and p2, not {len(ranges)}")
    menu = SIZES if sizes is None and spot.game.betting is not Betting.LIMIT else sizes
    solver = SpotSolver(spot, None if ranges is None else list(ranges), menu)
    solver.allocate(most_bytes)
    evaluation = solver.run(to=to, seconds=seconds)
    node = SpotSolution(solver).node(line)
    reached = evaluation.exploitability <= to * (spot.pot or 1)
    return SolvedSpot(
        str(spot),
        str(solver.problem.tree.menu),
        solver.iterations,
        _finite(evaluation.of_pot),
        reached,
        [float(value) for value in evaluation.values],
        line,
        None if node.player is None else f"p{node.player + 1}",
        node.pot,
        {} if node.player is None else _named(node, node.frequencies.tolist()),
        [_rounded(node.equity(player)) for player in range(2)] if spot.game.is_holdem else None,
        {} if node.player is None else _by_class(node),
        None if hand is None else _of_hand(node, hand),
    )


def check_texts(*texts: str) -> None:
    """Raise RailbirdError if a text is too long to be what it should be."""
    for text in texts:
        if len(text) > LONGEST_TEXT:
            raise RailbirdError(f"{quoted(text)} has more than {LONGEST_TEXT:,} characters")


def _by_class(node: SpotNode) -> dict[str, dict[str, float]]:
    assert node.player is not None
    table = HandsByClass(node, node.player)
    rows = zip(table.names, table.frequencies.tolist(), strict=True)
    return {name: _named(node, row) for name, row in rows if not any(map(math.isnan, row))}


def _of_hand(node: SpotNode, hand: str) -> dict[str, float]:
    if node.player is None:
        raise RailbirdError("nobody acts there, so no hand does")
    row: list[float] = node.strategy[node.hand_index(node.player, hand)].tolist()
    return _named(node, row)


def _named(node: SpotNode, shares: Sequence[float]) -> dict[str, float]:
    return {action: _rounded(share) for action, share in zip(node.actions, shares, strict=True)}


def _rounded(number: float) -> float:
    return round(float(number), 4)


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
