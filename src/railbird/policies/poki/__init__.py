"""Poki's rules: the formula, the pre-flop system, and the hand values that both order hands by."""
