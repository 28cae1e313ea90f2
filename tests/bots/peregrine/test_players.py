"""The players whom Peregrine lets play: what they say about their own cards is what they say about all."""

from __future__ import annotations

from functools import partial

import pytest

from railbird.arena.watching import watched_hands
from railbird.bots.equilibrium.kestrel import Kestrel
from railbird.bots.peregrine.players import OwnEquilibrium, policy_with_own_cards
from railbird.gallery import parse_bot
from railbird.game import limit
from railbird.stats.off_policy import OffPolicy, known_hand


def test_hands_that_end_with_a_fold_are_judged_by_the_own_cards_alone() -> None:
    bots = [Kestrel(), OwnEquilibrium()]
    folded = 0
    for hand, position in watched_hands(parse_bot("kestrel"), limit(), 60, against="simple", seed=1):
        known = known_hand(hand.view(position))
        if not any(known.folded):
            continue
        folded += 1
        quick = OffPolicy().values(known, position, [partial(policy_with_own_cards, bot) for bot in bots], [0.7, 0.3])
        whole = OffPolicy().values(known, position, [bot.policy for bot in bots], [0.7, 0.3])
        assert quick == pytest.approx(whole, abs=1e-9)
    assert folded > 20
