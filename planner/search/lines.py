"""The name of a line or a company as people write it -> routes of the timetable."""

import re
from collections.abc import Iterator
from functools import cached_property

from planner.errors import UnknownName
from planner.feed.names import name_key
from planner.timetable.model import Timetable

NEAR = 5


class LineNames:
    """The names of one timetable's lines: Japanese, English, by company, and the feed's id."""

    def __init__(self, timetable: Timetable) -> None:
        self.timetable = timetable

    @cached_property
    def by_key(self) -> dict[str, list[int]]:
        """Spelling key -> routes; several where companies use one name or a route has branches."""
        found: dict[str, list[int]] = {}
        for route in range(len(self.timetable.route_id)):
            for key in dict.fromkeys(name_key(name) for name in self._names(route)):
                found.setdefault(key, []).append(route)
        return found

    def _names(self, route: int) -> Iterator[str]:
        t = self.timetable
        name, operator = t.route_name[route], t.route_operator[route]
        yield t.route_id[route]
        for part in dict.fromkeys([name, *re.split("[・/]", name)]):
            yield part
            yield operator + part
        if english := t.route_en[route]:
            yield english
            yield english.removesuffix(" Line")

    def exactly(self, text: str) -> list[int]:
        """The routes of that name, or none."""
        return self.by_key.get(name_key(text), [])

    def find(self, text: str) -> list[int]:
        """The routes of that line, the word for line (sen, 線) left out or not, or of that company.

        Raises:
            UnknownName: no line and no company is called so.
        """
        found = self.exactly(text) or self.exactly(text + "線") or self._of_company(text)
        found = found or self._of_common_name(text) or self._with_company(text)
        if not found:
            from planner.feed.line_names import other_company

            if (contradicted := other_company(text)) is not None:
                raise contradicted
            near = self.near(text)
            raise UnknownName(
                f"no line {text!r} in this timetable",
                f"この時刻表に「{text}」という路線はありません",
                near,
            )
        return found

    @cached_property
    def by_company(self) -> dict[str, list[int]]:
        """Spelling key of a company -> its routes: by the feed's name, in English, and in short."""
        from planner.feed.operators import operators  # most searches avoid no company

        also = {row["name"]: (row["name_en"], row["short"]) for row in operators().values()}
        found: dict[str, list[int]] = {}
        for route, operator in enumerate(self.timetable.route_operator):
            names = (operator, *also.get(operator, ()))
            for key in dict.fromkeys(map(name_key, names)):
                found.setdefault(key, []).append(route)
        return found

    def _of_company(self, text: str) -> list[int]:
        key = name_key(text)
        return self.by_company.get(key) or self.by_company.get(key.removesuffix("線"), [])

    def _with_company(self, text: str) -> list[int]:
        """The routes of a company, in any of its names, and of a line's own name after it."""
        key = name_key(text)
        for at in range(len(key) - 1, 0, -1):
            company, rest = self.by_company.get(key[:at], []), key[at:]
            line = self.by_key.get(rest) or self.by_key.get(rest + "線", [])
            if both := [route for route in line if route in company]:
                return both
        return []

    def _of_common_name(self, text: str) -> list[int]:
        """The routes of this timetable among those that a common name of lines stands for."""
        from planner.feed.line_names import line_named

        line = line_named(text)
        if line is None or line.train or line.charged:  # a name of trains is none of lines
            return []
        return [i for i, name in enumerate(self.timetable.route_id) if name in line.routes]

    def near(self, text: str) -> tuple[str, ...]:
        """The names nearest to a mistyped one."""
        from planner.feed.near_names import near_names

        names = self.timetable.route_name
        companies = self.timetable.route_operator
        spellings = [(key, names[routes[0]]) for key, routes in self.by_key.items()]
        spellings += [(key, companies[routes[0]]) for key, routes in self.by_company.items()]
        return near_names(text, spellings, NEAR)
