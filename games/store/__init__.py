"""How logs lie in the database, and the rows that are worked out from them. Only `games.services` comes here to write."""
