"""An extension of griffe for the documentation site: examples in docstrings become code blocks."""

from __future__ import annotations

import re
from typing import Any

import griffe


def fenced(text: str) -> str:
    """A docstring whose examples stand in fences, so that Markdown does not take >>> for a quotation.

    >>> fenced("A sum.\\n\\n>>> 1 + 1\\n2\\n\\nMore.")
    'A sum.\\n\\n```pycon\\n>>> 1 + 1\\n2\\n```\\n\\nMore.'
    """
    return re.sub(r"^>>> (?:.|\n(?!\n|\Z))*", lambda match: f"```pycon\n{match[0].rstrip()}\n```", text, flags=re.M)


class DoctestFences(griffe.Extension):
    """Applies ``fenced`` to every docstring."""

    def on_object(self, *, obj: Any, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
