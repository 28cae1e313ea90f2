"""Progress bars appear where somebody waits, and nowhere else."""

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from railbird import _live_progress
from railbird._live_progress import LiveBar, in_notebook, is_interactive


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_live_progress, "PATIENCE", 0.0)
    monkeypatch.setattr(_live_progress, "PERIOD", 0.0)


def test_nothing_is_shown_to_programs(capsys: pytest.CaptureFixture[str], impatient: None) -> None:
    assert not is_interactive()
    with LiveBar("match") as bar:
        bar(0.5, "half")
    assert capsys.readouterr() == ("", "")


def test_a_prompt_gets_a_line_that_disappears(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, impatient: None
) -> None:
    monkeypatch.setattr(sys, "ps1", ">>> ", raising=False)
    with LiveBar("match") as bar:
        bar(0.5, "500 of 1,000 hands")
    shown = capsys.readouterr().err
    assert "match [############............]  50% 500 of 1,000 hands" in shown
    assert shown.endswith("\r")


def test_a_notebook_gets_one_bar_that_is_updated(monkeypatch: pytest.MonkeyPatch, impatient: None) -> None:
    shown: list[str] = []

    class Handle:
        def update(self, html: str) -> None:
            shown.append(html)

    def display(html: str, display_id: bool) -> Handle:
        shown.append(html)
        return Handle()

    shell = SimpleNamespace(get_ipython=lambda: SimpleNamespace(config={"IPKernelApp": {}}))
    monkeypatch.setitem(sys.modules, "IPython", shell)
    module: Any = SimpleNamespace(HTML=str, display=display)
    monkeypatch.setitem(sys.modules, "IPython.display", module)
    assert in_notebook()
    with LiveBar("match <1>") as bar:
        bar(0.25, "a")
        bar(0.75, "b")
    first, second, last = shown
    assert 'value="0.2500"' in first
    assert "match &lt;1&gt;" in first
    assert 'value="0.7500"' in second
    assert last == ""


def test_short_work_shows_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with LiveBar("match", shown=True) as bar:
        bar(0.5)
    assert capsys.readouterr().err == ""
