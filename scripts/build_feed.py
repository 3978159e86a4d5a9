"""Build the embedded feed ``data/gtfs/kanagawa.zip`` from the line sheets, reproducibly.

python scripts/build_feed.py [--sheets data/lines] [--out data/gtfs/kanagawa.zip]
"""

import argparse
from pathlib import Path

from planner.feed.gtfs_zip import write_gtfs
from planner.feed.model_feed import model_files
from planner.feed.sheets import read_sheets

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheets", type=Path, default=ROOT / "data" / "lines")
    parser.add_argument("--out", type=Path, default=ROOT / "data" / "gtfs" / "kanagawa.zip")
    args = parser.parse_args()
    files = model_files(read_sheets(args.sheets))
    write_gtfs(args.out, files, level=9)
    trips = files["trips.txt"].count("\n") - 1
    calls = files["stop_times.txt"].count("\n") - 1
    print(f"{args.out}: {trips} trips, {calls} calls, {args.out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
