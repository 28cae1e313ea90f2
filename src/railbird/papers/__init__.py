"""Published tables, and what regenerates them."""

from railbird.papers.experiments import published_tables, reproduce
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Comparison, Ours, Reproduction

__all__ = ["Claim", "Comparison", "Ours", "PublishedTable", "Reproduction", "published_tables", "reproduce"]
