"""Strategies: access, text and files."""

import json
import pickle
import random
import struct
import zlib
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.errors import GameError
from railbird.extensive import Strategy

KUHN = {
    "J": {"check": 1.0, "bet": 0.0},
    "K": {"check": 0.25, "bet": 0.75},
    "Q b": {"fold": 2 / 3, "call": 1 / 3},
    "Q": {"check": 1.0, "bet": 0.0},
}


def _many(sets: int) -> dict[str, dict[str, float]]:
    generator = random.Random(5)
    strategy = {}
    for number in generator.sample(range(10 * sets), sets):
        actions = "fcr"[: generator.randrange(1, 4)]
        weights = [generator.random() + 1e-9 for _ in actions]
        strategy[f"{number:x}|é{number % 7}"] = {
            action: weight / sum(weights) for action, weight in zip(actions, weights, strict=True)
        }
    return strategy


def test_a_strategy_is_a_mapping_in_the_order_of_names() -> None:
    strategy = Strategy(KUHN, game="kuhn")
    assert list(strategy) == ["J", "K", "Q", "Q b"]
    assert strategy.to_dict() == KUHN
    assert strategy == KUHN
    assert strategy["K"] == {"check": 0.25, "bet": 0.75}
    assert strategy.get("A") is None
    assert "A" not in strategy
    with pytest.raises(KeyError):
        strategy["A"]
    assert repr(strategy) == "Strategy of 4 information sets for kuhn"


def test_every_set_of_many_is_found_with_its_own_probabilities() -> None:
    sets = _many(3000)
    strategy = Strategy(sets)
    assert len(strategy) == 3000
    for name, actions in sets.items():
        assert strategy[name] == actions
        assert f"{name}x" not in strategy
    assert strategy == sets
    assert len(strategy.parts.menus) == 3


def test_probabilities_come_in_the_order_asked_for() -> None:
    strategy = Strategy(KUHN)
    assert strategy.probabilities("K", ["check", "bet"]) == [0.25, 0.75]
    assert strategy.probabilities("K", ["bet", "check"]) == [0.75, 0.25]
    with pytest.raises(GameError, match="'K' of the strategy has the actions check, bet, not check, raise"):
        strategy.probabilities("K", ["check", "raise"])


def test_an_unknown_set_is_uniform_on_request_and_an_error_otherwise() -> None:
    strategy = Strategy(KUHN)
    assert strategy.probabilities("A", ["fold", "call", "raise"], uniform=True) == [1 / 3] * 3
    with pytest.raises(GameError, match=r"^the strategy has no information set 'A'$"):
        strategy.probabilities("A", ["fold", "call"])


def test_equality_looks_at_sets_probabilities_and_game_and_not_at_order() -> None:
    strategy = Strategy(KUHN, game="kuhn")
    assert strategy == Strategy(dict(reversed(KUHN.items())), game="kuhn")
    assert strategy == Strategy({**KUHN, "K": {"bet": 0.75, "check": 0.25}}, game="kuhn")
    assert strategy != Strategy({**KUHN, "K": {"check": 0.5, "bet": 0.5}}, game="kuhn")
    assert strategy != Strategy({**KUHN, "K2": {"check": 1.0}}, game="kuhn")
    assert strategy != Strategy(KUHN, game="leduc")
    assert Strategy({"ab": {"c": 1.0}, "c": {"c": 1.0}}) != Strategy({"a": {"c": 1.0}, "bc": {"c": 1.0}})


