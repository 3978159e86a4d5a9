"""The GTFS file format as data: columns, their kinds, keys and references of every file we read.

A column is written ``name:kind``, then ``!`` if a row without it is useless, ``=0`` the value that
stands for an empty field, ``<4`` the largest one, ``>file.column`` what it refers to (an unknown
reference is cleared), ``>>file.column`` the same where an unknown one makes the row useless.
"""

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["id", "text", "int", "float", "time", "date"]
MISSING = -1  # stands for an empty int, time or date; an empty id or text is "", a float NaN

WANTED = {
    "int": "a whole number",
    "float": "a number",
    "time": "a time H:MM:SS",
    "date": "a date YYYYMMDD",
}


@dataclass(frozen=True)
class Column:
    """One column: ``id`` is read as a pandas Categorical, ``text`` as str, the rest as numbers.

    Times are int32 seconds of the service day, dates int32 such as 20261201.
    """

    name: str
    kind: Kind
    required: bool = False
    default: int = MISSING
    refers_to: tuple[str, str] | None = None  # file, column
    binding: bool = False  # a row whose reference is unknown is left out
    most: int = 2**31 - 1  # the largest int that means anything

    @property
    def wanted(self) -> str:
        """What a field of this column has to be, in words."""
        if self.kind == "int" and self.most < 100:
            return f"a whole number up to {self.most}"
        return WANTED[self.kind]


@dataclass(frozen=True)
class Table:
    """One file (named without ``.txt``), its key and its columns."""

    name: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]
    required: bool = False

    def column(self, name: str) -> Column:
        """The column of that name (KeyError when there is none)."""
        return next(c for c in self.columns if c.name == name)


_COLUMN = re.compile(
    r"(\w+):(id|text|int|float|time|date)(!?)(?:=(-?\d+))?(?:<(\d+))?(?:(>>?)(\w+)\.(\w+))?"
)


def _table(name: str, key: str, columns: str, required: bool = False) -> Table:
    read = []
    for word in columns.split():
        match = _COLUMN.fullmatch(word)
        if match is None:
            raise ValueError(f"{name}: cannot read column {word!r}")
        column, kind, must, default, most, arrow, file, target = match.groups()
        read.append(
            Column(
                column,
                kind,  # type: ignore[arg-type]
                bool(must),
                MISSING if default is None else int(default),
                (file, target) if file else None,
                arrow == ">>",
                int(most) if most else 2**31 - 1,
            )
        )
    return Table(name, tuple(key.split()), tuple(read), required)


