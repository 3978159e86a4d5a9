"""What ``feed info`` counts agrees with gtfs_kit's own count of the same feed."""

import random
from pathlib import Path

import gtfs_kit

from planner.feed.read import read_feed
from planner.feed.statistics import summary
from planner.units import format_time
from tests.feeds import contents, write_zip


def busy_day(chance: random.Random) -> dict[str, str]:
    """Some dozens of trips, many at the same minutes."""
    stops = ["fujisawa", "enoshima", "koshigoe", "kamakura"]
    trips, calls = [contents()["trips.txt"]], [contents()["stop_times.txt"]]
    for i in range(40):
        service = chance.choice(["weekday", "holiday"])
        trips.append(f"Enoden,{service},x{i},,0,\n")
        time = 60 * chance.randint(400, 480)
        for k, stop in enumerate(stops[: chance.randint(2, 4)]):
            calls.append(f"x{i},{format_time(time)},{format_time(time)},{stop},{k}\n")
            time += 60 * chance.randint(1, 9)
    return {"trips": "".join(trips), "stop_times": "".join(calls)}


def test_trips_and_peak_agree_with_gtfs_kit(tmp_path: Path) -> None:
    for seed in range(5):
        path = write_zip(tmp_path / f"{seed}.zip", **busy_day(random.Random(seed)))
        days = summary(read_feed(path))["days"]
        dates = {kind: day["date"].replace("-", "") for kind, day in days.items()}
        theirs = gtfs_kit.read_feed(path, dist_units="km").compute_network_stats([*dates.values()])
        for kind, date in dates.items():
            row = theirs[theirs["date"] == date].iloc[0]
            day = days[kind]
            assert day["trips"] == row["num_trips"]
            assert day["busiest"]["trains"] == row["peak_num_trips"]
            assert day["train_hours"] == round(row["service_duration"])
