"""``planner move FROM``: where a purse can take you tonight, by fare, without the start."""

from planner.cli.reach_verb import verb

VERB = verb(
    "今夜行ける駅(運賃順)", "Where a purse can take you tonight, cheapest first.", by_fare=True
)
