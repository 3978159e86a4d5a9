# ruff: noqa: E501
"""Write data/stations.csv, data/stations_outside.csv and data/station_names.csv from facts.

    python scripts/build_stations.py --facts ../shared/facts --mt3d ../shared/realdata/mini-tokyo-3d.zip
        --station-database station.csv

The facts are station order, coordinates, names and readings; the dated names are the table NAMES
below. Only the written files are read by the planner; this script is run by hand.
"""

import argparse
import csv
import json
import math
import unicodedata
import zipfile
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from typing import Any

from planner.feed.names import name_key

ROOT = Path(__file__).resolve().parent.parent
Row = dict[str, str]

PREFECTURES = {
    "8": "茨城県", "9": "栃木県", "10": "群馬県", "11": "埼玉県", "12": "千葉県", "13": "東京都",
    "14": "神奈川県", "19": "山梨県", "22": "静岡県",
}  # fmt: skip

# short company or line words that tell two places of one name apart
PLACE_WORD = {
    "Odakyu": "小田急", "Tokyu": "東急", "Keikyu": "京急", "Sotetsu": "相鉄", "Keio": "京王",
    "Fujikyu": "富士急", "Tobu": "東武", "TokyoMetro": "東京メトロ", "Toei": "都営", "Keisei": "京成",
}  # fmt: skip

FARE_OPERATORS = {
    "jr_east": ("JR-East.", "JR-Central."),
    "tokyu": ("Tokyu.",),
    "keikyu": ("Keikyu.",),
    "keio": ("Keio.",),
    "odakyu": ("Odakyu.",),
}

SHINKANSEN = [
    ("JR-Central.TokaidoShinkansen.ShinYokohama", 3, "JR-East.Yokohama.ShinYokohama"),
    ("JR-Central.TokaidoShinkansen.Odawara", 4, "JR-East.Tokaido.Odawara"),
]
CABLE = {
    "箱根登山ケーブルカー(鋼索線)": "OdakyuHakone.HakoneCable",
    "大山鋼索線(大山ケーブルカー)": "OyamaKanko.OyamaCable",
}
# No station coordinate of the Oyama cable car is published; the line's own coordinate is its foot
# station, the other two lie 0.4 and 0.8 km up its straight course to the lower shrine.
OYAMA = {
    "大山ケーブル": (35.42996, 139.24067),
    "大山寺": (35.43320, 139.24010),
    "阿夫利神社": (35.43640, 139.23960),
}

# place, name, kana, romaji, valid_from, valid_to, kind, source, confidence
NAMES = """
逗子・葉山,新逗子,しんずし,Shin-Zushi,,2020-03-13,former,Keikyu renaming of 2020-03-14,sourced
京急東神奈川,仲木戸,なかきど,Nakakido,,2020-03-13,former,Keikyu renaming of 2020-03-14,sourced
花月総持寺,花月園前,かげつえんまえ,Kagetsuenmae,,2020-03-13,former,Keikyu renaming of 2020-03-14,sourced
大師橋,産業道路,さんぎょうどうろ,Sangyodoro,,2020-03-13,former,Keikyu renaming of 2020-03-14,sourced
羽田空港第3ターミナル,羽田空港国際線ターミナル,はねだくうこうこくさいせんたーみなる,Haneda Airport International Terminal,,2020-03-13,former,Keikyu renaming of 2020-03-14,sourced
羽田空港第1・第2ターミナル,羽田空港国内線ターミナル,はねだくうこうこくないせんたーみなる,Haneda Airport Domestic Terminal,,2020-03-13,former,Keikyu renaming of 2020-03-14,sourced
羽田空港第1・第2ターミナル,羽田空港,はねだくうこう,Haneda Airport,,,variant,Keikyu's name of the station until 2010-10-20 and what the airport's terminus is still called,assumed
南町田グランベリーパーク,南町田,みなみまちだ,Minami-Machida,,2019-09-30,former,Tokyu renaming of 2019-10-01,sourced
大山ケーブル,追分,おいわけ,Oiwake,,2008-09-30,former,Oyama cable renaming of 2008-10-01,assumed
大山寺,不動前,ふどうまえ,Fudomae,,2008-09-30,former,Oyama cable renaming of 2008-10-01,assumed
阿夫利神社,下社,しもしゃ,Shimosha,,2008-09-30,former,Oyama cable renaming of 2008-10-01,assumed
羽沢横浜国大,羽沢横浜国大,,,2019-11-30,,current,opening of the Sotetsu-JR link,sourced
新綱島,新綱島,,,2023-03-18,,current,opening of the Sotetsu and Tokyu Shin-Yokohama lines,sourced
小田栄,小田栄,,,2016-03-26,,current,opening of the station,sourced
高輪ゲートウェイ,高輪ゲートウェイ,,,2020-03-14,,current,opening of the station,sourced
幕張豊砂,幕張豊砂,,,2023-03-18,,current,opening of the station,sourced
逗子・葉山,逗子葉山,ずしはやま,Zushi-Hayama,,,variant,spelling,derived
元町・中華街,元町中華街,もとまちちゅうかがい,Motomachi-Chukagai,,,variant,spelling,derived
武蔵溝ノ口,武蔵溝口,むさしみぞのくち,Musashi-Mizonokuchi,,,variant,spelling,derived
溝の口,溝口,みぞのくち,Mizonokuchi,,,variant,spelling,derived
堀ノ内,堀内,ほりのうち,Horinouchi,,,variant,spelling,derived
江ノ島,江島,えのしま,Enoshima,,,variant,spelling,derived
螢田,蛍田,ほたるだ,Hotaruda,,,variant,spelling,derived
羽沢横浜国大,羽沢横浜国立大学,はざわよこはまこくりつだいがく,Hazawa yokohama-kokudai,,,variant,spelling,derived
富士フイルム前,富士フィルム前,ふじふぃるむまえ,Fujifilm-Mae,,,variant,spelling,derived
阿夫利神社,阿夫利神社,あふりじんじゃ,Oyama Afuri Jinja,,,variant,reading,derived
強羅,強羅,ごうら,Gohra,,,variant,spelling,derived
YRP野比,YRP野比,わいあーるぴーのび,YRP Nobi,,,variant,reading,derived
YRP野比,野比,のび,Nobi,,,variant,short form,derived
鎌倉高校前,鎌倉高校,かまくらこうこうまえ,Kamakura Koko Mae,,,variant,short form,derived
こどもの国,子供の国,こどものくに,Kodomonokuni,,,variant,spelling,derived
""".strip()

