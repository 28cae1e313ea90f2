"""Where batch work runs: in this process, in processes of this machine, or on a Ray cluster.

A task goes in, its results come out, piece by piece, and it can be stopped. The results are the same everywhere.
"""

from railbird.arena.backends.choice import Workers, WorkersLike, check_workers, cores_of, using, workers_of
from railbird.arena.backends.team import Team, team_for
from railbird.arena.backends.work import Perform, Work

__all__ = [
    "Perform",
    "Team",
    "Work",
    "Workers",
    "WorkersLike",
    "check_workers",
    "cores_of",
    "team_for",
    "using",
    "workers_of",
]
