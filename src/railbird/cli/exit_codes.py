"""Exit codes beyond 0, 1 and 2."""

from __future__ import annotations

INTERRUPTED = 130
"""After Ctrl-C: 128 + SIGINT, the convention of shells."""
