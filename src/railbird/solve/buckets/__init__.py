"""Solving abstract games: public trees with buckets instead of cards."""

from railbird.solve.buckets.abstract_solver import BucketEvaluation, BucketPoint
from railbird.solve.buckets.between import won_between
from railbird.solve.buckets.bucket_game import BucketGame
from railbird.solve.buckets.build import BuildStep, EquilibriumBuild, reached_hands
from railbird.solve.buckets.joint import JointCounter, JointTables, joint_tables
from railbird.solve.buckets.pictures import place_chart
from railbird.solve.buckets.plan import EquilibriumPart, EquilibriumPlan, parse_plan, shipped_plans
from railbird.solve.buckets.plan_size import PartSize, PlanSize, plan_size
from railbird.solve.buckets.sampled import SampledSolver
from railbird.solve.buckets.self_play import SelfPlayBuckets
from railbird.solve.buckets.solver import BucketGameSolver
from railbird.solve.buckets.strategy_place import StrategyPlace

__all__ = [
    "BucketEvaluation",
    "BucketGame",
    "BucketGameSolver",
    "BucketPoint",
    "BuildStep",
    "EquilibriumBuild",
    "EquilibriumPart",
    "EquilibriumPlan",
    "JointCounter",
    "JointTables",
    "PartSize",
    "PlanSize",
    "SampledSolver",
    "SelfPlayBuckets",
    "StrategyPlace",
    "joint_tables",
    "parse_plan",
    "place_chart",
    "plan_size",
    "reached_hands",
    "shipped_plans",
    "won_between",
]
