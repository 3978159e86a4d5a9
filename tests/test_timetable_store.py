"""Kept timetables that are cut or damaged are noticed, compiled again and kept again."""

from collections.abc import Callable
from pathlib import Path

import pytest

from planner.timetable import store
from planner.timetable.assemble import assemble
from planner.timetable.model import COLUMNS, TEXTS, Timetable
from planner.timetable.movement import movement_rules
from tests.worlds import random_world


def made() -> Timetable:
    return assemble(random_world(5).draft(), movement_rules("none"))


def same(a: Timetable, b: Timetable) -> bool:
    columns = all(a.columns[name].tolist() == b.columns[name].tolist() for name in COLUMNS)
    texts = all(list(a.texts[name]) == list(b.texts[name]) for name in TEXTS)
    return columns and texts and bytes(a.min_trips) == bytes(b.min_trips)


class Again:
    """Counts how often it had to be compiled again."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> Timetable:
        self.times += 1
        return made()


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    store.write(tmp_path / "day.tt", made())
    return tmp_path / "day.tt"


def read(path: Path, again: Callable[[], Timetable]) -> Timetable:
    try:
        return store.read(path, again)
    except store.Damaged:
        return again()


def test_what_was_written_is_read_and_not_compiled_again(kept: Path) -> None:
    again = Again()
    assert same(store.read(kept, again), made())
    assert again.times == 0


def test_every_flipped_byte_that_means_anything_is_noticed_and_mended(kept: Path) -> None:
    whole = kept.read_bytes()
    mended = 0
    for at in range(0, len(whole), 7):
        kept.write_bytes(whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :])
        again = Again()
        assert same(read(kept, again), made()), at
        assert again.times <= 1
        mended += again.times
    assert mended > len(whole) / 7 / 4  # the rest lies between the parts


def test_a_file_that_is_cut_anywhere_is_noticed_at_once(kept: Path) -> None:
    whole = kept.read_bytes()
    for size in (0, 3, 20, 40, len(whole) // 2, len(whole) - 1):
        kept.write_bytes(whole[:size])
        with pytest.raises(store.Damaged):
            store.read(kept, made)


def test_opening_looks_at_no_column_before_it_is_used(kept: Path) -> None:
    whole = bytearray(kept.read_bytes())
    sound = made()
    column = sound.dep.tobytes()
    at = bytes(whole).index(column)
    whole[at] ^= 1
    kept.write_bytes(bytes(whole))
    again = Again()
    timetable = store.read(kept, again)
    assert timetable.arr.tolist() == sound.arr.tolist()
    assert again.times == 0
    assert timetable.dep.tolist() == sound.dep.tolist()
    assert again.times == 1
