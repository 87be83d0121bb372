"""A year of evenings that nobody has played, for whoever wants to see Scorekeeper in use.

Everything is dealt by the kinds of question and judged as it is at a real table, so no game is known here by name.
"""
