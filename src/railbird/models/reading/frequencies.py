"""How often a player folds, calls and raises in each context, whatever they hold.

Each estimate begins with that of the rougher context, which stands for s actions,

    p = (n + s · rougher) / (Σ n + s),

and the first with what the types and corrections expect. A small s learns at once what a player always does.
"""

from __future__ import annotations

FREQUENCY_KINDS = ("rough", "pressure", "middle", "sequence")
"""Kinds of contexts from rough to fine, fields of ``Context``."""
STANDS = (0.1, 1.0)
"""Values of s; estimates are made with each. Ours, as is the next, chosen by log-loss on 500 hands each of eleven
bots: always-call, always-fold, always-raise, random, chump, basic-rules, simple, jag, flock, lain, saukonoja."""
FREQUENCY_MEMORY = 1500.0
"""After so many hands, an action is worth 1/e."""
