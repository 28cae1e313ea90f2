"""The pre-flop betting with which two players reach the flop in limit hold'em; PsOpti has a model for each."""

from __future__ import annotations

SEQUENCES = {"cc": 1, "crc": 2, "crrc": 3, "crrrc": 4, "rc": 2, "rrc": 3, "rrrc": 4}
"""The actions from the small blind on, and the bets that each player has then put in (Billings et al. 2003)."""
MOST_RAISES = max(sequence.count("r") for sequence in SEQUENCES)
"""The most raises of these sequences."""
