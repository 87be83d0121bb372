"""Exports as a picture: the card that link previews also show, and an upright one for phones and chats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext

from games.export import card
from games.export.card import CardContent, CardLine
from games.export.data import ExportData, ExportedMatch
from games.export.headline import is_first, name_of
from games.export.minus import with_minus
from games.export.points import points_in_words
from games.export.portrait import PortraitContent, PortraitLine, draw_portrait

MOST_ROWS = 12  # of a match


def render(data: ExportData) -> bytes:
    return card.draw_card(data.headline.picture if data.is_evening else with_former(data))


def with_former(data: ExportData) -> CardContent:
    """Return the card of a match, also with those in whose column someone else began from zero."""
    picture, [match] = data.headline.picture, data.matches
    former = [CardLine(name_of(side), with_minus(side.total), False) for _column, side in match.table.standing.former]
    rows = (*picture.rows, *former)
    more = gettext("and %(count)s more") % {"count": len(rows) - MOST_ROWS} if len(rows) > MOST_ROWS else ""
    return replace(picture, rows=rows[:MOST_ROWS], omission=more)


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
            # A shared win counts in part, as for the places.
            PortraitLine(
                str(row.place),
                row.person.name,
                f"{points_in_words(row.worth, is_average=False)} / {row.played}",
                row.place == 1,
            )
            for row in data.totals.rows
        )
        note = " · ".join(filter(None, (note, gettext("won / played"))))
    return PortraitContent(content.heading, note, ", ".join(dict.fromkeys(match.game for match in data.matches)), lines)


def sides_of(match: ExportedMatch) -> Iterator[PortraitLine]:
    """Yield the sides, the best first. Before the end, and without a result, nobody has a place, and never someone who left."""
    card = match.card
    has_places = card.is_over and bool(card.winners)
    sides = zip(match.table.standing.sides, card.sides, strict=True)
    for side, card_side in sorted(sides, key=lambda pair: pair[0].place):
        place = "–" if side.has_left else str(side.place)
        yield PortraitLine(
            place if has_places else "", name_of(side), with_minus(side.total), is_first(card, card_side)
        )
    for _column, former in match.table.standing.former:
        yield PortraitLine("–" if has_places else "", name_of(former), with_minus(former.total), is_first=False)
