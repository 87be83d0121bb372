"""Evenings: the matches of one sitting, as rows that are kept up with every event.

The rule is that of `games/table/evenings.py`. What a hand has put together stays together, and what
comes later joins it by the same rule.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from games import models
from games.store import statements
from games.store.statements import column, is_last, read_one, row_of, run
from games.table.evenings import goes_on

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from games.table.log import Event

Touched = set[UUID | None]  # evenings, by their ids

HOUR = timedelta(hours=1)
WORDS = ("name", "place", "note")
HERE = '"circle_id" = %s AND NOT "is_deleted"'


def matches_of(circle: UUID) -> QuerySet[models.Match]:
    return models.Match.objects.filter(circle=circle, is_deleted=False)


def stored(**values: Any) -> list[Any]:
    """Values as the database has them, by the column of a match."""
    return [column(models.Match, name, value) for name, value in values.items()]


def before(match: models.Match) -> models.Match | None:
    return next_to(match, "<", "DESC")


def after(match: models.Match) -> models.Match | None:
    return next_to(match, ">", "ASC")


def next_to(match: models.Match, beyond: str, order: str) -> models.Match | None:
    """The neighbour in time; equal times are told apart by the id."""
    time, id = stored(started=match.started, id=match.id)
    where = f'{HERE} AND "started" {beyond}= %s AND ("started" {beyond} %s OR "id" {beyond} %s)'
    ordered = f'{where} ORDER BY "started" {order}, "id" {order}'
    return read_one(models.Match, ordered, *stored(circle_id=match.circle_id), time, time, id)


def by_rule(match: models.Match, previous: models.Match | None) -> UUID | None:
    if previous is not None and goes_on(match.started, previous.started, previous.last, HOUR):
        return previous.evening
    return match.id


def moved(circle: UUID, match: UUID) -> Touched:
    """A match has come, has begun at another time than we knew, or has been deleted or brought back."""
    return place(find(circle, match))


def find(circle: UUID, match: UUID) -> models.Match:
    found = read_one(models.Match, '"circle_id" = %s AND "id" = %s', *stored(circle_id=circle, id=match))
    assert found is not None, match
    return found


def place(match: models.Match) -> Touched:
    """Put a match into its evening, and those after it that follow from that. The answer is which evenings are to be mended."""
    touched = {match.evening}
    if not match.is_listed:
        put(match, None if match.is_deleted else by_rule(match, before(match)))
    return touched | {match.evening} | place_following(match)


def prolonged(circle: UUID, match: UUID, row: dict[str, Any]) -> Touched:
    """A match has lasted longer than we knew; those that came after it may now belong to the same evening."""
    return set() if is_last(circle, row["started"]) else place_following(find(circle, match))


def place_following(match: models.Match) -> set[UUID | None]:
    """Go on through the matches after this one until nothing changes any more."""
    touched: set[UUID | None] = set()
    following = after(match)
    previous: models.Match | None = match
    if following is not None and match.is_deleted:
        previous = before(match)
    while following is not None and not following.is_listed:
        evening = by_rule(following, previous)
        if evening == following.evening:
            break
        touched |= {following.evening, evening}
        put(following, evening)
        previous, following = following, after(following)
    return touched


def put(match: models.Match, evening: UUID | None, listed: bool = False) -> None:
    if (match.evening, match.is_listed) != (evening, listed):
        match.evening, match.is_listed = evening, listed
        change = 'UPDATE "games_match" SET "evening" = %s, "is_listed" = %s WHERE "circle_id" = %s AND "id" = %s'
        run(change, *stored(evening=evening, is_listed=listed, circle_id=match.circle_id, id=match.id))


def mend(circle: UUID, touched: Touched) -> None:
    """Evenings begin with their first match; those that only the rule has made go with their last."""
    for evening in touched:
        if evening is None:
            continue
        # Asked for the first one only, SQLite would look for it among all matches, in the order of time.
        first = min(matches_of(circle).filter(evening=evening).values_list("started", "id", "date"), default=None)
        if first is not None:
            new = models.Evening(circle_id=circle, id=evening, begins=first[0], date=first[2])
            statements.put(models.Evening, [row_of(new)], unique=("circle_id", "id"), replaced=("begins", "date"))
            continue
        models.Evening.objects.filter(circle=circle, id=evening, by_hand=False).delete()
        models.Evening.objects.filter(circle=circle, id=evening).update(begins=None, date=None)


def told(circle: UUID, data: dict[str, Any]) -> None:
    """What a hand says of an evening: its name, place and note, and the matches it is made of."""
    evening = UUID(data["evening"])
    words: dict[str, Any] = {name: data[name] or "" for name in WORDS if name in data}
    models.Evening.objects.update_or_create(circle_id=circle, id=evening, defaults={**words, "by_hand": True})
    wanted = matches_named(data)
    mine = models.Match.objects.filter(circle=circle)
    left = (
        mine.filter(evening=evening, is_listed=True).exclude(id__in=wanted)
        if data.get("matches") is not None
        else mine.none()
    )
    moved = [*left, *mine.filter(id__in=wanted)]
    touched = {evening, *(match.evening for match in moved)}
    for match in moved:
        put(match, evening if match.id in wanted else None, listed=match.id in wanted)
    for match in sorted(moved, key=lambda match: (match.started, match.id)):
        match.refresh_from_db()
        touched |= place(match)
    mend(circle, touched)


def arrange(circle: UUID, said: list[Event], started: dict[UUID, int]) -> None:
    """All evenings of a circle anew: first what hands have said, then the rule, from the first match on.

    `started` has the number of each match's start: a hand can only have meant those that were there.
    """
    listed: dict[UUID, UUID] = {}
    for event in said:
        data = event["data"]
        evening = UUID(data["evening"])
        words = {name: data[name] or "" for name in WORDS if name in data}
        models.Evening.objects.update_or_create(circle_id=circle, id=evening, defaults={**words, "by_hand": True})
        if data.get("matches") is not None:
            listed = {match: into for match, into in listed.items() if into != evening}
        there = [match for match in matches_named(data) if started.get(match, event["seq"]) < event["seq"]]
        listed |= dict.fromkeys(there, evening)
    previous = None
    for match in models.Match.objects.filter(circle=circle).order_by("started", "id"):
        if match.id in listed:
            put(match, listed[match.id], listed=True)
        elif not match.is_deleted:
            put(match, by_rule(match, previous))
        previous = previous if match.is_deleted else match
    mend(circle, {*listed.values(), *matches_of(circle).values_list("evening", flat=True).distinct()})


def matches_named(data: dict[str, Any]) -> list[UUID]:
    """An evening that only the rule has made is named by its first match: that one holds it together."""
    listed = data.get("matches")
    return [UUID(data["evening"])] if listed is None else [UUID(match) for match in listed]
