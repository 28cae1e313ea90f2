"""What is checked and built elsewhere is what pyproject.toml promises."""

from __future__ import annotations

import re
import tomllib

from run_docs import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CHECKS, WHEELS = ((ROOT / ".github" / "workflows" / name).read_text("utf-8") for name in ("checks.yml", "wheels.yml"))
PYTHONS = [each[-4:] for each in PROJECT["project"]["classifiers"] if re.search(r":: 3\.\d+$", each)]


def test_every_promised_python_is_checked_and_has_wheels() -> None:
    assert PROJECT["project"]["requires-python"] == f">={PYTHONS[0]}"
    assert PROJECT["tool"]["cibuildwheel"]["build"] == [f"cp{each.replace('.', '')}-*" for each in PYTHONS]
    matrix = re.search(r"^ +python: \[(.*)\]$", CHECKS, re.MULTILINE)
    assert matrix is not None
    assert re.findall(r'"([^"]+)"', matrix[1]) == PYTHONS


def test_every_system_with_wheels_is_checked() -> None:
    systems = re.search(r"^ +system: \[(.*)\]$", WHEELS, re.MULTILINE)
    assert systems is not None
    checked = set(re.findall(r"\b(?:ubuntu|macos)-[\w.-]+", CHECKS))
    assert set(systems[1].split(", ")) == checked
    assert len(checked) == 4


def test_workflows_run_what_people_run() -> None:
    assert re.search(r"^ +- run: \.ci/run$", CHECKS, re.MULTILINE)
    assert "check_wheel.py" in PROJECT["tool"]["cibuildwheel"]["test-command"]
    for tool in re.findall(r"\btools/\w+\.py", WHEELS + str(PROJECT["tool"]["cibuildwheel"])):
        assert (ROOT / tool).exists(), tool
    for folder in re.findall(r"\btests/\w+", WHEELS):
        assert (ROOT / folder).is_dir(), folder
