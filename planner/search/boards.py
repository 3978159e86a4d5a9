"""The departure board of a station."""

from planner.search import hops
from planner.search.answers import Departure
from planner.search.service_day import day_end
from planner.timetable.model import Timetable
from planner.units import ServiceSeconds


def departures(timetable: Timetable, station: int, time: int, count: int) -> list[Departure]:
    """The next departures of a station, by time; of a train that splits each part."""
    t = timetable
    found: list[Departure] = []
    seen: set[int] = set()
    until = day_end(time)
    for i in hops.departures(t, station, time):
        if len(found) >= count or t.dep[i] > until:
            break
        if (call := t.conn_call[i]) not in seen:
            seen.add(call)
            found.append(_departure(t, i, call))
    return found


def _departure(t: Timetable, connection: int, call: int) -> Departure:
    trip, run = t.call_trip[call], t.run[connection]
    last = t.run_first_call[run + 1] - 1
    route = t.trip_route[trip]
    return Departure(
        departs=ServiceSeconds(t.call_dep[call]),
        line=t.route_name[route],
        operator=t.route_operator[route],
        train=t.trip_train[trip],
        headsign=t.trip_headsign[trip],
        trip_id=t.trip_id[trip],
        next_stop=t.station_name[t.node_station[t.call_node[call + 1]]],
        last_stop=t.station_name[t.node_station[t.call_node[last]]],
        last_arrives=ServiceSeconds(t.call_arr[last]),
        charged=bool(t.trip_charged[trip]),
    )
