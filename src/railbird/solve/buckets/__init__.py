"""Solving abstract games: public trees with buckets instead of cards."""

from railbird.solve.buckets.bucket_game import BucketGame
from railbird.solve.buckets.joint import JointCounter, JointTables, joint_tables
from railbird.solve.buckets.solver import BucketEvaluation, BucketGameSolver, BucketPoint

__all__ = [
    "BucketEvaluation",
    "BucketGame",
    "BucketGameSolver",
    "BucketPoint",
    "JointCounter",
    "JointTables",
    "joint_tables",
]
