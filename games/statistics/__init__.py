"""Arithmetic over finished matches: evenings, highlights, and figures that are added up month by month.

It reads the summary of a match and its sheet. It knows no database and no page.
docs/statistics.md describes each figure.
"""
