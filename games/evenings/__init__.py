"""Looking back at evenings: who was there, who won what, what is added up, what is worth telling.

Worked out from what lists already have of a match, and from its sheet; nothing here knows a database or a page.
"""
