"""The Kanagawa game the slow and obvious way: everything is worked out anew for every question.

Written from the clauses alone, with numbers in place of the rule file, and no state between
questions: to judge one post, the whole game until then is played again.
"""

import datetime as dt
import math
from typing import Any

import jpholiday

ALLOWANCE = {1: 100, 4: 200, 9: 300, 16: 400, 25: 500, 36: 800, 49: 900, 64: 1200, 81: 1300,
             100: 1600, 121: 1900, 144: 2000, 169: 2300, 196: 2600, 225: 2900, 256: 3200,
             289: 3500, 324: 3800, 361: 4300, 400: 4600}  # fmt: skip
SPRINT = {1: 2, 2: 3, 3: 5, 4: 8, 5: 12, 6: 17, 7: 23}
BONUS = [0, 1, 2, 5, 8, 13, 18, 25, 32, 41, 50, 61, 72, 85, 98]
PLACES = [
    "元町・中華街", "古淵", "大川", "こどもの国", "はるひ野", "片瀬江ノ島", "湘南江の島", "新逗子",
    "三崎口", "久里浜", "海芝浦", "扇町", "小島新田", "谷峨", "湯河原", "強羅", "大雄山",
]  # fmt: skip
LINE = "東海道新幹線"


def same(name: str) -> str:
    return {"逗子・葉山": "新逗子", "茅ケ崎": "茅ヶ崎"}.get(name, name)


def when(text: str) -> dt.datetime:
    return dt.datetime.strptime(text, "%Y-%m-%d %H:%M")


def day_of(event: dict[str, Any]) -> dt.date:
    return (when(event["t"]) - dt.timedelta(hours=3)).date()


