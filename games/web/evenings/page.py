"""The page of an evening: its matches in order, who won, the totals, and the highlights."""

from __future__ import annotations

import re
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views import View

from games import models
from games.display.dates import clock
from games.match.sheet import sheet_from_log
from games.models import WRITERS
from games.statistics.evening_totals import EveningTotals
from games.statistics.highlights import Highlight, highlights
from games.statistics.played_match import PlayedMatch
from games.store.folding import has_few_events
from games.store.logs import open_logs
from games.store.people import people_of
from games.web.dates import with_weekday
from games.web.evenings.base import find_evening, matches_of
from games.web.membership import private_copy
from games.web.page_host import HtmxRequest, live_or_full, membership

# The limits of all matches with highlights together. A long evening of twelve matches has 720 rounds.
MOST_ROUNDS, MOST_EVENTS = 1_500, 3_000
MOST_ROWS, MOST_GAMES = 500, 20  # of the tables: 200 matches may have 1,600 people and 200 games; the files have all


@private_copy
class EveningPageView(View):
    def get(self, request: HtmxRequest, evening: UUID) -> HttpResponse:
        member, row = find_evening(request, evening)
        return live_or_full(request, member, lambda: self.page(request, member, row))

    def page(self, request: HttpRequest, member: models.Membership, row: models.Evening) -> HttpResponse:
        part = part_of(request)
        listed = matches_of(member.circle_id, [row.id], people_of(member.circle_id), part)[row.id]
        if part > listed.parts:
            raise Http404
        matches = listed.played
        sums = EveningTotals(matches)
        context = {
            "member": member,
            "evening": row,
            "day": day_of(row),
            "clock": clock,
            "matches": matches,
            "part": listed,
            "sums": sums,
            "rows": sums.rows[:MOST_ROWS],
            "hidden": len(sums.rows[MOST_ROWS:]),
            "games": sums.games[:MOST_GAMES],
            "hidden_games": len(sums.games[MOST_GAMES:]),
            "highlights": evening_highlights(member.circle_id, matches),
            "can_write": member.role in WRITERS,
        }
        return render(request, "evenings/one.html", context)


def part_of(request: HttpRequest) -> int:
    """Return the number of the part in the address. Part 1 has the newest matches."""
    part = request.GET.get("part", "1")
    if not re.fullmatch("[1-9][0-9]{0,5}", part):
        raise Http404
    return int(part)


def day_of(evening: models.Evening) -> str:
    assert evening.date is not None  # it has matches
    return with_weekday(evening.date)


def evening_highlights(circle: UUID, matches: list[PlayedMatch]) -> list[Highlight]:
    """Return the highlights of the matches. Matches of unknown games have none, and matches beyond the limits."""
    matches = short_matches(matches)
    ids = [UUID(match.match) for match in matches]
    if not has_few_events(circle, ids, MOST_EVENTS):
        return []
    with open_logs(circle, ids) as logs:
        sheets = [(match, sheet_from_log(log)) for match, log in zip(matches, logs, strict=True)]
        return highlights([(match, sheet) for match, sheet in sheets if sheet is not None and match.sides])


def short_matches(matches: list[PlayedMatch]) -> list[PlayedMatch]:
    """Return as many matches as have `MOST_ROUNDS` rounds together, in their order. The shortest come first."""
    rounds, short = 0, set()
    for match in sorted(matches, key=lambda match: match.rounds):
        rounds += match.rounds
        if rounds > MOST_ROUNDS:
            break
        short.add(match.match)
    return [match for match in matches if match.match in short]


class MatchEveningView(View):
    """Redirect to the evening of a match. The phone's page of a match does not know its evening."""

    def get(self, request: HtmxRequest, match: UUID) -> HttpResponse:
        member = membership(request, match)
        rows = models.Match.objects.filter(id=match, is_deleted=False, evening__isnull=False)
        row = rows.filter(circle=member.circle_id).first() if member else None
        if row is None:
            raise Http404
        return redirect("evening", evening=row.evening)