NAME_COLUMNS = "place name kana romaji valid_from valid_to kind source confidence"

# the station database writes these otherwise, or not at all
READINGS = {
    "四ツ谷": ("よつや", "13"), "市ケ谷": ("いちがや", "13"), "市ヶ谷": ("いちがや", "13"),
    "成田空港": ("なりたくうこう", "12"), "空港第２ビル": ("くうこうだいにびる", "12"),
    "押上": ("おしあげ", "13"), "押上〈スカイツリー前〉": ("おしあげ", "13"),
    "二重橋前〈丸の内〉": ("にじゅうばしまえ", "13"), "笹塚": ("ささづか", "13"),
}  # fmt: skip


class MiniTokyo:
    """The station, railway and train records of a Mini Tokyo 3D archive."""

    def __init__(self, archive: Path) -> None:
        with zipfile.ZipFile(archive) as z:
            names = z.namelist()

            def load(end: str) -> Any:
                return json.loads(z.read(next(n for n in names if n.endswith(end))))

            self.stations: dict[str, Any] = {s["id"]: s for s in load("data/stations.json")}
            self.railways: dict[str, Any] = {r["id"]: r for r in load("data/railways.json")}
            self.trains: dict[str, Any] = {}
            for name in names:
                if "/train-timetables/" in name and name.endswith(".json"):
                    self.trains.update((t["id"], t) for t in json.loads(z.read(name)))

    def touched_by(self, inside: set[str]) -> set[str]:
        """Every stop of every through train that serves one of the stops ``inside``."""
        seen: set[str] = set()
        todo = [t["id"] for t in self.trains.values() if any(c["s"] in inside for c in t["tt"])]
        while todo:
            key = todo.pop()
            if key in seen:
                continue
            seen.add(key)
            todo += [*self.trains[key].get("nt", []), *self.trains[key].get("pt", [])]
        return {c["s"] for key in seen for c in self.trains[key]["tt"]}


def metres(a: Row, b: Row) -> float:
    """Straight distance of two rows with lat and lon, good to a percent in the Kanto plain."""
    north = (float(a["lat"]) - float(b["lat"])) * 111_000
    east = (float(a["lon"]) - float(b["lon"])) * 90_500
    return math.hypot(north, east)


def read(path: Path) -> list[Row]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def tidy_romaji(plain: str, hepburn: str) -> tuple[str, str]:
    """A hyphenated spelling without macrons, and one with macrons where a source has it."""
    long = hepburn.replace("·", "-")
    bare = unicodedata.normalize("NFD", long).encode("ascii", "ignore").decode()
    joined = any(a.islower() and b.isupper() for a, b in pairwise(plain))
    short = bare if joined and bare else unicodedata.normalize("NFD", plain)
    short = short.encode("ascii", "ignore").decode()
    return short, long if long != bare else ""


