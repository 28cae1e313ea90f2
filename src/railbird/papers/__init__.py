"""Published tables, and the experiments that regenerate them."""

from railbird.papers.experiments import GROUPS, published_tables, reproduce
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Comparison, Curve, Finding, Ours, Reproduction, Verdict

__all__ = [
    "GROUPS",
    "Claim",
    "Comparison",
    "Curve",
    "Finding",
    "Ours",
    "PublishedTable",
    "Reproduction",
    "Verdict",
    "published_tables",
    "reproduce",
]