@pytest.mark.parametrize(
    ("sets", "message"),
    [
        ({"K": {"check": 0.5, "bet": 0.6}}, "the probabilities of 'K' must be 0 or more and sum to 1, not '0.5, 0.6'"),
        ({"J": {"a": 1.0}, "K": {"a": 1.5, "b": -0.5}}, "the probabilities of 'K' must be 0 or more and sum to 1"),
        ({"K": {"a": float("nan"), "b": 1.0}}, "the probabilities of 'K' must be 0 or more and sum to 1, not 'nan, 1'"),
        ({"K": {"a": float("inf")}}, "the probabilities of 'K' must be 0 or more and sum to 1, not 'inf'"),
        ({"K": {"a": "much"}}, "the probabilities of 'K' must be numbers"),
        ({"K": {}}, "an information set has one or more different actions, not 'none'"),
        ({"K": {"raise to 3": 1.0}}, "the name of an action has no spaces and is not empty: 'raise to 3' is none"),
        ({"K": {"": 1.0}}, "the name of an action has no spaces and is not empty: '' is none"),
        ({"\ud800": {"a": 1.0}}, "the name of an information set is not text"),
    ],
)
def test_what_is_no_strategy_is_refused(sets: Mapping[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=message) as caught:
        Strategy(sets)
    assert "\n" not in str(caught.value)


def test_rows_with_the_same_name_or_missing_numbers_are_refused() -> None:
    with pytest.raises(GameError, match="the information set 'K' occurs twice"):
        Strategy.from_rows([("K", ["a"], [1.0]), ("J", ["a"], [1.0]), ("K", ["a"], [1.0])])
    with pytest.raises(GameError, match="'K' has 2 actions and 1 probabilities"):
        Strategy.from_rows([("K", ["a", "b"], [1.0])])
    with pytest.raises(GameError, match="one or more different actions, not 'a, a'"):
        Strategy.from_rows([("K", ["a", "a"], [0.5, 0.5])])


NAMES = st.text(max_size=8) | st.sampled_from(
    ["", ": ", "a: b=1", "\\n", "\n", "\\\n\\\\", "strategy for x", " ", "é\r"]
)
ACTIONS = st.lists(st.sampled_from(["f", "c", "r", "r=2", ":", "=", "é"]), min_size=1, max_size=4, unique=True)


@st.composite
def whole_strategies(draw: st.DrawFn) -> Strategy:
    sets = {}
    for name in draw(st.lists(NAMES, max_size=6, unique=True)):
        actions = draw(ACTIONS)
        weights = [draw(st.floats(0, 1)) + 0.01 for _ in actions]
        sets[name] = {action: weight / sum(weights) for action, weight in zip(actions, weights, strict=True)}
    return Strategy(sets, game=draw(st.sampled_from(["", "kuhn", "pig(goal=50)"])))


@settings(max_examples=30, deadline=None)
@given(whole_strategies())
def test_text_and_pickle_give_the_same_strategy_back(strategy: Strategy) -> None:
    assert Strategy.parse(str(strategy)) == strategy
    copy = pickle.loads(pickle.dumps(strategy))
    assert copy == strategy
    assert all(copy[name] == strategy[name] for name in strategy)


def test_the_text_has_a_line_for_each_set() -> None:
    assert str(Strategy(KUHN, game="kuhn")).splitlines() == [
        "strategy for kuhn",
        "J: check=1.0 bet=0.0",
        "K: check=0.25 bet=0.75",
        "Q: check=1.0 bet=0.0",
        "Q b: fold=0.6666666666666666 call=0.3333333333333333",
    ]
    assert str(Strategy()) == "strategy"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "begins with 'strategy for GAME', not with ''"),
        ("hello\nK: a=1", "begins with 'strategy for GAME', not with 'hello'"),
        ("strategy\nK a=1", "line 2 of a strategy: 'K a=1' is not of the form SET: ACTION=PROBABILITY"),
        ("strategy\nJ: a=1\nK: a=half", "line 3 of a strategy: 'K: a=half' is not of the form"),
        ("strategy\nK: a=0.5", "the probabilities of 'K' must be 0 or more and sum to 1"),
        ("strategy\nK: a=1\nK: a=1", "the information set 'K' occurs twice"),
    ],
)
def test_a_text_that_is_no_strategy_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        Strategy.parse(text)


def test_a_file_gives_the_same_strategy_back_and_the_same_strategy_the_same_bytes(tmp_path: Path) -> None:
    for number, sets in enumerate((_many(2000), KUHN, {}, {"": {"é": 1.0}})):
        strategy = Strategy(sets, game="leduc")
        first, second = tmp_path / f"{number}.strategy", tmp_path / f"{number}-again.strategy"
        strategy.save(first)
        Strategy(dict(reversed(sets.items())), game="leduc").save(str(second))
        loaded = Strategy.load(first)
        assert loaded == strategy
        assert loaded.game == "leduc"
        assert loaded.to_dict() == sets
        assert first.read_bytes() == second.read_bytes()


def test_a_file_is_smaller_than_its_names_and_numbers(tmp_path: Path) -> None:
    strategy = Strategy({f"As|Kd|crc/{number:05d}": {"c": 0.25, "r": 0.75} for number in range(5000)})
    strategy.save(tmp_path / "x")
    assert (tmp_path / "x").stat().st_size < 5000 * 8


