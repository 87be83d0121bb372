"""The totals of an evening in its files: who won, and the points and places of each game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext

from games.rules.words import translate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.export.tables import Cell
    from games.statistics.evening_totals import EveningTotals, PersonTotals

IN_A_LINE = 20  # people


def game_names(totals: EveningTotals) -> list[str]:
    """Return the games, each with the number of its finished matches if there are several."""
    names = [translate(game.title, gettext) for game in totals.games]
    return [f"{name} × {count}" if count > 1 else name for name, count in zip(names, totals.counts, strict=True)]


def head(totals: EveningTotals) -> list[str]:
    shared = [gettext("Shared")] if totals.has_shared else []
    pairs = [
        [gettext("%(game)s, points") % {"game": game}, gettext("%(game)s, places") % {"game": game}]
        for game in game_names(totals)
    ]
    wins = [gettext("Place"), gettext("Player"), gettext("Won"), *shared, gettext("Played")]
    return wins + [label for pair in pairs for label in pair]


def rows(totals: EveningTotals) -> Iterator[list[Cell]]:
    """Yield a row for each person: place, wins, then points and places of each game."""
    for row in totals.rows:
        shared: list[Cell] = [row.shared] if totals.has_shared else []
        cells: list[Cell] = [row.place, row.person.name, row.won, *shared, row.played]
        for game in row.games:
            cells += [None, None] if game is None else [game.points, ", ".join(map(str, game.places))]
        yield cells


def win_lines(totals: EveningTotals) -> Iterator[str]:
    for row in totals.rows:
        yield win_line(row)


def win_line(row: PersonTotals) -> str:
    values = {"place": row.place, "name": row.person.name, "won": row.won, "played": row.played, "shared": row.shared}
    if row.shared:
        return gettext("%(place)s. %(name)s: won %(won)s of %(played)s, shared %(shared)s") % values
    return gettext("%(place)s. %(name)s: won %(won)s of %(played)s") % values


def point_lines(totals: EveningTotals) -> Iterator[tuple[str, list[str]]]:
    """Yield each game with the points and places of all who played it, some people in each line.

    Dividing a long paragraph among pages takes time in proportion to the square of its length.
    """
    for number, name in enumerate(game_names(totals)):
        played = [(row.person.name, row.games[number]) for row in totals.rows]
        parts = [
            f"{person} {game.points} ({', '.join(map(str, game.places))})"
            for person, game in played
            if game is not None
        ]
        lines = [" · ".join(parts[first : first + IN_A_LINE]) for first in range(0, len(parts), IN_A_LINE)]
        yield name, lines
