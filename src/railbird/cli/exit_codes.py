"""Exit codes of the command that are not those of every program."""

from __future__ import annotations

INTERRUPTED = 130
"""After Ctrl-C, as shells have it."""
