"""A feed behind an address is fetched once, asked again when old, and kept where the net fails."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from planner.feed import fetch as fetching
from planner.feed import registry
from planner.feed.container import FeedTooLarge
from planner.feed.fetch import CannotFetch, fetch
from planner.feed.manifest import CannotSave
from tests.feeds import write_zip


class Server(ThreadingHTTPServer):
    body = b""
    promised = 0  # bytes promised beyond those sent
    status = 200
    asked: list[str | None]


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        tag = f'"{len(self.server.body)}"'
        known = self.headers.get("If-None-Match")
        self.server.asked.append(known)
        status = 304 if known == tag else self.server.status
        self.send_response(status)
        self.send_header("ETag", tag)
        if status == 200:
            self.send_header("Content-Length", str(len(self.server.body) + self.server.promised))
        self.end_headers()
        if status == 200:
            self.wfile.write(self.server.body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv(registry.HOME_VARIABLE, str(tmp_path / "home"))
    made = Server(("127.0.0.1", 0), Handler)
    made.body = write_zip(tmp_path / "feed.zip").read_bytes()
    made.asked = []
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield made
    made.shutdown()
    made.server_close()
    thread.join()


def url(server: Server) -> str:
    return f"http://127.0.0.1:{server.server_address[1]}/feed.zip"


def test_a_fresh_copy_is_used_without_asking(server: Server) -> None:
    seen: list[tuple[int, int | None]] = []
    path = fetch(url(server), lambda done, total: seen.append((done, total)))
    assert path.read_bytes() == server.body
    assert seen[-1] == (len(server.body), len(server.body))
    assert fetch(url(server)) == path
    assert server.asked == [None]


def test_an_old_copy_is_asked_for_again_and_kept_if_unchanged(server: Server) -> None:
    path = fetch(url(server), max_age=0)
    fetch(url(server), max_age=0)
    assert server.asked == [None, f'"{len(server.body)}"']
    server.body += b"more"
    assert fetch(url(server), max_age=0).read_bytes() == server.body
    assert len(list(path.parent.iterdir())) == 2


def test_an_old_copy_serves_while_the_net_is_down(server: Server) -> None:
    address = url(server)
    path = fetch(address)
    kept = path.read_bytes()
    server.promised = 1000
    server.body = b"cut short"
    assert fetch(address, max_age=0).read_bytes() == kept


def test_no_answer_and_no_copy_is_an_error(server: Server) -> None:
    server.status = 404
    with pytest.raises(CannotFetch, match="HTTP 404"):
        fetch(url(server))
    server.status, server.promised = 200, 10
    with pytest.raises(CannotFetch, match="cannot be fetched"):
        fetch(url(server))
    for address in ("http://127.0.0.1:1/x", "http://[", "http:///"):
        with pytest.raises(CannotFetch):
            fetch(address)


def test_too_much_is_not_kept(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "LIMIT", 100)
    with pytest.raises(FeedTooLarge):
        fetch(url(server))
    assert list(fetching.cache_folder().iterdir()) == []


def test_a_folder_that_cannot_be_written_is_named(server: Server, tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file where the folder should be")
    with pytest.raises(CannotSave):
        fetch(url(server))


def test_an_address_is_a_feed(server: Server) -> None:
    feed = registry.open_feed(url(server))
    assert feed.source == url(server)
    assert registry.open_feed(url(server)) == feed
