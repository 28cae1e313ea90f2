"""Calls of the native core with hostile arguments: each returns a value or raises a Python error, and never crashes.

Numbers whose ``__index__`` or ``__float__`` empty their own list, or initialize the object that is being initialized;
sequences that lie about their length; buffers of every other type; arrays that other threads overwrite during the call;
one computation in several threads. Part of ``python -m tests.fuzz bindings``.
"""

import random
from collections.abc import Callable
from typing import Any

from tests._core.hostile.arguments import ALLOWED, Arguments, MischiefError
from tests._core.hostile.envs import hand_batch, observation
from tests._core.hostile.game import betting_tree, definition, hand, log_line, narration, play, view, window
from tests._core.hostile.histories import phh_actions, stars_hand
from tests._core.hostile.models import belief, context_model, pool, reading, reading_rules
from tests._core.hostile.search import search_priced, search_tables, searches, simulation, tree_search
from tests._core.hostile.solve import (
    add_board,
    board_solver,
    bucket_solver,
    last_round,
    margins,
    public_solver,
    tabular,
)
from tests._core.hostile.strength import (
    all_in,
    all_in_by_hand,
    buckets,
    deal_classes,
    evaluate,
    hands,
    outlook,
    ranges,
    roll_out,
)
from tests._core.hostile.world import shared_job, world

CALLS: list[tuple[Callable[[Arguments], Any], int]] = [
    (definition, 10),
    (hand, 12),
    (log_line, 6),
    (view, 10),
    (narration, 6),
    (betting_tree, 6),
    (context_model, 10),
    (pool, 10),
    (belief, 10),
    (reading, 10),
    (reading_rules, 4),
    (phh_actions, 6),
    (stars_hand, 6),
    (searches, 4),
    (search_priced, 2),
    (search_tables, 1),
    (outlook, 6),
    (all_in, 4),
    (all_in_by_hand, 1),
    (evaluate, 10),
    (ranges, 2),
    (hands, 4),
    (buckets, 2),
    (simulation, 2),
    (tree_search, 4),
    (tabular, 6),
    (public_solver, 6),
    (deal_classes, 4),
    (bucket_solver, 4),
    (board_solver, 4),
    (last_round, 4),
    (margins, 3),
    (add_board, 2),
    (hand_batch, 8),
    (observation, 6),
    (roll_out, 4),
    (play, 2),
    (window, 2),
    (shared_job, 1),
]
_KINDS = [call for call, weight in CALLS for _ in range(weight)]


def check_call(choose: random.Random) -> str:
    """Make one hostile call. Returns its name and its outcome."""
    call = choose.choice(_KINDS)
    draw = Arguments(choose)
    world().vandals.see([], draw.lists)
    try:
        call(draw)
    except (MischiefError, *ALLOWED):
        return f"{call.__name__} refused"
    return f"{call.__name__} answered"
