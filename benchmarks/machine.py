"""What a measurement was made on."""

import datetime as dt
import os
import platform
from pathlib import Path


def facts() -> dict[str, str]:
    """Processor, memory, system, Python, load and date, for the head of a table."""
    return {
        "processor": _line("/proc/cpuinfo", "model name") or platform.processor(),
        "cores": str(os.cpu_count()),
        "memory": f"{int((_line('/proc/meminfo', 'MemTotal') or '0 kB').split()[0]) // 2**20} GiB",
        "system": platform.platform(terse=True),
        "python": platform.python_version(),
        "load": " ".join(f"{x:.1f}" for x in os.getloadavg()),
        "date": dt.datetime.now().strftime("%Y-%m-%d %H:%M"),
    }


def _line(path: str, key: str) -> str:
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(key)), "")
