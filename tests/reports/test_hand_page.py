"""The report of a hand has the same content as the terminal."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from railbird.agent import Decision, Fact
from railbird.agent.explanation import Explanation, Moment, explain
from railbird.game import CALL, FOLD, Hand
from railbird.histories import narrate
from railbird.reports import hand_page

HAND = "limit(players=3); AhKh QsQd 7c7d / Kc9d2h / 9s / 4d; r f c / c r f"
RANGE = Fact("ann by class", "9" + "0" * 168, private=True)


def page_of(tmp_path: Path, hand: Hand, *explanations: Explanation) -> str:
    hand_page(tmp_path / "hand.html", narrate(hand), explanations)
    return (tmp_path / "hand.html").read_text(encoding="utf-8")


def explained(*facts: Fact) -> Explanation:
    return explain("p1", Decision(CALL, {CALL: 0.75, FOLD: 0.25}, {CALL: 3.5}, facts), Moment(free=True, opens=False))


def words(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", html))


def test_every_sentence_is_on_the_page_in_order(tmp_path: Path) -> None:
    text, start = words(page_of(tmp_path, Hand.parse(HAND))), 0
    for sentence in narrate(Hand.parse(HAND)).sentences:
        start = text.index(str(sentence), start) + len(str(sentence))


def test_only_sections_with_content_have_headings(tmp_path: Path) -> None:
    hand = Hand.parse(HAND)
    path = tmp_path / "hand.html"
    assert hand_page(path, narrate(hand)) == ("Seats", "The hand", "Result")
    assert hand_page(path, narrate(hand), [explained()]) == ("Seats", "The hand", "Result", "Decisions")
    assert hand_page(path, narrate(Hand.parse(HAND.removesuffix("r f")))) == ("Seats", "The hand")


def test_a_decision_has_probabilities_values_and_facts_with_private_ones_marked(tmp_path: Path) -> None:
    html = page_of(tmp_path, Hand.parse(HAND), explained(Fact("HS", 0.25, private=True), Fact("rule", "make2")))
    assert "<td>check (chosen)</td><td>75%</td><td>+3.5</td>" in html
    assert 'HS 0.25 <span class="unsure">private</span>' in html
    assert "<li>rule make2</li>" in html
    assert "HS: hand strength, the chance of being ahead now" in html


def test_a_range_is_a_grid_of_classes(tmp_path: Path) -> None:
    html = page_of(tmp_path, Hand.parse(HAND), explained(RANGE))
    assert len(re.findall(r'<td class="win" title="\d"', html)) == 169
    assert 'title="9" style="--much: 0.70">AA<' in html


def test_player_names_are_escaped(tmp_path: Path) -> None:
    hand = Hand(Hand.parse(HAND).game, "AhKh QsQd 7c7d", players=["<b>ann", "bob & co", "you"])
    assert "<b>ann" not in page_of(tmp_path, hand).replace("&lt;b&gt;ann", "")
    assert "bob &amp; co" in page_of(tmp_path, hand)
