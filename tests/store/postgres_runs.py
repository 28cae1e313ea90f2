"""Long checks of stores in PostgreSQL: ``python -m tests.store.postgres_runs [writers|copies|copy-kills]``.

``writers``: eight processes write 10,000 hands each into one database, beside them imports of the same hands by two
processes. Two writers are killed, then the server with all its processes, which is started again; killed writers are
replaced. Whatever a writer was told is kept must be there, whole, and no transaction may end in a deadlock.

``copies``: a store with matches, tables and imports goes from SQLite to PostgreSQL and back; the hash stays the same.

``copy-kills``: copies are killed at random moments; the target stays empty, and the next copy is whole.

The server waits for the disk as PostgreSQL does by default.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.context import SpawnProcess
from pathlib import Path

from railbird.errors import StoreError
from railbird.store import NewHands, NewMatch, SessionHand, Store, copy_store
from railbird.store.imports import NewHand
from tests.store.postgres_server import PostgresServer, UnavailableError, postgres_server
from tests.store.stores import DEFINITION, HANDS

WRITERS = 8
HANDS_EACH = 10_000
CHUNK = 20
"""Hands in a transaction."""
IMPORTED = 4_000
_START = multiprocessing.get_context("spawn")


def write(url: str, match: int, report: Path) -> None:
    """Play the rest of a match; note each total once the store has said that it is kept."""
    with report.open("a") as told:
        store = Store(url)
        while True:
            try:
                while True:
                    (leg,) = store.legs(match)
                    if leg.done >= HANDS_EACH:
                        return
                    texts = [f"{HANDS[0]}:{number}" for number in range(leg.done, min(leg.done + CHUNK, HANDS_EACH))]
                    done = leg.done + len(texts)
                    learned = {1: {"ann": f"{match} {done}".encode()}}
                    played = NewHands(
                        first=leg.done, hands=texts, parts=[1, -1], learned=learned, finished=done == HANDS_EACH
                    )
                    store.add_hands(leg, played)
                    told.write(f"kept {done}\n")
                    told.flush()
            except StoreError as error:
                told.write(f"error {error}\n")
                told.flush()
                time.sleep(0.2)


def bring(url: str, report: Path, offset: int) -> None:
    """Import hands that another process imports too, in another order."""
    with report.open("a") as told:
        store = Store(url)
        going, start = store.begin_import({"files": [str(offset)]}), 0
        while start < IMPORTED:
            numbers = [(offset + start + each) % IMPORTED for each in range(100)]
            try:
                going.add([NewHand(f"hand {each}", str(each).encode()) for each in numbers])
                start += 100
            except StoreError as error:
                told.write(f"error {error}\n")
                told.flush()
                time.sleep(0.2)


def check_writers(seed: int) -> None:
    """Eight writers, two importers; two writers and the server are killed."""
    choose = random.Random(seed)
    with postgres_server(safe=True) as server, tempfile.TemporaryDirectory() as name:
        folder, url = Path(name), server.url(server.new_schema())
        with Store(url) as store:
            matches = [store.add_match(DEFINITION, 1, HANDS_EACH) for _ in range(WRITERS)]
        started = time.monotonic()
        writers = {match: _started(write, url, match, folder / str(match)) for match in matches}
        importers = [_started(bring, url, folder / f"import {each}", each) for each in (0, IMPORTED // 2)]
        kills = [
            ("writer", choose.uniform(0.1, 0.3), choose.choice(matches)),
            ("server", choose.uniform(0.35, 0.5), 0),
            ("writer", choose.uniform(0.55, 0.8), choose.choice(matches)),
        ]
        for what, share, match in kills:
            while _kept(folder, matches) < share * WRITERS * HANDS_EACH:
                time.sleep(0.02)
            if what == "server":
                before = _kept(folder, matches)
                server.kill()
                time.sleep(1.0)
                server.start()
                print(f"killed the server when {before:,} hands had been reported, and started it again", flush=True)
            else:
                writers[match].kill()
                writers[match].join()
                told = _told(folder / str(match))
                with Store(url) as store:
                    done = store.legs(match)[0].done
                print(f"killed the writer of match {match}: told {told:,} hands, the store has {done:,}", flush=True)
                assert done >= told
                writers[match] = _started(write, url, match, folder / str(match))
        for process in (*writers.values(), *importers):
            process.join()
            assert process.exitcode == 0, process
        seconds = time.monotonic() - started
        _check_kept(server, url, folder, matches)
        errors = [line for each in folder.iterdir() for line in each.read_text().splitlines() if line[:5] == "error"]
        for error in sorted({line.split(" (")[0][:150] for line in errors}):
            print(f"said {sum(line.startswith(error) for line in errors)} times: {error}")
        print(f"{WRITERS} writers kept {WRITERS * HANDS_EACH:,} hands in {seconds:.1f} s; nothing was lost")


def _check_kept(server: PostgresServer, url: str, folder: Path, matches: list[int]) -> None:
    """Everything that was reported is there, once; the server saw no deadlock."""
    with Store(url) as store:
        assert store.check() == []
        for match in matches:
            (leg,) = store.legs(match)
            assert leg.done == HANDS_EACH == _told(folder / str(match))
            expected = [(number, f"{HANDS[0]}:{number}") for number in range(HANDS_EACH)]
            assert list(store.hands(leg.id)) == expected
            assert leg.parts == {0: HANDS_EACH // CHUNK, 1: -(HANDS_EACH // CHUNK)}
            assert leg.learned == {1: {"ann": f"{match} {HANDS_EACH}".encode()}}
        brought = [hand.text for each in store.sessions.numbers("import") for hand in store.sessions.hands(each)]
        assert sorted(brought) == sorted(f"hand {number}" for number in range(IMPORTED))
    assert "deadlock" not in (server.folder / "log").read_text()


def check_copies(hands: int) -> None:
    """From SQLite to PostgreSQL and back."""
    with postgres_server(safe=True) as server, tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Store(folder / "a.db") as original:
            _fill(original, hands)
            size = (folder / "a.db").stat().st_size / 1e6
            before = original.contents()
            print(f"a store of {sum(before.rows.values()):,} rows, {size:.0f} MB, hash {before.hash}", flush=True)
            with Store(server.url(server.new_schema())) as there, Store(folder / "b.db") as back:
                for what, source, target in (
                    ("SQLite to PostgreSQL", original, there),
                    ("PostgreSQL to SQLite", there, back),
                ):
                    start = time.monotonic()
                    contents = copy_store(source, target)
                    print(f"{what}: {time.monotonic() - start:.1f} s, hash {contents.hash}", flush=True)
                    assert contents == target.contents() == before
                assert there.check() == back.check() == []


def check_copy_kills(times: int, seed: int) -> None:
    """Copies that are killed while they write leave nothing; a copy that goes on afterwards is whole."""
    choose = random.Random(seed)
    with postgres_server(safe=True) as server, tempfile.TemporaryDirectory() as name:
        source, file = Path(name) / "a.db", Path(name) / "b.db"
        with Store(source) as original:
            _fill(original, 100_000)

        def database_grows() -> bool:
            query = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'railbird' "
            return bool(server.sql(f"{query} AND backend_xid IS NOT NULL")[0][0])

        def file_grows() -> bool:
            wal = file.with_name(f"{file.name}-wal")
            return wal.exists() and wal.stat().st_size > 200_000

        for target, grows in ((server.url(server.new_schema()), database_grows), (str(file), file_grows)):
            killed = sum(_kill_copy(source, target, grows, choose.uniform(0.0, 1.5)) for _ in range(times))
            with Store(source) as original, Store(target) as store:
                if not store.matches():
                    copy_store(original, store)
                assert store.contents() == original.contents()
                assert store.check() == []
                print(f"killed {killed} copies into {store.address} while they wrote: nothing was left", flush=True)


def _kill_copy(source: Path, target: str, grows: Callable[[], bool], seconds: float) -> bool:
    """Kill a copy so long after it began to write. Returns false if it was done before, or another copy was."""
    with Store(target) as store:
        if store.matches():
            return False
        empty = store.contents()
    command = [sys.executable, "-m", "railbird", "store", "copy", str(source), target]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not grows() and process.poll() is None:
        time.sleep(0.01)
    with suppress(subprocess.TimeoutExpired):
        process.wait(seconds)
        return False
    process.kill()
    process.wait()
    with Store(target) as store, Store(source) as original:
        assert store.contents() in (empty, original.contents())
    return True


def _fill(store: Store, hands: int) -> None:
    """Matches with decisions and learned states, a tournament, a table and an import."""
    choose = random.Random(7)
    for _ in range(4):
        number = store.add_match(DEFINITION, 2, hands // 4)
        for leg in store.legs(number):
            for first in range(0, hands // 8, 1000):
                texts = [f"{HANDS[0]}:{each}" for each in range(first, min(first + 1000, hands // 8))]
                decisions = [(each, 0, 0, '{"action": "c"}') for each in range(first, first + len(texts), 5)]
                state = {0: {"ann": choose.randbytes(2000)}}
                store.add_hands(
                    leg, NewHands(first=first, hands=texts, parts=[5, -5], decisions=decisions, learned=state)
                )
    store.add_tournament({**DEFINITION, "kind": "rating"}, [NewMatch(DEFINITION, 1, 1)] * 8, "panel")
    table = store.sessions.add("table", {"title": "tonight"}, {})
    for number in range(1, hands // 1000):
        hand = SessionHand(number=number, text="limit; AhKh QsQd; f", seats=(0, 1), decisions={0: ("bob", {})})
        store.sessions.add_hand(table, hand, {"stacks": [number, number]})
    going = store.begin_import({"files": ["a"]})
    for start in range(0, hands // 10, 1000):
        going.add([NewHand(f"hand {each}", str(each).encode()) for each in range(start, start + 1000)])


def _started(work: object, *arguments: object) -> SpawnProcess:
    process = _START.Process(target=work, args=arguments)  # type: ignore[arg-type]
    process.start()
    return process


def _told(report: Path) -> int:
    """The last total that a writer was told is kept."""
    lines = [line for line in report.read_text().splitlines() if line.startswith("kept")] if report.exists() else []
    return int(lines[-1].split()[1]) if lines else 0


def _kept(folder: Path, matches: list[int]) -> int:
    return sum(_told(folder / str(match)) for match in matches)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=("writers", "copies", "copy-kills"), help="all by default")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hands", type=int, default=1_000_000, help="of the store that is copied")
    parser.add_argument("--times", type=int, default=20, help="copies that are killed")
    options = parser.parse_args()
    try:
        if options.what in (None, "writers"):
            check_writers(options.seed)
        if options.what in (None, "copies"):
            check_copies(options.hands)
        if options.what in (None, "copy-kills"):
            check_copy_kills(options.times, options.seed)
    except UnavailableError as missing:
        sys.exit(str(missing))


if __name__ == "__main__":
    main()
