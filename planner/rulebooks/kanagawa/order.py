"""In which order posts are ruled on: as they came in, late ones as of their own moment.

A ruling never changes later. A post taken back is as if it had never stood; what makes a post that
stands lie outside the game (R13) is refused.
"""

from collections.abc import Iterable, Mapping

from planner.rulebooks.kanagawa.book import VOIDED, Book, Ruling, Stray
from planner.rulebooks.kanagawa.facts import Fact
from planner.rulebooks.kanagawa.rules import Game, date_text

Key = tuple[int, int, int]  # of a fact: day, moment, place in the journal


def rule_on(facts: Iterable[Fact], game: Game) -> Book:
    """The book after all facts, in journal order.

    A fact that is earlier than one taken before (a post entered late) is judged on what was known
    at its own moment, and the book is then made anew with all rulings as they were.
    """
    book = Book(game)
    latest: Key = (0, 0, 0)
    for fact in facts:
        if fact.key >= latest:
            ahead = fact.day > book.today + 1
            if book.take(fact).stands or not ahead:
                latest = fact.key
            else:  # a refused post does not carry the journal to its date
                book = _made_anew(book, book.facts, book.rulings, latest)
        else:
            book = _with_late(book, fact)
        if fact.type == "void" and book.rulings[fact.id].stands:
            book, latest = _taken_back(book, fact)
    return book


def _with_late(book: Book, late: Fact) -> Book:
    ordered = sorted([*book.facts, late], key=lambda fact: fact.key)
    at_the_time = Book(book.game)
    for fact in ordered:
        if fact is late:
            break
        at_the_time.take(fact, book.rulings[fact.id])
    at_the_time.roll_to(late.day)
    at_the_time.later = book
    rulings = {**book.rulings, late.id: at_the_time.judge(late)}
    try:
        return _made_anew(book, ordered, rulings)
    except Stray as stray:  # a consent that ends the game before posts that stand
        return _made_anew(book, ordered, {**rulings, late.id: _left_out(stray, "R13")})


def _taken_back(book: Book, void: Fact) -> tuple[Book, Key]:
    """The book as if a post had never stood, and the latest fact then; other rulings stay."""
    name = str(void.event["event"])
    rulings = {**book.rulings, name: VOIDED}
    try:
        latest = _latest(book, rulings)
        return _made_anew(book, book.facts, rulings, latest), latest
    except Stray as stray:
        refused = _left_out(stray, "void")._replace(malformed=True)
        rulings = {**book.rulings, void.id: refused}
        latest = _latest(book, rulings)
        return _made_anew(book, book.facts, rulings, latest), latest


def _latest(book: Book, rulings: Mapping[str, Ruling]) -> Key:
    return max((one.key for one in book.facts if rulings[one.id].stands), default=(0, 0, 0))


def _left_out(stray: Stray, clause: str) -> Ruling:
    """Why a post that would move the game's last day before another one cannot stand."""
    name, day, last = stray.fact.id, date_text(stray.fact.day), date_text(stray.last_day)
    return Ruling(
        clause,
        f"the last day would be {last} (R13), but {name} of {day} stands; take that back first",
        f"最終日が {last} になりますが(R13)、{day} の {name} が有効です。"
        "先にそちらを取り消してください",
    )


def _made_anew(
    book: Book, facts: list[Fact], rulings: dict[str, Ruling], since: Key | None = None
) -> Book:
    """A book of the facts with these rulings; what was known at a day's end stays known.

    ``since``: days that end after that fact are open again.
    """
    fresh = Book(book.game)
    fresh.loans_known, fresh.plans_known = dict(book.loans_known), dict(book.plans_known)
    if since is not None:
        fresh.forget_from(since[1])
    for fact in facts:
        fresh.take(fact, rulings[fact.id])
    fresh.rulings = rulings
    return fresh
