"""``python -m tests.bots.llm.hostile 200``: matches with a server that does something else at each request.

It answers well, wrongly, late, never, with too much, with errors, redirects, tools without end, or the key itself.
Checked: every decision is legal and in time, every failure is counted and explained, and the key is in no byte of the
store.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
import threading
from pathlib import Path

from railbird.agent import Decision
from railbird.arena import StoredRecord, match_of, play_match
from railbird.bots.llm.asking import GAVE_UP
from railbird.store import Store
from tests.bots.llm.stand_in import Asked, Handler, Way, plays, says, sends, stand_in, uses
from tests.bots.llm.test_decisions import BAD
from tests.bots.llm.test_matches import SECRET, _echoes, _echoes_an_error

LIMIT = 3.0
"""Seconds for a decision."""
GOOD: tuple[Way, ...] = (
    plays("call"),
    plays("fold"),
    plays("raise", 300),
    plays("check"),
    plays("all-in"),
    says("I raise to 1e9"),
    uses(("equity", {"ranges": "TT+"}), ("pot_odds", {})),
    uses(("opponents", {}), ("shell", "{")),
)
ODD: tuple[Way, ...] = (_echoes, _echoes_an_error, sends(SECRET.encode()), sends(SECRET.encode(), 307, Location=SECRET))


def main(hands: int, seed: int) -> int:
    """Play, check, and print what happened; the exit code."""
    chance, lock = random.Random(seed), threading.Lock()
    bad = tuple(way for way, _ in BAD.values())

    def any_way(handler: Handler, asked: Asked) -> None:
        with lock:
            way = chance.choice(chance.choice((GOOD, GOOD, GOOD, bad, ODD)))
        way(handler, asked)

    os.environ["RAILBIRD_LLM_KEY"] = SECRET
    with tempfile.TemporaryDirectory() as folder, stand_in(any_way) as server, Store(Path(folder) / "it.db") as store:
        spec = f"llm(model=m, url={server.url}, price_in=1, price_out=1)"
        definition = match_of(
            [spec, "random", "simple"],
            game="nolimit(players=3, stack=50bb)",
            hands=hands,
            seed=seed,
            time_limit=LIMIT,
            explain_every=1,
        )
        result = play_match(definition, store=store)
        assert result.match is not None
        decisions = list(_decisions(store, result.match, hands))
        longest = max(_fact(decision, "seconds") for decision in decisions)
        told = sum(len(decision.failures) for decision in decisions)
        counted = {fault["message"]: fault["count"] for fault in result.faults_by_player()}
        kinds = {fault["kind"] for fault in result.faults}
        unseen = [
            each for each in decisions if each.failures and not any(fact.name == "failures" for fact in each.facts)
        ]
        written = b"".join(path.read_bytes() for path in Path(folder).iterdir()) + json.dumps(result.to_json()).encode()
    gave_up = sum(GAVE_UP in decision.failures for decision in decisions)
    print(f"{hands} hands, {len(decisions):,} decisions, {len(server.asked):,} requests, seed {seed}")
    print(f"longest decision {longest:.2f} s of {LIMIT:g}; kinds of faults: {', '.join(kinds) or 'none'}")
    print(f"{told:,} failures, {sum(counted.values()):,} counted")
    print(f"{gave_up:,} decisions without an answer")
    for message, count in sorted(counted.items(), key=lambda each: -each[1]):
        print(f"{count:6,} {message}")
    wrong = {
        "a failure of another kind": kinds != {"handled"},
        "a decision that is late": longest >= LIMIT,
        "a failure that is not counted": told != sum(counted.values()),
        "a failure that is not explained": bool(unseen),
        "the key in the store": SECRET.encode() in written or SECRET[3:].encode() in written,
    }
    found = [name for name, is_so in wrong.items() if is_so]
    print("; ".join(found) or "nothing is wrong")
    return len(found)


def _decisions(store: Store, match: int, hands: int) -> list[Decision]:
    record = StoredRecord.read(store, match)
    decisions = []
    for number in range(1, hands + 1):
        _, explained = record.hand(number)
        decisions += [decision for player, decision in explained.values() if player == "llm"]
    return decisions


def _fact(decision: Decision, name: str) -> float:
    return next(float(fact.value) for fact in decision.facts if fact.name == name)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, int(sys.argv[2]) if len(sys.argv) > 2 else 1))
