"""Environments for reinforcement learning: PettingZoo, Gymnasium, many tables natively, OpenSpiel's bots.

``PokerEnv``, ``PokerVectorEnv`` and ``PokerTable`` need the extra ``rl``; ``Encoding`` and ``TableBatch`` do not.
"""

from typing import TYPE_CHECKING

from railbird._lazy import front_door

if TYPE_CHECKING:
    from railbird.envs.aec import PokerTable, env, raw_env
    from railbird.envs.batch import DEAL, LEAVE, TableBatch
    from railbird.envs.encoding import Encoding
    from railbird.envs.open_spiel import OurSpielBot, spiel_poker, spiel_seat
    from railbird.envs.registration import register
    from railbird.envs.single import PokerEnv
    from railbird.envs.vector import PokerVectorEnv

_NAMES = {
    "DEAL": "batch",
    "LEAVE": "batch",
    "Encoding": "encoding",
    "TableBatch": "batch",
    "OurSpielBot": "open_spiel",
    "PokerEnv": "single",
    "PokerTable": "aec",
    "PokerVectorEnv": "vector",
    "env": "aec",
    "raw_env": "aec",
    "register": "registration",
    "spiel_poker": "open_spiel",
    "spiel_seat": "open_spiel",
}

__all__ = [
    "DEAL",
    "LEAVE",
    "Encoding",
    "OurSpielBot",
    "PokerEnv",
    "PokerTable",
    "PokerVectorEnv",
    "TableBatch",
    "env",
    "raw_env",
    "register",
    "spiel_poker",
    "spiel_seat",
]

__getattr__ = front_door(__name__, _NAMES, ("aec", "batch", "deals", "encoding", "open_spiel", "single", "vector"))
