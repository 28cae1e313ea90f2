"""Saukonoja's opponent models: action chains, what they are recorded from, and single counters."""
