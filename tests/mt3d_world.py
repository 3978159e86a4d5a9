# ruff: noqa: E501
"""A hand-written Mini Tokyo 3D data folder: a few railways and trains with one question each."""

import json
import re
import zipfile
from pathlib import Path
from typing import Any

TYPES = {
    "JR-East.Local": ("普通", "Local"),
    "JR-East.LimitedExpress": ("特急", "Limited Express"),
    "JR-Central.LimitedExpress": ("特急", "Limited Express"),
    "IzuHakone.LimitedExpress": ("特急", "Limited Express"),
    "Keikyu.EveningWing": ("イブニング・ウィング", "Evening Wing"),
    "Tokyu.Local": ("各駅停車", "Local"),
    "Minatomirai.Local": ("各駅停車", "Local"),
    "Toei.Local": ("普通", "Local"),
}

# railway -> title, colour, stops in order with names
RAILWAYS: dict[str, tuple[str, str, dict[str, str]]] = {
    "JR-East.Tokaido": (
        "東海道線",
        "#F68B1E",
        {"Kawasaki": "川崎", "Yokohama": "横浜", "Odawara": "小田原", "Atami": "熱海"},
    ),
    "JR-Central.Tokaido": ("東海道線", "#F68B1E", {"Atami": "熱海", "Mishima": "三島"}),
    "JR-East.Ito": ("伊東線", "#F68B1E", {"Atami": "熱海", "Ito": "伊東"}),
    "Keikyu.Main": (
        "京急本線",
        "#33C2E4",
        {"Shinagawa": "品川", "Kamiooka": "上大岡", "KanazawaBunko": "金沢文庫"},
    ),
    "Keikyu.Kurihama": (
        "久里浜線",
        "#33C2E4",
        {"KanazawaBunko": "金沢文庫", "Misakiguchi": "三崎口"},
    ),
    "Tokyu.Toyoko": ("東横線", "#DA0442", {"Shibuya": "渋谷", "Yokohama": "横浜"}),
    "Minatomirai.Minatomirai": (
        "みなとみらい線",
        "#09357F",
        {"Yokohama": "横浜", "MotomachiChukagai": "元町・中華街"},
    ),
    "Toei.Mita": ("三田線", "#006AB8", {"Meguro": "目黒", "Mita": "三田"}),
}


def train(line: str) -> dict[str, Any]:
    """Read ``JR-East.Tokaido.1M.Weekday JR-East.Local Yokohama 08:00 Odawara 09:00/09:01 Atami 09:20 >next``.

    ``>`` and ``<`` name the records it goes on as and comes from, ``=`` the train's name.
    """
    key, kind, *words = line.split()
    railway = ".".join(key.split(".")[:2])
    links: dict[str, list[str]] = {"nt": [], "pt": []}
    calls: list[dict[str, str]] = []
    name = ""
    for word in words:
        if word[0] in "<>":
            links["nt" if word[0] == ">" else "pt"].append(word[1:])
        elif word[0] == "=":
            name = word[1:]
        elif re.fullmatch(r"\d\d:\d\d(/\d\d:\d\d)?", word):
            arrives, _, departs = word.partition("/")
            calls[-1] |= {"a": arrives, "d": departs} if departs else {"d": arrives}
        else:
            calls.append({"s": word if "." in word else f"{railway}.{word}"})
    calls[-1]["a"] = calls[-1].pop("d")
    record: dict[str, Any] = {
        "id": key, "t": key.rsplit(".", 1)[0], "r": railway, "n": key.split(".")[2], "y": kind,
        "d": "Outbound", "ds": [calls[-1]["s"]], "tt": calls,
    }  # fmt: skip
    if name:
        record["nm"] = [{"ja": name, "en": name}]
    return record | {k: v for k, v in links.items() if v}


def write_world(folder: Path, text: str) -> Path:
    """The data folder with the trains of ``text``, one a line, as a zip."""
    files: dict[str, Any] = {
        "stations.json": [
            {
                "id": f"{railway}.{stop}",
                "railway": railway,
                "coord": [139.6 + 0.001 * i, 35.4],
                "title": {"ja": name, "en": stop},
            }
            for railway, (_, _, stops) in RAILWAYS.items()
            for i, (stop, name) in enumerate(stops.items())
        ],
        "railways.json": [
            {
                "id": railway,
                "title": {"ja": title, "en": railway},
                "color": color,
                "stations": [f"{railway}.{stop}" for stop in stops],
                "ascending": "Outbound",
                "descending": "Inbound",
            }
            for railway, (title, color, stops) in RAILWAYS.items()
        ],
        "train-types.json": [
            {"id": key, "title": {"ja": ja, "en": en}} for key, (ja, en) in TYPES.items()
        ],
    }
    trains = [train(line) for line in text.strip().splitlines() if line.strip()]
    for railway in RAILWAYS:
        name = railway.lower().replace("-", "").replace(".", "-")
        files[f"train-timetables/{name}.json"] = [t for t in trains if t["r"] == railway]
    path = folder / "mt3d.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for file, content in files.items():
            archive.writestr(f"mini-tokyo-3d-abc/data/{file}", json.dumps(content))
    return path