def kanagawa_rows(facts: Path) -> list[Row]:
    rows = []
    for r in read(facts / "stations_kanagawa.csv"):
        if r["in_kanagawa"] != "1":
            continue
        romaji, macron = tidy_romaji(r["name_en"], r["name_en_hepburn_tokyogtfs"])
        rows.append(
            {
                "stop_id": r["stop_id"],
                "route_id": r["line_id"],
                "order": r["order_on_line"],
                "name": r["name_ja"],
                "kana": r["name_kana"],
                "romaji": romaji,
                "romaji_macron": macron,
                "number": r["station_number"],
                "lat": r["lat"],
                "lon": r["lon"],
                "prefecture": "神奈川県",
                "fares": "1",
                "source": "Mini Tokyo 3D, checked against station_database",
                "confidence": "sourced",
            }
        )
    by_id = {r["stop_id"]: r for r in rows}
    for stop_id, order, like in SHINKANSEN:
        twin = by_id[like]
        rows.append(
            {
                **twin,
                "stop_id": stop_id,
                "route_id": stop_id.rsplit(".", 1)[0],
                "order": str(order),
                "number": "",
                "source": f"coordinates of {like}",
                "confidence": "derived",
            }
        )
    for r in read(facts / "cable_stations.csv"):
        route = CABLE[r["line_ja"]]
        exact = bool(r["lat"])
        lat, lon = (r["lat"], r["lon"]) if exact else map(str, OYAMA[r["name_ja"]])
        rows.append(
            {
                "stop_id": f"{route}.{r['name_en'].replace('-', '')}",
                "route_id": route,
                "order": r["order"],
                "name": r["name_ja"],
                "kana": r["name_kana"],
                "romaji": r["name_en"],
                "romaji_macron": "",
                "number": "",
                "lat": f"{float(lat):.5f}",
                "lon": f"{float(lon):.5f}",
                "prefecture": "神奈川県",
                "fares": "1",
                "source": cable_source(r["source"])
                if exact
                else "course of the line, from its foot station",
                "confidence": {
                    "exact": "sourced",
                    "good": "sourced",
                    "interpolated": "derived",
                }.get(r["coord_quality"], "assumed"),
            }
        )
    return rows


def cable_source(text: str) -> str:
    return "published map data" if "repo" in text else text.replace(" via stored pages", "")


def outside_rows(mt3d: MiniTokyo, inside: set[str], facts: Path, database: list[Row]) -> list[Row]:
    """The stops outside that trains of Kanagawa or its fare systems reach."""
    wanted = mt3d.touched_by(inside)
    home = {mt3d.stations[s]["railway"] for s in inside if s in mt3d.stations}
    wanted |= {s for r in home for s in mt3d.railways[r]["stations"]}
    priced: set[str] = set()
    for system, starts in FARE_OPERATORS.items():
        names = {r["station_ja"] for r in read(facts / "fares" / f"{system}_stations.csv")}
        names |= {unicodedata.normalize("NFKC", n) for n in names}
        for s in mt3d.stations.values():
            title = unicodedata.normalize("NFKC", s["title"]["ja"])
            operator_too = s["id"].startswith(starts)
            if operator_too and (title in names or s["title"]["ja"] in names):
                priced.add(s["id"])
    readings: dict[str, list[Row]] = defaultdict(list)
    for r in database:
        r["lon"] = r["lng"]
        readings[name_key(r["original_name"])].append(r)
    order = {s: i + 1 for r in mt3d.railways.values() for i, s in enumerate(r["stations"])}
    rows = []
    for stop_id in sorted((wanted | priced) - inside):
        s = mt3d.stations[stop_id]
        name = unicodedata.normalize("NFKC", s["title"]["ja"]).replace("<", "〈").replace(">", "〉")
        row = {
            "stop_id": stop_id,
            "route_id": s["railway"],
            "order": str(order.get(stop_id, 0)),
            "name": name,
            "romaji": tidy_romaji(s["title"]["en"], "")[0],
            "romaji_macron": "",
            "number": "",
            "lat": f"{s['coord'][1]:.5f}",
            "lon": f"{s['coord'][0]:.5f}",
            "fares": "1" if stop_id in priced else "0",
            "source": "Mini Tokyo 3D; reading and prefecture of station_database",
            "confidence": "sourced",
        }
        near = [r for r in readings[name_key(name)] if metres(r, row) < 1500]
        if near:
            best = min(near, key=lambda r: metres(r, row))
            kana, prefecture = best["name_kana"], best["prefecture"]
        else:
            kana, prefecture = READINGS[s["title"]["ja"]]
            row["source"] = "Mini Tokyo 3D; reading by hand"
        rows.append({**row, "kana": kana, "prefecture": PREFECTURES[prefecture]})
    return rows


