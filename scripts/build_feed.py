"""Build the embedded feed ``data/gtfs/kanagawa.zip`` from the line sheets and the tariffs.

python scripts/build_feed.py [--sheets data/lines] [--out data/gtfs/kanagawa.zip]
"""

import argparse
import tempfile
from pathlib import Path

from planner.fares.gtfs import fare_texts
from planner.feed.gtfs_zip import write_gtfs
from planner.feed.model_feed import VALID_FROM, model_files
from planner.feed.read import read_feed
from planner.feed.sheets import read_sheets

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheets", type=Path, default=ROOT / "data" / "lines")
    parser.add_argument("--out", type=Path, default=ROOT / "data" / "gtfs" / "kanagawa.zip")
    args = parser.parse_args()
    files = model_files(read_sheets(args.sheets))
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder, "plain.zip")
        write_gtfs(plain, files, level=1)
        fares, _ = fare_texts(read_feed(plain), VALID_FROM)
    files = dict(sorted((files | fares).items()))
    write_gtfs(args.out, files, level=9)
    trips = files["trips.txt"].count("\n") - 1
    calls = files["stop_times.txt"].count("\n") - 1
    print(f"{args.out}: {trips} trips, {calls} calls, {args.out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
