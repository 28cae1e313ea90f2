"""Tests of ``railbird.models``."""
