"""A Ray cluster of several nodes gives what one process gives, whatever happens to its nodes."""

from __future__ import annotations

import http.server
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from railbird.arena import play_match
from railbird.arena.backends import Workers, check_workers, cores_of, ray_cluster, ray_pool
from railbird.arena.parallel import parallel_map
from railbird.errors import BrokenBotError, RailbirdError
from tests.arena.backends import bots
from tests.arena.backends.clusters import TestCluster, cluster
from tests.arena.backends.test_team import Kept, killed_once
from tests.arena.matches import match

BOTS = bots.__file__

pytest.importorskip("ray", reason='Ray is not installed: pip install "railbird[ray]"')
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def nodes() -> Iterator[TestCluster]:
    with cluster(2) as started:
        yield started


@pytest.fixture
def two(nodes: TestCluster) -> Workers:
    return Workers(ray=nodes.address)


def test_a_match_has_the_same_hands_and_bots_travel_by_content(two: Workers) -> None:
    definition = match(f"{BOTS}:Fails", "chump", hands=40, replicates=2)
    here, there = Kept(definition), Kept(definition)
    play_match(definition, record=here, workers=2)
    result = play_match(definition, record=there, workers=two)
    assert result.finished
    assert here.__dict__["kept"] == there.__dict__["kept"]
    assert cores_of(two) == 2
    faults = [record.faults()[0] for record in (here, there)]
    assert [fault["message"] for fault in faults] == ["ValueError: SourceFileLoader", "ValueError: _CopyLoader"]
    assert faults[0]["count"] == faults[1]["count"]
    assert f'File "{BOTS}"' in faults[1]["traceback"]
    assert "raise ValueError(type(globals()" in faults[1]["traceback"], "the source is there, too"


def test_a_bot_that_ends_or_blocks_its_process_is_named(nodes: TestCluster) -> None:
    one = Workers(1, nodes.address)
    with pytest.raises(BrokenBotError, match=r"^player0 .*:Exits\), in hand \d+ of leg 1, ended .* \(exit code 3\)"):
        play_match(match(f"{BOTS}:Exits", "simple", hands=60), workers=one)
    with pytest.raises(BrokenBotError, match=r"^player0 .*:CannotBeInterrupted\), in hand \d+ .* did not answer for"):
        play_match(match(f"{BOTS}:CannotBeInterrupted", "simple", hands=60, time_limit=0.1), workers=one)


def test_a_killed_node_costs_time_only(nodes: TestCluster, two: Workers, tmp_path: Path) -> None:
    done: list[float] = []

    def progress(share: float) -> None:
        if not done:
            nodes.kill()
        done.append(share)

    assert parallel_map(_slow_square, range(8), workers=two, progress=progress) == [n * n for n in range(8)]
    nodes.add()
    assert parallel_map(killed_once, [str(tmp_path / "mark")], workers=two) == [7]


def test_ctrl_c_ends_the_tasks_and_frees_the_cores(two: Workers) -> None:
    def interrupt(_: float) -> None:
        raise KeyboardInterrupt

    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        parallel_map(time.sleep, [0.0, 500.0, 500.0], workers=two, progress=interrupt)
    assert time.monotonic() - began < 60
    assert parallel_map(abs, [-1], workers=two) == [1]


def test_an_error_of_a_task_is_raised_with_the_place_where_it_happened(nodes: TestCluster) -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        parallel_map(_inverse, [1, 0], workers=Workers(1, nodes.address))
    assert "in _inverse" in caught.value.__notes__[0]


def test_a_node_with_another_version_is_refused(nodes: TestCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    one = Workers(1, nodes.address)
    monkeypatch.setattr(ray_pool, "code_state", lambda: ("9.9", "0" * 16))
    with pytest.raises(RailbirdError, match=r"^the node .* has Railbird \d.*, and here is 9\.9: install the same"):
        parallel_map(abs, [-1], workers=one)


def test_a_cluster_without_a_free_core_is_reported(two: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_pool, "ROOM_PATIENCE", 1.0)
    ray = ray_cluster.connected(two.ray or "")
    while ray.available_resources().get("CPU", 0) < 2:  # the workers of other tests are still leaving
        time.sleep(0.1)

    def other_work(_: float) -> None:
        parallel_map(abs, [1], workers=two)

    with pytest.raises(RailbirdError, match=r"has no room: none of its 2 cores is free after 1 seconds"):
        parallel_map(_slow_square, range(3), workers=two, progress=other_work)


@pytest.mark.parametrize("address", ["nonsense", "ray://", "127.0.0.1:port", "127.0.0.1:99999", ":1"])
def test_an_address_must_be_one(address: str) -> None:
    with pytest.raises(RailbirdError, match="the address of a Ray cluster is HOST:PORT, ray://HOST:PORT or auto, not"):
        check_workers(Workers(ray=address))


def test_an_address_where_nothing_or_something_else_listens_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_cluster, "PATIENCE", 2.0)
    with socket.create_server(("127.0.0.1", 0)) as free:
        silent = f"127.0.0.1:{free.getsockname()[1]}"
        with pytest.raises(RailbirdError, match=f"^no Ray cluster answers at {silent}: timed out$"):
            check_workers(Workers(ray=silent))
    with pytest.raises(RailbirdError, match=f"^no Ray cluster answers at {silent}: Connection refused$"):
        check_workers(Workers(ray=silent))
    with http.server.HTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler) as pages:
        threading.Thread(target=pages.handle_request, daemon=True).start()
        page = f"127.0.0.1:{pages.server_port}"
        with pytest.raises(RailbirdError, match=f"^what answers at {page} is not a Ray cluster$"):
            check_workers(Workers(ray=page))


def _slow_square(number: int) -> int:
    time.sleep(0.3)
    return number * number


def _inverse(number: int) -> float:
    return 1 / number
