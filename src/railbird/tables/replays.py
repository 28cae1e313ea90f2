"""A finished hand as data for a replayer: every step with what could be seen, thoughts and equities."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

from railbird.agent import Decision, explain
from railbird.agent.explanation import moments
from railbird.cards import cards_text
from railbird.errors import TableError
from railbird.game import Hand, View
from railbird.game.events import event_to_json
from railbird.game.state_json import state_json
from railbird.histories.narration import Topic, position_name, sentences
from railbird.strength import equity

DEALS = 20_000
"""Random boards for pre-flop equities of three and more players."""


def replay_json(
    hand: Hand,
    decisions: Mapping[int, tuple[str, Decision]],
    *,
    seats: tuple[int, ...] = (),
    button: int | None = None,
    position: int | None = None,
    open_positions: Collection[int] | None = None,
    people: Collection[int] = (),
) -> dict[str, Any]:
    """A hand step by step: step 0 is after the deal, step n after the n-th action.

    It shows what the player at ``position`` could see, or what everybody could, and besides the cards and thoughts of
    ``open_positions``: None for all of them.
    """
    last = hand.view(position or 0)
    opened = range(hand.game.players) if open_positions is None else open_positions
    seen = _visible(hand, last, {*opened, *([] if position is None else [position])})
    all_cards = all(seen)
    steps, events, lines = [], 0, 0
    for turn in range(len(hand.actions) + 1):
        view = hand.clone(turn).view(position or 0)
        now, told = view.events, [each for each in sentences(view) if each.topic is not Topic.TURN]
        steps.append(
            {
                "state": state_json(view),
                "lines": [{"topic": each.topic.value, "text": str(each)} for each in told[lines:]],
                "events": [event_to_json(event) for event in now[events:] if event.name != "hole-cards-dealt"],
            }
        )
        events, lines = len(now), len(told)
    each_moment = moments(hand)
    thoughts = [
        {
            "action": index,
            "position": hand.players.index(player),
            **explain(player, decision, each_moment[index]).to_json(),
        }
        for index, (player, decision) in sorted(decisions.items())
        if hand.players.index(player) in opened
    ]
    return {
        "game": str(hand.game),
        "betting": hand.game.betting.name.lower().replace("_", "-"),
        "big_blind": hand.game.big_blind,
        "players": list(hand.players),
        "bots": [player for position, player in enumerate(hand.players) if position not in people],
        "positions": [position_name(hand.game, each) for each in range(hand.game.players)],
        "seats": list(seats or range(hand.game.players)),
        "button": hand.game.players - 1 if button is None else button,
        "starting_stacks": list(hand.starting_stacks),
        "position": position,
        "all_cards": all_cards,
        "cards": seen,
        "steps": steps,
        "decisions": thoughts,
        "equities": _equities(hand) if all_cards else [],
        "text": str(hand) if open_positions is None else str(last) if position is not None else "",
    }


def _visible(hand: Hand, last: View, opened: Collection[int]) -> list[str | None]:
    seen = {**last.shown, **{position: hand.hole_cards[position] for position in opened}}
    return [cards_text(seen[each]) or None if each in seen else None for each in range(hand.game.players)]


def _equities(hand: Hand) -> list[list[float | None] | None]:
    """For each step, the equity of each player who is still in; None where it cannot be said."""
    if not hand.game.is_holdem or not all(hand.hole_cards):
        return []

    @cache
    def known(board: str, still_in: tuple[int, ...]) -> list[float | None]:
        result: list[float | None] = [None] * hand.game.players
        if len(still_in) == 1:
            result[still_in[0]] = 1.0
            return result
        cards = [cards_text(hand.hole_cards[each]) for each in still_in]
        dead = "".join(cards_text(each) for number, each in enumerate(hand.hole_cards) if number not in still_in)
        deals = None if board or len(still_in) == 2 else DEALS
        shares = equity(cards, board, dead, deals=deals, threads=1)
        for each, share in zip(still_in, shares.equities, strict=True):
            result[each] = round(share, 4)
        return result

    steps: list[list[float | None] | None] = []
    for turn in range(len(hand.actions) + 1):
        view = hand.clone(turn).view(0)
        still_in = tuple(each for each, folded in enumerate(view.folded) if not folded)
        steps.append(known(cards_text(view.board), still_in))
    return steps


def view_at(hand: Hand, step: int, position: int) -> View:
    """What a player saw at a step of a finished hand. Raises TableError if there is none."""
    if not 0 <= step <= len(hand.actions) or not 0 <= position < hand.game.players:
        raise TableError(f"the hand has steps 0 to {len(hand.actions)} and {hand.game.players} players", "no-step")
    return hand.clone(step).view(position)
