"""The documentation: three kinds of pages, links that lead somewhere, and the generated pages of the site."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from site_pages import EXPLAINED, api_pages, bot_page, command_line, game_of, measured, plain, plain_block

import railbird
from railbird.cli.app import COMMANDS
from railbird.cli.lazy import load
from railbird.gallery.catalogue import BUILT_IN
from railbird.gallery.overview import overviews

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
DOCUMENTS = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
RESULTS = [path for path in sorted((DOCS / "results").glob("*.md")) if path.name != "README.md"]
SPEED = r"\d(?: ?[kM])? ?(?:hands|decisions|deals|trials|roll-outs|nodes)(?:/s| a second| per second)"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_of_documents_lead_to_files(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
        assert target.startswith("http") or (path.parent / target).exists(), target


@pytest.mark.parametrize("path", RESULTS, ids=lambda path: path.name)
def test_results_name_their_command_and_date(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.search(r"`(?:railbird reproduce|railbird match|python) ", text)
    assert re.search(r"\b20\d\d-\d\d-\d\d\b", text)


@pytest.mark.parametrize(
    "path", [path for path in DOCUMENTS if path not in RESULTS], ids=lambda path: str(path.relative_to(ROOT))
)
def test_speed_is_told_by_benchmarks_only(path: Path) -> None:
    assert re.findall(SPEED, path.read_text(encoding="utf-8")) == []


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) < 120


def test_the_command_line_page_has_every_command_and_option() -> None:
    text = command_line()
    for name in COMMANDS:
        loaded = load(name)
        subcommands = getattr(loaded, "commands", {})
        for title, each in {name: loaded, **{f"{name} {sub}": value for sub, value in subcommands.items()}}.items():
            section = re.split(rf"^#+ railbird {title}$", text, flags=re.MULTILINE)[1]
            for parameter in each.params:
                for option in (*parameter.opts, *parameter.secondary_opts):
                    assert not option.startswith("--") or option == "--help" or option in section, option


def test_the_python_pages_have_every_public_name_with_a_docstring() -> None:
    text = "\n".join(api_pages().values())
    for name in railbird.__all__:
        if not name.startswith("_"):
            assert f"::: railbird.{name}\n" in text, name
            assert getattr(railbird, name).__doc__, name


def test_results_and_explanations_are_about_bots_of_the_gallery() -> None:
    assert {bot for each in measured() for bot in each.bots} <= set(BUILT_IN)
    assert {bot for bots in EXPLAINED.values() for bot in bots} <= set(BUILT_IN)
    assert all((DOCS / "reference" / f"{page}.md").exists() for page in EXPLAINED)


@pytest.mark.slow
def test_the_page_of_a_bot_has_settings_results_and_a_decision() -> None:
    overview = next(each for each in overviews() if each.bot == "simple")
    text = bot_page(overview, list(measured()))
    assert "| `bluff` | `on` |" in text
    assert "### A table of six" in text
    assert re.search(r"Hand \d+ of `railbird match simple always-call", text)


def test_the_page_of_a_bot_that_needs_settings_leads_to_its_guide() -> None:
    overview = next(each for each in overviews() if each.bot == "llm")
    text = bot_page(overview, [])
    assert "- **Plays**: nothing without its settings" in text
    assert "[A language model at the table](../../guides/language-models.md)" in text
    assert "railbird match llm" not in text


def test_every_page_shows_a_game_that_its_bot_plays() -> None:
    games = {each.bot: game_of(each) for each in overviews()}
    assert games["kestrel"] == games["simple"] == "limit"
    assert games["merlin"] == "nolimit"


def test_examples_of_docstrings_become_code_blocks() -> None:
    pytest.importorskip("griffe", reason="needs the extra docs")
    from griffe_doctests import fenced

    assert fenced("One.\n\n>>> 1\n1\n>>> 2\n2") == "One.\n\n```pycon\n>>> 1\n1\n>>> 2\n2\n```"
    assert fenced("No example.") == "No example."


def test_text_that_looks_like_markdown_is_shown_as_written() -> None:
    assert plain("R < 2 and x_i > 0 in `a_b<c>`") == r"R &lt; 2 and x\_i &gt; 0 in `a_b<c>`"


def test_bullets_and_formulas_of_a_docstring_stay_what_they_are() -> None:
    text = "Rules:\n\n* a pair: R < 2;\n* a * b\n\n    x < y * z"
    assert plain_block(text) == "Rules:\n\n* a pair: R &lt; 2;\n* a \\* b\n\n    x < y * z"
