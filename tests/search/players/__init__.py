"""Tests of ``railbird.search.players``."""
