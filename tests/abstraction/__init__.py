"""Tests of railbird.abstraction."""
