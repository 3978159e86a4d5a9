"""The options that verbs which ask the timetable share, each spelled and explained once."""

from planner.cli.parameters import Parameter

FROM = Parameter("origin", "text", "出発駅", "Station to start from", metavar="FROM")
TO = Parameter("goal", "text", "到着駅", "Station to go to", metavar="TO")
DATE = Parameter(
    "date",
    "text",
    "日付(既定: 日本の今日)",
    "Default: today in Japan",
    ("--date", "--on"),
    "YYYY-MM-DD",
)
AT = Parameter(
    "at",
    "text",
    "時刻。00:00-02:59 は前日の 24:00-26:59(既定: 今日なら現在、他の日は始発から)",
    "00:00-02:59 is 24:00-26:59 of the day before (default: now, other days the first trains)",
    ("--at",),
    "HH:MM",
)
RULES = Parameter(
    "rules",
    "text",
    "移動規則: kanagawa(ゲーム)/ none(通常)",
    "Where one may ride: kanagawa (the game's rules) or none (ordinary travel)",
    ("--rules",),
    default="kanagawa",
)
FEED = Parameter(
    "feed",
    "text",
    "時刻表の名前・パス・URL(既定: 選択中)",
    "Name, path or URL of a timetable (default: the chosen one)",
    ("--feed",),
)
AS_IF = Parameter(
    "as_if",
    "text",
    "weekday(平日)/ holiday(土休日)のダイヤで検索",
    "Run the trains of a weekday or of a holiday, whatever the date",
    ("--as-if",),
    "DAYTYPE",
)
JSON = Parameter("json", "flag", "JSON で出力", "Print one JSON document", ("--json",))
LANG = Parameter("lang", "text", "表示言語", "ja or en", ("--lang",))
BY = Parameter(
    "by",
    "text",
    "time 早い順 / fare 安い順 / changes 乗換の少ない順 / all すべて",
    "What counts first: time, fare or changes; all: the whole Pareto set",
    ("--by",),
    "WHAT",
    default="time",
)
BUDGET = Parameter("budget", "number", "予算(円)", "Spend no more than this", ("--budget",), "YEN")
ARRIVE_BY = Parameter(
    "arrive_by",
    "flag",
    "--at を到着の期限とする",
    "--at is the latest time to arrive",
    ("--arrive-by",),
)
STOPS = Parameter(
    "stop",
    "texts",
    "途中で下車する駅(複数可)",
    "Get off there on the way, the ticket ends (repeatable)",
    ("--stop",),
    "STATION",
)
ANY_ORDER = Parameter(
    "any_order", "flag", "--stop の順序を問わない", "Stops in any order", ("--any-order",)
)
VIA = Parameter(
    "via", "texts", "経由駅(複数可)", "Pass through there (repeatable)", ("--via",), "STATION"
)
AVOID = Parameter(
    "avoid",
    "texts",
    "避ける駅・路線・会社(複数可)",
    "Station, line or company not to touch (repeatable)",
    ("--avoid",),
    "PLACE",
)
COUNT = Parameter("count", "number", "経路の件数", "How many journeys", ("--count",), "N")
IC = Parameter("ic", "flag", "IC 運賃で計算", "Prices by IC card", ("--ic",))
TICKETS = Parameter(
    "tickets",
    "text",
    "maximal 通しの切符 / split 分割購入も検討",
    "maximal, or split: also get off to buy a new ticket where that is cheaper",
    ("--tickets",),
    "HOW",
    default="maximal",
)
DISCOUNTS = Parameter(
    "discounts", "flag", "乗継割引を適用", "Apply transfer discounts", ("--discounts",)
)

WHERE = (RULES, FEED, AS_IF)
FORM = (JSON, LANG)
