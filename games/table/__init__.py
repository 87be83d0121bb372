"""The table: documents, sheets and what is asked of them. Pure Python over `games.rules`, on the server and the phone alike."""
