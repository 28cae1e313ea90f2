"""What ``import railbird as rb`` promises: names, signatures, docstrings and examples."""

import inspect
import json
import operator
import subprocess
import sys
from typing import Any

import pytest
from public_api import RECORD, public_api

import railbird as rb

NAMES = [name for name in rb.__all__ if name != "__version__"]


def test_names_and_signatures_are_those_of_the_record() -> None:
    kept: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))
    now = public_api()
    assert sorted(now) == sorted(kept), (
        "the public names changed: run python tools/public_api.py and say so in CHANGELOG.md"
    )
    changed = [name for name in now if now[name] != kept[name]]
    assert not changed, f"{', '.join(changed)} changed: run python tools/public_api.py and say so in CHANGELOG.md"


@pytest.mark.parametrize("name", NAMES)
def test_a_public_name_has_a_docstring_with_an_example(name: str) -> None:
    value = getattr(rb, name)
    if callable(value):
        own = value.__doc__ if not inspect.isclass(value) else vars(value).get("__doc__")
        assert own
        assert ">>> " in own, "the docstring has no example"
        assert not own.startswith(f"{name}(self"), "the docstring is one that Python made up"


def test_type_checkers_and_readers_see_the_same_names() -> None:
    source = inspect.getsource(rb)
    block = source[source.index("if TYPE_CHECKING:") : source.index("_NAMES = {")]
    scope: dict[str, Any] = {"TYPE_CHECKING": True}
    exec(block, scope)
    assert sorted(set(scope) - {"TYPE_CHECKING", "__builtins__"}) == sorted(NAMES)
    for name in NAMES:
        assert scope[name] is getattr(rb, name)


def test_importing_loads_nothing_but_the_door() -> None:
    program = "import sys, railbird; print(sorted(name for name in sys.modules if name.startswith('railbird')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['railbird', 'railbird._lazy', 'railbird._version']"


def test_dir_lists_names_and_rooms() -> None:
    assert {"play_match", "Range", "models", "arena"} <= set(dir(rb))
    assert rb.models.__name__ == "railbird.models"
    with pytest.raises(AttributeError, match="module 'railbird' has no attribute 'nonsense'"):
        operator.attrgetter("nonsense")(rb)
