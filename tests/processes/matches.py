"""Small matches with a bot that attacks, and barriers that are switched off."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from railbird.arena import Entrant, MatchDefinition, MatchResult, play_match
from railbird.gallery import isolated as module
from railbird.gallery import load_bot
from railbird.game import limit
from railbird.processes.barriers import Barriers, barriers_here
from tests.processes import attacks

FILE = Path(attacks.__file__)


@contextmanager
def behind(barriers: Barriers) -> Iterator[None]:
    """Isolate with these barriers only."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "barriers_here", lambda: barriers)
        yield


def attacked(attack: str, target: str = "", *, kind: str = "Attacker", limits: str = "", hands: int = 2) -> MatchResult:
    """The result of a match with a bot that attacks."""
    bot = f"isolated({FILE}:{kind}(attack={attack}{f', target={target}' if target else ''}){limits})"
    entrants = (Entrant(load_bot(bot), player="attacker"), Entrant("always-call", player="other"))
    return play_match(MatchDefinition(game=limit(), entrants=entrants, hands=hands, time_limit=0.5), workers=1)


def found_by(attack: str, target: str = "", *, limits: str = "") -> str:
    """What an attack got; empty if nothing. The attacker alone is blamed."""
    result = attacked(attack, target, limits=limits)
    assert result.finished
    faults = result.faults_by_player()
    assert all(fault["player"] == "attacker" for fault in faults), faults
    got = [fault["message"] for fault in faults if "Outcome: got" in fault["message"]]
    return got[0].partition("got ")[2] if got else ""


HERE = barriers_here()
FULL = pytest.mark.skipif(not (HERE.namespaces and HERE.landlock and HERE.seccomp), reason="a barrier is missing here")
LANDLOCKED = pytest.mark.skipif(not (HERE.landlock and HERE.seccomp), reason="no Landlock or no seccomp here")
