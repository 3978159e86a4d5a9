"""Names, places and colours for a feed made from Mini Tokyo 3D, set right by our own tables."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from planner.feed.gtfs_zip import Cell, Rows
from planner.feed.operators import agency_table, operators, text_color
from planner.feed.sources.mt3d_archive import Archive, NotMiniTokyo3D
from planner.feed.sources.mt3d_trains import Piece, Record
from planner.feed.stations import Place, book

Ids = Mapping[str, Any]  # used as an ordered set


class Names:
    """Stations, railways and train types by id, with their titles in Japanese and English."""

    def __init__(self, archive: Archive) -> None:
        try:
            self.stations = {s["id"]: s for s in archive.read("stations.json")}
            self.railways = {r["id"]: r for r in archive.read("railways.json")}
            self.types = {t["id"]: t["title"] for t in archive.read("train-types.json")}
            self._position = {
                (railway, stop): i
                for railway, r in self.railways.items()
                for i, stop in enumerate(r["stations"])
            }
        except (KeyError, TypeError):
            raise NotMiniTokyo3D(
                f"{archive.path}: stations, railways or train types are not as expected",
                f"{archive.path}: 駅・路線・列車種別のファイルが想定の形ではありません",
            ) from None

    def require(self, stops: Iterable[str]) -> None:
        """Raise ValueError for a stop without name or coordinates."""
        for stop in stops:
            if stop not in self.stations:
                raise ValueError(f"unknown stop {stop}")

    def headsign(self, record: Record) -> str:
        """The Japanese names of the destinations."""
        ends = record.get("ds") or [record["tt"][-1]["s"]]
        return "・".join(self._title(end)["ja"] for end in ends)

    def _title(self, stop: str) -> Mapping[str, str]:
        known = book().stops.get(stop)
        if known is not None:
            return {"ja": known.name, "en": known.romaji}
        title: Mapping[str, str] = self.stations.get(stop, {}).get(
            "title", {"ja": stop, "en": stop}
        )
        return title

    def train(self, record: Record, language: str = "ja") -> str:
        """The train's type and name, such as 普通 or 特急はこね1号."""
        kind = self.types.get(record["y"], {"ja": "普通", "en": "Local"})[language]
        names = [n.get(language, n["ja"]) for n in record.get("nm", ())]
        if not names:
            return str(kind)
        if language == "ja":
            name = "・".join(n.replace(" ", "") for n in names)
            return name if name.startswith(kind) or "S-TRAIN" in name else f"{kind}{name}"
        name = " / ".join(names)
        return name if name.startswith(kind) else f"{kind} {name}"

    def direction(self, record: Record) -> int:
        """0 in the order of the railway's station list, 1 against it."""
        places = [self._position.get((record["r"], call["s"])) for call in record["tt"]]
        known = [p for p in places if p is not None]
        if len(known) > 1 and known[0] != known[-1]:
            return int(known[0] > known[-1])
        return int(record["d"] != self.railways[record["r"]].get("ascending"))

    def tables(self, stops: Ids, routes: Ids, pieces: Sequence[Piece]) -> dict[str, Rows]:
        """agency, routes, stops and translations."""
        agencies = dict.fromkeys(route.split(".")[0] for route in routes)
        places = self._places(stops)
        return {
            "agency.txt": agency_table(agencies),
            "routes.txt": self._routes(routes),
            "stops.txt": self._stops(stops, places),
            "translations.txt": self._translations(agencies, routes, stops, places, pieces),
        }

    def _places(self, stops: Ids) -> dict[str, tuple[str, Place | None]]:
        """Stop -> id of its parent station, and the place it is."""
        parents: dict[str, tuple[str, Place | None]] = {}
        first: dict[str, str] = {}
        for stop in stops:
            place = book().place_of_stop(stop)
            key = place.id if place else stop
            parents[stop] = (f"Place.{first.setdefault(key, stop)}", place)
        return parents

    def _coordinates(self, stop: str) -> tuple[float, float]:
        known = book().stops.get(stop)
        if known is not None:
            return known.lat, known.lon
        lon, lat = self.stations[stop]["coord"]
        return lat, lon

    def _stops(self, stops: Ids, places: Mapping[str, tuple[str, Place | None]]) -> Rows:
        rows: list[list[Cell]] = []
        for stop in stops:
            parent, place = places[stop]
            lat, lon = self._coordinates(stop)
            name = self._title(stop)["ja"]
            if parent == f"Place.{stop}":
                at = (place.lat, place.lon) if place else (lat, lon)
                rows.append(
                    [parent, "", name, f"{at[0]:.5f}", f"{at[1]:.5f}", 1, "", _prefecture(stop)]
                )
            number = book().stops[stop].number if stop in book().stops else ""
            rows.append(
                [stop, number, name, f"{lat:.5f}", f"{lon:.5f}", 0, parent, _prefecture(stop)]
            )
        header = (
            "stop_id stop_code stop_name stop_lat stop_lon location_type parent_station prefecture"
        )
        return header, rows

    def _routes(self, routes: Ids) -> Rows:
        rows: list[list[Cell]] = []
        for route in sorted(routes):
            railway = self.railways.get(route, {"title": {"ja": route}, "color": ""})
            agency = route.split(".")[0]
            kind = operators().get(agency, {}).get("route_type", "2")
            color = railway["color"].lstrip("#").upper()
            rows.append([route, agency, railway["title"]["ja"], kind, color, text_color(color)])
        header = "route_id agency_id route_long_name route_type route_color route_text_color"
        return header, rows

    def _translations(
        self,
        agencies: Ids,
        routes: Ids,
        stops: Ids,
        places: Mapping[str, tuple[str, Place | None]],
        pieces: Sequence[Piece],
    ) -> Rows:
        rows: list[list[Cell]] = []
        for agency in agencies:
            if english := operators().get(agency, {}).get("name_en"):
                rows.append(["agency", "agency_name", "en", english, agency, ""])
        for route in sorted(routes):
            if english := self.railways.get(route, {}).get("title", {}).get("en"):
                rows.append(["routes", "route_long_name", "en", english, route, ""])
        for stop in stops:
            parent, _ = places[stop]
            ids = [parent, stop] if parent == f"Place.{stop}" else [stop]
            kana = book().stops[stop].kana if stop in book().stops else ""
            for key in ids:
                rows.append(["stops", "stop_name", "en", self._title(stop)["en"], key, ""])
                if kana:
                    rows.append(["stops", "stop_name", "ja-Hrkt", kana, key, ""])
        signs: dict[tuple[str, str], str] = {}
        for piece in pieces:
            ends = piece.record.get("ds") or [piece.record["tt"][-1]["s"]]
            english = " / ".join(self._title(end)["en"] for end in ends)
            signs.setdefault(("trip_headsign", self.headsign(piece.record)), english)
            english = self.train(piece.record, "en")
            signs.setdefault(("trip_short_name", self.train(piece.record)), english)
        rows += [["trips", name, "en", en, "", ja] for (name, ja), en in sorted(signs.items())]
        header = "table_name field_name language translation record_id field_value"
        return header, rows


def _prefecture(stop: str) -> str:
    known = book().stops.get(stop)
    return known.prefecture if known else ""
