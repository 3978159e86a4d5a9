"""Routes and fares on the railways of Kanagawa, and the referee of a game played on them."""

__version__ = "0.1.0"
