"""Matches from the store as pandas data frames."""

import tempfile
from pathlib import Path

import pandas as pd

import railbird as rb
from railbird.stats.style import StyleCounter

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        store = rb.Store(Path(folder) / "matches.db")
        for seed in range(3):
            rb.play_match(["simple", "flock", "jag"], hands=400, seed=seed, store=store, name=f"run-{seed}")

        # One row per hand and player, over all matches of the store.
        frames = []
        for match in store.matches():
            frame = rb.load_match(match.id, store).to_pandas().melt(["leg", "replicate", "hand"], var_name="player")
            frames.append(frame.assign(match=match.name))
        chips = pd.concat(frames)
        print(chips.groupby(["match", "player"])["value"].agg(["sum", "mean", "std"]).round(2))

        # How everybody played, from the hands themselves.
        counter = StyleCounter()
        for match in store.matches():
            for hand in rb.load_hands(match.id, store):
                counter.add(hand)
        styles = counter.styles()
        print(pd.DataFrame({player: style.to_json() for player, style in styles.items()}).head(6))
        store.close()
