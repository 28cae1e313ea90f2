"""Pictures of search trees: what they show, what they leave out, and that they are well-formed."""

from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from railbird import Chart, RailbirdError
from railbird.plots import TreePicture, colour, tree_svg, tree_text

SVG = "{http://www.w3.org/2000/svg}"


def leaves(*visits: int) -> tuple[TreePicture, ...]:
    return tuple(TreePicture(f"leaf{number}", visits=each, value=0.5) for number, each in enumerate(visits))


TREE = TreePicture(
    "start",
    1200,
    -0.0625,
    (
        TreePicture("b1", 200, 0.25, leaves(50, 150), player=1),
        TreePicture("a1", 900, -0.5, leaves(1, 2, 3, 4), player=1),
        TreePicture("c1", 100, None),
    ),
    player=0,
)


def saved(tree: TreePicture, tmp_path: Path, *, width: int = 5, depth: int = 2) -> ElementTree.Element:
    path = Chart(tree_svg(tree, width=width, depth=depth)).save(tmp_path / "tree.svg")
    return ElementTree.fromstring(path.read_text())


def test_text_shows_the_most_visited_first_and_sums_up_the_rest() -> None:
    assert tree_text(TREE, width=2).splitlines() == [
        "start          1,200  -0.06",
        "├─ a1            900  -0.50",
        "│  ├─ leaf3        4  +0.50",
        "│  ├─ leaf2        3  +0.50",
        "│  └─ +2 more",
        "├─ b1            200  +0.25",
        "│  ├─ leaf1      150  +0.50",
        "│  └─ leaf0       50  +0.50",
        "└─ +1 more",
    ]


def test_at_the_depth_limit_hidden_children_stand_beside_their_parent() -> None:
    assert tree_text(TREE, depth=1).splitlines() == [
        "start            1,200  -0.06",
        "├─ a1 (+4 more)    900  -0.50",
        "├─ b1 (+2 more)    200  +0.25",
        "└─ c1              100",
    ]
    assert tree_text(TREE, depth=0) == "start (+3 more)  1,200  -0.06"


def test_children_that_the_caller_left_out_are_counted() -> None:
    assert tree_text(TreePicture("start", children=leaves(5, 6), hidden=17), width=1).splitlines() == [
        "start",
        "├─ leaf1     6  +0.50",
        "└─ +18 more",
    ]


def test_without_visits_children_keep_their_order() -> None:
    children = (TreePicture("z", value=-1.0), TreePicture("a", value=1.0))
    assert tree_text(TreePicture("root", children=children)).split() == ["root", "├─", "z", "-1.00", "└─", "a", "+1.00"]


def test_svg_has_a_mark_for_each_node_and_an_edge_for_each_child(tmp_path: Path) -> None:
    root = saved(TREE, tmp_path, width=2)
    assert len(root.findall(f"{SVG}circle")) == 7
    assert len(root.findall(f"{SVG}path")) == 8, "two of them lead to what is left out"
    texts = ["".join(each.itertext()) for each in root.findall(f"{SVG}text")]
    assert {"start1,200 -0.06", "a1900 -0.50", "+2 more", "+1 more"} <= set(texts)
    assert "c1100" not in texts


def test_svg_edges_are_as_wide_as_their_share_of_visits(tmp_path: Path) -> None:
    root = saved(TREE, tmp_path, depth=1)
    widths = sorted(float(each.attrib["stroke-width"]) for each in root.findall(f"{SVG}path"))
    assert widths == [1.0, 1.5, 6.8], "100, 200 and 900 of 1,200 visits; none is thinner than 1"


def test_svg_nodes_have_the_colour_of_the_player_to_act(tmp_path: Path) -> None:
    fills = [each.attrib["fill"] for each in saved(TREE, tmp_path, depth=1).findall(f"{SVG}circle")]
    assert sorted(fills) == sorted([colour(0), colour(1), colour(1), "var(--dim)"])


def test_svg_values_are_bars_on_both_sides_of_zero(tmp_path: Path) -> None:
    bars = saved(TREE, tmp_path, depth=1).findall(f"{SVG}rect")
    sizes = sorted((float(each.attrib["width"]), each.attrib["fill"]) for each in bars)
    assert sizes == [(3.0, "rgb(var(--loss))"), (12.0, "rgb(var(--win))"), (24.0, "rgb(var(--loss))")], "c1 has none"


def test_nodes_do_not_overlap(tmp_path: Path) -> None:
    root = saved(TREE, tmp_path)
    positions = [(float(each.attrib["cx"]), float(each.attrib["cy"])) for each in root.findall(f"{SVG}circle")]
    assert len(set(positions)) == len(positions) == 10
    leaf_rows = sorted(y for x, y in positions if x == max(x for x, _ in positions))
    assert min(after - before for before, after in pairwise(leaf_rows)) >= 30
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    assert all(0 < x < width and 0 < y < height for x, y in positions)


def test_long_and_strange_labels_are_shortened_and_escaped(tmp_path: Path) -> None:
    label = "raise <to> 1,000 & more than fits here"
    assert tree_text(TreePicture(label)) == "raise <to> 1,000 & more…"
    root = saved(TreePicture(label), tmp_path)
    assert root.find(f"{SVG}text/{SVG}title").text == label  # type: ignore[union-attr]


def test_a_picture_needs_room() -> None:
    for width, depth in ((0, 2), (2, -1)):
        with pytest.raises(RailbirdError, match=f"width 1 and depth 0 at least, not {width} and {depth}"):
            tree_text(TREE, width=width, depth=depth)
