"""Every example runs as it is, and the notebook shows what its cells give."""

import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from first_notebook import CELLS, NOTEBOOK

from railbird.arena import Entrant, MatchDefinition, play_match
from railbird.gallery import load_bot
from railbird.game import limit

EXAMPLES = Path(__file__).parents[1] / "examples"
SCRIPTS = sorted(path.name for path in EXAMPLES.glob("*.py"))
SHORTER = {"train_policy.py": ["--updates", "3", "--hands", "20", "--rating", "2"]}
"""Options for examples that take minutes."""


def test_every_example_is_listed() -> None:
    readme = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    for path in EXAMPLES.iterdir():
        assert path.name == "README.md" or f"[{path.name}]({path.name})" in readme


@pytest.mark.slow
@pytest.mark.parametrize("name", SCRIPTS)
def test_an_example_runs(name: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *SHORTER.get(name, [])],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    assert "faults" not in done.stdout


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler here: examples/aces.c is not tried")
def test_the_program_in_c_plays(tmp_path: Path) -> None:
    program = tmp_path / "aces"
    subprocess.run(["cc", "-Wall", "-Werror", "-o", str(program), str(EXAMPLES / "aces.c")], check=True)
    assert_plays(f"process({program})")


@pytest.mark.skipif(shutil.which("node") is None, reason="no Node here: examples/odds.mjs is not tried")
def test_the_program_in_javascript_plays() -> None:
    assert_plays(f"process(node {EXAMPLES / 'odds.mjs'})")


@pytest.mark.skipif(shutil.which("sh") is None, reason="no shell here: examples/caller.sh is not tried")
def test_the_program_in_shell_plays() -> None:
    assert_plays(f"process(sh {EXAMPLES / 'caller.sh'})")


def assert_plays(bot: str) -> None:
    entrants = (Entrant(load_bot(bot), player="program"), Entrant("simple"))
    result = play_match(MatchDefinition(game=limit(), entrants=entrants, hands=20))
    assert result.finished
    assert not result.faults, result.faults


def test_the_published_numbers_of_the_experiment_agree() -> None:
    scope: dict[str, Any] = {"__name__": "own_experiment"}
    exec((EXAMPLES / "own_experiment.py").read_text(encoding="utf-8"), scope)
    assert all(each.agrees for each in scope["comparisons"]())


def test_the_same_seed_trains_the_same_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("train_policy", EXAMPLES / "train_policy.py")
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "train_policy", example)
    spec.loader.exec_module(example)
    first, second, other = (example.train(2, seed) for seed in (5, 5, 6))
    assert all((first[name] == second[name]).all() for name in first)
    assert (first["inner"] != other["inner"]).any()


def test_the_notebook_is_executed_and_up_to_date() -> None:
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert [(cell["cell_type"], "".join(cell["source"])) for cell in notebook["cells"]] == list(CELLS)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["execution_count"]
            assert all(output["output_type"] != "error" for output in cell["outputs"])


@pytest.mark.slow
def test_the_cells_of_the_notebook_run_in_order_and_give_what_it_shows() -> None:
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    scope: dict[str, Any] = {}
    compared = 0
    for cell in (each for each in notebook["cells"] if each["cell_type"] == "code"):
        *lines, last = "".join(cell["source"]).split("\n")
        shown = [output["data"] for output in cell["outputs"] if output["output_type"] == "execute_result"]
        if not shown:
            exec("\n".join([*lines, last]), scope)
            continue
        exec("\n".join(lines), scope)
        value = eval(last, scope)
        if "text/html" in shown[0] and hasattr(value, "to_json") and hasattr(value, "_repr_html_"):
            assert value._repr_html_() == "".join(shown[0]["text/html"])
            compared += 1
    assert compared >= 3
