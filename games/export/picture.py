"""Exports as a picture: the card that link previews also show, and an upright one for phones and chats."""

from __future__ import annotations

from collections.abc import Iterator

from games.export import card
from games.export.data import ExportData, ExportedMatch
from games.export.headline import is_first, name_of
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
    note = " · ".join(filter(None, (data.place, content.note, "" if data.totals else content.omission)))
    if data.totals is None:
        lines = tuple(PortraitLine("", row.name, row.total, row.is_first) for row in content.rows)
    else:
        lines = tuple(
            PortraitLine(str(row.place), row.person.name, f"{row.won} / {row.played}", row.place == 1)
            for row in data.totals.rows
        )
    return PortraitContent(content.heading, note, ", ".join(dict.fromkeys(match.game for match in data.matches)), lines)


def sides_of(match: ExportedMatch) -> Iterator[PortraitLine]:
    """Yield the sides, the best first. Before the end, and without a result, nobody has a place, and never someone who left."""
    card = match.card
    has_places = card.is_over and bool(card.winners)
    sides = zip(match.table.standing.sides, card.sides, strict=True)
    for side, card_side in sorted(sides, key=lambda pair: pair[0].place):
        place = "–" if side.has_left else str(side.place)
        yield PortraitLine(place if has_places else "", name_of(side), str(side.total), is_first(card, card_side))
    for _column, former in match.table.standing.former:
        yield PortraitLine("–" if has_places else "", name_of(former), str(former.total), is_first=False)
