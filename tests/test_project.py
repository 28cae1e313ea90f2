"""The project as a whole: imports, documents, stubs and peers."""

import ast
import doctest
import html
import importlib
import importlib.util
import pkgutil
import re
import subprocess
import sys
import tomllib
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import railbird
from benchmarks.harness import MACHINES, PACKAGES, PEERS, peer, why_missing
from railbird import _core
from railbird._core import _native

ROOT = Path(__file__).parent.parent
FRONT_PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md")
README = (ROOT / "README.md").read_text(encoding="utf-8")
MODULES = [
    module.name
    for module in pkgutil.walk_packages(railbird.__path__, "railbird.")
    if not module.name.endswith(("._native", ".__main__"))
]


def test_rooms_import_downwards_only() -> None:
    finished = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"], cwd=ROOT, capture_output=True, text=True
    )
    assert finished.returncode == 0, finished.stdout


def test_there_are_no_import_cycles() -> None:
    """Imports inside functions count; those for type checkers do not."""
    graph = {name: _imported_by(name) - {name} for name in (*MODULES, "railbird")}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise AssertionError(" -> ".join(reversed(error.args[1]))) from None


def _imported_by(name: str) -> set[str]:
    """Our modules that a module imports, according to its source."""
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    imported: set[str] = set()
    waiting: list[ast.AST] = [ast.parse(Path(spec.origin).read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            waiting += node.orelse
            continue
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            full = [f"{node.module}.{each.name}" for each in node.names]
            imported |= {each if each in MODULES else node.module for each in full}
        elif isinstance(node, ast.Import):
            imported |= {each.name for each in node.names}
        waiting += ast.iter_child_nodes(node)
    return imported & {*MODULES, "railbird"}


@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        "docs/guides/environments.md",
        "docs/guides/first-bot.md",
        "docs/guides/hands-and-ranges.md",
        "docs/guides/histories.md",
        "docs/guides/matches.md",
        "docs/reference/bet-menus.md",
        "docs/reference/games-and-hands.md",
        "docs/reference/statistics.md",
        "docs/reference/strength.md",
    ],
)
def test_python_blocks_of_the_documents_run_as_written(path: str) -> None:
    """The blocks of a document share one namespace."""
    blocks = re.findall(r"```python\n(>>> .*?)```", (ROOT / path).read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        test = doctest.DocTestParser().get_doctest(block, names, path, path, 0)
        result = doctest.DocTestRunner().run(test, clear_globs=False)
        names = test.globs
        assert result.attempted
        assert not result.failed


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_run_as_written(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_native_stub_matches_the_native_core() -> None:
    stub = (ROOT / "src" / "railbird" / "_core" / "_native.pyi").read_text(encoding="utf-8")
    named = set(re.findall(r"^(?:def|class) ([a-zA-Z]\w*)", stub, re.MULTILINE))
    assert named == {name for name in vars(_native) if not name.startswith("_")}
    assert named == {name for name in _core.__all__ if hasattr(_native, name)}  # the others are records in Python


def test_peers_are_required_only_on_machines_where_they_install() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = project["project"]["optional-dependencies"]["bench"]
    assert {re.split("[>=;]", each)[0] for each in wanted} == {PACKAGES.get(name, name) for name in PEERS}
    for each in wanted:
        name, _, marker = each.partition(";")
        machines = MACHINES.get(re.split("[>=]", name)[0], ())
        assert re.findall("'([^']+)'", marker) == list(machines), each


def test_a_peer_that_cannot_be_imported_is_left_out_with_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_peer.py").write_text("raise OSError('built for another machine')")
    (tmp_path / "poor_peer.py").write_text("import no_such_module_at_all")
    monkeypatch.syspath_prepend(tmp_path)
    assert why_missing("broken_peer") == "cannot be imported: OSError: built for another machine"
    assert why_missing("poor_peer") == "needs no_such_module_at_all"
    assert why_missing("absent_peer") == 'not installed: pip install ".[bench]"'
    monkeypatch.setitem(MACHINES, "absent_peer_2", ("pdp11",))
    assert why_missing("absent_peer_2").startswith("cannot be installed on ")
    assert peer("broken_peer") is None
    assert peer("json") is sys.modules["json"]


def test_the_first_picture_is_made_by_the_command_above_it() -> None:
    block, name = re.findall(r"```sh\n([^`]*)```\s*!\[[^]]*\]\((docs/images/[^)]*)\)", README)[0]
    command = re.search(r"railbird [^\n]*", block)
    assert command
    picture = html.unescape((ROOT / name).read_text(encoding="utf-8")).replace("\xa0", " ")
    assert f"$ {command[0]}" in re.sub(r"<[^>]*>", "", picture)


def test_ideas_of_the_sources_are_in_the_files_that_the_documents_name() -> None:
    text = (ROOT / "docs" / "guides" / "development.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| [\w ]+ \| `([\w/]+)\.py` \| `(\w+)` \|$", text, re.MULTILINE)
    assert len(rows) >= 10
    for path, name in rows:
        assert (ROOT / "src" / "railbird" / f"{path}.py").exists(), path
        assert vars(importlib.import_module(f"railbird.{path.replace('/', '.')}"))[name].__module__.endswith(
            path.rpartition("/")[2]
        )


DOCUMENTS = [*(ROOT / name for name in FRONT_PAGES), *sorted((ROOT / "docs").rglob("*.md"))]
ROOMS = [path.parent.name for path in (ROOT / "src" / "railbird").glob("[a-z]*/__init__.py")]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_modules_and_files_that_documents_name_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for name in re.findall(rf"`(?:railbird\.)?((?:{'|'.join(ROOMS)})\.[\w.]+)`", text):
        assert pkgutil.resolve_name(f"railbird.{name}") is not None
    for file in re.findall(r"`((?:tests|tools|src|benchmarks|native|docs)/[\w/.-]+)`", text):
        assert (ROOT / file).exists(), file
    for module in re.findall(r"python -m ((?:tests|benchmarks)\b[\w.]*)", text):
        assert importlib.util.find_spec(module) is not None, module
