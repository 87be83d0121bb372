"""Storage of events and of the rows that follow from them. Only `games.services` writes here."""
