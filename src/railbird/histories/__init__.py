"""Hands as text of other programs: readers and writers."""

from railbird.histories.acpc import read_state_line, replayed, state_line

__all__ = ["read_state_line", "replayed", "state_line"]
