"""Mini Tokyo 3D's timetable as a GTFS feed of every train that touches Kanagawa, whole.

One trip a record; the records of a train are one block, or type-4 transfers where it splits or
joins. The data is Akihiko Kusanagi's (MIT licence), made from what the operators publish, among
other ways through the Public Transportation Open Data Center.
"""

import datetime as dt
import gc
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from planner.feed.day_types import PATTERNS, calendar_tables
from planner.feed.gtfs_zip import Cell, Rows, csv_text, write_gtfs
from planner.feed.sources.mt3d_archive import Archive, NotMiniTokyo3D, open_archive
from planner.feed.sources.mt3d_names import Names
from planner.feed.sources.mt3d_trains import Piece, Progress, Trains, pieces_of, service_of
from planner.feed.stations import book
from planner.units import format_time

VALID_FROM = dt.date(2026, 3, 14)  # the timetable revision the archive was made after
VALID_TO = dt.date(2027, 3, 31)
REPOSITORY = "https://github.com/nagix/mini-tokyo-3d"
HOME = "https://minitokyo3d.com/"
ODPT = "https://www.odpt.org/"


@dataclass(frozen=True)
class Report:
    """What was converted, by day type, and what was left out and why."""

    records: Mapping[str, int]  # records with two or more stops in Kanagawa, before joining
    runs: Mapping[str, int]  # trains, their records joined
    connections: Mapping[str, int]  # hops between consecutive calls
    trips: int
    stops: int
    left_out: tuple[str, ...] = field(default=())


def convert(source: Path, out: Path, progress: Progress | None = None) -> Report:
    """Write a GTFS zip of every train in ``source`` (folder or zip) that touches Kanagawa.

    ``progress`` is called with the number of timetables read so far.

    Raises:
        FeedUnreadable: the source is damaged or not Mini Tokyo 3D's data.
        CannotSave: ``out`` cannot be written; what was there before is still there.
    """
    collecting = gc.isenabled()
    gc.disable()  # a million records without a cycle: looking for some takes a third of the time
    try:
        with open_archive(source) as archive:
            files, report = _convert(archive, progress)
    finally:
        if collecting:
            gc.enable()
    write_gtfs(out, files, level=3)
    return report


def _convert(archive: Archive, progress: Progress | None) -> tuple[dict[str, str], Report]:
    names = Names(archive)
    inside = frozenset(s.id for s in book().stops.values() if s.prefecture == "神奈川県")
    trains = Trains(archive, progress)
    home = {book().stops[stop].route_id for stop in inside} & set(names.railways)
    made = _Tables(names, trains)
    for train in trains.trains_of(inside, home):
        made.add(train, inside)
    if not made.pieces:
        raise NotMiniTokyo3D(
            f"{archive.path}: no train in it touches Kanagawa",
            f"{archive.path}: 神奈川県を通る列車がありません",
        )
    files = {name: csv_text(rows) for name, rows in _tables(made, archive).items()}
    files["stop_times.txt"] = _stop_times(made.pieces)
    return dict(sorted(files.items())), made.report()


