"""Equilibrium bots."""
