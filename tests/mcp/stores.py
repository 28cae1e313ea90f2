"""A store with a match of five hands, all explained, and one of two hands without reasons."""

from pathlib import Path

from railbird.arena import match_of, play_match
from railbird.store import Store


def small_store(folder: Path) -> Path:
    """The path of a new store."""
    path = folder / "matches.db"
    with Store(path) as opened:
        play_match(match_of(["poki", "simple"], hands=5, seed=1, explain_every=1), store=opened, name="small")
        play_match(match_of(["random", "simple"], hands=2, seed=1), store=opened)
    return path
