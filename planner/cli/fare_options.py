"""Options that the verbs of ``planner fare`` share."""

from planner.cli.parameters import Parameter

EXIT_NO = 1

SYSTEM = Parameter(
    "system",
    "text",
    "運賃系統(jr, keikyu ...)に限る",
    "Only this fare system (jr, keikyu ...)",
    ("--system",),
    "NAME",
)
VIA = Parameter(
    "via", "texts", "経由駅(複数可)", "By way of this station (repeatable)", ("--via",), "STATION"
)
