"""Free memory, and numbers of bytes for people."""

from __future__ import annotations

import math
import os
from pathlib import Path


def available_memory() -> float:
    """The bytes of memory that are free for a new program; unlimited where the system does not say."""
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return float(line.split()[1]) * 1024
        return float(os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (OSError, ValueError, AttributeError):
        return math.inf


def gigabytes(count: float) -> str:
    """A number of bytes for people."""
    for unit, size in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6)):
        if count >= size:
            return f"{count / size:.3g} {unit}"
    return f"{count / 1000:.3g} kB"
