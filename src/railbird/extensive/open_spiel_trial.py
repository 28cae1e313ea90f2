"""A script: load a game of OpenSpiel and play the beginning of a random game, in a process that may end.

Its argument is the name and the parameters in JSON. It prints, in JSON, whether what is hidden can be redrawn, or the
error. It uses nothing but OpenSpiel.
"""

from __future__ import annotations

import json
import random
import sys
from contextlib import suppress
from typing import Any

ACTIONS = 200
"""How many actions of the random game are played."""
MEMORY = 1 << 31
"""Bytes that the game may take: larger ones would end other programs."""


def try_game(name: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """Play the beginning of a random game; the answer is what the script prints."""
    import pyspiel

    generator = random.Random(1)
    resamples = True
    try:
        game = pyspiel.load_game(name, parameters)
        state = game.new_initial_state()
        hidden = game.get_type().information != pyspiel.GameType.Information.PERFECT_INFORMATION
        for _ in range(ACTIONS):
            if state.is_terminal():
                break
            if hidden and resamples and not state.is_chance_node():
                resamples = _resamples(state, generator)
            state.apply_action(generator.choice(state.legal_actions()))
        str(state)
    except (pyspiel.SpielError, MemoryError, OverflowError, RuntimeError, TypeError, ValueError) as error:
        return {"error": str(error) or type(error).__name__}
    return {"resamples": resamples}


def _resamples(state: Any, generator: random.Random) -> bool:
    try:
        state.resample_from_infostate(state.current_player(), generator.random)
    except Exception:
        return False
    return True


def main() -> None:
    """Try the game of the argument."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    print(json.dumps(try_game(*json.loads(sys.argv[1]))))


if __name__ == "__main__":
    main()
