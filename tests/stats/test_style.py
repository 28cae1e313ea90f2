"""Playing styles, counted by hand and by a plain reference, and as text."""

import json
import math
import pickle
import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from railbird.errors import GameError
from railbird.game import Game, Hand, Profile, Rules, SeededDealing, kuhn, limit, nolimit, potlimit
from railbird.stats.style import AggressionFactor, Share, Style, StyleCounter
from tests.driving import random_hand
from tests.reference.style import STREETS, count_styles

LOG = Path(__file__).with_name("style_hands.txt").read_text(encoding="utf-8").split("----")[1]
MARKS = {
    "V": ["vpip"],
    "P": ["pfr"],
    "3": ["three_bet_of"],
    "3+": ["three_bet", "three_bet_of"],
    "F": ["wtsd_of"],
    "S": ["wtsd", "wsd_of"],
    "W": ["wsd"],
    "b": ["af"],
    "c": ["af_of"],
    **{street[0]: [f"{street}_of"] for street in STREETS},
    **{f"{street[0]}-": [street, f"{street}_of"] for street in STREETS},
}
GAMES = {
    **{f"limit, {players} players": limit(players) for players in range(2, 7)},
    "limit, short stacks": limit(4, stack=[15, 35, 60, 200], rules="casino"),
    "limit, free folds, two bets": limit(3, cap=2, rules=Rules(free_fold=True)),
    "no-limit, heads-up": nolimit(),
    "no-limit, uneven stacks": nolimit(6, stack=[90, 150, 400, 1000, 5000, 20000]),
    "no-limit, casino rules": nolimit(5, stack=[300, 90, 800, 20000, 50], rules=Rules(Profile.CASINO)),
    "no-limit, straddle and antes": nolimit(4, blinds=(50, 100, 200), ante=10, stack=1500),
    "pot-limit": potlimit(3, stack=2500),
}


def hands_of_log() -> list[tuple[Hand, dict[str, Counter[str]]]]:
    """The hands that were counted by hand, and the counts of each."""
    result = []
    for block in LOG.strip().split("\n\n"):
        _, text, *marks = block.split("\n")
        hand = Hand.parse(text)
        counts = {player: Counter({"hands": 1, "seats": len(hand.players)}) for player in hand.players}
        for part in marks[0].split(" | ") if marks else []:
            player, _, letters = part.partition(": ")
            for letter in letters.split():
                counts[player].update(MARKS[letter])
        result.append((hand, counts))
    return result


def counts_of(style: Style) -> Counter[str]:
    """All counts of a style, under the names that the reference uses."""
    shares: dict[str, Share | AggressionFactor] = {
        "three_bet": style.three_bet,
        "af": style.af,
        "wtsd": style.wtsd,
        "wsd": style.wsd,
        **style.fold_to_bet,
    }
    assert style.vpip.of == style.pfr.of == style.hands
    return Counter(
        {
            "hands": style.hands,
            "seats": round(style.players * style.hands),
            "vpip": style.vpip.count,
            "pfr": style.pfr.count,
            **{name: share.count for name, share in shares.items()},
            **{f"{name}_of": share.of for name, share in shares.items()},
        }
    )


def styles_of(*hands: Hand) -> dict[str, Style]:
    counter = StyleCounter()
    for hand in hands:
        counter.add(hand)
    return counter.styles()


def random_hands(game: Game, count: int, seed: int) -> list[Hand]:
    """Hands in which players call more or less often, so that some end early and some late."""
    choose = random.Random(seed)
    return [random_hand(game, seed, number, choose, choose.choice([0, 0.5, 0.8])) for number in range(count)]


def test_fifty_hands_are_counted_as_by_hand() -> None:
    hands = hands_of_log()
    assert len(hands) == 50
    expected: dict[str, Counter[str]] = {}
    for hand, counts in hands:
        assert hand.over, str(hand)
        assert {player: counts_of(style) for player, style in styles_of(hand).items()} == counts, str(hand)
        for player, counted in counts.items():
            expected.setdefault(player, Counter()).update(counted)
    together = styles_of(*(hand for hand, _ in hands))
    assert {player: counts_of(style) for player, style in together.items()} == expected


@pytest.mark.parametrize(("number", "game"), list(enumerate(GAMES.values())), ids=GAMES)
def test_random_hands_agree_with_the_reference(number: int, game: Game) -> None:
    hands = random_hands(game, 300, seed=number)
    result = {player: counts_of(style) for player, style in styles_of(*hands).items()}
    assert result == count_styles(hands)
    for name in ("vpip", "pfr", "af", "af_of", "wtsd", "wsd", *STREETS):
        assert sum(counts[name] for counts in result.values()) > 0, name


def test_counters_of_parts_add_up_to_that_of_the_whole() -> None:
    hands = random_hands(limit(3), 60, seed=5) + random_hands(nolimit(6), 60, seed=6)
    parts = [StyleCounter(), StyleCounter(), StyleCounter()]
    for number, hand in enumerate(hands):
        parts[number % 2].add(hand)
    before = parts[0].styles()
    together = pickle.loads(pickle.dumps(parts[0])) + parts[1] + parts[2]
    assert together.styles() == styles_of(*hands)
    assert parts[0].styles() == before


