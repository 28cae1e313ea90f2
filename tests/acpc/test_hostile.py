"""Quick runs of ``tests.acpc.hostile``."""

from tests.acpc import hostile


def test_a_nuisance_at_the_table_changes_nothing_for_the_others() -> None:
    done = hostile.bother(600, seed=5)
    assert done["warnings"] > 200


def test_programs_that_die_hang_or_flood_end_the_match_in_time() -> None:
    done = hostile.break_off(15, seed=2)
    assert sum(done.values()) == 15
    assert len(done) > 2


def test_a_client_refuses_changed_lines_and_plays_on() -> None:
    done = hostile.mislead(1500, seed=4)
    assert done["refused"] > 1000
