"""Prices as GTFS: Fares V1 and V2 read into matrices, our own prices written as Fares V2."""

from planner.fares.gtfs.model import FeedFares
from planner.fares.gtfs.read import read_fares
from planner.fares.gtfs.write import export, fare_texts

__all__ = ["FeedFares", "export", "fare_texts", "read_fares"]
