"""Sheets as rows of cells, for spreadsheets. A cell is a text, a number or a day, never a formula."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import chain
from typing import Any

from django.utils.translation import gettext

from games.export import answers, reasons_text
from games.export.data import ExportedMatch
from games.export.headline import name_of
from games.export.turns import pause_between
from games.statistics.people import PlayerIndex

Cell = str | int | float | date | None


@dataclass
class Spreadsheet:
    head: list[str]
    rows: list[list[Cell]]
    foot: list[list[Cell]]  # totals and places, and who left


def sheet(match: ExportedMatch) -> Spreadsheet:
    """Return the sheet of a match: one row per round, with points and total of each side, and what was entered."""
    standing = match.table.standing
    displayed = match.displayed_sheet.rows
    entered = answers.columns(match, displayed)
    empty: list[Cell] = [None] * (len(entered) + 1)
    places: list[Cell] = [
        None if standing.is_nobodys else gettext("has left") if side.has_left else side.place for side in standing.sides
    ]
    pairs = [(side.head, gettext("%(name)s, total") % {"name": side.head}) for side in standing.sides]
    return Spreadsheet(
        head=[
            *(gettext("Round"), gettext("Dealer"), *chain.from_iterable(pairs)),
            *(column.label for column in entered),
            gettext("Scored for"),
        ],
        rows=[
            [
                *(row.number, row.dealer, *in_pairs((cell.points, cell.total) for cell in row.cells)),
                *(column.cell(row) for column in entered),
                reasons_text.line(row),
            ]
            for row in pause_between(displayed)
        ],
        foot=[
            [gettext("Total"), None, *in_pairs((None, side.total) for side in standing.sides), *empty],
            [gettext("Place"), None, *in_pairs((None, place) for place in places), *empty],
            *[[*cells, *empty] for cells in (*former_rows(match), *id_rows(match))],
        ],
    )


def former_rows(match: ExportedMatch) -> Iterator[list[Cell]]:
    """Yield a row for each player in whose column someone else began from zero, with the points then."""
    standing = match.table.standing
    for column, former in standing.former:
        totals = [former.total if number == column else None for number in range(len(standing.sides))]
        yield [name_of(former), None, *in_pairs((None, total) for total in totals)]


def id_rows(match: ExportedMatch) -> list[list[Cell]]:
    """Return a row with the ids of the players of each side, if any has one."""
    ids = [ids_of(players, match.people) for players in match.table.sheet.lineup.seated]
    return [[gettext("Player ids"), None, *in_pairs((id or None, None) for id in ids)]] if any(ids) else []


def ids_of(players: Iterable[Any], people: PlayerIndex) -> str:
    """Return the ids of the people behind the players, of those who have one. Two people may have the same name."""
    return " ".join(id for id in (people.person(player).id for player in players) if id)


def in_pairs(pairs: Iterator[tuple[Cell, Cell]]) -> list[Cell]:
    return list(chain.from_iterable(pairs))


def rounds_head() -> list[str]:
    """Return the head for rounds of several matches: one row per round and side, to filter and sum up."""
    return [
        gettext("Day"),
        gettext("Game"),
        gettext("Match"),
        gettext("Round"),
        gettext("Dealer"),
        gettext("Side"),
        gettext("Points"),
        gettext("Total"),
        gettext("Player ids"),
    ]


def rounds(match: ExportedMatch) -> Iterator[list[Cell]]:
    for row in pause_between(match.displayed_sheet.rows):
        seated = match.table.sheet.lineup_of(row.number - 1).seated
        for cell in row.cells:
            known: list[Cell] = [match.row.date, match.game, str(match.row.id)]
            ids = ids_of(seated[cell.number], match.people) if cell.number < len(seated) else ""
            yield [*known, row.number, row.dealer, cell.side, cell.points, cell.total, ids]
