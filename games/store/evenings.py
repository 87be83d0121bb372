"""Evenings: the matches of one sitting, as rows that are kept up with every event.

The rule is that of `games/match/evening_rule.py`. What a hand has put together stays together, and what
comes later joins it by the same rule.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import Q

from games import models
from games.match.evening_rule import same_evening
from games.store import sql
from games.store.sql import column, is_last, read_all, read_one, row_of, run

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from django.db.models import QuerySet

    from games.match.log import Event

Touched = set[UUID | None]  # evenings, by their ids

HOUR = timedelta(hours=1)
MOST_AT_ONCE = 500  # matches in a statement
WORDS = ("name", "place", "note")
HERE = '"circle_id" = %s AND NOT "is_deleted"'


def matches_of(circle: UUID) -> QuerySet[models.Match]:
    return models.Match.objects.filter(circle=circle, is_deleted=False)


def column_values(**values: Any) -> list[Any]:
    """Values as the database has them, by the column of a match."""
    return [column(models.Match, name, value) for name, value in values.items()]


def before(match: models.Match) -> models.Match | None:
    return next(iter(next_to(match, "<", "DESC", 1)), None)


def all_after(match: models.Match) -> Iterator[models.Match]:
    """The matches after this one, read in growing steps: mostly the first of them decides."""
    step, previous = 1, match
    while True:
        found = next_to(previous, ">", "ASC", step)
        yield from found
        if len(found) < step:
            return
        step, previous = min(4 * step, MOST_AT_ONCE), found[-1]


def next_to(match: models.Match, beyond: str, order: str, most: int) -> list[models.Match]:
    """The neighbours in time; equal times are told apart by the id."""
    time, id = column_values(started=match.started, id=match.id)
    where = f'{HERE} AND "started" {beyond}= %s AND ("started" {beyond} %s OR "id" {beyond} %s)'
    ordered = f'{where} ORDER BY "started" {order}, "id" {order} LIMIT {most}'
    return read_all(models.Match, ordered, *column_values(circle_id=match.circle_id), time, time, id)


def by_rule(match: models.Match, previous: models.Match | None) -> UUID | None:
    if previous is not None and same_evening(match.started, previous.started, previous.last, HOUR):
        return previous.evening
    return match.id


def match_moved(circle: UUID, match: UUID) -> Touched:
    """A match has come, has begun at another time than we knew, or has been deleted or brought back."""
    return place(find(circle, match))


def find(circle: UUID, match: UUID) -> models.Match:
    found = read_one(models.Match, '"circle_id" = %s AND "id" = %s', *column_values(circle_id=circle, id=match))
    assert found is not None, match
    return found


def place(match: models.Match) -> Touched:
    """Put a match into its evening, and those after it that follow from that. The answer is which evenings are to be mended."""
    touched = {match.evening}
    if not match.is_listed:
        put_match(match, None if match.is_deleted else by_rule(match, before(match)))
    return touched | {match.evening} | place_following(match)


def match_prolonged(circle: UUID, match: UUID, row: dict[str, Any]) -> Touched:
    """A match has lasted longer than we knew; those that came after it may now belong to the same evening."""
    return set() if is_last(circle, row["started"]) else place_following(find(circle, match))


def place_following(match: models.Match) -> set[UUID | None]:
    """Go on through the matches after this one until nothing changes any more."""
    touched: set[UUID | None] = set()
    previous: models.Match | None = before(match) if match.is_deleted else match
    changed: dict[UUID | None, list[UUID]] = {}
    for following in all_after(match):
        evening = by_rule(following, previous)
        if following.is_listed or evening == following.evening:
            break
        touched |= {following.evening, evening}
        changed.setdefault(evening, []).append(following.id)
        following.evening = evening
        previous = following
    for evening, ids in changed.items():
        put_matches(match.circle_id, ids, evening)
    return touched


def put_match(match: models.Match, evening: UUID | None, listed: bool = False) -> None:
    if (match.evening, match.is_listed) != (evening, listed):
        match.evening, match.is_listed = evening, listed
        put_matches(match.circle_id, [match.id], evening, listed)


def put_matches(circle: UUID, matches: list[UUID], evening: UUID | None, listed: bool = False) -> None:
    """Put matches into an evening, or into none; `listed` where a hand has done so."""
    for begin in range(0, len(matches), MOST_AT_ONCE):
        some = matches[begin : begin + MOST_AT_ONCE]
        change = f"""
            UPDATE "games_match" SET "evening" = %s, "is_listed" = %s
            WHERE "circle_id" = %s AND "id" IN ({", ".join(["%s"] * len(some))})
        """
        ids = [column(models.Match, "id", match) for match in some]
        run(change, *column_values(evening=evening, is_listed=listed, circle_id=circle), *ids)


def mend(circle: UUID, touched: Touched) -> None:
    """Evenings begin with their first match; those that only the rule has made go with their last."""
    for evening in touched:
        if evening is None:
            continue
        # Asked for the first one only, SQLite would look for it among all matches, in the order of time.
        first = min(matches_of(circle).filter(evening=evening).values_list("started", "id", "date"), default=None)
        if first is not None:
            new = models.Evening(circle_id=circle, id=evening, begins=first[0], date=first[2])
            sql.upsert(models.Evening, [row_of(new)], unique=("circle_id", "id"), replaced=("begins", "date"))
            continue
        models.Evening.objects.filter(circle=circle, id=evening, by_hand=False).delete()
        models.Evening.objects.filter(circle=circle, id=evening).update(begins=None, date=None)


def apply_evening_events(circle: UUID, said: list[dict[str, Any]]) -> None:
    """What hands say of evenings, one after the other: their names, places and notes, and the matches they are made of.

    Only what stands in the end is stored: a match may go to and fro, and many others with it.
    """
    named = {match for data in said for match in matches_named(data)}
    words: dict[UUID, dict[str, Any]] = {}
    for data in said:
        more = {name: data[name] or "" for name in WORDS if name in data}
        words.setdefault(UUID(data["evening"]), {}).update(more)
    for evening, values in words.items():
        models.Evening.objects.update_or_create(circle_id=circle, id=evening, defaults={**values, "by_hand": True})
    mine = models.Match.objects.filter(circle=circle)
    there = {match.id: match for match in mine.filter(Q(id__in=named) | Q(evening__in=words, is_listed=True))}
    now = listing({id: match.evening for id, match in there.items() if match.is_listed}, said, there)
    moved = sorted(
        (match for id, match in there.items() if id in named or now.get(id) != match.evening),
        key=lambda match: (match.started, match.id),
    )
    touched: Touched = {*words, *(match.evening for match in moved)}
    for match in moved:
        put_match(match, now.get(match.id), listed=match.id in now)
    for match in moved:
        match.refresh_from_db()
        touched |= place(match)
    mend(circle, touched)


def listing(
    before: dict[UUID, UUID | None], said: list[dict[str, Any]], there: Collection[UUID]
) -> dict[UUID, UUID | None]:
    """The evening that each match has been put into by hand, of those matches that are there."""
    into = dict(before)
    members: dict[UUID, set[UUID]] = {}
    for match, evening in into.items():
        if evening is not None:
            members.setdefault(evening, set()).add(match)
    for data in said:
        evening, wanted = UUID(data["evening"]), [match for match in matches_named(data) if match in there]
        if data.get("matches") is not None:
            for match in members.pop(evening, ()):
                del into[match]
        for match in wanted:
            was = into.get(match)
            if was is not None:
                members[was].discard(match)
            into[match] = evening
            members.setdefault(evening, set()).add(match)
    return into


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
            put_match(match, listed[match.id], listed=True)
        elif not match.is_deleted:
            put_match(match, by_rule(match, previous))
        previous = previous if match.is_deleted else match
    mend(circle, {*listed.values(), *matches_of(circle).values_list("evening", flat=True).distinct()})


def matches_named(data: dict[str, Any]) -> list[UUID]:
    """An evening that only the rule has made is named by its first match: that one holds it together."""
    listed = data.get("matches")
    return [UUID(data["evening"])] if listed is None else [UUID(match) for match in listed]
