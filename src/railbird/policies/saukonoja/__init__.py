"""Saukonoja's rules: starting hands, the evaluation function and its estimates, and the action selector."""
