"""Whole small feeds written in a test: one text, each file headed by ``# name.txt``."""

import zipfile
from pathlib import Path

SMALL = """
# agency.txt
agency_id,agency_name,agency_url,agency_timezone,agency_lang
E,江ノ電,https://www.example.com/,Asia/Tokyo,ja

# stops.txt
stop_id,stop_name,stop_lat,stop_lon
fujisawa,藤沢,35.3389,139.4873
enoshima,江ノ島,35.3113,139.4873
koshigoe,腰越,35.3079,139.4940
kamakura,鎌倉,35.3190,139.5503

# routes.txt
route_id,agency_id,route_short_name,route_long_name,route_type
Enoden,E,,江ノ電線,2

# trips.txt
route_id,service_id,trip_id,trip_headsign,direction_id,block_id
Enoden,weekday,t1,鎌倉,0,b1
Enoden,weekday,t2,藤沢,1,b1
Enoden,holiday,t3,鎌倉,0,

# stop_times.txt
trip_id,arrival_time,departure_time,stop_id,stop_sequence
t1,08:00:00,08:00:00,fujisawa,1
t1,08:10:00,08:11:00,enoshima,2
t1,08:14:00,08:14:00,koshigoe,3
t1,08:34:00,08:34:00,kamakura,4
t2,23:50:00,23:50:00,kamakura,1
t2,24:24:00,24:24:00,fujisawa,2
t3,09:00:00,09:00:00,fujisawa,1
t3,09:34:00,09:34:00,kamakura,2

# calendar.txt
service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
weekday,1,1,1,1,1,0,0,20260401,20260430
holiday,0,0,0,0,0,1,1,20260401,20260430

# calendar_dates.txt
service_id,date,exception_type
weekday,20260429,2
holiday,20260429,1
"""


def files(text: str) -> dict[str, str]:
    """File name -> contents."""
    found: dict[str, str] = {}
    for part in text.split("\n# "):
        name, _, body = part.strip().removeprefix("# ").partition("\n")
        if name:
            found[name.strip()] = body.strip() + "\n"
    return found


def write_folder(folder: Path, text: str = SMALL, **changed: str | None) -> Path:
    """Write a feed as a folder; ``stops="..."`` replaces a file, ``stops=None`` leaves it out."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, body in contents(text, **changed).items():
        (folder / name).write_text(body, encoding="utf-8", newline="")
    return folder


def write_zip(path: Path, text: str = SMALL, top: str = "", **changed: str | None) -> Path:
    """Write a feed as a zip, inside the folder ``top`` of it."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in contents(text, **changed).items():
            archive.writestr(f"{top}/{name}" if top else name, body)
    return path


def contents(text: str = SMALL, **changed: str | None) -> dict[str, str]:
    """The files of a feed, some of them replaced, added or left out."""
    found = files(text)
    for table, body in changed.items():
        if body is None:
            found.pop(f"{table}.txt", None)
        else:
            found[f"{table}.txt"] = body.strip() + "\n"
    return found
