"""The match that a request is about, and the summary of a match in lists."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.utils.translation import gettext
from rest_framework.request import Request

from games import models
from games.api import circles
from games.api.errors import NoSuch
from games.match.lineups import name_of
from games.rules.custom_game import base_key
from games.statistics.people import PlayerIndex, players_of, renamed_summary
from games.store.logs import format_time
from games.store.people import people_among


def visible_match(request: Request, match: UUID) -> models.Match:
    """Return the match; raise `NoSuch` if it is deleted or belongs to another circle."""
    _member, row = circles.membership_and_match(request, match)
    if row is None or row.is_deleted:
        raise NoSuch(gettext("No such match."))
    return row


def writer_of_match(request: Request, match: UUID, *, deleted: bool = False) -> models.Membership:
    """Return the membership of someone who may write to the match. `deleted=True` also allows a deleted match."""
    member, row = circles.membership_and_match(request, match)
    circles.check_writer(member)
    if row is None or (row.is_deleted and not deleted):
        raise NoSuch(gettext("No such match."))
    return member


LINE = ("id", "seq", "started", "last", "date", "evening", "summary")  # the columns of a list
# Parts of a summary that lists of the API leave out. Some are columns, some are in the document. Only pages need the rest.
NOT_IN_API = (
    *("deleted", "match", "started", "start_seq", "begins", "day", "ends", "last_round", "last"),
    *("options", "players", "first_dealer"),
    *("complete", "shape"),
)


def people_of_matches(circle: UUID, matches: Iterable[Any]) -> PlayerIndex:
    """Return the people who play in these matches."""
    return people_among(circle, [player for match in matches for player in players_of(match.summary)])


def names_etag(match: models.Match) -> str:
    """Return the part of an ETag that changes with the names of players and game, or an empty text if these are those of then."""
    players, people = players_of(match.summary), people_of_matches(match.circle_id, [match])
    games = [match.summary["custom_game"]] if "custom_game" in match.summary else []
    names = list(map(name_of, [*people.renamed(players), *map(people.renamed_game, games)]))
    if names == list(map(name_of, [*players, *games])):
        return ""
    return f"-{sha256(repr(names).encode()).hexdigest()[:8]}"


def match_json(match: Any, people: PlayerIndex) -> dict[str, Any]:
    """Return the summary of a match, or of a row with the columns of `LINE`, with the names that its players have now."""
    summary = renamed_summary(match.summary, people)
    public = {name: value for name, value in summary.items() if name not in NOT_IN_API}
    public["game"] = base_key(public["game"])  # `custom_game` says which one of the group it is
    if "result" in public:  # it counts for nobody
        public["places"] = []
    return {
        "id": str(match.id),
        "seq": match.seq,
        "started": format_time(match.started),
        "last": format_time(match.last),
        "date": match.date.isoformat(),
        "evening": None if match.evening is None else str(match.evening),
        **public,
    }
