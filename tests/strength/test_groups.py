"""Sklansky's groups, in the versions of both sources."""

import pytest

from railbird.cards import HandClass
from railbird.errors import StrengthError
from railbird.strength.groups import GroupVersion, sklansky_groups


def test_the_versions_differ_in_three_classes() -> None:
    one, other = (sklansky_groups(version) for version in GroupVersion)
    everything = {*one, *other}
    differing = {str(each): (one.get(each), other.get(each)) for each in everything}
    differing = {name: groups for name, groups in differing.items() if groups[0] != groups[1]}
    assert differing == {"75s": (7, 6), "53s": (8, 7), "T7s": (None, 7)}


def test_saukonoja_12_groups_have_their_combos() -> None:
    """Appendix 2: eight groups of 85 classes; K9s counts where it is listed first."""
    groups = sklansky_groups(GroupVersion.SAUKONOJA)
    combos = [sum(each.combos for each, group in groups.items() if group == number) for number in range(1, 9)]
    assert combos == [28, 30, 34, 50, 98, 68, 102, 132]
    assert len(groups) == 85


def test_heidenreichs_faults_are_kept() -> None:
    """43s stands before 53s, which dominates it (§4.1.1)."""
    groups = sklansky_groups()
    assert groups[HandClass.parse("43s")] < groups[HandClass.parse("53s")]


def test_other_versions_are_rejected() -> None:
    with pytest.raises(StrengthError, match="version must be heidenreich or saukonoja, not 'malmuth'"):
        sklansky_groups("malmuth")