TABLES: dict[str, Table] = {
    table.name: table
    for table in (
        _table(
            "agency",
            "agency_id",
            "agency_id:id agency_name:text agency_url:text agency_timezone:text agency_lang:text"
            " agency_phone:text agency_fare_url:text agency_email:text",
        ),
        _table(
            "stops",
            "stop_id",
            "stop_id:id! stop_code:text stop_name:text tts_stop_name:text stop_desc:text"
            " stop_lat:float stop_lon:float zone_id:id stop_url:text location_type:int=0<4"
            " parent_station:id>stops.stop_id stop_timezone:text wheelchair_boarding:int=0<2"
            " level_id:id platform_code:text prefecture:text",
            required=True,
        ),
        _table(
            "routes",
            "route_id",
            "route_id:id! agency_id:id>agency.agency_id route_short_name:text"
            " route_long_name:text route_desc:text route_type:int route_url:text"
            " route_color:text route_text_color:text route_sort_order:int network_id:id",
            required=True,
        ),
        _table(
            "trips",
            "trip_id",
            "route_id:id!>>routes.route_id service_id:id! trip_id:id! trip_headsign:text"
            " trip_short_name:text direction_id:int<1 block_id:id shape_id:id"
            " wheelchair_accessible:int=0<2 bikes_allowed:int=0<2"
            # of this project's own feeds
            " charged:int=0<1 train_number:text",
            required=True,
        ),
        _table(
            "stop_times",
            "trip_id stop_sequence",
            "trip_id:id!>>trips.trip_id arrival_time:time departure_time:time"
            " stop_id:id!>>stops.stop_id stop_sequence:int! stop_headsign:id pickup_type:int=0<3"
            " drop_off_type:int=0<3 shape_dist_traveled:float timepoint:int=1<1",
            required=True,
        ),
        _table(
            "calendar",
            "service_id",
            "service_id:id! monday:int!=0<1 tuesday:int!=0<1 wednesday:int!=0<1 thursday:int!=0<1"
            " friday:int!=0<1 saturday:int!=0<1 sunday:int!=0<1 start_date:date! end_date:date!",
        ),
        _table(
            "calendar_dates",
            "service_id date",
            "service_id:id! date:date! exception_type:int!<2",
        ),
        _table(
            "frequencies",
            "trip_id start_time",
            "trip_id:id!>>trips.trip_id start_time:time! end_time:time! headway_secs:int!"
            " exact_times:int=0<1",
        ),
        _table(
            "transfers",
            "from_stop_id to_stop_id from_trip_id to_trip_id from_route_id to_route_id",
            "from_stop_id:id>>stops.stop_id to_stop_id:id>>stops.stop_id"
            " from_route_id:id>>routes.route_id to_route_id:id>>routes.route_id"
            " from_trip_id:id>>trips.trip_id to_trip_id:id>>trips.trip_id transfer_type:int=0<5"
            " min_transfer_time:int",
        ),
        _table(
            "feed_info",
            "",
            "feed_publisher_name:text feed_publisher_url:text feed_lang:text default_lang:text"
            " feed_start_date:date feed_end_date:date feed_version:text feed_contact_email:text"
            " feed_contact_url:text",
        ),
        _table(
            "translations",
            "",
            "table_name:id field_name:id language:id translation:text record_id:text"
            " record_sub_id:text field_value:text trans_id:text lang:id",
        ),
        _table(
            "attributions",
            "attribution_id",
            "attribution_id:id agency_id:id>agency.agency_id route_id:id>routes.route_id"
            " trip_id:id>trips.trip_id organization_name:text is_producer:int=0 is_operator:int=0"
            " is_authority:int=0 attribution_url:text attribution_email:text"
            " attribution_phone:text",
        ),
        _table(
            "shapes",
            "shape_id shape_pt_sequence",
            "shape_id:id! shape_pt_lat:float! shape_pt_lon:float! shape_pt_sequence:int!"
            " shape_dist_traveled:float",
        ),
        _table(
            "pathways",
            "pathway_id",
            "pathway_id:id! from_stop_id:id!>>stops.stop_id to_stop_id:id!>>stops.stop_id"
            " pathway_mode:int<7 is_bidirectional:int<1 length:float traversal_time:int"
            " stair_count:int",
        ),
        _table("levels", "level_id", "level_id:id! level_index:float level_name:text"),
        _table(
            "fare_attributes",
            "fare_id",
            "fare_id:id! price:text currency_type:text payment_method:int transfers:int"
            " agency_id:id>agency.agency_id transfer_duration:int",
        ),
        _table(
            "fare_rules",
            "",
            "fare_id:id!>>fare_attributes.fare_id route_id:id>routes.route_id origin_id:id"
            " destination_id:id contains_id:id",
        ),
        _table("areas", "area_id", "area_id:id! area_name:text"),
        _table("stop_areas", "", "area_id:id!>>areas.area_id stop_id:id!>>stops.stop_id"),
        _table("networks", "network_id", "network_id:id! network_name:text"),
        _table(
            "route_networks",
            "route_id",
            "network_id:id!>>networks.network_id route_id:id!>>routes.route_id",
        ),
        _table(
            "fare_products",
            "",
            "fare_product_id:id! fare_product_name:text fare_media_id:id amount:text currency:text"
            " rider_category_id:id",
        ),
        _table(
            "fare_media",
            "fare_media_id",
            "fare_media_id:id! fare_media_name:text fare_media_type:int",
        ),
        _table(
            "fare_leg_rules",
            "",
            "leg_group_id:id network_id:id from_area_id:id to_area_id:id fare_product_id:id!"
            " rule_priority:int from_timeframe_group_id:id to_timeframe_group_id:id",
        ),
        _table(
            "fare_leg_join_rules",
            "",
            "from_network_id:id! to_network_id:id! from_stop_id:id>stops.stop_id"
            " to_stop_id:id>stops.stop_id",
        ),
        _table(
            "fare_transfer_rules",
            "",
            "from_leg_group_id:id to_leg_group_id:id transfer_count:int duration_limit:int"
            " duration_limit_type:int fare_transfer_type:int fare_product_id:id",
        ),
    )
}

TIMETABLE = (
    "agency",
    "stops",
    "routes",
    "trips",
    "stop_times",
    "calendar",
    "calendar_dates",
    "frequencies",
    "transfers",
    "feed_info",
    "translations",
)
"""The files that trains and names are made of: all that a search needs."""