def test_a_counter_goes_on_from_its_state() -> None:
    choose = random.Random(5)
    hands = [random_hand(limit(3), 5, number, choose) for number in range(40)]
    whole, first = StyleCounter(), StyleCounter()
    for number, hand in enumerate(hands):
        whole.add(hand)
        if number < 20:
            first.add(hand)
    second = StyleCounter()
    second.restore(json.loads(json.dumps(first.state())))
    for hand in hands[20:]:
        second.add(hand)
    assert second.styles() == whole.styles()
    counts = first.state()["p1"]
    wrongs: list[Any] = [counts[1:], [*counts[1:], -1], [*counts[1:], 1.5], [5, 1, *counts[2:]]]
    for wrong in wrongs:
        with pytest.raises(ValueError, match="the counts of 'p1' are malformed"):
            second.restore({"p2": counts, "p1": wrong})
    assert second.styles() == whole.styles()


def test_a_sealed_hand_is_counted_when_it_is_over() -> None:
    hand = Hand(limit(3), SeededDealing(1).deal(limit(3), 0))
    hand.seal()
    hand.play("r r f c / r f")
    assert styles_of(hand)["p1"].three_bet == Share(1, 1)


def test_a_pot_that_the_rake_takes_whole_is_won_by_nobody() -> None:
    styles = styles_of(Hand.parse("limit(rake=100%); AhKd AsQc / 2c7d9h / Th / 3s; c c / c c / c c / c c"))
    assert styles["p1"].wsd == styles["p2"].wsd == Share(0, 1)


def test_only_finished_hands_of_holdem_are_counted() -> None:
    counter = StyleCounter()
    with pytest.raises(GameError, match="a finished hand"):
        counter.add(Hand(limit(), SeededDealing(1).deal(limit(), 0)))
    other = Hand(kuhn(), "Qs As")
    other.play("c c")
    with pytest.raises(GameError, match="hold'em"):
        counter.add(other)
    assert counter.styles() == {}


def test_shares_have_wilsons_interval() -> None:
    for count, of in [(3, 10), (0, 20), (50, 50), (500, 1000)]:
        low, high = Share(count, of).interval
        for bound in (low, high):
            if 0 < bound < 1:  # the bounds are where the score test just fails
                assert abs(count / of - bound) == pytest.approx(1.959964 * math.sqrt(bound * (1 - bound) / of))
        assert 0 <= low <= count / of <= high <= 1
    assert Share(0, 20).interval[0] == 0
    assert Share(50, 50).interval[1] == 1


def test_the_interval_of_the_aggression_factor_covers_it_95_times_of_100() -> None:
    true, covered, tries = 1.5, 0, 4000
    for bets in np.random.default_rng(3).binomial(200, true / (1 + true), tries).tolist():
        low, high = AggressionFactor(bets, 200 - bets).interval
        covered += low < true < high
    assert covered / tries == pytest.approx(0.95, abs=0.015)


def test_a_share_without_opportunities_is_undefined() -> None:
    share, factor = Share(0, 0), AggressionFactor(0, 0)
    for each in (share, factor):
        assert math.isnan(each.value)
        assert all(map(math.isnan, each.interval))
        assert str(each) == "–"
        assert each.to_json() == {"value": None, "count": 0, "of": 0, "interval": None}
    only_bets = AggressionFactor(3, 0)
    assert only_bets.value == math.inf
    assert str(only_bets) == "∞"
    assert only_bets.to_json() == {"value": None, "count": 3, "of": 0, "interval": None}
    assert AggressionFactor(0, 3).value == 0


def test_a_style_is_a_line_of_text() -> None:
    assert str(style(vpip=480, af=(180, 100))) == (
        "VPIP 24 %, PFR 11 %, 3-bet 4 %, AF 1.8, WTSD 31 %, W$SD 52 % (2,000 hands)"
    )
    walk = styles_of(Hand.parse("limit; AhKd AsKc / 2c7d9h / Th / 3s; f"))["p1"]
    assert str(walk) == "VPIP 0 %, PFR 0 %, 3-bet –, AF –, WTSD –, W$SD – (1 hand)"


def test_a_style_is_plain_json() -> None:
    result = json.loads(json.dumps(style(vpip=480, af=(180, 100)).to_json(), allow_nan=False))
    assert {"hands", "vpip", "pfr", "three_bet", "af", "wtsd", "wsd", "fold_to_bet"} <= set(result)
    assert result["hands"] == 2000
    assert list(result["fold_to_bet"]) == ["preflop", "flop", "turn", "river"]
    assert result["vpip"]["value"] == 0.24
    assert result["vpip"]["interval"] == pytest.approx([0.222, 0.259], abs=1e-3)
    assert (result["af"]["count"], result["af"]["of"]) == (180, 100)
    assert result["fold_to_bet"]["river"] == {"value": None, "count": 0, "of": 0, "interval": None}


@pytest.mark.parametrize(
    ("players", "vpip", "af", "word"),
    [
        (2, 880, (180, 100), "loose-aggressive"),
        (2, 840, (180, 100), "tight-aggressive"),
        (6, 1100, (100, 100), "loose-passive"),
        (6, 490, (0, 100), "tight-passive"),
        (10, 540, (5, 0), "loose-aggressive"),
        (10, 540, (0, 0), "loose"),
    ],
)
def test_words_depend_on_how_many_play(players: int, vpip: int, af: tuple[int, int], word: str) -> None:
    assert style(vpip, af, players).word == word


def style(vpip: int, af: tuple[int, int], players: int = 6) -> Style:
    """A style of 2,000 hands."""
    return Style(
        hands=2000,
        players=players,
        vpip=Share(vpip, 2000),
        pfr=Share(220, 2000),
        three_bet=Share(8, 200),
        af=AggressionFactor(*af),
        wtsd=Share(155, 500),
        wsd=Share(52, 100),
        fold_to_bet={**dict.fromkeys(STREETS[:3], Share(30, 100)), "river": Share(0, 0)},
    )
