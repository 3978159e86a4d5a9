"""The verbs of ``planner``: which module answers, and what each does."""

from planner.cli.lang import say

# verb -> (module that defines VERB or a typer ``app``, what it does)
VERBS = {
    "route": ("planner.cli.route", say("経路を探す", "Find journeys from one station to another")),
    "last-train": ("planner.cli.last_train", say("終電を探す", "The last way there today")),
    "day": ("planner.cli.day", say("一日の全経路", "Every best journey of the day")),
    "reach": ("planner.cli.reach", say("予算内で行ける駅", "Every station within a budget")),
    "move": ("planner.cli.move", say("今夜行ける駅(運賃順)", "Where a purse can take you tonight")),
    "board": ("planner.cli.board", say("発車案内", "Next departures of a station")),
    "fare": ("planner.cli.fare", say("運賃を調べる", "The price of a ticket, and why")),
    "batch": ("planner.cli.batch", say("多数の検索をまとめて", "Many queries from a CSV file")),
    "check": ("planner.cli.check", say("申告経路を審判する", "Rule on a declared route")),
    "game": (
        "planner.cli.game",
        say("旅ゲームの記録と審判", "The travel game: journal and ledger"),
    ),
    "feed": ("planner.cli.feed", say("時刻表データの管理", "Timetables: import, check, choose")),
}
