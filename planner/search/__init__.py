"""Connection scans over a compiled timetable."""
