"""Exports as a picture: the card that link previews also show."""

from __future__ import annotations

from games.export import card
from games.export.data import ExportData


def render(data: ExportData) -> bytes:
    return card.draw_card(data.headline.picture)
