"""The mistakes a caller can make, as one tree.

PlannerError
├── BadValue            a value that cannot be read
│   ├── BadTime
│   ├── BadDate
│   └── BadNumber
├── UnknownName         no such station, line, feed, system, player ...
├── AmbiguousName       several places of that name
├── NotOpen             the station did not exist on that date
├── OutsideValidity     a date the feed or tariff does not cover
├── FeedUnreadable      not a feed, or a broken one
├── TooMuch             a documented limit was hit
└── GameError           a game folder or journal that cannot be used

Packages may add leaves of their own. Each message repeats the input and says what would be right,
in English and in Japanese; ``code`` is what scripts see in the JSON error document.
"""

from collections.abc import Sequence


class PlannerError(Exception):
    """A caller's mistake. ``str()`` is the English message; ``message_ja`` the Japanese one."""

    code = "error"

    def __init__(
        self, message: str, message_ja: str = "", did_you_mean: Sequence[str] = ()
    ) -> None:
        super().__init__(message)
        self.message = message
        self.message_ja = message_ja or message
        self.did_you_mean = tuple(did_you_mean)


class BadValue(PlannerError):
    """A value that cannot be read."""

    code = "bad_value"


class BadTime(BadValue):
    """Not a time of day."""

    code = "bad_time"

    def __init__(self, text: str) -> None:
        super().__init__(
            f"{text!r} is not a time; write HH:MM, after midnight 00:05 or 24:05",
            f"「{text}」は時刻として読めません。HH:MM と書いてください(深夜は 00:05 か 24:05)",
        )


class BadDate(BadValue):
    """Not a calendar date."""

    code = "bad_date"

    def __init__(self, text: str) -> None:
        super().__init__(
            f"{text!r} is not a date; write YYYY-MM-DD, such as 2026-11-30",
            f"「{text}」は日付として読めません。2026-11-30 のように書いてください",
        )


class BadNumber(BadValue):
    """Not a number of the kind that is wanted."""

    code = "bad_number"

    def __init__(self, text: str, wanted: str, wanted_ja: str = "") -> None:
        super().__init__(
            f"{text!r} is not {wanted}", f"「{text}」は使えません: {wanted_ja or wanted}"
        )


class UnknownName(PlannerError):
    """No such station, line, feed or other named thing."""

    code = "unknown_name"


class AmbiguousName(PlannerError):
    """Several things of that name; ``did_you_mean`` lists them."""

    code = "ambiguous_name"


class NotOpen(PlannerError):
    """The station did not exist on that date."""

    code = "not_open"


class OutsideValidity(PlannerError):
    """A date that the feed or the tariff does not cover."""

    code = "outside_validity"


class FeedUnreadable(PlannerError):
    """Not a feed, or one that cannot be read."""

    code = "feed_unreadable"


class TooMuch(PlannerError):
    """A documented limit was hit; nothing was dropped silently."""

    code = "too_much"


class GameError(PlannerError):
    """A game folder or journal that cannot be used."""

    code = "game_error"
