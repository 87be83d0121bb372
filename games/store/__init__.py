"""Reading and writing events, the log cache, the read models. Only `games.services` writes here."""
