"""The files of a batch: queries from CSV, answers to Parquet, whole or not at all."""

import csv
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planner.errors import PlannerError

NEEDED = ("from", "to", "date", "at")
OPTIONAL = ("by", "budget")


class BatchFile(PlannerError):
    """A file of queries that cannot be read, or one of answers that cannot be written."""

    code = "batch_file"


@dataclass(frozen=True, slots=True)
class Row:
    """One query as it was written; ``number`` counts the rows below the header from 1."""

    number: int
    origin: str
    goal: str
    date: str
    at: str
    by: str = ""
    budget: str = ""


def read_queries(path: Path) -> list[Row]:
    """All rows of a CSV file with the columns ``NEEDED`` and perhaps ``OPTIONAL``.

    Raises:
        BatchFile: it cannot be read, is not UTF-8, or lacks a column.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file, restval="")
            _require_columns(path, reader.fieldnames or ())
            return [_row(number, fields) for number, fields in enumerate(reader, 1)]
    except OSError as error:
        reason = error.strerror or str(error)
        raise BatchFile(
            f"{path}: cannot be read ({reason})", f"{path}: 読めません({reason})"
        ) from None
    except (csv.Error, UnicodeDecodeError) as error:
        raise BatchFile(
            f"{path}: not a CSV file in UTF-8 ({error})",
            f"{path}: UTF-8 の CSV ではありません({error})",
        ) from None


def _require_columns(path: Path, names: Sequence[str]) -> None:
    missing = [name for name in NEEDED if name not in names]
    if missing:
        wanted = f"{','.join(NEEDED)}[,{','.join(OPTIONAL)}]"
        raise BatchFile(
            f"{path}: no column {', '.join(missing)}; the first line has to be {wanted}",
            f"{path}: 列 {', '.join(missing)} がありません。1行目は {wanted} としてください",
        )


def _row(number: int, fields: dict[str, str]) -> Row:
    texts = [fields.get(name) or "" for name in (*NEEDED, *OPTIONAL)]
    return Row(number, *(text.strip() for text in texts))


def require_writable(path: Path) -> None:
    """Let a path pass that can be written, before any work is done.

    Raises:
        BatchFile: it is a folder, or its folder does not exist or is closed.
    """
    folder = path.parent
    if not path.name or path.is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        raise BatchFile(
            f"--out {str(path)!r} cannot be written; name a file in a folder that exists",
            f"--out {path}: 書き込めません。存在するフォルダのファイルを指定してください",
        )


def write_answers(path: Path, answers: Sequence[dict[str, Any]]) -> None:
    """Write a Parquet file by way of a temporary one: an old file stays until the new is whole.

    Raises:
        BatchFile: the disk is full or closed; the old file is untouched.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        table = pa.Table.from_pylist(list(answers), schema=_schema(pa))
        pq.write_table(table, temporary, compression="zstd")
        os.replace(temporary, path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise BatchFile(
            f"{path}: cannot be written ({reason})", f"{path}: 書き込めません({reason})"
        ) from None
    finally:
        temporary.unlink(missing_ok=True)


def _schema(pa: Any) -> Any:
    """One row a journey, or one a query without any; times also in service seconds."""
    text, number = pa.string(), pa.int32()
    moment = pa.timestamp("s", tz="Asia/Tokyo")
    leg = {"from": text, "to": text, "lines": pa.list_(text), "operators": pa.list_(text)}
    leg |= {"train": text, "trip": text, "departs": number, "arrives": number}
    ticket = {"system": text, "from": text, "to": text, "yen": number, "confidence": text}
    columns = {
        "query": number,
        "rank": number,
        **dict.fromkeys(("from", "to", "date", "at", "by", "budget"), text),
        "service_date": pa.date32(),
        "departs": number,
        "arrives": number,
        "departs_at": moment,
        "arrives_at": moment,
        "changes": number,
        "fare": number,
        "confidence": text,
        "legs": pa.list_(pa.struct(list(leg.items()))),
        "tickets": pa.list_(pa.struct(list(ticket.items()))),
        "none_because": text,
        "cheapest_fare": number,
        "error": text,
        "message": text,
    }
    return pa.schema(list(columns.items()))
