"""Long checks of work on a Ray cluster of several nodes: ``python -m tests.arena.ray_runs [CHECK…]``.

Each check does the same work with one local worker and on the cluster, and compares every byte of the results. The
checks are ``tournament`` (also with a node and with the driver killed), ``flops``, ``early``, ``reproduce``,
``overhead`` and ``scaling``.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from railbird.arena.backends import Workers
from railbird.arena.parallel import parallel_map
from railbird.store import Store
from tests.arena.backends.clusters import TestCluster, cluster, second

NINE = ("simple", "chump", "jag", "flock", "always-call", "always-raise", "random", "ehs", "kestrel")
RAILBIRD = (sys.executable, "-m", "railbird")


class Run(NamedTuple):
    """What the checks share."""

    cluster: TestCluster
    folder: Path
    given: argparse.Namespace

    @property
    def there(self) -> list[str]:
        return ["--ray", self.cluster.address]

    def railbird(self, where: str, *arguments: str) -> Any:
        """The JSON that a command prints, with a store and a cache of its own."""
        began = time.monotonic()
        done = subprocess.run([*RAILBIRD, *arguments, "--json"], env=self.environment(where), stdout=subprocess.PIPE)
        print(f"  {where}: {time.monotonic() - began:.0f} s, exit code {done.returncode}", flush=True)
        return json.loads(done.stdout)

    def environment(self, where: str) -> dict[str, str]:
        folder = self.folder / where
        folder.mkdir(exist_ok=True)
        own = {"RAILBIRD_STORE": str(folder / "matches.db"), "RAILBIRD_CACHE": str(folder / "cache")}
        return {**os.environ, **own}

    def hands(self, where: str) -> str:
        """A hash of all hands in a store."""
        store, digest = Store(self.folder / where / "matches.db"), sha256()
        for match in sorted(store.matches(), key=lambda each: each.id):
            for leg in store.legs(match.id):
                for number, line in store.hands(leg.id) if leg.done else ():
                    digest.update(f"{match.id} {leg.number} {number} {line}\n".encode())
        return digest.hexdigest()[:16]


def tournament(run: Run) -> list[bool]:
    """Nine bots: the same JSON and hands, also if a node is killed, and if the driver is killed and resumed."""
    play = ("tournament", *NINE, "--hands", str(run.given.hands), "--seed", "3")
    wanted = run.railbird("local", *play, "--workers", "1")
    found = run.railbird("ray", *play, *run.there)
    same = [wanted == found, run.hands("local") == run.hands("ray")]
    print(f"  hands {wanted['hands']:,}, hash {run.hands('ray')}")
    total = wanted["hands"]

    with _started(run, "node", play) as process:
        _wait_for(run, "node", total // 3)
        run.cluster.kill()
        print("  a node was killed", flush=True)
        out, _ = process.communicate()
    run.cluster.add()
    same += [json.loads(out) == wanted, run.hands("node") == run.hands("local")]

    with _started(run, "driver", play) as process:
        _wait_for(run, "driver", total // 3)
        process.send_signal(signal.SIGKILL)
        process.wait()
        print("  the driver was killed", flush=True)
    found = run.railbird("driver", "tournament", "--resume", "last", *run.there)
    return [*same, found == wanted, run.hands("driver") == run.hands("local")]


def _started(run: Run, where: str, play: tuple[str, ...]) -> subprocess.Popen[bytes]:
    command = [*RAILBIRD, *play, *run.there, "--json"]
    return subprocess.Popen(command, env=run.environment(where), stdout=subprocess.PIPE)


def _wait_for(run: Run, where: str, hands: int) -> None:
    """Wait until a store has this many hands."""
    path = run.folder / where / "matches.db"
    while not path.exists() or sum(match.done for match in Store(path).matches()) < hands:
        time.sleep(0.2)


def flops(run: Run) -> list[bool]:
    """Exploitability over some flops."""
    play = ("exploit", run.given.bot, "--flops", str(run.given.flops), "--seed", "1")
    wanted = run.railbird("local", *play, "--workers", "1")
    found = run.railbird("ray", *play, *run.there)
    print(f"  {json.dumps(wanted)[:300]}")
    return [wanted == found]


def early(run: Run) -> list[bool]:
    """A match that stops early, at the same hand."""
    play = ("match", "simple", "always-call", "--hands", "20000", "--better-than", "0.25", "--no-keep")
    wanted = run.railbird("local", *play, "--workers", "1")
    found = run.railbird("ray", *play, *run.there)
    for each in (wanted, found):
        del each["decision_times"]
    print(f"  {wanted['verdict']} after {wanted['hands_played']:,} of {wanted['total_hands']:,} hands")
    return [wanted == found, wanted["hands_played"] < wanted["total_hands"]]


def reproduce(run: Run) -> list[bool]:
    """A quick reproduction; with ``--share``, only LAIN's matches, with this share of their hands."""
    if run.given.share:
        wanted, found = (_lain(run, where) for where in ("local", "ray"))
        print(f"  {wanted['how']}")
        return [wanted == found]
    play = ("reproduce", run.given.table, "--quick")
    wanted = run.railbird("local", *play, "--workers", str(run.given.local))
    found = run.railbird("ray", *play, *run.there)
    return [wanted == found]


