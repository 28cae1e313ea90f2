"""Reports: one interval for each player, all hands on the axis, and tables that fit a small screen."""

from __future__ import annotations

import colorsys
import re
from html import unescape
from pathlib import Path

import numpy as np
import pytest

from railbird.arena import DealingScheme, Entrant, MatchDefinition, MatchRecord, StoredRecord, play_match
from railbird.arena.learning_curves import learning_curves
from railbird.arena.results import MatchResult, Payoffs
from railbird.arena.styles_and_leaks import styles_and_leaks
from railbird.gallery import parse_bot
from railbird.game import limit
from railbird.plots import COLOURS
from railbird.plots.charts import apart
from railbird.reports.match_page import match_page
from railbird.reports.page import STYLE
from railbird.stats.sequential import BetterThan
from railbird.store import Store

SCREEN = 1280
"""The width in pixels of the smallest screen that a page must fit."""


def _played(
    folder: Path,
    *bots: str,
    hands: int = 400,
    dealing: DealingScheme = DealingScheme.PLAIN,
    replicates: int = 1,
    stop: BetterThan | None = None,
) -> tuple[MatchRecord, MatchResult, Payoffs]:
    entrants = tuple(Entrant(parse_bot(bot), player=bot) for bot in bots)
    definition = MatchDefinition(
        game=limit(len(bots)), entrants=entrants, hands=hands, seed=3, dealing=dealing, replicates=replicates, stop=stop
    )
    store = Store(folder / "matches.db", create=True)
    result = play_match(definition, record=StoredRecord.new(store, definition))
    record = StoredRecord.read(store, 1)
    return record, result, record.payoffs()


def _page(tmp_path: Path, record: MatchRecord, result: MatchResult, payoffs: Payoffs) -> str:
    play = styles_and_leaks(record)
    match_page(tmp_path / "match.html", result, payoffs, play.styles, play.leaks)
    return (tmp_path / "match.html").read_text(encoding="utf-8")


def _section(page: str, heading: str) -> str:
    return page.split(f"<h2>{heading}</h2>")[1].split("</section>")[0]


def test_chart_table_and_json_of_a_stopped_match_have_the_same_interval(tmp_path: Path) -> None:
    played = _played(tmp_path, "advanced-rules", "random", hands=4000, stop=BetterThan(0.0, 0.1))
    result = played[1]
    each = result.players[0]
    assert each.interval == each.anytime
    low, high = each.interval or (0, 0)
    rates = _section(_page(tmp_path, *played), "Win rates")
    chart, table = rates.split("</svg>")
    assert f"({low:+.3f} to {high:+.3f})" in chart
    assert f"{low:+.4f} to {high:+.4f}" in table
    assert "90 % interval" in table
    assert "those of the test" in table
    row = result.to_json()["results"][0]
    assert row["interval"] == [low, high]
    assert row["confidence"] == 0.9
    assert row["plain"]["interval"] is None


def test_a_match_without_a_test_has_the_usual_interval(tmp_path: Path) -> None:
    result = _played(tmp_path, "advanced-rules", "random")[1]
    each = result.players[0]
    assert each.interval == each.rate.interval
    assert result.confidence == 0.95
    assert result.to_json()["results"][0]["interval"] == list(each.rate.interval)


@pytest.mark.parametrize(
    ("dealing", "replicates"), [(DealingScheme.DUPLICATE, 1), (DealingScheme.PLAIN, 3), (DealingScheme.PERMUTED, 2)]
)
def test_the_axis_covers_all_played_hands(tmp_path: Path, dealing: DealingScheme, replicates: int) -> None:
    played = _played(tmp_path, "simple", "random", hands=50, dealing=dealing, replicates=replicates)
    _, result, payoffs = played
    at, lines = payoffs.curve(40)
    assert at[0] == 0
    assert at[-1] == result.hands == 50 * replicates * (1 if dealing is DealingScheme.PLAIN else 2)
    assert lines[-1] == pytest.approx([each.plain.mean * result.hands for each in result.players])
    ticks = re.findall(
        r'text-anchor="middle">([\d,]+)</text>', _section(_page(tmp_path, *played), "Winnings over time")
    )
    assert max(int(tick.replace(",", "")) for tick in ticks) > 0.85 * result.hands


