"""Tests of ``railbird.search``."""
