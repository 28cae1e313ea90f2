"""Saukonoja's opponent models: action chains, their recorder, and counters."""
