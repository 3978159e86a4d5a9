"""An earlier form of the price search, kept outside of this project: a script over numba.

It is told where its script is; the script reads a folder and questions by stop, and its function
``q`` answers one. The doors of the feed make its question one from station to station.
"""

import importlib.util
import sys
from pathlib import Path
from typing import Any

from worker import Answer, Ask, Order, Question, serve, version

HEADER = "from_stop_id,to_stop_id,departure_seconds,service_date"
OPTIONS = {"yen": 2, "yen_changes": 3}
"""Question -> how many criteria."""


def load(order: Order) -> tuple[str, dict[str, Ask]]:
    date = order["date"].replace("-", "")
    asked = Path(order["scratch"]) / "prototype.csv"
    ends = order["ends"]
    origin, goal, time = order["questions"][0]
    row = f"{ends[origin]},{ends[goal]},{time},{date}"
    asked.write_text(f"{HEADER}\n{row}\n", encoding="utf-8")
    sys.argv = [order["prototype"], order["doors"], str(asked)]
    spec = importlib.util.spec_from_file_location("prototype", order["prototype"])
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    sys.modules["prototype"] = module  # where its compiled functions are looked for again
    spec.loader.exec_module(module)  # loads the feed and answers the one question

    def by(criteria: int) -> Ask:
        def ask(question: Question) -> Answer:
            origin, goal, time = question
            module.NC, module.st[0] = criteria, 0
            found = module.q(ends[origin], ends[goal], time, date)
            return {"front": found["front"], "lost": int(module.st[0])} if found else None

        return ask

    return f"numba {version('numba')}", {name: by(n) for name, n in OPTIONS.items()}


serve(load)
