"""What a reader of a journal is told of its faults, in English and Japanese."""

from typing import NamedTuple


class Notice(NamedTuple):
    """A fault in the data that a reader should know of; nothing was lost because of it."""

    code: str
    line: int  # 1-based line of the journal, 0 where there is none
    message: str
    message_ja: str


def edited(line: int) -> Notice:
    """A line whose chain does not fit."""
    return Notice(
        "edited_past",
        line,
        f"line {line} of the journal, or one just before it, was changed after it was written",
        f"記録の {line} 行目(またはその直前)は、書かれた後に変更されています",
    )


def torn(line: int, size: int) -> Notice:
    """A last line that was never acknowledged."""
    return Notice(
        "torn_line",
        line,
        f"line {line} of the journal stops in the middle ({size} bytes): it was never "
        "acknowledged and is left out",
        f"記録の {line} 行目は途中で切れています({size} バイト)。未受付なので無視します",
    )


def cut_off(lines: int, written: int) -> Notice:
    """Fewer lines than the head names."""
    return Notice(
        "lines_missing",
        lines + 1,
        f"the journal has {lines} whole line(s), but {written} were written: "
        f"{written - lines} missing at the end",
        f"記録は {lines} 行ですが、{written} 行書かれていました。"
        f"末尾の {written - lines} 行が失われています",
    )


def lost_end(line: int) -> Notice:
    """A last line that was acknowledged and is no longer whole."""
    return Notice(
        "torn_line",
        line,
        f"line {line} of the journal stops in the middle, but had been written whole: "
        "its end is lost and it is left out",
        f"記録の {line} 行目は途中で切れています。最後まで書かれていた行なので、"
        "末尾が失われています。この行は除きます",
    )


def late(line: int, moment: str, known: str) -> Notice:
    """An event earlier than what is known already."""
    return Notice(
        "out_of_order",
        line,
        f"line {line} speaks of {moment}, but the journal had reached {known}: it changes the "
        f"ledger's past, and counts as known only from {known}",
        f"{line} 行目は {moment} のことですが、記録は {known} まで進んでいます。"
        f"過去の帳簿を改め、{known} から知られたものとして扱います",
    )


def backwards(line: int, now: str, before: str) -> Notice:
    """A line written, by the clock, before the one above it."""
    return Notice(
        "clock_went_backwards",
        line,
        f"the clock shows {now}, but line {line - 1} was written at {before}: check the clock",
        f"時計は {now} ですが、{line - 1} 行目は {before} に書かれています。時計を確かめてください",
    )
