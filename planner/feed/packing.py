"""Any feed as one zip, for the folder of imported feeds."""

import shutil
import zipfile
from pathlib import Path

from planner.feed import container
from planner.feed.manifest import cannot_save


def pack(source: Path, out: Path) -> None:
    """Write the feed in the folder or zip ``source`` to the zip ``out``; a zip is copied as it is.

    Raises:
        FeedUnreadable: not a feed.
        CannotSave: the disk is full.
    """
    files = container.read_files(source)
    try:
        if not source.is_dir():
            shutil.copyfile(source, out)
            return
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for table, data in files.items():
                archive.writestr(f"{table}.txt", data)
    except OSError as error:
        raise cannot_save(out, error) from None
