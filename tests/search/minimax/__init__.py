"""Tests of ``railbird.search.minimax``."""
