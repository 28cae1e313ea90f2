"""Poki's opponent models: a weight table and a predictor for each player, and policy tables for roll-outs."""