class _Tables:
    """Trips and the links between them, gathered train by train."""

    def __init__(self, names: Names, trains: Trains) -> None:
        self.names = names
        self._records = trains.records
        self.pieces: list[Piece] = []
        self.blocks: dict[str, str] = {}  # trip -> block, of trains that neither split nor join
        self.transfers: list[tuple[Piece, Piece]] = []
        self._counts: dict[str, Counter[str]] = {
            kind: Counter() for kind in ("records", "runs", "connections")
        }
        self._left_out: list[str] = []

    def add(self, train: list[str], inside: frozenset[str]) -> None:
        """Turn the records of one train into trips; a train with a faulty record is left out."""
        try:
            parts = pieces_of(train, self._records)
            service = self._service(train)
            self.names.require(call.stop for p in parts.values() for q in p for call in q.calls)
        except (KeyError, TypeError, ValueError) as error:
            self._left_out.append(f"{train[0]}: {error}")
            return
        links = [
            (before, after)
            for key in train
            for before, after in [
                *zip(parts[key], parts[key][1:], strict=False),
                *(
                    (parts[key][-1], parts[n][0])
                    for n in self._records[key].get("nt", ())
                    if n in parts
                ),
            ]
        ]
        trips = [piece for pieces in parts.values() for piece in pieces]
        self.pieces += trips
        self._join(trips, links)
        self._counts["runs"][service] += 1
        for key in train:
            calls = [call.stop for piece in parts[key] for call in piece.calls]
            self._counts["connections"][service] += sum(len(p.calls) - 1 for p in parts[key])
            self._counts["records"][service] += sum(stop in inside for stop in calls) > 1

    def _service(self, train: list[str]) -> str:
        services = {service_of(key) for key in train}
        if len(services) != 1 or not services <= set(PATTERNS):
            raise ValueError(f"runs on unknown or mixed days: {', '.join(sorted(services))}")
        return services.pop()

    def _join(self, trips: list[Piece], links: list[tuple[Piece, Piece]]) -> None:
        befores = Counter(before.trip_id for before, _ in links)
        afters = Counter(after.trip_id for _, after in links)
        if any(n > 1 for n in (*befores.values(), *afters.values())):
            self.transfers += links
        elif links:
            self.blocks.update((piece.trip_id, trips[0].trip_id) for piece in trips)

    def report(self) -> Report:
        stops = {call.stop for piece in self.pieces for call in piece.calls}
        return Report(
            **{kind: dict(count) for kind, count in self._counts.items()},
            trips=len(self.pieces),
            stops=len(stops),
            left_out=tuple(self._left_out),
        )


def _tables(made: _Tables, archive: Archive) -> dict[str, Rows]:
    """Every file but stop_times.txt."""
    pieces, names = made.pieces, made.names
    stops = dict.fromkeys(call.stop for piece in pieces for call in piece.calls)
    routes = dict.fromkeys(piece.record["r"] for piece in pieces)
    services = dict.fromkeys(service_of(piece.record["id"]) for piece in pieces)
    trips: list[list[Cell]] = [
        [
            piece.record["r"],
            service_of(piece.record["id"]),
            piece.trip_id,
            names.headsign(piece.record),
            names.train(piece.record),
            names.direction(piece.record),
            made.blocks.get(piece.trip_id, ""),
            int(piece.charged),
            piece.record.get("n", ""),
        ]
        for piece in pieces
    ]
    transfers: list[list[Cell]] = [
        [a.calls[-1].stop, b.calls[0].stop, a.trip_id, b.trip_id, 4] for a, b in made.transfers
    ]
    return {
        **names.tables(stops, routes, pieces),
        **calendar_tables(services, VALID_FROM, VALID_TO),
        "trips.txt": (
            "route_id service_id trip_id trip_headsign trip_short_name direction_id block_id"
            " charged train_number",
            trips,
        ),
        "transfers.txt": (
            "from_stop_id to_stop_id from_trip_id to_trip_id transfer_type",
            transfers,
        ),
        **_imprint(archive),
    }


def _imprint(archive: Archive) -> dict[str, Rows]:
    owner = "Mini Tokyo 3D (Copyright (c) 2019-2026 Akihiko Kusanagi, MIT License)"
    center = "公共交通オープンデータセンター (Public Transportation Open Data Center)"
    first, last = VALID_FROM.strftime("%Y%m%d"), VALID_TO.strftime("%Y%m%d")
    return {
        "feed_info.txt": (
            "feed_publisher_name feed_publisher_url feed_lang feed_start_date feed_end_date"
            " feed_version feed_contact_url",
            [["Mini Tokyo 3D", HOME, "ja", first, last, archive.version, REPOSITORY]],
        ),
        "attributions.txt": (
            "attribution_id organization_name is_producer is_operator is_authority attribution_url",
            [["mini-tokyo-3d", owner, 1, 0, 0, HOME], ["odpt", center, 0, 0, 1, ODPT]],
        ),
    }


def _stop_times(pieces: list[Piece]) -> str:
    clock = {minute * 60: format_time(minute * 60) for minute in range(48 * 60)}
    lines = ["trip_id,arrival_time,departure_time,stop_id,stop_sequence"]
    for piece in pieces:
        trip = piece.trip_id
        lines += [
            f"{trip},{clock[call.arrives]},{clock[call.departs]},{call.stop},{number}"
            for number, call in enumerate(piece.calls, 1)
        ]
    return "\n".join([*lines, ""])
