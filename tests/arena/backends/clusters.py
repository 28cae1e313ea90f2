"""Ray clusters of several node processes on this machine, for tests."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from railbird.arena.backends.ray_cluster import disconnect

os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # this machine alone, on any system; Ray reads it when imported
_SMALL = {"object_store_memory": 80 * 2**20, "node_ip_address": "127.0.0.1"}
"""About the least memory for objects that Ray accepts, and a place where nobody else can connect."""


class TestCluster:
    """A head without cores, and nodes with as many as they are told. Every node is a group of processes of its own."""

    __test__ = False

    def __init__(self, nodes: int, cores: int) -> None:
        os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
        from ray.cluster_utils import Cluster

        self._cluster: Any = Cluster()
        self._started(num_cpus=0, include_dashboard=False)
        self._cores = cores
        self._nodes: list[Any] = []
        for _ in range(nodes):
            self.add()

    @property
    def address(self) -> str:
        return str(self._cluster.address)

    def add(self) -> None:
        """Start a node."""
        self._nodes.append(self._started(num_cpus=self._cores))

    def _started(self, **options: Any) -> Any:
        """A new node; on a busy machine Ray gives up after 30 seconds, and the next try finds its files in memory."""
        for tries_left in range(4, -1, -1):
            try:
                return self._cluster.add_node(**options, **_SMALL)
            except Exception:
                if not tries_left:
                    raise
        raise AssertionError

    def kill(self) -> None:
        """Kill a node and everything on it, as when its machine goes down."""
        self._cluster.remove_node(self._nodes.pop(), allow_graceful=False)

    def close(self) -> None:
        self._cluster.shutdown()


def second(number: int) -> int:
    """A task of one second."""
    time.sleep(1.0)
    return number


@contextmanager
def cluster(nodes: int, cores: int = 1) -> Iterator[TestCluster]:
    started = TestCluster(nodes, cores)
    try:
        yield started
    finally:
        disconnect()
        started.close()
