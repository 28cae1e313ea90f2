"""Poki's rules: the post-flop formula, the pre-flop system, and the hand values by which both order hands."""
