"""Exports as a picture: the card that link previews also show, and an upright one for phones and chats."""

from __future__ import annotations

from collections.abc import Iterator

from games.export import card
from games.export.data import ExportData, ExportedMatch
from games.export.portrait import PortraitContent, PortraitLine, draw_portrait


def render(data: ExportData) -> bytes:
    return card.draw_card(data.headline.picture)


def render_portrait(data: ExportData) -> bytes:
    return draw_portrait(portrait(data))


def portrait(data: ExportData) -> PortraitContent:
    """Return the sides of a match in the order of their places, or who won how many matches of an evening."""
    content = data.headline.picture
    if not data.is_evening:
        [match] = data.matches
        note = " · ".join(filter(None, (match.day, data.place)))
        return PortraitContent(content.heading, note, content.note, tuple(sides_of(match)))
    note = " · ".join(filter(None, (data.place, content.note)))
    if data.totals is None:
        lines = tuple(PortraitLine("", row.name, row.total, row.is_first) for row in content.rows)
    else:
        lines = tuple(
            PortraitLine(str(row.place), row.person.name, f"{row.won} / {row.played}", row.place == 1)
            for row in data.totals.rows
        )
    return PortraitContent(content.heading, note, ", ".join(dict.fromkeys(match.game for match in data.matches)), lines)


def sides_of(match: ExportedMatch) -> Iterator[PortraitLine]:
    """Yield the sides, the best first. Before the end, and without a result, nobody has a place."""
    standing, content = match.table.standing, match.headline.picture
    has_places = match.card.is_over and bool(match.card.winners)
    for side in sorted(standing.sides, key=lambda side: side.place):
        is_first = any(row.is_first for row in content.rows if row.name == side.name)
        yield PortraitLine(str(side.place) if has_places else "", side.name, str(side.total), is_first)
