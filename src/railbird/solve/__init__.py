"""Solving games: equilibria, best responses, and how much strategies and bots can be exploited."""
