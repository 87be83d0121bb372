"""The files of a season: its table as PDF, picture, text and spreadsheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from io import BytesIO

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from games import models
from games.display.dates import in_words
from games.export import csv_file, fonts
from games.export.formats import CSV, NO_FONTS, XLSX
from games.export.minus import with_minus
from games.export.name_list import name_list
from games.export.names import file_name
from games.export.points import points_in_words, rounded
from games.export.portrait import PortraitContent, PortraitLine, draw_portrait
from games.export.tables import Cell
from games.match.errors import Refused
from games.match.event_fields import AVERAGE, BY_PLACE
from games.rules.words import _
from games.statistics.season import SeasonMatch, SeasonStanding, champions, evenings_of, season_table
from games.store.game_names import game_names
from games.store.people import people_of
from games.store.season_results import rule_of, season_matches

MOST_NAMED = 20  # games of a season


class SeasonData:
    """A season with its matches and its table."""

    def __init__(self, season: models.Season) -> None:
        self.season = season
        self.matches: list[SeasonMatch] = season_matches(season, people_of(season.circle_id))
        self.rows = season_table(self.matches, rule_of(season))

    @cached_property
    def evenings(self) -> int:
        return len(evenings_of(self.matches))

    @property
    def rule(self) -> str:
        return rule_in_words(self.season)

    @property
    def no_place(self) -> str:
        """Return why someone has a dash in place of a number, or an empty text if all have a place."""
        if all(row.place is not None for row in self.rows):
            return ""
        return gettext("Fewer than %(least)s matches: no place yet") % {"least": self.season.minimum}

    @property
    def is_average(self) -> bool:
        return self.season.rule == AVERAGE

    @property
    def is_over(self) -> bool:
        return self.season.ends is not None and self.season.ends < timezone.localdate()

    @cached_property
    def champions(self) -> list[str]:
        return [person.name for person in champions(self.rows)] if self.is_over else []

    @property
    def note(self) -> str:
        """Return the days, and the games if not all of them count."""
        return " · ".join(filter(None, (days_in_words(self.season), games_in_words(self.season))))

    @property
    def result(self) -> str:
        """Return the champion, the first ones if they are many, or the number of matches so far."""
        if len(self.champions) == 1:
            return gettext("Champion: %(name)s") % {"name": self.champions[0]}
        if self.champions:
            return gettext("Champions: %(names)s") % {"names": name_list(self.champions)}
        count = len(self.matches)
        return ngettext("Based on one finished match.", "Based on %(count)s finished matches.", count) % {
            "count": count
        }

    def points(self, row: SeasonStanding) -> str:
        return points_in_words(row.points, is_average=self.is_average)


def days_in_words(season: models.Season) -> str:
    first = day_in_words(season.begins)
    if season.ends is None:
        return gettext("from %(first)s") % {"first": first}
    return gettext("%(first)s to %(last)s") % {"first": first, "last": day_in_words(season.ends)}


def day_in_words(day: date) -> str:
    return in_words(day.isoformat()).translated(gettext)


def games_in_words(season: models.Season, names: Mapping[str, str] | None = None) -> str:
    """Return the names of the games that count, the first ones if they are many, or an empty text if all count.

    `names` are those of all games of the group: a list of seasons reads them once.
    """
    names = game_names(season.circle_id, season.games) if names is None else names
    words = [names.get(key, key) for key in season.games[:MOST_NAMED]]
    if len(season.games) > MOST_NAMED:
        words.append("…")
    return ", ".join(words)


def rule_in_words(season: models.Season) -> str:
    if season.rule == AVERAGE:
        return gettext("A point for every side left behind, one more for winning; divided by the matches played.")
    if season.rule == BY_PLACE:
        points = ", ".join(map(with_minus, season.place_points))
        return gettext(
            "By place: %(points)s points, then none. Sides with the same place share the points of their places."
        ) % {"points": points}
    return gettext("The points of the game, added up. Where the fewest points win, they count as negative.")


# ---- The formats


def text(data: SeasonData) -> str:
    """Return the table as text to paste into a chat."""
    lines = [f"{row.place or '–'}. {row.person.name} {data.points(row)} ({row.played})" for row in data.rows]
    about = [data.season.name, data.note, data.result]
    notes = ["", data.no_place] if data.no_place else []
    return "\n".join([*filter(None, about), "", *lines, *notes]) + "\n"


def head() -> list[str]:
    return [
        gettext("Place"),
        gettext("Player"),
        gettext("Points"),
        gettext("Matches"),
        gettext("Wins"),
        gettext("Evenings"),
        gettext("Last five"),
        gettext("Player ids"),
    ]


def table(data: SeasonData, mark: str = "") -> Iterator[list[Cell]]:
    """Yield a row for each person. With a decimal mark, numbers with decimals are texts."""
    for row in data.rows:
        yield [
            row.place,
            row.person.name,
            decimal_cell(row.points, mark),
            row.played,
            decimal_cell(row.wins, mark),
            len(row.evenings),
            " ".join(str(place) for place, _won in row.form),
            row.person.id,
        ]


def decimal_cell(value: Fraction, mark: str) -> Cell:
    if value.denominator == 1:
        return int(value)
    number = rounded(value)
    return str(number).replace(".", mark) if mark else number


def as_csv(separator: str, mark: str) -> Callable[[SeasonData], bytes]:
    return lambda data: b"".join(csv_file.iter_chunks(head(), [table(data, mark)], separator))


def workbook(data: SeasonData) -> bytes:
    from games.export.workbook import NARROW, WIDE, Book, columns_for, sheet_name

    file = BytesIO()
    book = Book(file, data.season.name)
    rows = list(table(data))
    sheet = book.sheet(sheet_name(data.season.name), head(), columns_for([head(), *rows], (NARROW, WIDE)))
    for number, row in enumerate(rows, 1):
        book.row(sheet, number, row, book.plain)
    book.row(sheet, len(rows) + 2, [gettext("Rule"), data.rule], book.plain)
    book.row(sheet, len(rows) + 3, [gettext("Day"), data.note], book.plain)
    if data.no_place:
        book.row(sheet, len(rows) + 4, [gettext("Place"), data.no_place], book.plain)
    book.close()
    return file.getvalue()


def picture(data: SeasonData) -> bytes:
    return draw_portrait(picture_content(data))


def picture_content(data: SeasonData) -> PortraitContent:
    rows = tuple(
        PortraitLine(str(row.place or "–"), row.person.name, data.points(row), row.place == 1) for row in data.rows
    )
    note = " · ".join(filter(None, (data.note, data.no_place)))
    return PortraitContent(data.season.name, note, data.result, rows)


def pdf(data: SeasonData) -> bytes:
    from games.export.season_pdf import render

    return render(data)


@dataclass(frozen=True)
class SeasonFormat:
    key: str  # in the URL
    ending: str  # of the file's name
    mime_type: str
    label: str
    purpose: str
    build: Callable[[SeasonData], bytes]
    is_lettered: bool = False  # it needs fonts

    @property
    def is_available(self) -> bool:
        return not self.is_lettered or fonts.are_there()

    def render(self, data: SeasonData) -> bytes:
        if not self.is_available:
            raise Refused(*NO_FONTS)
        return self.build(data)

    def name(self, data: SeasonData) -> str:
        return file_name(data.season.name, f"{timezone.localdate():%Y-%m-%d}", self.ending)


FORMATS: Sequence[SeasonFormat] = (
    SeasonFormat("pdf", "pdf", "application/pdf", _("PDF"), _("The table on A4, to print out"), pdf, True),
    SeasonFormat("png", "png", "image/png", _("Picture"), _("The table upright, to share"), picture, True),
    SeasonFormat(
        "txt",
        "txt",
        "text/plain; charset=utf-8",
        _("Text"),
        _("To paste into a chat"),
        lambda data: text(data).encode(),
    ),
    SeasonFormat("xlsx", "xlsx", XLSX, _("Spreadsheet"), _("For Excel, LibreOffice etc."), workbook),
    SeasonFormat("csv", "csv", CSV, _("CSV"), _("A table any program can read"), as_csv(csv_file.COMMA, ".")),
    SeasonFormat(
        "csv-semicolon",
        "csv",
        CSV,
        _("CSV with semicolons"),
        _("With a decimal comma: 1,5"),
        as_csv(csv_file.SEMICOLON, ","),
    ),
)


def find(key: str) -> SeasonFormat | None:
    return next((format for format in FORMATS if format.key == key), None)
