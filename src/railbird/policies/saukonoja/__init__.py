"""Saukonoja's rules: starting hands, the evaluation function with its estimates, and the action selector."""
