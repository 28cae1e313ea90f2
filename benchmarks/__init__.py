"""Railbird and its peers on the same work in one run: ``python -m benchmarks [NAME...]``.

Contestants take turns, so that a busy machine slows all of them equally; the ratio is what counts. Peers come with
``pip install ".[bench]"``; peers that are not installed are named and left out.
"""
