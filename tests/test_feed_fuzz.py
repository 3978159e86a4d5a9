"""Whatever bytes come in, a feed is read or refused as unreadable; nothing else happens."""

import io
import random
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from planner.errors import FeedUnreadable
from planner.feed.checks import check
from planner.feed.manifest import describe
from planner.feed.read import read_feed
from planner.feed.statistics import summary
from planner.feed.translations import translated
from tests.feeds import contents, write_zip

MORE = {
    "transfers": "from_stop_id,to_stop_id,from_trip_id,to_trip_id,transfer_type,min_transfer_time\n"
    "kamakura,kamakura,t1,t2,4,\nfujisawa,enoshima,,,2,300",
    "frequencies": "trip_id,start_time,end_time,headway_secs\nt3,10:00:00,10:30:00,600",
    "feed_info": "feed_publisher_name,feed_start_date,feed_end_date\nx,20260401,20260430",
    "translations": "table_name,field_name,language,translation,field_value\n"
    "stops,stop_name,en,Fujisawa,藤沢",
    "shapes": "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\ns,35,139,1\ns,36,139,2",
}
FILES = {name: text.encode() for name, text in contents(**MORE).items()}
WORDS = [
    b"", b",", b'"', b"\n", b"\r", b"\r\n", b"\0", b"-1", b"0", b"99999999999", b"1e9", b"nan",
    b"25:00:00", b"99:99:99", b"999:00:00", b"00000000", b"20260230", b"99991231", b"00010101",
    "駅".encode(), "駅".encode("cp932"), b"\xff", b"\xef\xbb\xbf", b" ", b"t1", b"kamakura", b"t3",
    b"weekday", b"1" * 200, b"a,b,c\n", b"\n\n\n", b'"\n"', b"-0", b"+5", b"5:00:00", b" 5:00:00 ",
]  # fmt: skip
quiet = settings(
    max_examples=80,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
)


def survive(path: Path) -> None:
    """Read, check, sum up: all of it, or refuse."""
    try:
        feed = read_feed(path)
    except FeedUnreadable:
        return
    described = describe("x", "real", path, "")
    assert described.digest == feed.digest
    check(feed)
    summary(feed)
    translated(feed, "stops", "stop_name", "en")
    calls = feed.table("stop_times")
    trip = feed.positions("stop_times", "trip_id")
    assert (trip >= 0).all()
    assert (feed.positions("stop_times", "stop_id") >= 0).all()
    assert (feed.positions("trips", "route_id") >= 0).all()
    assert (calls["arrival"] >= 0).all()
    assert (calls["departure"] >= calls["arrival"]).all()
    same = trip[1:] == trip[:-1]
    assert (trip[1:] >= trip[:-1]).all()
    arrival, departure = calls["arrival"].to_numpy(), calls["departure"].to_numpy()
    assert (arrival[1:][same] >= departure[:-1][same]).all()
    assert not feed.table("trips")["trip_id"].duplicated().any()


@quiet
@given(
    st.lists(
        st.tuples(
            st.sampled_from(sorted(FILES)),
            st.floats(0, 1),
            st.integers(0, 12),
            st.sampled_from(WORDS),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_mutated_files_never_crash(edits: list[tuple[str, float, int, bytes]]) -> None:
    files = dict(FILES)
    for name, place, cut, word in edits:
        at = int(place * len(files[name]))
        files[name] = files[name][:at] + word + files[name][at + cut :]
    with TemporaryDirectory() as folder:
        for name, data in files.items():
            Path(folder, name).write_bytes(data)
        survive(Path(folder))


@quiet
@given(
    st.lists(
        st.tuples(
            st.sampled_from(sorted(FILES)),
            st.integers(0, 8),
            st.integers(0, 9),
            st.sampled_from(WORDS),
        ),
        min_size=1,
        max_size=3,
    )
)
def test_any_cell_may_hold_anything(edits: list[tuple[str, int, int, bytes]]) -> None:
    files = dict(FILES)
    for name, row, column, word in edits:
        rows = [line.split(b",") for line in files[name].split(b"\n")]
        cells = rows[row % len(rows)]
        cells[column % len(cells)] = word
        files[name] = b"\n".join(b",".join(cells) for cells in rows)
    with TemporaryDirectory() as folder:
        for name, data in files.items():
            Path(folder, name).write_bytes(data)
        survive(Path(folder))


def test_damaged_zips_never_crash(tmp_path: Path) -> None:
    whole = write_zip(tmp_path / "feed.zip", **MORE).read_bytes()
    chance = random.Random(7)
    path = tmp_path / "damaged.zip"
    for _ in range(200):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        path.write_bytes(data[: chance.choice([len(data), chance.randrange(len(data))])])
        survive(path)


def test_odd_zips_are_refused_or_read(tmp_path: Path) -> None:
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", method) as archive:
            for name, data in FILES.items():
                archive.writestr(f"deep/er/{name}", data)
        path = tmp_path / "odd.zip"
        path.write_bytes(packed.getvalue())
        survive(path)
        assert len(read_feed(path).table("stop_times")) > 0
        path.write_bytes(packed.getvalue().replace(b"t1", b"t\xff"))
        survive(path)
