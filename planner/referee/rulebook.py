"""What every game is to the referee: events in, state out, and a clause for every refusal.

A game is a package ``planner/rulebooks/NAME/`` with two modules that others look for:

``rulebook.py``
    defines ``RULEBOOK``, an object that satisfies :class:`Rulebook` below.
``cases.py``
    defines ``run_case(case) -> list[Difference]``: works one case (one element of the list in a
    case file, a plain JSON mapping with at least ``id`` and, where there are several, ``kind``) and
    says where the answer differs; an empty list means that it agrees. A ``kind`` it does not know
    is a difference, not an error. ``planner game cases FILE --rulebook NAME`` calls it.

**Events** are JSON mappings with the keys ``type`` (what happened), ``player`` (who;
:data:`CHANCE` for dice, cards and every other outcome nobody chose) and whatever the game needs.
``id`` and ``t`` (the moment, Japan time) are added by the journal; a game may ignore them. Events
never hold a derived number: the state is worked out, never stored.

**States** are frozen. ``apply`` returns a new one and leaves its argument alone, so any prefix of a
journal has a state of its own and a refused event changes nothing. ``apply`` must not look at a
clock, at the environment or at random numbers: ``seed`` is for games that deal the cards themselves
(for ``demo``), and what is dealt is told as events of :data:`CHANCE` by ``legal``.

Three doors in order, as for a chess library: text -> event (the command line), event in ``legal``
(may it be played?), ``apply`` (play it). ``apply`` checks by itself and refuses what is not legal.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar

from planner.errors import PlannerError

CHANCE = "chance"
"""The player whose moves are dice, deals and other outcomes that nobody chooses."""

Event = Mapping[str, Any]
S = TypeVar("S")


class Refused(PlannerError):
    """An event that the rules do not allow; ``clause`` is the rule that it fails."""

    code = "refused"

    def __init__(self, clause: str, message: str, message_ja: str = "") -> None:
        super().__init__(f"{clause}: {message}", f"{clause}: {message_ja or message}")
        self.clause = clause


class MalformedEvent(Refused):
    """An event that is none in any state of the game: bad input rather than a move refused."""

    code = "bad_move"


@dataclass(frozen=True)
class ScoreLine:
    """One line of a score sheet: where the points come from and whose they are."""

    clause: str
    label: str  # in words, English
    points: int
    player: str = ""  # "" in a game for one
    label_ja: str = ""


class Difference(NamedTuple):
    """Where a worked case and the rulebook disagree; values are as the case writes them."""

    id: str  # of the case
    where: str  # path into the expectation, such as "days.2014-07-01.A.purse"
    expected: object
    got: object


class Rulebook(Protocol[S]):
    """The rules of one game. ``S`` is its frozen state."""

    name: str  # as on the command line: "railroad-ink"

    def start(
        self, options: Mapping[str, Any], players: Sequence[str], seed: int | None = None
    ) -> S:
        """The state before the first event.

        ``options`` holds named Decisions, variants and set-up choices; those left out have the
        defaults of the game's own data file.

        Raises:
            Refused: an unknown option or value, or a wrong number of players.
        """
        ...

    def apply(self, state: S, event: Event) -> S:
        """The state after the event.

        Raises:
            Refused: the event is malformed or not legal now; the message repeats what was said.
        """
        ...

    def legal(self, state: S) -> Iterable[Event]:
        """Events that may come next, lazily; examples of each kind where they cannot be listed."""
        ...

    def finished(self, state: S) -> bool:
        """Whether the game is over."""
        ...

    def show(self, state: S, lang: str) -> str:
        """The table as a page of text, in ``"ja"`` or ``"en"``."""
        ...

    def score(self, state: S) -> Sequence[ScoreLine]:
        """The score sheet so far; the winner is for the reader to see."""
        ...


def replay(
    rulebook: Rulebook[S],
    events: Iterable[Event],
    options: Mapping[str, Any],
    players: Sequence[str],
    seed: int | None = None,
) -> S:
    """The state after all events, from the start.

    Raises:
        Refused: the first event that is not legal.
    """
    state = rulebook.start(options, players, seed)
    for event in events:
        state = rulebook.apply(state, event)
    return state