class Naive:
    def __init__(self, game: dict[str, Any], events: list[dict[str, Any]]) -> None:
        self.game = game
        self.options = game.get("options", {})
        self.players = game["players"]
        self.first = dt.date.fromisoformat(game["first_day"])
        self.last = dt.date.fromisoformat(game["last_day"])
        self.accepted: list[dict[str, Any]] = []
        self.refused: dict[str, str] = {}
        for event in events:
            clause = self.judge(event)
            if clause:
                self.refused[event["id"]] = clause
            else:
                self.accepted.append(event)
        self.days = self.play()

    def option(self, name: str, default: Any) -> Any:
        return self.options.get(name, default)

    def dates(self) -> list[dt.date]:
        return [self.first + dt.timedelta(n) for n in range((self.last - self.first).days + 1)]

    def of(self, kind: str, **match: Any) -> list[dict[str, Any]]:
        return [
            e for e in self.accepted
            if e["type"] == kind and all(e.get(k) == v for k, v in match.items())
        ]  # fmt: skip

    def rest_days(self) -> dict[dt.date, set[str]]:
        rests: dict[dt.date, set[str]] = {}
        for e in self.of("rest"):
            rests.setdefault(day_of(e) + dt.timedelta(1), set()).add(e["player"])
        return rests

    # One player's money from the first day on, with the events accepted so far.

    def first_report(self, plan: dict[str, Any], events: list[dict[str, Any]]) -> Any:
        reports = [e for e in events if e["type"] == "report" and e["plan"] == plan["id"]]
        if plan["right"] is None:
            return None
        return reports[0] if reports and plan["declared"] < plan["right"] else None

    def fare(self, plan: dict[str, Any], events: list[dict[str, Any]]) -> int:
        if not plan["arrivals"]:
            return 0
        if self.first_report(plan, events):
            return int(plan["right"])
        claims = [e for e in events if e["type"] == "refund_claim" and e["plan"] == plan["id"]]
        at_plan = self.option("refund_booked", "plan") == "plan"
        if claims and plan["right"] is not None and plan["right"] < plan["declared"] and at_plan:
            return int(plan["right"])
        return int(plan["declared"])

    def money(self, player: str, events: list[dict[str, Any]], to: dt.date) -> dict[dt.date, Any]:
        purse, principal, interest = 0, 0, 0
        place = same(self.game["start"][player])
        rests, history = self.rest_days(), {}
        date = self.first
        while date <= to:
            began, loan, lost, paid = place, False, 0, False
            if not (date in rests and player not in rests[date]):
                interest += math.ceil((principal + interest) / 10)

            def spend(amount: int) -> None:
                nonlocal purse, principal, interest, loan
                if amount > purse:
                    lent = math.ceil((amount - purse) / 1000) * 1000
                    purse, principal, loan = purse + lent, principal + lent, True
                    if self.option("interest_on_loan_day", False):
                        interest += lent // 10
                purse -= amount

            plans = {e["id"]: e for e in events if e["type"] == "plan"}
            for e in [e for e in events if day_of(e) == date]:
                if e["type"] == "allowance" and e["player"] == player:
                    pays = max([0, *(yen for km, yen in ALLOWANCE.items() if km <= float(e["km"]))])
                    purse += pays
                    if not pays and not self.option("zero_ride_pays_interest", True):
                        continue
                    paid = True
                    if purse >= interest:
                        purse -= interest
                    else:
                        short = interest - purse
                        lost += math.ceil(short / 10)
                        purse = 0
                        if self.option("unpaid_interest", "settled") == "capitalised":
                            principal += short
                    interest = 0
                if e["type"] == "plan" and e["player"] == player:
                    spend(self.fare(e, events))
                    if e["arrivals"]:
                        place = same(e["arrivals"][-1]["station"])
                if e["type"] == "repay" and e["player"] == player:
                    amount = min(e["amount"], purse, principal + interest)
                    purse -= amount
                    first = min(amount, interest)
                    interest, principal = interest - first, principal - (amount - first)
                if e["type"] == "report" and plans[e["plan"]]["player"] == player != e["by"]:
                    plan = plans[e["plan"]]
                    if self.first_report(plan, events) is e:
                        spend(2 * plan["right"])
                if e["type"] == "refund_claim" and plans[e["plan"]]["player"] == player:
                    plan = plans[e["plan"]]
                    claims = [c for c in events if c["type"] == "refund_claim"
                              and c["plan"] == e["plan"]]  # fmt: skip
                    over = plan["declared"] - (plan["right"] or 0)
                    if self.option("refund_booked", "plan") == "correction" and claims[0] is e:
                        purse += over if over > 0 and plan["arrivals"] else 0
            history[date] = {"open": purse, "paid": paid, "loan": loan, "lost": lost,
                             "debt": principal + interest}  # fmt: skip
            if place == began and date not in rests:
                purse = 0
            history[date]["purse"] = purse
            date += dt.timedelta(1)
        return history

    # Rulings.

    def judge(self, e: dict[str, Any]) -> str:
        date, kind, player = day_of(e), e["type"], e.get("player", e.get("by"))
        if kind == "allowance" and not (math.isfinite(float(e["km"])) and float(e["km"]) >= 0):
            return "R2"
        if kind == "repay" and e["amount"] <= 0:
            return "D3"
        if kind in {"report", "refund_claim"}:
            plans = self.of("plan", id=e["plan"])
            if not plans:
                return "R4h" if kind == "report" else "R4i"
            unknown = plans[0]["right"] is None
            if kind == "report":
                return "R4h" if date > self.last or unknown else ""
            late = (date - day_of(plans[0])).days > 1 or date > self.last
            return "R4i" if late or unknown else ""
        if not self.first <= date <= self.last:
            return "R13"
        rests = self.rest_days()
        if date in rests and kind in {"allowance", "repay", "rest"}:
            return "R12"
        if kind == "rest":
            eves = [self.last - dt.timedelta(n) for n in range(4)]
            barred = date.weekday() in {4, 5} or date in eves
            barred = barred or jpholiday.is_holiday(date + dt.timedelta(1))
            return "R12" if barred or self.of("rest", player=player) else ""
        rode = [a for a in self.of("allowance", player=player) if day_of(a) == date]
        if kind == "allowance":
            return "R3" if rode else ""
        now = self.money(player, self.accepted, date)[date]
        before = True
        used = set()
        for old in self.accepted:  # which slot each plan of the day used
            if day_of(old) == date and old.get("player") == player:
                if old["type"] == "allowance":
                    zero = float(old["km"]) < 1 and not self.option("zero_ride_pays_interest", True)
                    before = before and zero
                if old["type"] == "plan":
                    used.add(before)
        if kind == "plan":
            if before in used:
                return "R4a"
            return "R4c" if e["declared"] > now["open"] else ""
        if before or False in used:
            return "D3"
        amount, debt = e["amount"], now["debt"]
        fits = amount % 1000 == 0 or amount == debt or debt < 1000
        return "" if fits and amount <= debt and amount <= now["open"] else "D3"

    # The whole game.

    def play(self) -> dict[dt.date, Any]:
        money = {p: self.money(p, self.accepted, self.last) for p in self.players}
        owners: dict[str, Any] = {}
        since: dict[str, dt.date] = {}
        days: dict[dt.date, Any] = {}
        wins = dict.fromkeys(self.players, 0)
        names = [same(name) for name in self.game["sprint_list"]]
        at, age = names.index(same(self.game["sprint_start"])), 0
        rests = self.rest_days()
        for date in self.dates():
            rest = date in rests
            points: dict[str, dict[str, int]] = {p: {} for p in self.players}
            plans = [e for e in self.of("plan") if day_of(e) == date]
            valid = [e for e in plans if not money[e["player"]][date]["loan"]]
            for e in valid:
                rides = e.get("shinkansen", 0) if e["arrivals"] else 0
                if rides and (not rest or self.option("rest_day_boarding_point", True)):
                    own = points[e["player"]]
                    own["line_ride"] = own.get("line_ride", 0) + rides
            age += 0 if rest else 1
            sprint = {"station": self.game["sprint_list"][at], "age": age, "winner": None}
            if not rest:
                winner, moves = self.race(date, plans, valid, names[at])
                if winner:
                    sprint["winner"] = winner
                    points[winner]["sprint"] = SPRINT.get(age, 30)
                    wins[winner] += 1
                if moves:
                    at, age = self.next_point(names, at, date), 0
                for place in [*PLACES, LINE]:
                    came = {e["player"] for e in valid if place in self.reached(e)}
                    owner = owners.get(place)
                    if came and owner not in came:
                        owners[place] = came.pop() if len(came) == 1 else None
                        since[place] = date
                for place, owner in owners.items():
                    if owner and place == LINE:
                        if since[place] != date or self.option("line_pays_first_day", True):
                            points[owner]["line_control"] = 1
                    elif owner and since[place] != date:
                        points[owner]["station"] = points[owner].get("station", 0) + 1
            for player in self.players:
                end = money[player][date]
                if end["lost"]:
                    points[player]["interest_penalty"] = -end["lost"]
                if date == self.last:
                    held = list(owners.values()).count(player)
                    held += wins[player] if self.option("bonus_counts_sprint_wins", False) else 0
                    points[player]["bonus"] = BONUS[held] if held < 15 else 100
                    points[player]["final_debt"] = -max(0, end["debt"] - end["purse"])
            days[date] = {
                "players": {
                    p: {"purse": money[p][date]["purse"], "debt": money[p][date]["debt"],
                        "points": {c: n for c, n in points[p].items() if n}}
                    for p in self.players
                },
                "control": {place: owners.get(place) for place in [*PLACES, LINE]},
                "sprint": sprint,
            }  # fmt: skip
        return days

    def reached(self, plan: dict[str, Any]) -> set[str]:
        places = {same(stop["station"]) for stop in plan["arrivals"]}
        return places | ({LINE} if plan.get("shinkansen") and plan["arrivals"] else set())

    def race(self, date: dt.date, plans: Any, valid: Any, station: str) -> tuple[Any, bool]:
        """(winner in hindsight, whether anybody had arrived as far as was known that evening)."""
        known = [e for e in self.accepted if day_of(e) <= date]
        loans = {p for p in self.players if self.money(p, known, date)[date]["loan"]}

        def runners(some: Any) -> Any:
            found = []
            for e in some:
                times = [s["time"] for s in e["arrivals"] if same(s["station"]) == station]
                if times:
                    found.append((min(times), when(e["t"]), self.accepted.index(e), e["player"]))
            return sorted(found)

        hindsight = runners(valid)
        evening = runners([e for e in plans if e["player"] not in loans])
        winner = hindsight[0][3] if hindsight else None
        if evening and evening[0][3] not in {e["player"] for e in valid}:
            winner = winner if self.option("sprint_pass_on", True) else None
        return winner, bool(evening)

    def next_point(self, names: list[str], at: int, date: dt.date) -> int:
        close = self.game["closes"].get(date.isoformat())
        n = 5
        if close and date.weekday() < 5 and not jpholiday.is_holiday(date):
            whole, cents = close.split(".")
            digits = [whole[-1], cents[0], cents[1], whole[-2], whole[-3]]
            n = next((int(d) for d in digits if d != "0"), 5)
        step = (at + n) % len(names)
        while names[step] in {same(u) for u in self.game["unreachable"]}:
            step = (step + n) % len(names)
        return step
