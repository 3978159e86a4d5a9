import datetime as dt

import pytest

from planner import units
from planner.errors import BadTime


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("25:10:00", 90_600), ("00:05", 300), ("9:05", 32_700), ("２４：３１", 88_260)],
)
def test_a_time_may_pass_midnight_and_be_full_width(text: str, seconds: int) -> None:
    assert units.parse_time(text) == seconds


@pytest.mark.parametrize("text", ["", "9", "9:60", "9:5", "-1:00", "noon", "9:00:61"])
def test_what_is_no_time_is_refused_with_the_input_repeated(text: str) -> None:
    with pytest.raises(BadTime, match="HH:MM") as caught:
        units.parse_time(text)
    assert repr(text) in str(caught.value)


def test_clocks_print_past_midnight_as_the_service_day_has_them() -> None:
    assert units.format_clock(88_260) == "24:31"
    moment = units.clock_datetime(dt.date(2026, 12, 1), 86_520)
    assert moment.isoformat() == "2026-12-02T00:02:00+09:00"


def test_distances_are_tenths_of_a_kilometre() -> None:
    assert units.format_km(223) == "22.3"
    assert [units.km_rounded_up(d) for d in (0, 1, 10, 11)] == [0, 1, 1, 2]
