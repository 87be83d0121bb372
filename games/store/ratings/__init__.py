"""Ratings as rows: recalculated in batches outside the lock of the circle, and read by pages."""
