"""The command line: parse, call one function, print."""

from planner.cli.app import main

__all__ = ["main"]
