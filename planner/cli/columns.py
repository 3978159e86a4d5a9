"""Columns of text on a terminal, where a Japanese sign is two wide."""

from unicodedata import east_asian_width


def width(text: str) -> int:
    """How many columns the text takes."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def padded(text: str, columns: int) -> str:
    """The text filled up to a number of columns, or as it is where it is wider."""
    return text + " " * (columns - width(text))
