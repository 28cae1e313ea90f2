"""Railbird and its peers on the same work in one run: ``python -m benchmarks [NAME...]``.

Contestants take turns, so that a busy machine slows all of them alike; what counts is the ratio. Peers come with
``pip install ".[bench]"``; one that is not installed is named and left out.
"""
