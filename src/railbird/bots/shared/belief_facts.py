"""Facts about what a bot with context models expects of its opponents."""

from __future__ import annotations

from collections.abc import Sequence

from railbird import _core
from railbird.abstraction import AbstractBetting, NodeKind
from railbird.agent import Fact
from railbird.game import ActionKind
from railbird.search import Beliefs
from railbird.search.principal_sequences import shares_of

BARS = " ▁▂▃▄▅▆▇█"


def facts_about(
    betting: AbstractBetting,
    beliefs: Beliefs,
    players: Sequence[str],
    node: int,
    player: int,
    *,
    facing: Beliefs | None = None,
    hands: Beliefs | None = None,
) -> tuple[Fact, ...]:
    """For each active opponent: their next action and the hands they will show, if the player and all others call.

    These facts do not depend on the player's cards. There may be other beliefs about those who act in the same round,
    ``facing`` the same bet, and about ``hands``.
    """
    facts = []
    next_turns, leaf = called_down(betting, betting.tree.child(node, ActionKind.CALL))
    for position, belief in enumerate(beliefs):
        if belief is None or position == player:
            continue
        if position in next_turns:
            turn = next_turns[position]
            same = facing is not None and betting.tree.round(turn) == betting.tree.round(node)
            expected = facing[position] if same and facing else belief
            facts.append(Fact(f"next action of {players[position]}", _expected(expected or belief, turn)))
        if betting.tree.still_in(leaf) >> position & 1:
            held = belief if hands is None else hands[position] or belief
            facts.append(Fact(f"shown by {players[position]}", _shown(held, leaf)))
    return tuple(facts)


def called_down(betting: AbstractBetting, node: int) -> tuple[dict[int, int], int]:
    """The first decision of each position and the showdown, if everybody calls."""
    tree = betting.tree
    turns: dict[int, int] = {}
    while tree.kind(node) == NodeKind.DECISION:
        turns.setdefault(tree.actor(node), node)
        node = tree.child(node, ActionKind.CALL)
    return turns, node


def _expected(belief: _core.Belief, node: int) -> str:
    shares = shares_of(belief.frequencies(node))
    words = ", ".join(f"{kind.name.lower()} {share:.0%}" for kind, share in shares.items() if share > 0)
    return f"{words} ({_seen(belief.observed(node))} here)"


def _shown(belief: _core.Belief, leaf: int) -> str:
    """The expected histogram of shown hands, from the weakest to the strongest, with its mean rank."""
    shares = belief.histogram(leaf)
    most = max(*shares, 1e-9)
    bars = "".join(BARS[round(share / most * (len(BARS) - 1))] for share in shares)
    mean = sum((index + 0.5) / len(shares) * share for index, share in enumerate(shares))
    return f"|{bars}| mean rank {mean:.2f} ({_seen(belief.shown(leaf))} here)"


def _seen(observations: float) -> str:
    """The number of observations; old ones may count less than 1."""
    return f"seen {observations:.0f}" if observations == round(observations) else f"seen {observations:.1f}"
