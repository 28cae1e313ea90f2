"""The checklists match the tests that they name."""

from __future__ import annotations

import re

import pytest
from checklists import NOT_BUILT, Item, checklists, files_by_item, files_by_test, filled_in, items_of, read

FILES = checklists()
TESTS = files_by_test()
FILES_BY_ITEM = files_by_item()
TEXTS = {name: path.read_text(encoding="utf-8") for name, path in FILES.items()}
ITEMS = [item for name, text in TEXTS.items() for item in read(name, text)]


def test_every_numbered_test_has_an_item() -> None:
    known = {(item.checklist, item.number) for item in ITEMS}
    assert set(FILES_BY_ITEM) <= known


@pytest.mark.parametrize("name", FILES)
def test_items_are_numbered_from_1_without_a_gap(name: str) -> None:
    numbers = [item.number for item in ITEMS if item.checklist == name]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("name", FILES)
def test_files_of_numbered_tests_are_filled_in(name: str) -> None:
    """If this fails, run python tools/checklists.py."""
    assert filled_in(name, TEXTS[name], FILES_BY_ITEM) == TEXTS[name]


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: f"{item.checklist}-{item.number}")
def test_every_item_names_tests_or_says_that_it_is_not_built(item: Item) -> None:
    assert item.tests
    if item.tests == NOT_BUILT:
        return
    named = re.findall("`([^`]+)`", item.tests)
    assert named
    numbered = FILES_BY_ITEM.get((item.checklist, item.number), set())
    for each in named:
        assert each in numbered or each in TESTS or each.startswith("docs/"), each


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("test_lain_12_the_example", ("lain", [12])),
        ("test_lain_6_7_and_8_vectors", ("lain", [6, 7, 8])),
        ("test_mcts_review_26_to_29_stand_there", ("mcts_review", [26, 27, 28, 29])),
        ("test_lain_may_mix_2_of_3", None),
    ],
)
def test_items_are_read_from_the_names_of_tests(name: str, wanted: tuple[str, list[int]] | None) -> None:
    assert items_of(name, ["lain", "mcts_review"]) == wanted
