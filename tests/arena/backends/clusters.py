"""Ray clusters of several node processes on this machine, for tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

STORE_BYTES = 80 * 2**20
"""The least memory for objects that Ray accepts."""


class TestCluster:
    """A head without cores, and nodes with one core each. Every node is a group of processes of its own."""

    __test__ = False

    def __init__(self, nodes: int) -> None:
        os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
        from ray.cluster_utils import Cluster

        self._cluster: Any = Cluster()
        self._cluster.add_node(num_cpus=0, object_store_memory=STORE_BYTES, include_dashboard=False)
        self._nodes: list[Any] = []
        for _ in range(nodes):
            self.add()

    @property
    def address(self) -> str:
        return str(self._cluster.address)

    def add(self, **options: Any) -> None:
        """Start a node."""
        self._nodes.append(self._cluster.add_node(num_cpus=1, object_store_memory=STORE_BYTES, **options))

    def kill(self) -> None:
        """Kill a node and everything on it, as when its machine goes down."""
        self._cluster.remove_node(self._nodes.pop(), allow_graceful=False)

    def close(self) -> None:
        self._cluster.shutdown()


@contextmanager
def cluster(nodes: int) -> Iterator[TestCluster]:
    started = TestCluster(nodes)
    try:
        yield started
    finally:
        started.close()
