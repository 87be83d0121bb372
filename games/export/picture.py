"""As a picture: the card that also goes with a link."""

from __future__ import annotations

from games.export import card
from games.export.data import ExportData


def render(taken: ExportData) -> bytes:
    return card.drawn(taken.told.picture)