def test_a_file_with_any_byte_changed_or_cut_off_is_refused_on_one_line(tmp_path: Path) -> None:
    path = tmp_path / "kuhn.strategy"
    Strategy(KUHN, game="kuhn").save(path)
    data = path.read_bytes()
    for index in range(len(data)):
        for damaged in (data[:index], data[:index] + bytes([data[index] ^ 1]) + data[index + 1 :]):
            path.write_bytes(damaged)
            with pytest.raises(GameError, match=r"kuhn.strategy (is|has) ") as caught:
                Strategy.load(path)
            assert "\n" not in str(caught.value)


def _written(path: Path, head: object, body: bytes, version: bytes = b"1") -> Path:
    """A file whose checksum is right, whatever is in it."""
    encoded = json.dumps(head).encode()
    data = b"railbird strategy " + version + b"\n" + struct.pack("<Q", len(encoded)) + encoded + zlib.compress(body)
    path.write_bytes(data + blake2b(data, digest_size=16).digest())
    return path


def _forged(**changes: Any) -> tuple[dict[str, Any], bytes]:
    """The head and body of a strategy of two sets, J and K, with two actions each, with some changes."""
    values = {"lengths": [1, 1], "menus": [0, 0], "names": b"JK", "probabilities": [0.5, 0.5, 1.0, 0.0], **changes}
    body = b"".join(
        [
            np.array(values["lengths"], "<u4").tobytes(),
            np.array(values["menus"], "<u4").tobytes(),
            values["names"],
            np.array(values["probabilities"], "<f8").tobytes(),
        ]
    )
    head = {"game": "", "sets": 2, "bytes": len(body), "names": len(values["names"]), "menus": [["a", "b"]]}
    return {**head, **changes.get("head", {})}, body


def test_a_forged_file_that_is_right_is_read(tmp_path: Path) -> None:
    assert Strategy.load(_written(tmp_path / "x", *_forged()))["K"] == {"a": 1.0, "b": 0.0}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"names": b"KJ"}, "the information set 'J' is not in order"),
        ({"names": b"JJ"}, "the information set 'J' occurs twice"),
        ({"names": b"J\xff"}, "the names of the information sets are not text"),
        ({"names": "Jé".encode(), "lengths": [2, 1]}, "begins inside a letter"),
        ({"lengths": [1, 2]}, "the names of the information sets do not match their number"),
        ({"lengths": [2, 2**32 - 1]}, "the names of the information sets do not match their number"),
        ({"menus": [0, 1]}, "its contents do not match its head"),
        ({"probabilities": [0.5, 0.5, 1.0]}, "does not have one probability for each action"),
        ({"probabilities": [0.5, 0.5, 1.0, 0.5]}, "the probabilities of 'K' must be 0 or more and sum to 1"),
        ({"head": {"menus": [["a", "a"]]}}, "one or more different actions"),
        ({"head": {"menus": [["a", 3]]}}, "its contents do not match its head"),
        ({"head": {"sets": -1}}, "its contents do not match its head"),
        ({"head": {"sets": 2**62}}, "its contents do not match its head"),
        ({"head": {"bytes": 2**50}}, "its contents do not match its head"),
        ({"head": {"bytes": 10}}, "its contents do not match its head"),
        ({"head": {"game": None}}, "its contents do not match its head"),
        ({"head": {"game": "a\nb"}}, "one line of text"),
    ],
)
def test_a_forged_file_is_refused_on_one_line(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=message) as caught:
        Strategy.load(_written(tmp_path / "x", *_forged(**changes)))
    assert "\n" not in str(caught.value)


def test_files_of_another_kind_version_or_place_are_refused(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign"
    foreign.write_bytes(b"PK\x03\x04 something else")
    for path, message in (
        (foreign, "is not a strategy file"),
        (_written(tmp_path / "newer", *_forged(), version=b"2"), "has version '2'; only version 1 can be read"),
        (_written(tmp_path / "list", [1], b""), "its contents do not match its head"),
        (tmp_path / "missing", "cannot be read: No such file"),
        (tmp_path, "cannot be read: Is a directory"),
        (Path("/dev/zero"), "cannot be read: it is not a file"),
    ):
        with pytest.raises(GameError, match=message):
            Strategy.load(path)


def test_a_file_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="cannot be written: No such file or directory"):
        Strategy(KUHN).save(tmp_path / "none" / "x")
    (tmp_path / "folder").mkdir()
    with pytest.raises(GameError, match="cannot be written"):
        Strategy(KUHN).save(tmp_path / "folder")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
