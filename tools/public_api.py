"""``python tools/public_api.py``: write the names and signatures that ``import railbird as rb`` promises.

The test of the public interface compares them with the code: a change of the interface is a change of this file.
"""

from __future__ import annotations

import enum
import inspect
import json
import re
from pathlib import Path
from typing import Any

import railbird

RECORD = Path(__file__).resolve().parents[1] / "tests" / "public_api.json"


def public_api() -> dict[str, Any]:
    """By public name: its signature; of a class, also those of its public members."""
    return {name: _described(getattr(railbird, name)) for name in sorted(railbird.__all__) if name != "__version__"}


def _described(value: Any) -> Any:
    if isinstance(value, enum.EnumMeta):
        return {"members": list(value.__members__)}
    if inspect.isclass(value):
        members = {
            name: _kind(inspect.getattr_static(value, name))
            for name in sorted(dir(value))
            if not name.startswith("_") and not _is_inherited(value, name)
        }
        return {"signature": _signature(value), "members": members}
    return _signature(value) if callable(value) else repr(value)


def _is_inherited(kind: type, name: str) -> bool:
    """Does the member come from Python itself, or from the native core?"""
    owner = next((each for each in kind.__mro__ if name in vars(each)), object)
    return not owner.__module__.startswith("railbird")


def _kind(member: Any) -> str:
    if isinstance(member, (classmethod, staticmethod)):
        return _signature(member.__func__)
    if inspect.isfunction(member):
        return _signature(member)
    return "property" if isinstance(member, property) else "attribute"


def _signature(function: Any) -> str:
    try:
        return re.sub(r" at 0x[0-9a-f]+", "", str(inspect.signature(function)))
    except (TypeError, ValueError):
        return "native"


def main() -> None:
    """Write the record."""
    RECORD.write_text(json.dumps(public_api(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"wrote {RECORD.name}: {len(public_api())} names")


if __name__ == "__main__":
    main()
