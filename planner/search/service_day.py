"""When a service day begins and ends: 03:00 to 26:59, no journey crosses 03:00 (clause R4d)."""

from planner.units import DAY_ENDS, DAY_STARTS

__all__ = ("DAY_ENDS", "DAY_STARTS", "day_end")


def day_end(time: int) -> int:
    """When the service day of a moment ends (service seconds): 03:00."""
    return DAY_STARTS - 1 if time < DAY_STARTS else DAY_ENDS - 1
