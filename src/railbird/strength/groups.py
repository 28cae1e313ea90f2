"""Sklansky's groups of starting hands, 1 (best) to 8, as printed in the sources; hands in no group are worse.

The two versions differ in three classes: 53s, 75s and T7s.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from types import MappingProxyType

from railbird.cards import CLASSES, HandClass, Range
from railbird.errors import StrengthError, quoted


class GroupVersion(StrEnum):
    HEIDENREICH = "heidenreich"
    """Heidenreich 2008, figure 2."""
    SAUKONOJA = "saukonoja"
    """Saukonoja 2007, appendix 2."""


_COMMON = {
    1: "AA KK QQ JJ AKs",
    2: "TT AQs AJs KQs AKo",
    3: "99 JTs QJs KJs ATs AQo",
    4: "T9s KQo 88 QTs 98s J9s AJo KTs",
    5: "77 87s Q9s T8s KJo QJo JTo 76s 97s A9s-A2s 65s",
    6: "66 ATo 55 86s KTo QTo 54s K9s J8s",
    7: "44 J9o 43s T9o 33 98o 64s 22 K8s-K2s Q8s",
    8: "87o A9o Q9o 76o 42s 32s 96s 85s J8o J7s 65o 54o 74s K9o T8o",
}
_DIFFERENT = {
    GroupVersion.HEIDENREICH: {"75s": 7, "53s": 8},
    GroupVersion.SAUKONOJA: {"75s": 6, "53s": 7, "T7s": 7},
}


@cache
def sklansky_groups(version: GroupVersion = GroupVersion.HEIDENREICH) -> MappingProxyType[HandClass, int]:
    """The group of each hand class that is in one.

    >>> sklansky_groups()[HandClass.parse("AKs")]
    1
    """
    if version not in set(GroupVersion):
        raise StrengthError(f"version must be {' or '.join(GroupVersion)}, not {quoted(str(version))}")
    groups = {HandClass.parse(name): group for name, group in _DIFFERENT[GroupVersion(version)].items()}
    for group, hands in _COMMON.items():
        listed = Range(hands.replace(" ", ", "))
        groups |= {each: group for each in CLASSES if listed.weights[each.hands[0]]}
    return MappingProxyType(dict(sorted(groups.items(), key=lambda item: (item[1], item[0].index))))
