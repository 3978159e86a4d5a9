"""GTFS in and out: reading, checking, converting and naming stations."""
