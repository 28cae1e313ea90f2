"""Look-ahead search: the expected value of each action, given beliefs about the opponents."""

from railbird.search.miximax import ActionValues, Beliefs, BucketValues, chance_miximax, miximax, table_miximax
from railbird.search.principal_sequences import PrincipalSequence, principal_sequences
from railbird.search.simulation import SimulationRequest, SimulationResult, simulate

__all__ = [
    "ActionValues",
    "Beliefs",
    "BucketValues",
    "PrincipalSequence",
    "SimulationRequest",
    "SimulationResult",
    "chance_miximax",
    "miximax",
    "principal_sequences",
    "simulate",
    "table_miximax",
]
