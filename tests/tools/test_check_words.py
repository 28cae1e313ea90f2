"""tools/check_words.py finds violations, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from check_words import (
    ROOT,
    Forbidden,
    Source,
    class_findings,
    findings,
    parts_of,
    read_glossary,
    size_findings,
    text_findings,
    without_code,
    word_findings,
)

GLOSSARY = """
| term | meaning | source | not |
|---|---|---|---|
| betting sequence | Actions in order. | poker | `line` in classes, `betting line` in text |
| no-limit | Any bet. | poker | `without limit` |
| seat | A place. | poker | |
"""


def _source(path: Path, text: str) -> Source:
    path.write_text(text)
    return Source.read(path)


def test_the_glossary_lists_forbidden_words_and_where() -> None:
    assert read_glossary(GLOSSARY) == [
        Forbidden("line", "classes", "betting sequence"),
        Forbidden("betting line", "text", "betting sequence"),
        Forbidden("without limit", "everywhere", "no-limit"),
    ]


@pytest.mark.parametrize("cell", ["line", "`line` in code", "`line` or so"])
def test_a_cell_that_cannot_be_checked_is_refused(cell: str) -> None:
    with pytest.raises(ValueError, match="not understood"):
        read_glossary(f"| a | b | c | {cell} |")


def test_the_glossary_has_each_term_once() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    terms = re.findall(r"^\| (?!term )([^|]+) \|", text, re.MULTILINE)
    assert len(terms) > 100
    assert len(set(terms)) == len(terms)
    for _, meaning, source, _ in (row.split("|")[1:5] for row in text.splitlines() if row.startswith("| ")):
        assert meaning.strip()
        assert source.strip()


@pytest.mark.parametrize("name", ["WithoutLimit", "without_limit", "is_without_limits", "WITHOUT_LIMIT"])
def test_forbidden_words_are_detected_in_names(name: str) -> None:
    assert Forbidden("without limit", "names", "no-limit").in_name(name)


@pytest.mark.parametrize("name", ["outline", "line_up_of_one", "Limit", "online"])
def test_parts_of_words_are_ignored(name: str) -> None:
    assert not Forbidden("without limit", "names", "no-limit").in_name(name)
    assert "line" not in parts_of(name) or name.startswith("line")


def test_forbidden_words_are_detected_across_lines() -> None:
    violations = list(
        text_findings(ROOT / "a.md", 10, "first\ngames Without\nlimit", [Forbidden("without limit", "text", "x")])
    )
    assert [(each.line, each.text[:15]) for each in violations] == [(11, "'without limit'")]


def test_code_in_text_is_ignored() -> None:
    text = "see ``line`` and `line`\n\n```sh\nline\n```\n>>> line\nline\n\nline"
    assert without_code(text).split() == ["see", "and", "line"]
    assert without_code(text).count("\n") == text.count("\n")


def test_names_classes_files_and_text_are_checked(tmp_path: Path) -> None:
    text = '"""A betting line."""\nclass Line:\n    pass\ndef without_limit(line):\n    """A line."""\n'
    violations = word_findings([_source(tmp_path / "lines.py", text)], [], read_glossary(GLOSSARY))
    assert sorted(each.line for each in violations) == [1, 2, 4]


def test_a_class_name_may_occur_in_one_file_only(tmp_path: Path) -> None:
    first = _source(tmp_path / "a.py", "class Row:\n    pass\n")
    second = _source(tmp_path / "b.py", "class _Row:\n    pass\n")
    assert [each.path.name for each in class_findings([first, second])] == ["a.py", "b.py"]
    assert not list(class_findings([first]))


@pytest.mark.parametrize(("docstring", "count"), [("Words.", 1), ("This file is long because it is a table.", 0)])
def test_a_long_file_must_say_why(tmp_path: Path, docstring: str, count: int) -> None:
    text = f'"""{docstring}"""\n' + "A = 1\n" * 450
    assert len(list(size_findings([_source(tmp_path / "a.py", text)]))) == count


def test_many_parameters_are_detected_except_in_commands(tmp_path: Path) -> None:
    seven, eight = (", ".join(f"p{number}: int" for number in range(count)) for count in (7, 8))
    text = f"def some(self, {seven}): ...\ndef more({eight}): ...\ndef command(context: typer.Context, {eight}): ...\n"
    (tmp_path / "cli").mkdir()
    for path, lines in ((tmp_path / "a.py", [2, 3]), (tmp_path / "cli" / "a.py", [2])):
        assert [each.line for each in size_findings([_source(path, text)])] == lines


def test_the_project_has_no_findings() -> None:
    assert [str(each) for each in findings()] == []
