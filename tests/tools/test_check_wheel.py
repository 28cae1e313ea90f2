"""tools/check_wheel.py refuses wheels that are too large, incomplete or full of other things."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from check_wheel import LARGEST, NEEDED, Environment, WheelError, check, first_command, problems_inside
from run_docs import ROOT

from railbird import __version__

NAME = f"railbird-{__version__}-cp313-cp313-manylinux_2_28_x86_64.whl"
NATIVE = "railbird/_core/_native.cpython-313-x86_64-linux-gnu.so"
LICENCE = f"railbird-{__version__}.dist-info/licenses/LICENSE"
WHOLE = (NATIVE, LICENCE, *NEEDED)


def _wheel(folder: Path, *names: str, name: str = NAME, size: int = 10) -> Path:
    with zipfile.ZipFile(folder / name, "w") as archive:
        for each in names:
            archive.writestr(each, bytes(size))
    return folder / name


def test_a_whole_wheel_has_no_problems(tmp_path: Path) -> None:
    assert problems_inside(_wheel(tmp_path, *WHOLE)) == []


@pytest.mark.parametrize("missing", WHOLE)
def test_a_missing_part_is_named(tmp_path: Path, missing: str) -> None:
    wheel = _wheel(tmp_path, *(name for name in WHOLE if name != missing))
    expected = {NATIVE: "it has 0 native modules, not one", LICENCE: "it has no licence"}
    assert problems_inside(wheel) == [expected.get(missing, f"it has no {missing}")]


@pytest.mark.parametrize(
    "extra", ["native/game/hand.cpp", "railbird/a.pyc", "tests/__init__.py", "railbird/lib_native.a"]
)
def test_what_does_not_belong_in_a_wheel_is_named(tmp_path: Path, extra: str) -> None:
    assert problems_inside(_wheel(tmp_path, *WHOLE, extra)) == [f"{extra} does not belong in a wheel"]


def test_the_size_is_limited(tmp_path: Path) -> None:
    (problem,) = problems_inside(_wheel(tmp_path, *WHOLE, size=LARGEST // len(WHOLE)))
    assert problem.endswith(f"bytes are more than {LARGEST:,}")


@pytest.mark.parametrize(
    "name", [f"railbird-9{__version__}-cp313-cp313-x.whl", f"railbird-{__version__}-py3-none-any.whl"]
)
def test_another_version_or_a_wheel_without_native_code_is_refused(tmp_path: Path, name: str) -> None:
    (problem,) = problems_inside(_wheel(tmp_path, *WHOLE, name=name))
    assert problem.startswith(f"its version is not {__version__}")


def test_a_refused_wheel_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("check_wheel.Environment", None)
    with pytest.raises(WheelError, match="it has 0 native modules, not one"):
        check(_wheel(tmp_path, *WHOLE[1:]), [])


def test_nothing_but_the_new_environment_is_on_its_path(tmp_path: Path) -> None:
    environment = Environment(tmp_path)
    code = "import os, shutil, sys; print(sys.prefix, *map(shutil.which, ('g++', 'cc', 'clang', 'railbird', 'bash')))"
    prefix, *programs = environment.run(["python", "-c", code]).split()
    assert Path(prefix).resolve() == (tmp_path / "environment").resolve()
    assert programs == ["None"] * 5
    with pytest.raises(WheelError, match="No module named 'railbird'"):
        environment.run(["python", "-W", "error", "-c", "import railbird"])


def test_the_command_is_the_first_of_the_readme() -> None:
    assert first_command(ROOT / "README.md").startswith("railbird match simple ")
