"""Who is good at what: figures of many matches, added up piece by piece.

Worked out from what lists already have of a match, and from its sheet; nothing here knows a database or a page.
docs/statistics.md tells what each figure means.
"""
