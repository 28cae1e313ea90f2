"""Files that specs name travel by content: elsewhere, bots are the same without them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from railbird.errors import BotError
from railbird.gallery import parse_bot
from railbird.gallery.spec import files_of
from railbird.gallery.travel import packed

OWL = """
from railbird.agent import Bot
class Owl(Bot):
    def act(self, view):
        raise ValueError("hoot")
"""
ELSEWHERE = """
import json, pathlib, sys, traceback
from railbird.gallery import load_bot
from railbird.gallery.files import receive
texts, copies, folder = json.load(sys.stdin)
for number, (path, text) in enumerate(copies.items()):
    copy = pathlib.Path(folder, str(number))
    copy.write_text(text)
    copies[path] = str(copy)
receive(copies)
found = []
for text, state in texts:
    bot = load_bot(text, state).make()
    try:
        bot.act(None)
    except ValueError:
        found.append(traceback.format_exc())
    except AttributeError:
        found.append("")
print(json.dumps(found))
"""


def test_all_files_of_a_spec_are_known(tmp_path: Path) -> None:
    owl = tmp_path / "owl.py"
    assert files_of(f"{owl}:Owl") == [owl]
    assert files_of(f"turncoat(first={owl}:Owl, then=simple)") == [owl]
    assert files_of("team(UCB1; kestrel(strategy=k.strategy), like(file=t.types))") == [
        Path("k.strategy"),
        Path("t.types"),
    ]
    assert files_of("poki(net=players.net)") == [Path("players.net")]
    assert files_of("magpie(model=monday.model)") == [Path("monday.model")]
    assert files_of("simple(bluff=off)") == []


def test_a_file_that_cannot_be_read_is_named() -> None:
    with pytest.raises(BotError, match=r"nowhere.net cannot be read: No such file"):
        packed(["poki(net=nowhere.net)"])


def test_a_bot_is_the_same_where_its_file_does_not_exist(tmp_path: Path) -> None:
    owl = tmp_path / "owl.py"
    owl.write_text(OWL)
    texts = (f"{owl}:Owl", f"turncoat(first={owl}:Owl, then=simple)", f"isolated({owl}:Owl)")
    specs = [parse_bot(text) for text in texts]
    copies = {path: data.decode() for path, data in packed(map(str, specs)).items()}
    owl.unlink()
    shutil.rmtree(tmp_path / "__pycache__", ignore_errors=True)
    (tmp_path / "copies").mkdir()
    asked = json.dumps([[(str(spec), spec.fingerprint) for spec in specs], copies, str(tmp_path / "copies")])
    done = subprocess.run([sys.executable, "-c", ELSEWHERE], input=asked, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    own, *others = json.loads(done.stdout)
    assert len(others) == 2
    assert f'File "{owl}", line 5, in act' in own, "it keeps its name"
    assert 'raise ValueError("hoot")' in own, "and its source"
    assert not (tmp_path / "__pycache__").exists()
