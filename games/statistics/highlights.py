"""The highlights of an evening: the largest swing, the closest finish, and rare moments of each game.

A game states for each moment in about how many rounds it happens once. The largest swing and the closest finish happen once
an evening, so they are as rare as the evening has rounds. The rarest are shown, no kind of them more than twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.display.rows import moment_words
from games.match.sheet import Sheet
from games.match.sheet_row import SheetRow
from games.rules.words import Words, _
from games.statistics.played_match import PlayedMatch

MOST, OF_A_KIND = 5, 2
LEAST = 3  # rounds, before anything in a match is large or close
CLOSE = Fraction(1, 10)  # of the most points


@dataclass
class Highlight:
    """A fact with its words. `round` is None for a fact about a match."""

    kind: str
    rare: int
    words: Words
    match: PlayedMatch
    round: int | None = None


@dataclass
class Swing:
    """The gain of a side on the best of the others in one round. `share` is its part of the points of the match."""

    side: int
    row: SheetRow
    share: Fraction


def highlights(matches: Sequence[tuple[PlayedMatch, Sheet]]) -> list[Highlight]:
    """Return the rarest highlights of an evening. The earlier of two equally rare ones comes first."""
    rounds = sum(len(rows_without_problems(sheet)) for _match, sheet in matches)
    candidates = [*largest_swing(matches, rounds), *closest_finish(matches, rounds)]
    for match, sheet in matches:
        candidates += game_highlights(match, sheet)
    rarest: list[Highlight] = []
    kinds = Counter[str]()
    for highlight in sorted(candidates, key=lambda highlight: -highlight.rare):
        kinds[highlight.kind] += 1
        if kinds[highlight.kind] <= OF_A_KIND:
            rarest.append(highlight)
    return rarest[:MOST]


def rows_without_problems(sheet: Sheet) -> list[SheetRow]:
    return [row for row in sheet.rows if not row.problems]


def game_highlights(match: PlayedMatch, sheet: Sheet) -> Iterator[Highlight]:
    names = [side.name for side in match.sides]
    for row in rows_without_problems(sheet):
        for moment in row.moments:
            words = moment_words(moment.words, moment.side, row.side_names if sheet.is_changed else names)
            yield Highlight(moment.name, moment.rare, words, match, row.deal.number + 1)


def largest_swing(matches: Sequence[tuple[PlayedMatch, Sheet]], rounds: int) -> Iterator[Highlight]:
    """Yield the largest swing, measured by the points of its match: ten points are much in one game, little in another."""
    swings = [(match, swing) for match, sheet in matches for swing in swing_of(sheet)]
    if swings:
        match, swing = max(swings, key=lambda pair: pair[1].share)
        yield Highlight("swing", rounds, swing_words(swing, match), match, swing.row.deal.number + 1)


def swing_of(sheet: Sheet) -> Iterator[Swing]:
    """Yield the largest swing of a match, if no other has that size."""
    rows, measure = rows_without_problems(sheet), largest_total(sheet)
    every = [(points_gained(row, side), side, row) for row in rows for side in range(row.deal.setup.sides)]
    most = max((points for points, _side, _row in every), default=0)
    largest = [(side, row) for points, side, row in every if points == most]
    if len(rows) >= LEAST and most > 0 and measure > 0 and len(largest) == 1:
        [(side, row)] = largest
        yield Swing(side, row, Fraction(most, measure))


def largest_total(sheet: Sheet) -> int:
    """Return the measure for the points of a match: the largest total, above or below zero."""
    return max(map(abs, sheet.totals))


def points_gained(row: SheetRow, side: int) -> int:
    match = row.deal.setup
    return match.ahead(row.side_totals, side) - match.ahead(row.deal.before, side)


def swing_words(swing: Swing, match: PlayedMatch) -> Words:
    side, row = swing.side, swing.row
    before, after = (row.deal.setup.ahead(totals, side) for totals in (row.deal.before, row.side_totals))
    name = row.side_names[side] if match.is_changed else match.sides[side].name
    if before < 0 < after:
        text = _("Biggest swing: %(side)s came from %(behind)s behind to %(ahead)s ahead.")
        return Words(text, side=name, behind=-before, ahead=after)
    text = _("Biggest swing: %(side)s gained %(points)s on the strongest rival.")
    return Words(text, side=name, points=after - before)


def closest_finish(matches: Sequence[tuple[PlayedMatch, Sheet]], rounds: int) -> Iterator[Highlight]:
    """Yield the match with the smallest margin between first and second, measured by its points."""
    close = [
        (margin, match)
        for match, sheet in matches
        if len(rows_without_problems(sheet)) >= LEAST
        for margin in margins(match, sheet)
    ]
    if close:
        _share, match = min(close, key=lambda pair: pair[0])
        yield Highlight("finish", rounds, finish_words(match), match)


def margins(match: PlayedMatch, sheet: Sheet) -> Iterator[Fraction]:
    """Yield the margin of a close finish as a part of the largest total."""
    between, measure = margin(match), largest_total(sheet)
    if match.has_result and measure > 0 and (between <= 1 or Fraction(between, measure) <= CLOSE):
        yield Fraction(between, measure)


def margin(match: PlayedMatch) -> int:
    """Return the points between the first and the second."""
    first, second = match.in_order[:2]
    return abs(first.total - second.total)


def finish_words(match: PlayedMatch) -> Words:
    names = [side.name for side in match.winners]
    if len(names) > 1:
        return Words(_("Closest finish: %(names)s tied."), names=", ".join(names))
    return Words(_("Closest finish: %(side)s won by %(points)s."), side=names[0], points=margin(match))
