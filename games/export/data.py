"""The data of an export, loaded once: a match or the matches of an evening, with their sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.utils.translation import gettext

from games import models
from games.display.card import Card
from games.display.chart import Chart
from games.display.dates import in_words
from games.display.open_match import FOLLOWER, OpenMatch, open_match
from games.display.rows import DisplayedSheet
from games.export.headline import Headline, evening_headline, match_headline
from games.match.errors import Refused
from games.match.log import Log
from games.match.log_document import document_from_log, with_times
from games.rules.words import _, translate
from games.statistics.evening_totals import EveningTotals
from games.statistics.people import PlayerIndex, renamed_summary
from games.statistics.played_match import PlayedMatch
from games.store.folding import has_few_events
from games.store.logs import logs_of
from games.store.people import people_of
from scorekeeper import lanes

MOST_ROUNDS = 3_000  # of all matches in a file
MOST_EVENTS = 20_000  # the same: rounds may have been amended often
MOST = 100  # matches of an evening: a person may have arranged years as one
NEWER = ("newer", _("This match needs a newer version of Scorekeeper."))


@dataclass
class ExportedMatch:
    row: models.Match
    log: Log
    people: PlayerIndex

    @cached_property
    def summary(self) -> dict[str, Any]:
        """The summary under the names that the players have now, as the log has them, too."""
        return renamed_summary(self.row.summary, self.people)

    @property
    def document(self) -> dict[str, Any]:
        return with_times(document_from_log(self.log), self.log)

    @cached_property
    def table(self) -> OpenMatch:
        """Return the match as followers see it: a file has no buttons."""
        table = open_match(self.log, FOLLOWER)
        if table is None:
            raise Refused(*NEWER)
        return table

    @cached_property
    def displayed_sheet(self) -> DisplayedSheet:
        return DisplayedSheet(self.table)

    @cached_property
    def chart(self) -> Chart:
        return Chart(self.table)

    @cached_property
    def card(self) -> Card:
        return Card(self.summary)

    @cached_property
    def game(self) -> str:
        return translate(self.card.game.title, gettext)

    @cached_property
    def headline(self) -> Headline:
        return match_headline(self.summary)

    @property
    def day(self) -> str:
        return in_words(self.row.date.isoformat()).translated(gettext)


@dataclass
class ExportData:
    """A match, or an evening with its matches; `evening` is None for a match without an evening."""

    matches: Sequence[ExportedMatch]
    evening: models.Evening | None
    is_evening: bool

    @cached_property
    def headline(self) -> Headline:
        if self.is_evening:
            assert self.evening is not None
            return evening_headline(self.evening, [match.summary for match in self.matches], len(self.matches))
        [match] = self.matches
        return match.headline

    @property
    def place(self) -> str:
        return "" if self.evening is None else self.evening.place

    @cached_property
    def totals(self) -> EveningTotals | None:
        """The totals of an evening of which a match ended, under the names that people have now."""
        if self.evening is None or not self.is_evening:
            return None
        totals = EveningTotals([PlayedMatch(match.row.summary, match.people) for match in self.matches])
        return totals if totals.rows else None


def require_few_rounds(circle: UUID, rows: Sequence[models.Match]) -> None:
    """Raise `Refused` for more rounds or events than one file can have: a PDF of more takes seconds."""
    is_short = sum(row.summary["deals"] for row in rows) <= MOST_ROUNDS
    if not (is_short and has_few_events(circle, [row.id for row in rows], MOST_EVENTS)):
        raise Refused("too_long", _("Too many rounds for one file. Export them from the group's page."))


def load_match(row: models.Match) -> ExportData:
    require_few_rounds(row.circle_id, [row])
    evenings = models.Evening.objects.filter(circle=row.circle_id)
    evening = None if row.evening is None else evenings.filter(id=row.evening).first()
    people = people_of(row.circle_id)
    match = ExportedMatch(row, logs_of(row.circle_id, [row.id], people, lanes.let_others_pass)[row.id], people)
    return ExportData([match], evening, is_evening=False)


def load_evening(row: models.Evening) -> ExportData:
    """Load an evening with its matches in the order of play."""
    matches = models.Match.objects.filter(circle=row.circle_id, evening=row.id, is_deleted=False)
    rows = list(matches[: MOST + 1])
    if len(rows) > MOST:
        raise Refused(
            "too_long",
            _("Too many matches for one file. Export them from the group's page, one period at a time."),
        )
    require_few_rounds(row.circle_id, rows)
    rows.sort(key=lambda match: (match.started, match.id))
    people = people_of(row.circle_id)
    logs = logs_of(row.circle_id, [match.id for match in rows], people, lanes.let_others_pass)
    return ExportData([ExportedMatch(match, logs[match.id], people) for match in rows], row, is_evening=True)