def _lain(run: Run, where: str) -> Any:
    workers = {
        "local": {"RAILBIRD_WORKERS": "1"},
        "ray": {"RAILBIRD_WORKERS": "ray", "RAY_ADDRESS": run.cluster.address},
    }
    code = (
        "import json; from railbird.papers.lain import lain_matches; from railbird.papers.published import read_table; "
        f"result = lain_matches(read_table('lain-matches'), True, lambda _: None, share={run.given.share}); "
        "print(json.dumps(result.to_json()))"
    )
    environment = {**run.environment(where), **workers[where]}
    began = time.monotonic()
    done = subprocess.run([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, check=True)
    print(f"  {where}: {time.monotonic() - began:.0f} s", flush=True)
    return json.loads(done.stdout)


def overhead(run: Run) -> list[bool]:
    """Tasks of one second on as many local processes and on the cluster, in turn, after the workers have started."""
    count, rounds = run.given.tasks, 2
    begun, worked = {"processes": 0.0, "ray": 0.0}, {"processes": 0.0, "ray": 0.0}
    for _ in range(rounds):
        for where, workers in (("processes", Workers(2)), ("ray", Workers(2, run.cluster.address))):
            first, last = _times(count, workers)
            begun[where] += (first - 1) / rounds
            worked[where] += (last - first) / rounds
    ratio = worked["ray"] / worked["processes"]
    print(f"  {count} tasks of a second on two: seconds until the first begins {begun}, from its end {worked}")
    print(f"  ratio {ratio:.3f}")
    return [ratio <= 1.1]


def _times(count: int, workers: Workers) -> tuple[float, float]:
    """Seconds until the first and the last task of a second are done."""
    began, done = time.monotonic(), list[float]()
    parallel_map(second, range(count), workers=workers, progress=lambda _: done.append(time.monotonic() - began))
    return done[0], done[-1]


def scaling(run: Run) -> list[bool]:
    """How time falls with workers: tasks that wait for a second, so that the cores of this machine do not matter."""
    count, rows = run.given.tasks, []
    with cluster(2, cores=4) as larger:
        for number in (1, 2, 4, 8):
            (first, last), (there, end) = (
                _times(count, workers) for workers in (Workers(number), Workers(number, larger.address))
            )
            if number == 1:  # this process, without a start
                first = 1.0
            rows.append((number, last - first + 1, end - there + 1))
            print(
                "  {} workers: {:.1f} s in processes, {:.1f} s on Ray".format(*rows[-1]),
                f"and {there - 1:.1f} s to start",
            )
    return [rows[-1][2] < 1.1 * count / 8 + 1]


CHECKS: dict[str, Callable[[Run], list[bool]]] = {
    each.__name__: each for each in (early, flops, overhead, reproduce, scaling, tournament)
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checks", nargs="*", choices=[*CHECKS, []])
    parser.add_argument("--hands", type=int, default=200, help="of each table of the tournament")
    parser.add_argument("--flops", type=int, default=40)
    parser.add_argument("--bot", default="always-call", help="whose exploitability is measured")
    parser.add_argument("--table", default="lain", help="what is reproduced")
    parser.add_argument("--local", type=int, default=1, help="local workers of the reproduction")
    parser.add_argument("--share", type=float, help="of the hands of LAIN's matches, instead of a whole table")
    parser.add_argument("--tasks", type=int, default=60, help="of the overhead, for each round")
    given = parser.parse_args()
    failures = 0
    with cluster(2) as nodes, tempfile.TemporaryDirectory() as folder:
        for name in given.checks or CHECKS:
            print(f"{name}: {CHECKS[name].__doc__}", flush=True)
            own = Path(folder) / name
            own.mkdir()
            same = CHECKS[name](Run(nodes, own, given))
            failures += not all(same)
            print(f"{name}: {'ok' if all(same) else same}", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
