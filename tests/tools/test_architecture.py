"""The picture of the architecture shows the import rules as they are."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest
from architecture import PICTURE, ROOT, draw, read_architecture, wrap


def test_the_picture_is_up_to_date() -> None:
    """If this fails, run python tools/architecture.py."""
    assert PICTURE.read_text(encoding="utf-8") == draw(read_architecture())


def test_every_room_is_in_the_picture_once() -> None:
    picture = ElementTree.parse(PICTURE)
    names = [each.text for each in picture.iter("{http://www.w3.org/2000/svg}text") if each.get("class") == "name"]
    assert sorted(map(str, names)) == sorted(path.parent.name for path in ROOT.glob("src/railbird/*/__init__.py"))
    assert names.index("cli") < names.index("arena") < names.index("agent") < names.index("_core")


def test_the_map_of_the_development_guide_names_every_room() -> None:
    text = (ROOT / "docs" / "guides" / "development.md").read_text(encoding="utf-8")
    table = text.partition("## The map")[2].partition("###")[0]
    named = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    assert sorted(named) == sorted(room.name for layer in read_architecture().layers for room in layer)


@pytest.mark.parametrize(
    ("docstring", "message"), [('"""New."""', "no layer in pyproject.toml for new_room"), ("", "has no docstring")]
)
def test_a_room_without_layer_or_docstring_is_refused(tmp_path: Path, docstring: str, message: str) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    room = tmp_path / "src" / "railbird" / "new_room"
    room.mkdir(parents=True)
    (room / "__init__.py").write_text(docstring, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        read_architecture(tmp_path)


def test_lines_of_a_text_are_about_as_long_as_each_other() -> None:
    assert wrap("one two three four", 1000) == ["one two three four"]
    assert wrap("one two three four", 110) == ["one two", "three four"]