def test_the_axis_covers_a_match_with_replicates_that_have_not_started() -> None:
    entrants = (Entrant(parse_bot("random"), player="one"), Entrant(parse_bot("random"), player="two"))
    payoffs = Payoffs(MatchDefinition(game=limit(), entrants=entrants, hands=5, replicates=3))
    payoffs.add(0, [(2520, -2520)] * 5, finished=True)
    payoffs.add(1, [(2520, -2520)] * 2, finished=False)
    at, lines = payoffs.curve(10)
    assert at.tolist() == [0, 2, 4, 5, 6, 7]
    assert lines[:, 0].tolist() == pytest.approx((at / 10).tolist())


def test_only_learning_bots_are_in_the_learning_table(tmp_path: Path) -> None:
    played = _played(tmp_path, "chump", "simple", hands=100, replicates=4)
    learning = _section(_page(tmp_path, *played), "Learning")
    rows = re.findall(r"<tr><td>([^<]*)</td>", learning)
    assert rows == ["chump"]
    assert "95 % intervals over 4 replicates" in learning
    curves = learning_curves(played[2])
    assert curves is not None
    assert curves.learners == (True, False)


def test_the_caption_of_one_run_promises_no_intervals(tmp_path: Path) -> None:
    learning = _section(_page(tmp_path, *_played(tmp_path, "chump", "simple", hands=100)), "Learning")
    assert "one run" in learning
    assert "interval" not in learning
    assert "polygon" not in learning


def test_player_colours_differ_from_the_colours_of_wins_and_losses() -> None:
    for name in ("--win", "--loss"):
        shade = re.findall(rf"{name}: (\d+), (\d+), (\d+)", STYLE)[0]
        hue = colorsys.rgb_to_hsv(*(int(part) / 255 for part in shade))[0]
        for colour in COLOURS:
            parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
            other, strength, _ = colorsys.rgb_to_hsv(*parts)
            distance = min(abs(hue - other), 1 - abs(hue - other))
            assert distance > 20 / 360 or strength < 0.3, colour


def test_every_line_has_its_letter_and_name_at_its_end(tmp_path: Path) -> None:
    way = _section(_page(tmp_path, *_played(tmp_path, "simple", "random", "flock", hands=60)), "Winnings over time")
    chart, legend = way.split("</svg>")
    for label in ("A simple", "B random", "C flock"):
        assert f">{label}</text>" in chart
        assert label in legend


def test_labels_are_kept_apart() -> None:
    heights = apart([10.0, 11.0, 12.0, 300.0, 301.0], 15, 300)
    assert np.diff(heights).min() >= 15
    assert max(heights) <= 300


def _unbroken(cell: str) -> int:
    """The longest part of a cell that the page does not wrap."""
    text = unescape(re.sub(r"<[^>]*>", "", cell))
    breaks = cell.startswith(("<th", '<td class="left'))
    return max(map(len, re.split(r"[ -]", text))) if breaks else len(text)


def test_every_table_of_a_page_fits_a_small_screen(tmp_path: Path) -> None:
    bots = ("simple(bluff=off, bet=4.0)", "advanced-rules", "chump", "always-raise")
    page = _page(tmp_path, *_played(tmp_path, *bots, hands=60))
    assert "th { font-weight: 600; color: var(--dim); white-space: normal;" in STYLE
    for table in re.findall(r"<table>.*?</table>", page):
        rows = [re.findall(r"<t[hd].*?</t[hd]>", row) for row in re.findall(r"<tr>.*?</tr>", table)]
        widths = [max(_unbroken(row[column]) for row in rows) for column in range(len(rows[0]))]
        assert sum(9 * width + 20 for width in widths) < SCREEN - 48, widths
