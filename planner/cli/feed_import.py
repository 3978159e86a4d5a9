"""``planner feed import``: from a published timetable to a feed that searches can use."""

import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from planner.cli.lang import say
from planner.cli.options import Json, Lang
from planner.cli.output import print_json
from planner.cli.progress import bar
from planner.errors import PlannerError
from planner.feed.imported import register, require_name, workplace
from planner.feed.manifest import FeedHandle, as_document, cannot_save
from planner.feed.registry import use
from planner.resources import typed_path

MINI_TOKYO_3D = "mini-tokyo-3d"
ARCHIVE = "https://github.com/nagix/mini-tokyo-3d/archive/refs/heads/master.zip"

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help=say("公開データを時刻表として取り込む", "Turn published data into a feed"),
)

Name = Annotated[
    str,
    typer.Option("--name", help=say("時刻表の名前", "Name to give the feed"), show_default=False),
]
Use = Annotated[
    bool, typer.Option("--use", help=say("すぐ検索に使う", "Also choose it for searches"))
]


@app.command("gtfs", help=say("GTFS(zip・フォルダー・URL)を取り込む", "A GTFS zip, folder or URL"))
def import_gtfs(
    path: Annotated[str, typer.Argument(help="zip, folder, URL")],
    name: Name = "",
    choose: Use = False,
    as_json: Json = False,
    lang: Lang = "",
) -> None:
    """Copy a feed into the person's folder."""
    from planner.feed.packing import pack
    from planner.feed.read import read_feed

    chosen = name or name_of(path)
    require_name(chosen)
    source = local(path)
    read_feed(source)  # a feed that cannot be read is never registered, and is told of by its path
    feed = build(chosen, lambda out: pack(source, out), origin(path))
    report(feed, choose, as_json, {"faults": faults(feed)})


@app.command(
    MINI_TOKYO_3D,
    help=say(
        "Mini Tokyo 3D の実ダイヤを取り込む(既定: GitHub から取得)",
        "The real timetable of Mini Tokyo 3D (default: fetched from GitHub)",
    ),
)
def import_mini_tokyo_3d(
    source: Annotated[
        str, typer.Argument(help=say("フォルダー・zip・URL", "Folder, zip or URL"))
    ] = ARCHIVE,
    name: Name = MINI_TOKYO_3D,
    choose: Use = False,
    as_json: Json = False,
    lang: Lang = "",
) -> None:
    """Convert every train that touches Kanagawa."""
    from planner.feed.sources.mini_tokyo_3d import convert

    require_name(name)
    path = local(source)
    told: list[Any] = []

    def make(out: Path) -> None:
        with bar(say("変換中", "converting")) as advance:
            told.append(convert(path, out, progress=advance))

    feed = build(name, make, origin(source))
    report(feed, choose, as_json, conversion(told[0]))


def build(name: str, make: Callable[[Path], Any], source: str) -> FeedHandle:
    """Make a feed beside the others and register it; a failure leaves nothing behind.

    Raises:
        PlannerError: what is made is no feed, or cannot be kept.
    """
    place = workplace()
    try:
        with tempfile.TemporaryDirectory(dir=place, prefix=".new-") as folder:
            out = Path(folder) / "feed.zip"
            make(out)
            return register(name, out, source)
    except OSError as error:
        raise cannot_save(place, error) from None


def local(text: str) -> Path:
    """The path itself, or that of what is fetched from an address."""
    if not is_address(text):
        return typed_path(text)
    from planner.feed.fetch import fetch

    with bar(say("取得中", "fetching"), in_bytes=True) as advance:
        return fetch(text, advance, max_age=0)


def origin(text: str) -> str:
    """Where a feed is from, as it will be remembered."""
    return text if is_address(text) else str(typed_path(text).resolve())


def is_address(text: str) -> bool:
    """Whether it is an http(s) address."""
    return text.startswith(("http://", "https://"))


def name_of(path: str) -> str:
    """A feed's name from that of its file: ``.../Enoden GTFS.zip`` -> ``enoden-gtfs``."""
    last = path.rstrip("/").split("?")[0].rsplit("/", 1)[-1]
    stem = last.removesuffix(".zip").lower()
    plain = re.sub(r"[^\w.-]+", "-", stem).strip("-.")
    if not plain:
        raise PlannerError(
            f"{path!r}: give the feed a name with --name",
            f"「{path}」: --name で時刻表の名前を付けてください",
        )
    return plain


def conversion(told: Any) -> dict[str, Any]:
    """What a converter tells of its work, as JSON has it."""
    words = {}
    for key in ("records", "runs", "connections", "trips", "stops", "left_out"):
        value = getattr(told, key, None)
        if value is not None:
            words[key] = dict(value) if hasattr(value, "items") else value
    return words


def faults(feed: FeedHandle) -> dict[str, int]:
    """How many faults a feed has, so that nobody has to wonder later."""
    from planner.feed.checks import check
    from planner.feed.notices import count_by_severity
    from planner.feed.read import read_feed

    counts = count_by_severity(check(read_feed(feed.path)))
    return {str(severity): count for severity, count in counts.items()}


def report(feed: FeedHandle, choose: bool, as_json: bool, told: dict[str, Any]) -> None:
    """Say what was imported, and how to use it."""
    if choose:
        use(feed.name)
    if as_json:
        print_json({"feed": as_document(feed), "chosen": choose, **told})
        return
    size = f"{feed.size / 1e6:.1f} MB"
    print(f"{feed.name}: {feed.valid_from or '?'}..{feed.valid_to or '?'}, {size}  {feed.path}")
    for key, value in told.items():
        if isinstance(value, dict):
            value = ", ".join(f"{k} {v:,}" for k, v in value.items())  # noqa: PLW2901
        elif isinstance(value, tuple | list):
            value = len(value)  # noqa: PLW2901
        print(f"  {key}: {value}")
    if not choose:
        command = f"planner feed use {feed.name}"
        print(say(f"検索に使うには: {command}", f"to search with it: {command}"))
