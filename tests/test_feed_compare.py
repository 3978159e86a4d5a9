"""Comparing a model feed with a real one: each kind of difference is noticed."""

from dataclasses import replace
from pathlib import Path

from planner.feed.compare import LineReport, Ride, compare, rides_of, totals
from tests.feeds import write_folder

STOPS = [f"Enoden.Enoden.{name}" for name in ("Fujisawa", "Ishigami", "Yanagikoji")]


def train(start: int, *minutes: int, charged: bool = False) -> Ride:
    """A train of the Enoden: departure at Fujisawa, then minutes to each of the next stops."""
    calls = [(STOPS[0], start, start)]
    for stop, minute in zip(STOPS[1:], minutes, strict=False):
        start += minute
        calls.append((stop, start, start))
    return Ride("Enoden.Enoden", 0, "Weekday", charged, tuple(calls))


REAL = [train(300, 2, 3), train(720, 2, 3), train(740, 2, 3), train(1400, 3, 3)]


def report(model: list[Ride], real: list[Ride] = REAL) -> LineReport:
    (found,) = compare(model, real)
    return found


def test_a_feed_does_not_differ_from_itself() -> None:
    found = report(REAL)
    assert (found.ends_wrong, found.last_later, found.last_early, found.hops_too_fast) == (
        (),
        (),
        (),
        (),
    )
    assert (found.hours_off, found.run_off) == (0, 0)
    assert (found.pairs, found.run_pairs, found.hours) == (3, 3, 3)


def test_a_later_last_train_is_noticed_and_one_six_minutes_early() -> None:
    found = report([*REAL[:3], train(1401, 3, 3)])
    assert (len(found.last_later), len(found.last_early)) == (3, 0)
    assert len(found.ends_wrong) == 2  # both stations the train leaves from
    assert report([*REAL[:3], train(1395, 3, 3)]).last_early == ()
    assert len(report([*REAL[:3], train(1394, 3, 3)]).last_early) == 3


def test_a_pair_without_a_train_is_too_early_and_one_only_in_the_model_too_late() -> None:
    short = [train(300, 2), train(720, 2), train(740, 2), train(1400, 3)]
    assert len(report(short).last_early) == 2
    assert len(report(REAL, short).last_later) == 2


def test_charged_trains_are_nobodys_last_train() -> None:
    assert report([*REAL, train(1420, 3, 3, charged=True)]).last_later == ()


def test_hours_are_off_by_more_than_one_train() -> None:
    one_more = [*REAL, train(700, 2, 3), train(725, 2, 3)]
    assert report(one_more).hours_off == 0
    assert report([*one_more, train(730, 2, 3)]).hours_off == 1


def test_run_times_and_hops_are_compared() -> None:
    slow = [replace(t, calls=train(t.calls[0][1], 4, 4).calls) for t in REAL]
    assert report(slow).run_off == 2  # the whole run, and the first hop
    assert report(slow).hops_too_fast == ()
    assert len(report([*REAL[:3], train(1400, 1, 3)]).hops_too_fast) == 1


def test_daily_trains_count_on_both_day_types_and_blocks_are_one_run(tmp_path: Path) -> None:
    calendar = """
service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
weekday,1,1,1,1,1,1,1,20260401,20260430
holiday,0,0,0,0,0,1,1,20260401,20260430
"""
    rides = rides_of(write_folder(tmp_path / "feed", calendar=calendar))
    assert sorted((r.service, len(r.calls)) for r in rides) == [
        ("SaturdayHoliday", 2),
        ("SaturdayHoliday", 5),  # four calls and two, met at Kamakura
        ("Weekday", 5),
    ]


def test_totals_add_the_lines_up() -> None:
    found = totals([report(REAL), report([*REAL[:3], train(1401, 3, 3)])])
    assert (found.lines, found.pairs, found.last_later, found.ends_wrong) == (2, 6, 3, 2)
