"""The colours and letters by which players are told apart in charts."""

COLOURS = ("#2a6fbb", "#e0912f", "#7d5ba6", "#1b9aaa", "#8c5a2b", "#6b7a8f", "#b5489a", "#b8960c", "#5b8def", "#a78bda")
"""One per player, readable on light and dark backgrounds; none is the green of a win or the red of a loss."""


def letter(index: int) -> str:
    """The letter of a line, for readers who cannot tell the colours apart: A, B, C."""
    return chr(ord("A") + index % 26)


def colour(index: int) -> str:
    """The colour of a player."""
    return COLOURS[index % len(COLOURS)]
