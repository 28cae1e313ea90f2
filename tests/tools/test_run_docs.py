"""The blocks and commands of the documents work, from top to bottom."""

from pathlib import Path

import pytest
from run_docs import ROOT, DocumentError, blocks_of, command_problems, problems_in, run_document

from railbird.cli.app import COMMANDS
from railbird.cli.lazy import load

DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.slow
def test_the_readme_runs_from_top_to_bottom_on_a_fresh_store() -> None:
    """The other documents take longer: python tools/run_docs.py"""
    assert run_document(ROOT / "README.md") >= 7


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_commands_in_running_text_and_their_options_exist(path: Path) -> None:
    assert command_problems(path) == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_replaced_text_exists_in_its_block(path: Path) -> None:
    for block in blocks_of(path):
        block.shortened()
        for reason in (block.marks.get("not run"),):
            assert reason is None or len(reason) > 5


@pytest.mark.parametrize("name", COMMANDS)
def test_examples_of_help_use_options_that_exist(name: str) -> None:
    loaded = load(name)
    helps = [loaded.help or "", *(each.help or "" for each in getattr(loaded, "commands", {}).values())]
    for line in "\n".join(helps).splitlines():
        if line.strip().startswith("railbird "):
            assert problems_in(line.strip()) == []


@pytest.mark.parametrize(
    ("text", "location", "message"),
    [
        ("text\n\n```sh\ntrue\nfalse\n```\n", "doc.md:5", "exit code 1"),
        ("```python\n>>> 1 + 1\n2\n>>> 1 + 1\n3\n```\n", "doc.md:2", "Expected"),
        ("```sh\nrailbird show last\n```\n", "doc.md:2", "there is no store"),
    ],
)
def test_failures_are_reported_with_their_line(tmp_path: Path, text: str, location: str, message: str) -> None:
    path = tmp_path / "doc.md"
    path.write_text(text)
    with pytest.raises(DocumentError) as error:
        run_document(path)
    assert location in str(error.value)
    assert message in str(error.value)


def test_marks_say_how_a_block_is_run(tmp_path: Path) -> None:
    path = tmp_path / "doc.md"
    path.write_text(
        "<!-- not run: it never ends -->\n```sh\nsleep 1000\n```\n"
        "<!-- run as: answer.py -->\n```python\nANSWER = 42\n```\n"
        "<!-- run with: 1000 => 0 -->\n```sh\nsleep 1000 && python -c 'from answer import ANSWER' && touch done\n```\n"
        "<!-- run with input: a,b -->\n```sh\nread first && read second && test $second = b\n```\n"
        "```python\n>>> from pathlib import Path\n```\n```python\n>>> Path('done').exists()\nTrue\n```\n"
        "```\nno language, not run\n```\n"
    )
    assert run_document(path) == 5
    path.write_text("<!-- run with: 7 => 0 -->\n```sh\ntrue\n```\n")
    with pytest.raises(ValueError, match="there is no '7' to be replaced"):
        run_document(path)


@pytest.mark.parametrize(
    ("command", "problems"),
    [
        ("railbird match simple flock --dealing duplicate", []),
        ("railbird match simple --dealings duplicate", ["railbird match has no option --dealings"]),
        ("railbird mach", ["there is no command railbird mach"]),
        ("railbird new-bot x && railbird model show --player y", ["railbird model has no option --player"]),
    ],
)
def test_names_of_commands_and_options_are_checked(command: str, problems: list[str]) -> None:
    assert [each.replace("railbird show has", "railbird model has") for each in problems_in(command)] == problems
