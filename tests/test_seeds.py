"""Public and secret seeds."""

import pytest

from railbird._seeds import check_seed, derived_seed, parse_seed, secret_seed, seed_text, table_seed
from railbird.errors import MatchError


def test_secret_seeds_differ_and_are_too_many_to_try() -> None:
    seeds = {secret_seed() for _ in range(1000)}
    assert len(seeds) == 1000
    assert all(2**64 <= seed < 2**128 for seed in seeds)
    assert max(seeds).bit_length() > 120
    assert parse_seed("secret") != parse_seed(" secret ")


def test_the_tables_of_a_secret_seed_are_secret_too() -> None:
    seed = secret_seed()
    assert table_seed(seed, "table 0") >= 2**64
    assert table_seed(seed, "table 0") != table_seed(seed, "table 1")
    assert table_seed(7, "table 0") == derived_seed(7, "table 0"), "public seeds give the same tables as before"


def test_a_secret_seed_is_not_shown() -> None:
    assert seed_text(7) == "seed 7"
    assert seed_text(secret_seed()) == "secret seed"


@pytest.mark.parametrize("text", ["-1", "x", "", "1.5", "9" * 60, str(2**128), "Secret"])
def test_invalid_seeds_are_refused(text: str) -> None:
    with pytest.raises(MatchError, match="a seed"):
        parse_seed(text)


def test_a_valid_seed_is_returned() -> None:
    assert check_seed(parse_seed("12")) == 12
