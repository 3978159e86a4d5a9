"""Facts that cannot be as told: noticed, never ruled on."""

from planner.rulebooks.kanagawa.book import Book
from planner.rulebooks.kanagawa.facts import Plan
from planner.units import DAY


def impossible_times(book: Book) -> list[tuple[str, Plan]]:
    """Accepted plans whose given times cannot be: (clause, plan).

    R4b: a station is reached before the plan was posted; R4a: a second plan arrives somewhere
    before the first has ended. The times are facts told by somebody: noticed, not ruled on.
    """
    found = []
    for day, plans in sorted(book.plans_of_day.items()):
        ends: dict[str, int] = {}
        for plan in plans:
            times = [time for _, time, _ in plan.arrivals]
            if not times:
                continue
            if day * DAY + min(times) < plan.at - plan.at % 60:
                found.append(("R4b", plan))
            elif min(times) < ends.get(plan.player, 0):
                found.append(("R4a", plan))
            ends[plan.player] = max(times)
    return found
