"""Charts show themselves in notebooks and can be saved as files that any viewer opens."""

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from railbird import Chart, RailbirdError, Range
from railbird.plots import IntervalMark, intervals, lines, points


def charts() -> dict[str, Chart]:
    at = np.array([0, 100, 200])
    curves = np.array([[0.0, 0.0], [1.5, -1.5], [2.0, -2.0]])
    return {
        "lines": Chart(lines(at, curves, ["<a>", "b & c"], "sb")),
        "intervals": Chart(intervals([IntervalMark("x < y", 0.5, (0.2, 0.8)), IntervalMark("z", 0.1, None)], "sb/h")),
        "points": Chart(points(["a", "b"], [0.1, 0.5], [0.3, np.nan], below="loose", beside="aggressive")),
        "range": Range("TT+, AKs:0.5").plot(),
    }


@pytest.mark.parametrize("kind", ["lines", "intervals", "points", "range"])
def test_a_saved_chart_is_well_formed_and_fetches_nothing(kind: str, tmp_path: Path) -> None:
    path = charts()[kind].save(tmp_path / "chart.svg")
    text = path.read_text()
    root = ElementTree.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "href" not in text
    assert "url(" not in text


def test_a_chart_is_saved_as_svg_only(tmp_path: Path) -> None:
    with pytest.raises(RailbirdError, match=r"saved as \.svg, not as 'chart\.bmp'"):
        charts()["lines"].save(tmp_path / "chart.bmp")
    assert not list(tmp_path.iterdir())


def test_names_are_escaped() -> None:
    html = charts()["lines"]._repr_html_()
    assert "<a>" not in html
    assert "&lt;a&gt;" in html


def test_a_range_is_drawn_with_every_class_and_its_weight() -> None:
    html = Range("TT+, AKs:0.5")._repr_html_()
    assert html.count("<rect") == 169
    assert ">AKs<" in html
    assert ">50%<" in html
    assert "32 combos" in html
