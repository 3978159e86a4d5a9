"""The command line: parse, call one function, print."""

from planner.cli.start import main

__all__ = ["main"]
