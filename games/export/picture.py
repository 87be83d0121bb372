"""As a picture: the card that also goes with a link."""

from __future__ import annotations

from games.export.taken import Taken
from games.web import card


def made(taken: Taken) -> bytes:
    return card.drawn(taken.told.picture)