def add_places(rows: list[Row], mt3d: MiniTokyo) -> None:
    """Give each row its place: same name within 1 km, named by the name that tells it apart."""
    groups: dict[str, list[list[Row]]] = defaultdict(list)
    for row in rows:
        clusters = groups[name_key(row["name"])]
        near = [c for c in clusters if any(metres(row, other) <= 1000 for other in c)]
        merged = [row, *(r for c in near for r in c)]
        groups[name_key(row["name"])] = [c for c in clusters if c not in near] + [merged]
    former = {r["name"] for r in special_names() if r["kind"] == "former"}
    for clusters in groups.values():
        inside = [c for c in clusters if c[0]["prefecture"] == "神奈川県"]
        priced = [c for c in clusters if any(r["fares"] == "1" for r in c)]
        for cluster in clusters:
            lead = min(cluster, key=lambda r: (r["prefecture"] != "神奈川県", rows.index(r)))
            alone = len(clusters) == 1 and lead["name"] not in former
            plain = alone or (cluster in inside and len(priced) == 1)
            word = PLACE_WORD.get(lead["stop_id"].split(".")[0])
            if not plain and word is None:
                word = mt3d.railways[lead["route_id"]]["title"]["ja"]
            for row in cluster:
                row["place"] = lead["name"] if plain else f"{lead['name']}({word})"


def special_names() -> list[Row]:
    columns = NAME_COLUMNS.split()
    return [dict(zip(columns, line.split(","), strict=True)) for line in NAMES.splitlines()]


def name_rows(rows: list[Row]) -> list[Row]:
    special = special_names()
    places: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        places[row["place"]].append(row)
    found: list[Row] = []
    for place, stops in places.items():
        first = stops[0]
        own = [r for r in special if r["place"] == place]
        began = max((r["valid_to"] for r in own if r["kind"] == "former"), default="")
        current = next((r for r in own if r["kind"] == "current"), None)
        found.append(
            {
                "place": place,
                "name": first["name"],
                "kana": first["kana"],
                "romaji": first["romaji"],
                "valid_from": current["valid_from"] if current else day_after(began),
                "valid_to": "",
                "kind": "current",
                "source": current["source"] if current else "station table",
                "confidence": "sourced",
            }
        )
        found += [r for r in own if r["kind"] != "current"]
        seen = {(first["name"], first["romaji"], first["kana"])}
        for row in stops:
            for romaji in (row["romaji"], row["romaji_macron"]):
                if romaji and (row["name"], romaji, row["kana"]) not in seen:
                    seen.add((row["name"], romaji, row["kana"]))
                    found.append(
                        {
                            "place": place,
                            "name": row["name"],
                            "kana": row["kana"],
                            "romaji": romaji,
                            "valid_from": "",
                            "valid_to": "",
                            "kind": "variant",
                            "source": "station table",
                            "confidence": "sourced",
                        }
                    )
    unknown = {r["place"] for r in special} - set(places)
    if unknown:
        raise SystemExit(f"no such place: {sorted(unknown)}")
    return found


def day_after(day: str) -> str:
    import datetime as dt

    return (dt.date.fromisoformat(day) + dt.timedelta(days=1)).isoformat() if day else ""


def write(path: Path, rows: list[Row], columns: str) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.DictWriter(file, columns.split(), extrasaction="ignore", lineterminator="\n")
        out.writeheader()
        out.writerows(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--facts", type=Path, default=ROOT.parent / "shared" / "facts")
    parser.add_argument(
        "--mt3d", type=Path, default=ROOT.parent / "shared" / "realdata" / "mini-tokyo-3d.zip"
    )
    parser.add_argument("--station-database", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=ROOT / "data")
    args = parser.parse_args()
    mt3d = MiniTokyo(args.mt3d)
    inside = kanagawa_rows(args.facts)
    database = read(args.station_database)
    outside = outside_rows(mt3d, {r["stop_id"] for r in inside}, args.facts, database)
    add_places([*inside, *outside], mt3d)
    columns = (
        "stop_id route_id order name kana romaji romaji_macron number lat lon prefecture place"
        " fares source confidence"
    )
    write(args.out / "stations.csv", inside, columns)
    write(args.out / "stations_outside.csv", outside, columns)
    names = name_rows([*inside, *outside])
    write(
        args.out / "station_names.csv",
        names,
        NAME_COLUMNS,
    )
    print(len(inside), "stops inside,", len(outside), "outside,", len(names), "names")


if __name__ == "__main__":
    main()
