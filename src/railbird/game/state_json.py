"""What everybody sees on the table, as JSON data for programs and pages."""

from __future__ import annotations

from typing import Any

from railbird.cards import cards_text
from railbird.game.events import chips_to_json
from railbird.game.pots import pots
from railbird.game.view import View


def state_json(view: View) -> dict[str, Any]:
    """What everybody sees on the table."""
    legal = view.legal
    bounds = [legal.least_raise, legal.most_raise] if legal.most_raise else None
    return {
        "round": view.round,
        "street": view.street,
        "board": cards_text(view.board),
        "pot": view.pot,
        "pots": pots(view.game, view.paid, view.stacks, view.folded),
        "bets": list(view.bets),
        "paid": list(view.paid),
        "stacks": list(view.stacks),
        "folded": list(view.folded),
        "actor": None if view.over else view.actor,
        "turn": len(view.actions),
        "legal": None if view.over else {"fold": legal.fold, "call": legal.call, "raise": bounds},
        "over": view.over,
        "payoffs": [chips_to_json(each) for each in view.payoffs] if view.over else None,
    }
