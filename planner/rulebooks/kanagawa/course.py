"""The chain of sprint points: who won each, and where the next one lies (S1-S5)."""

from collections.abc import Sequence

from planner.feed.stations import identity
from planner.rulebooks.kanagawa.book import Book
from planner.rulebooks.kanagawa.calendar import day_end, has_close
from planner.rulebooks.kanagawa.facts import Plan
from planner.rulebooks.kanagawa.sprint import onward, steps
from planner.rulebooks.kanagawa.views import SprintDay
from planner.rulebooks.kanagawa.writer import Writer, loan_events


class Course:
    """The chain of sprint points (S1-S5)."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.at = book.game.sprint_first
        self.age = 0
        self.keys = [identity(name) for name in book.game.sprint_list]

    def live(
        self, writer: Writer, day: int, plans: Sequence[Plan], ended: bool
    ) -> SprintDay | None:
        """The sprint point of a day; at its end, its winner and the point of the next day."""
        if not self.keys:
            return None
        book, rest = self.book, day in self.book.rest
        self.age += not rest
        name, age = book.game.sprint_list[self.at], self.age
        if not plans or not ended:
            return SprintDay(name, age, None)
        runners = self._runners(plans)
        if rest:
            for time, plan in runners:
                told = ("R12", "sprint_rests", (plan.id,), {"station": name, "time": time}, ())
                writer.tell(day, plan.at, plan.player, told)
            return SprintDay(name, age, None)
        loans = book.known_loans(day)
        known = [one for one in runners if one[1].player not in loans and book.was_known(one[1])]
        winner = self._score(writer, day, runners, known)
        if known:  # S5: fixed by what was known at the day's end
            self._move_on(writer, day, known[0][1])
        return SprintDay(name, age, winner)

    def _runners(self, plans: Sequence[Plan]) -> list[tuple[int, Plan]]:
        """Arrivals at the sprint point, first to last (S2)."""
        key = self.keys[self.at]
        found = []
        for plan in plans:
            time = next((time for place, time, _ in plan.arrivals if place == key), None)
            if time is not None:
                found.append((time, plan))
        found.sort(key=lambda one: (one[0], one[1].at, one[1].key[2]))
        return found

    def _score(
        self,
        writer: Writer,
        day: int,
        runners: list[tuple[int, Plan]],
        known: list[tuple[int, Plan]],
    ) -> str | None:
        """Points to the first valid arrival; those annulled by a loan are told (D6, S5)."""
        loans = writer.loans.get(day, ())
        name, rules = self.book.game.sprint_list[self.at], writer.rules
        at = day_end(day, rules)
        valid = []
        for time, plan in runners:
            values = {"station": name, "time": time}
            if plan.player in loans:
                told = ("D6", "sprint_annulled", loan_events(writer, day, plan), values, ())
                writer.tell(day, plan.at, plan.player, told)
            else:
                valid.append((time, plan))
        if not valid:
            return None
        time, plan = valid[0]
        passed_on = bool(known) and known[0][1].player in loans
        if passed_on and not rules.sprint_pass_on:
            return None
        values = {"station": name, "time": time, "age": self.age, "passed_on": passed_on}
        told = ("S5" if passed_on else "S1", "sprint_won", (plan.id,), values, ())
        writer.score(day, at, plan.player, ("sprint", rules.sprint_for(self.age)), told)
        writer.wins[plan.player].append(plan.id)
        return plan.player

    def _move_on(self, writer: Writer, day: int, first: Plan) -> None:
        close = self.book.closes.get(day) if has_close(day, writer.rules) else None
        count = steps(close, writer.rules.steps_without_close)
        names = self.book.game.sprint_list
        cycle = writer.rules.sprint_cycle
        self.at = onward(names, self.at, count, self.book.game.unreachable, cycle)
        self.age = 0
        values = {"station": names[self.at], "steps": count, "close": close or ""}
        at = day_end(day, writer.rules)
        events = (first.id, *filter(None, [close and self.book.close_events.get(day)]))
        writer.tell(day, at, "", ("S3", "sprint_moves", events, values, ()))
