"""The fast reader and its slow, obvious twin agree on random faulty feeds."""

import random
from pathlib import Path

from planner.feed.read import read_feed
from planner.units import format_time
from tests.feeds import write_folder
from tests.naive_feed import read_calls


def random_feed(chance: random.Random) -> dict[str, str]:
    stops = [f"s{i}" for i in range(6)]
    trips = [f"t{i}" for i in range(8)]
    head = "stop_id,stop_name,stop_lat,stop_lon"
    # some stops share a place: no way between them to work a time out from
    places = [
        f"{35 + chance.randint(0, 3) / 100},{139 + chance.randint(0, 3) / 100}" for _ in stops
    ]
    lines = ["trip_id,arrival_time,departure_time,stop_id,stop_sequence"]
    for trip in [*trips, "ghost"]:
        time = chance.randint(0, 90_000)
        for sequence in range(chance.randint(1, 7)):
            time += chance.choice([-300, 0, 60, 60, 90, 90, 600, 600])
            wait = chance.choice([*[0] * 9, 30, 30, -30])
            arrival, departure = format_time(max(time, 0)), format_time(max(time + wait, 0))
            blank = chance.random()
            if blank < 0.3:
                arrival = departure = ""
            elif blank < 0.4:
                arrival = ""
            elif blank < 0.5:
                departure = ""
            elif blank < 0.55:
                arrival = "soon"
            stop = chance.choice([*stops * 5, "nowhere"])
            number = str(chance.choice([*[sequence] * 9, sequence * 3, "x"]))
            lines.append(f"{trip},{arrival},{departure},{stop},{number}")
    body = lines[1:]
    if chance.random() < 0.5:
        chance.shuffle(body)
    listed = [*trips, trips[0]]
    services = [chance.choice([*["weekday"] * 7, "never"]) for _ in listed]
    routes = [chance.choice([*["Enoden"] * 7, "Nowhere"]) for _ in listed]
    rows = [f"{r},{s},{t}" for r, s, t in zip(routes, services, listed, strict=True)]
    return {
        "stops": "\n".join([head, *(f"{s},駅,{p}" for s, p in zip(stops, places, strict=True))]),
        "trips": "\n".join(["route_id,service_id,trip_id", *rows]),
        "stop_times": "\n".join([lines[0], *body]),
    }


def test_the_fast_reader_equals_the_slow_one_on_random_feeds(tmp_path: Path) -> None:
    kept = 0
    for seed in range(150):
        folder = write_folder(tmp_path / str(seed), **random_feed(random.Random(seed)))
        calls = read_feed(folder).table("stop_times")
        fast = list(
            zip(
                calls["row"].tolist(),
                calls["trip_id"].astype(str),
                calls["stop_id"].astype(str),
                calls["stop_sequence"].tolist(),
                calls["arrival"].tolist(),
                calls["departure"].tolist(),
                strict=True,
            )
        )
        assert fast == read_calls(folder), seed
        kept += len(fast)
    assert kept > 1000
