"""The result of a match: winners and their lead, places, deciding highlights, and a rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.rows import moment_words, name_of_writer
from games.match.causality import last_bit
from games.pages.start.rematch import rematch
from games.rules.words import Words, _

if TYPE_CHECKING:
    from games.display.open_match import OpenMatch

MOST_HIGHLIGHTS = 3
MINUS = "−"  # in place of a hyphen


class MatchResult:
    def __init__(self, opened: OpenMatch, next_match: str = "") -> None:
        sides = opened.standing.sides
        self.winners = [side.name for side in opened.standing.winners]
        self.total = opened.standing.at_top[0].total
        self.count = abs(self.total)  # decides whether the total is singular or plural
        self.wins_games = opened.game.wins_games
        self.places = sorted(sides, key=lambda side: (side.place, sides.index(side)))
        behind = [abs(side.total - self.total) for side in self.places if side.place > 1 and not side.has_left]
        self.ahead = behind[0] if behind else 0
        self.places.extend([one for _column, one in opened.standing.former])
        self.is_closed = opened.log.is_closed
        self.has_only_totals = opened.log.entered_totals is not None and not opened.sheet.rows
        self.is_early = self.is_closed and not opened.standing.ends_by_hand and not self.has_only_totals
        self.ended_by = ender(opened) if self.is_closed and not self.has_only_totals else ""
        self.rounds = len(opened.sheet.rows)
        self.deciding_highlights = deciding_highlights(opened)
        self.rematch = rematch(opened.log, opened.sheet, next_match)

    def picture_lines(self, has_left: str) -> str:
        """Return a line for each side of the picture: its place, if it has any, its name and its total.

        `has_left` is written behind those who have left.
        """
        lines = []
        for side in self.places:
            place = "–" if side.has_left else str(side.place) if self.winners else ""
            name = f"{side.name} ({has_left})" if side.has_left else side.name
            lines.append("\t".join([place, name, str(side.total).replace("-", MINUS)]))
        return "\n".join(lines)


def ender(opened: OpenMatch) -> str:
    """Return the name of the person who ended the match, or "" if the server has not stored that yet."""
    return name_of_writer(opened, opened.log.events[last_bit(opened.log.closing_bits)]["id"])


def deciding_highlights(opened: OpenMatch) -> list[Words]:
    """Return sentences about the largest round and about the rarest moments, each with its round."""
    names = [side.name for side in opened.standing.sides]
    highlights: list[tuple[int, int, int, Words]] = []
    for row in opened.sheet.rows:
        for moment in row.moments:
            highlights.append(
                (
                    -moment.rare,
                    row.deal.number,
                    len(highlights),
                    moment_words(moment.words, moment.side, row.side_names),
                )
            )
    largest = largest_round(opened, names)
    text = _("Round %(number)s: %(words)s")
    return largest + [
        Words(text, number=number + 1, words=words)
        for _rare, number, _place, words in sorted(highlights, key=lambda highlight: highlight[:3])[:MOST_HIGHLIGHTS]
    ]


def largest_round(opened: OpenMatch, names: list[str]) -> list[Words]:
    """Return the sentence about the round with the most points, or none if several rounds share them.

    Where the fewest points win, such a round is bad luck and decides nothing.
    """
    if opened.sheet.setup.fewest:
        return []
    every = [(points, row, side) for row in opened.sheet.rows for side, points in enumerate(row.points)]
    most = max([points for points, _row, _side in every] + [0])
    largest = [(row, side) for points, row, side in every if points == most]
    if most < 2 or len(largest) != 1:
        return []
    [(row, side)] = largest
    text = _("Most in one round: %(points)s for %(side)s in round %(number)s.")
    return [Words(text, points=most, side=row.column_name(side) or names[side], number=row.deal.number + 1)]
