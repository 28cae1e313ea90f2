"""Measure how much of a match a power loss can cost: ``python tools/power_loss.py``.

A power loss destroys what the operating system has not yet written to disk. SQLite syncs only at checkpoints: it syncs
the WAL, moves its frames into the main file, and syncs that. In the worst case, the main file is left with only those
frames of the WAL that the last checkpoint has read. While a match runs in another process, this program repeatedly
copies exactly that state, and states with more of the WAL, cut off at a random byte or with random sectors missing.
Each copy must be intact; the hands that it lacks would have to be played again.
"""

from __future__ import annotations

import random
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from railbird.store import Store

MATCHES = {
    "simple against simple(bluff=off)": ["simple", "simple(bluff=off)"],
    "poki against simbot": ["poki", "simbot"],
    "magpie against lain": ["magpie", "lain"],
}
SECONDS = 45.0
BETWEEN = 0.5
SECTOR = 512
WAL_HEADER, FRAME = 32, 24 + 4096
SYNCED, SYNCED_AT = struct.Struct("=I"), 128
"""Offset in the WAL index of the number of frames that checkpoints have synced and moved (walIndexHdr of SQLite)."""


def after_power_loss(path: Path, folder: Path, choose: random.Random, *, keep_none: bool) -> Path | None:
    """A copy of the store as a disk may hold it; None if a checkpoint ran during copying."""
    copy, wal, index = folder / "copy.db", *(path.with_name(path.name + end) for end in ("-wal", "-shm"))
    for each in folder.iterdir():
        each.unlink()
    try:
        (synced,) = SYNCED.unpack_from(index.read_bytes(), SYNCED_AT)
        written = wal.read_bytes()
        before = path.stat().st_mtime_ns
        shutil.copy(path, copy)
        same = path.stat().st_mtime_ns == before and wal.read_bytes()[: len(written)] == written
        if not same or SYNCED.unpack_from(index.read_bytes(), SYNCED_AT) != (synced,):
            return None
    except FileNotFoundError:
        return None
    least = min(WAL_HEADER + synced * FRAME, len(written))
    cut = least if keep_none else choose.randrange(least, len(written) + 1)
    left = bytearray(written[:cut])
    if not keep_none and choose.random() < 0.5:
        left = bytearray(written)
        for start in range(-(-cut // SECTOR) * SECTOR, len(left), SECTOR):
            if choose.random() < 0.5:
                left[start : start + SECTOR] = bytes(len(left[start : start + SECTOR]))
    copy.with_name(copy.name + "-wal").write_bytes(left)
    return copy


def measure(bots: list[str], choose: random.Random) -> str:
    """Play for a while, simulate power losses, and return the mean and largest cost as a table row."""
    with tempfile.TemporaryDirectory() as name:
        path, folder = Path(name) / "railbird.db", Path(name) / "copies"
        folder.mkdir()
        Store(path).close()
        command = [sys.executable, "-m", "railbird", "match", *bots, "--hands", "100000000", "--store", str(path)]
        match = subprocess.Popen([*command, "--workers", "1", "--json"], stdout=subprocess.DEVNULL)
        reader = Store(path)
        while not reader.matches() or not reader.matches()[0].done:
            time.sleep(0.1)
        started, rows, written = time.monotonic(), [(0.0, reader.matches()[0].done)], []
        broken = 0
        while time.monotonic() - started < SECONDS:
            time.sleep(BETWEEN)
            done, now = reader.matches()[0].done, time.monotonic() - started
            rows.append((now, done))
            for keep_none in (True, False):
                copy = after_power_loss(path, folder, choose, keep_none=keep_none)
                if copy is None:
                    continue
                after = Store(copy)
                stored = after.matches()
                broken += bool(after.check())
                if keep_none:
                    written.append((now, stored[0].done if stored else 0))
                after.close()
        match.terminate()
        match.wait()
    times, hands = np.array(rows).T
    speed = (hands[-1] - hands[0]) / (times[-1] - times[0])
    lost = np.array([np.interp(now, times, hands) - kept for now, kept in written])
    seconds = lost / speed
    return (
        f"| {speed:,.0f} | {np.mean(seconds):.1f} | {seconds.max():.1f} | {np.mean(lost):,.0f} | {lost.max():,.0f} | "
        f"{2 * len(written)} | {broken} |"
    )


def main() -> None:
    print("| match | hands/s | seconds lost: mean | max | hands lost: mean | max | copies | damaged |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    choose = random.Random(1)
    for name, bots in MATCHES.items():
        print(f"| {name} {measure(bots, choose)}", flush=True)


if __name__ == "__main__":
    main()
