"""An isolated bot makes the same decisions as in the dealer's process, and a match with it can be resumed."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from railbird.arena import MatchDefinition, StackRule, StoredRecord, match_of, play_match
from railbird.errors import BotError
from railbird.gallery import parse_bot
from railbird.game import limit
from railbird.processes import launcher
from railbird.store import Store

WATCHER = '''
from railbird.agent import Bot, Decision, Fact
from railbird.game import CALL, FOLD, raise_to


class Watcher(Bot):
    """Uses everything that a bot is told: events, views, streams, the start and the end of hands."""

    learns = True

    def __init__(self, settings=None):
        super().__init__(settings)
        self.seen, self.hands = [], 0

    def start_match(self, match):
        self.seen.append(str(match))

    def start_hand(self, view):
        assert not view.actions and view == self.look()
        self.seen.append(f"{view} {self.streams}")

    def observe(self, event):
        self.seen.append(str(event))
        assert str(self.look()).startswith(str(self.look().game))

    def end_hand(self, view):
        self.hands += 1
        self.seen.append(f"{view} {view.payoffs} {view.shown}")

    def save(self):
        return {"all": repr((self.hands, self.seen)).encode()}

    def load(self, learned):
        self.hands, self.seen = eval(learned["all"])

    def act(self, view):
        self.seen = [hash_of(self.seen)]
        draw = self.random.random() + self.streams.uniform("x") + int(self.seen[0], 16) % 1000 / 1000
        facts = (Fact("draw", draw, private=True), Fact("hands", self.hands))
        if draw > 2 and view.legal.most_raise:
            return Decision(raise_to(view.legal.least_raise), {CALL: 0.5}, {CALL: draw}, facts)
        if draw < 0.3 and view.legal.fold:
            return Decision(FOLD, facts=facts)
        return Decision(CALL, facts=facts) if draw > 1 else "c"


def hash_of(seen):
    from hashlib import blake2b

    return blake2b("|".join(seen).encode(), digest_size=8).hexdigest()
'''


@pytest.fixture
def watcher(tmp_path: Path) -> Path:
    """A bot that uses everything it is told, and mixes all of it into its decisions."""
    path = tmp_path / "watcher.py"
    path.write_text(WATCHER, encoding="utf-8")
    return path


def played(definition: MatchDefinition) -> tuple[list[str], list[object]]:
    """The hands of a match, and its explained decisions."""
    with TemporaryDirectory() as folder:
        store = Store(Path(folder) / "matches.db")
        result = play_match(definition, record=StoredRecord.new(store, definition), workers=1)
        assert result.finished
        assert not result.faults, result.faults
        record = StoredRecord.read(store, 1)
        kept = [record.hand(number) for number in range(1, definition.total_hands + 1)]
    return [str(hand) for hand, _ in kept], [decisions for _, decisions in kept]


@pytest.mark.parametrize("game", ["limit", "nolimit(players=3, stack=20bb)", "leduc", "kuhn"])
def test_an_isolated_bot_sees_and_decides_the_same(game: str, watcher: Path) -> None:
    others = ["random"] * (2 if "3" in game else 1)
    one, other = (
        match_of([bot, *others], game=game, hands=40, explain_every=1, seed=3)
        for bot in (f"{watcher}:Watcher", f"isolated({watcher}:Watcher)")
    )
    assert played(one) == played(other)


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["poki", "magpie", "rezai", "turncoat(first=simple, then=random, after=10)"])
def test_bots_of_the_gallery_decide_the_same_when_they_are_isolated(bot: str) -> None:
    one, other = (match_of([each, "random"], hands=25, seed=5) for each in (bot, f"isolated({bot})"))
    assert [hand.partition("; [")[0] for hand in played(one)[0]] == [
        hand.partition("; [")[0] for hand in played(other)[0]
    ]


def test_a_stopped_match_with_an_isolated_learner_resumes_with_the_same_result(watcher: Path, tmp_path: Path) -> None:
    definition = match_of([f"isolated({watcher}:Watcher)", "random"], hands=500, seed=4)
    whole = played(definition)[0]
    store = Store(tmp_path / "matches.db")

    def stop(_: object) -> None:
        raise StopIteration

    record = StoredRecord.new(store, definition)
    first = play_match(definition, record=record, workers=1, report=stop, chunk_seconds=0.01)
    assert not first.finished
    assert first.hands
    launcher.close()
    rest = StoredRecord.resume(store, 1)
    assert play_match(rest.definition, record=rest, workers=1).finished
    again = StoredRecord.read(store, 1)
    assert [str(again.hand(number)[0]) for number in range(1, 501)] == whole


def test_an_isolated_bot_plays_freeze_outs(watcher: Path) -> None:
    game = "nolimit(stack=20bb, rules=casino)"
    definition = match_of(
        [f"isolated({watcher}:Watcher)", "random"], game=game, hands=200, stacks=StackRule.KEPT, seed=2
    )
    result = play_match(definition, workers=1)
    assert result.finished
    assert not result.faults


def test_each_leg_has_a_process_of_its_own(tmp_path: Path) -> None:
    """With duplicate cards, a bot that remembered an earlier leg would know the cards of the others."""
    path = tmp_path / "remembers.py"
    path.write_text(
        "from railbird.agent import Bot\n"
        "legs = []\n"
        "class Remembers(Bot):\n"
        "    def start_match(self, match):\n"
        "        legs.append(match)\n"
        "    def act(self, view):\n"
        "        assert len(legs) == 1, legs\n"
        "        return 'c'\n"
    )
    definition = match_of([f"isolated({path})", "random"], hands=5, replicates=3)
    assert not play_match(definition, workers=1).faults


def test_an_isolated_bot_is_described_without_running_it_here(tmp_path: Path) -> None:
    path = tmp_path / "tells.py"
    mark = tmp_path / "mark"
    path.write_text(
        "from pathlib import Path\nfrom railbird.agent import Bot\n"
        f"try:\n    Path({str(mark)!r}).touch()\nexcept OSError:\n    pass\n"
        "class Tells(Bot):\n    learns = True\n    def act(self, view):\n        return 'c'\n"
    )
    spec = parse_bot(f"isolated({path})")
    assert spec.foreign
    assert spec.traits.learns
    assert spec.title == "tells"
    assert not mark.exists(), "its file could not write, even while it was inspected"


def test_an_isolated_bot_that_fails_when_it_is_asked_for_its_games_is_named(tmp_path: Path) -> None:
    path = tmp_path / "leaves.py"
    path.write_text(
        "import os\nfrom railbird.agent import Bot\n"
        "class Leaves(Bot):\n"
        "    def plays(self, game):\n        os._exit(7)\n"
        "    def act(self, view):\n        return 'c'\n"
    )
    with pytest.raises(BotError, match=r"^isolated\(.*leaves\.py\) cannot say whether it plays limit: .*code 7"):
        parse_bot(f"isolated({path})").refusal(limit())
