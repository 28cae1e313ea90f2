"""A few hundred hands of tests.envs.non_interference."""

from collections import Counter

import pytest

from railbird.envs import PokerTable
from tests.envs.non_interference import PLAYED, check_hand


def test_observations_do_not_depend_on_hidden_cards() -> None:
    counts: Counter[str] = Counter()
    for seed in range(25 * len(PLAYED)):
        check_hand(PLAYED[seed % len(PLAYED)], seed, counts)
    assert counts["with other cards"] > 0.9 * counts["native observations"] > 1000
    assert counts["with other payoffs"] > 30  # the exchanged cards decided hands
    assert counts["observations of agents"] > 1000


def test_the_comparison_finds_an_observation_that_looks_at_hidden_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    def peek(self: PokerTable, agent: str) -> dict[str, object]:
        seen = observe(self, agent)
        other = self.possible_agents[not self.possible_agents.index(agent)]
        seen["observation"] = observe(self, other)["observation"]
        return seen

    observe = PokerTable.observe
    monkeypatch.setattr(PokerTable, "observe", peek)
    with pytest.raises(AssertionError):
        check_hand(PLAYED[0], 0, Counter())
