"""Data frames, for those who have pandas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from railbird.errors import RailbirdError

if TYPE_CHECKING:
    import pandas


def data_frame(columns: Mapping[str, Any]) -> pandas.DataFrame:
    """A data frame with these columns. Raises RailbirdError if pandas is not installed."""
    try:
        import pandas
    except ImportError:
        raise RailbirdError("to_pandas() needs pandas: pip install pandas") from None
    return pandas.DataFrame(dict(columns))
