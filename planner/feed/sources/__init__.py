"""Converters: one published data set each, turned into a GTFS feed."""
