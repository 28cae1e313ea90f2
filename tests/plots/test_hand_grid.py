"""The grid of hand classes says the same with and without colours."""

from __future__ import annotations

import math
import re
from xml.etree import ElementTree

from railbird.plots import GridAction, GridCell, hand_grid, log_lines

ACTIONS = [GridAction("check", "c", "#111111", 0.4), GridAction("bet <9>", "1", "#222222", 0.6)]


def test_a_bar_is_divided_by_action_and_as_high_as_its_part_of_the_range() -> None:
    svg = hand_grid([GridCell("AA", 0.5, (0.25, 0.75))], ACTIONS)
    bars = re.findall(r'width="([\d.]+)" height="([\d.]+)" fill="#(?:111111|222222)"', svg)[-2:]
    assert [tuple(map(float, bar)) for bar in bars] == [(15.0, 21.0), (45.0, 21.0)]


def test_letters_stand_for_colours() -> None:
    texts = [each.text for each in ElementTree.fromstring(hand_grid([GridCell("AA", 1, (0.25, 0.75))], ACTIONS)).iter()]
    assert {"AA", "1 75", "c  check 40.0 %", "1  bet <9> 60.0 %"} <= set(texts)
    assert "AA: check 25 %, bet <9> 75 %; 100 % of the class" in texts


def test_classes_outside_the_range_have_only_their_names() -> None:
    for empty in (GridCell("72o", 0, (1.0, 0.0)), GridCell("72o", 1, (math.nan, math.nan)), GridCell("72o", 1, ())):
        svg = hand_grid([empty], ACTIONS)
        assert "<title>" not in svg
        assert "72o" in svg


def test_a_single_curve_is_named_where_it_ends() -> None:
    alone = log_lines({"CFR": [(1, 1), (10, 0.1), (100, 0.1)]}, "chips", "iterations")
    assert ">CFR</text>" in alone
    assert ">A CFR</text>" in log_lines({"CFR": [(1, 1)], "CFR+": [(1, 1)]}, "chips", "iterations")
