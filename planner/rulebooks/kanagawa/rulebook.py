"""The Kanagawa game as a rulebook like any other: events in, state out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from planner.referee.rulebook import Event, Refused, ScoreLine
from planner.rulebooks.kanagawa.book import Book
from planner.rulebooks.kanagawa.calendar import day_end, moment_text
from planner.rulebooks.kanagawa.derive import derive
from planner.rulebooks.kanagawa.replay import book_of
from planner.rulebooks.kanagawa.rules import Game, make_game
from planner.rulebooks.kanagawa.views import CATEGORIES, Ledger
from planner.rulebooks.kanagawa.words import clause_text, date_heading, sentence, time_of_day

CLAUSES = {"sprint": "S1", "station": "C2", "line_ride": "C4", "line_control": "C4", "bonus": "C5",
           "interest_penalty": "D4", "final_debt": "D5"}  # fmt: skip


@dataclass(frozen=True)
class State:
    """A game and the posts so far; all else is worked out when it is asked for."""

    game: Game
    events: tuple[Event, ...] = ()

    @cached_property
    def book(self) -> Book:
        """The rulings on the posts so far."""
        return book_of(self.events, self.game)

    @property
    def moment(self) -> int:
        """The moment of the latest post; the beginning of the game before the first."""
        begin = day_end(self.game.first_day - 1, self.game.rules)
        standing = (fact.at for fact in self.book.facts if self.book.rulings[fact.id].stands)
        return max([begin, *standing])

    @cached_property
    def ledger(self) -> Ledger:
        """The ledger up to the latest post."""
        return derive(self.book, self.moment)


class Kanagawa:
    """The rules as an object; see :class:`planner.referee.rulebook.Rulebook`."""

    name = "kanagawa"

    def start(
        self, options: Mapping[str, Any], players: Sequence[str], seed: int | None = None
    ) -> State:
        """The state before the first post; ``options`` are the settings of a game.toml.

        Raises:
            BadValue: a setting is missing or cannot be.
        """
        return State(make_game({**options, "players": list(players)}))

    def apply(self, state: State, event: Event) -> State:
        """The state after one more post.

        Raises:
            Refused: the post does not stand.
            BadValue, UnknownName: it cannot be read.
        """
        after = replace(state, events=(*state.events, event))
        name = str(event.get("id") or f"e{len(after.events)}")
        ruling = after.book.rulings[name]
        if not ruling.stands:
            raise Refused(ruling.clause, ruling.message, ruling.message_ja)
        return after

    def legal(self, state: State) -> Iterator[Event]:
        """One example of each kind of post that would stand now."""
        now = moment_text(state.moment)
        for player in state.game.players:
            post = {"t": now, "player": player}
            examples: tuple[dict[str, Any], ...] = (
                {**post, "type": "allowance", "km": "0"},
                {**post, "type": "plan", "declared": 0, "right": 0, "arrivals": []},
                {**post, "type": "repay", "amount": state.game.rules.loan_unit},
                {**post, "type": "rest"},
                *({"t": now, "type": "report", "by": player, "plan": p} for p in state.book.plans),
            )
            for event in examples:
                try:
                    self.apply(state, event)
                except Refused:
                    continue
                yield event

    def finished(self, state: State) -> bool:
        """Whether the last day was over at the latest post."""
        return state.ledger.finished

    def show(self, state: State, lang: str) -> str:
        """The ledger's rows by day."""
        lines, day = [], None
        for row in state.ledger.rows:
            if row.day != day:
                day = row.day
                lines.append(date_heading(day, lang))
            clock = time_of_day(row.day, row.at)
            lines.append(f"  {clock}  {sentence(row, lang)} [{row.clause}]")
        return "\n".join(lines)

    def score(self, state: State) -> Sequence[ScoreLine]:
        """Points by player and category."""
        lines = []
        for player in state.game.players:
            for category in CATEGORIES:
                points = sum(
                    view.standings[player].points.get(category, 0)
                    for view in state.ledger.days.values()
                )
                if points:
                    clause = CLAUSES[category]
                    lines.append(
                        ScoreLine(
                            clause,
                            clause_text(clause, "en"),
                            points,
                            player,
                            clause_text(clause, "ja"),
                        )
                    )
        return lines


RULEBOOK = Kanagawa()
