"""Store evenings, the matches of one sitting, as rows that are updated with every event.

The rule is in `games/match/evening_rule.py`. An evening that a person has arranged keeps its matches, and
later matches join it by the same rule.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import connection
from django.db.models import Q

from games import models
from games.match.evening_rule import same_evening
from games.store.sql import Row, read_all, read_one, run

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from django.db.models import QuerySet

    from games.match.log import Event

Touched = set[UUID | None]  # evenings, by their ids

HOUR = timedelta(hours=1)
MOST_AT_ONCE = 500  # matches in a statement
WORDS = ("name", "place", "note")
IN_CIRCLE = '"circle_id" = %s AND NOT "is_deleted"'


def matches_of(circle: UUID) -> QuerySet[models.Match]:
    return models.Match.objects.filter(circle=circle, is_deleted=False)


def previous_match(match: models.Match) -> models.Match | None:
    return next(iter(neighbours(match, "<", "DESC", 1)), None)


def later_matches(match: models.Match) -> Iterator[models.Match]:
    """Yield the matches after this one, read in growing steps, as usually the first of them decides."""
    step, previous = 1, match
    while True:
        matches = neighbours(previous, ">", "ASC", step)
        yield from matches
        if len(matches) < step:
            return
        step, previous = min(4 * step, MOST_AT_ONCE), matches[-1]


def neighbours(match: models.Match, beyond: str, order: str, most: int) -> list[models.Match]:
    """Return the nearest matches in time; the id decides between equal times."""
    time = connection.ops.adapt_datetimefield_value(match.started)
    where = f'{IN_CIRCLE} AND "started" {beyond}= %s AND ("started" {beyond} %s OR "id" {beyond} %s)'
    ordered = f'{where} ORDER BY "started" {order}, "id" {order} LIMIT {most}'
    return read_all(models.Match, ordered, match.circle_id, time, time, match.id)


def evening_by_rule(match: models.Match, previous: models.Match | None) -> UUID | None:
    if previous is not None and same_evening(match.started, previous.started, previous.last, HOUR):
        return previous.evening
    return match.id


def refresh_after_change(circle: UUID, match: UUID, old: Row | None, new: Row | None) -> Touched:
    """Update evenings after the row of a match changed. Return the evenings whose rows need a refresh."""
    if new is None:
        return set()
    if old is None or (old["started"], old["is_deleted"]) != (new["started"], new["is_deleted"]):
        return place_match(load_match(circle, match))
    if old["last"] == new["last"] or new["is_deleted"]:
        return set()
    # It lasted longer, so the matches after it may now belong to the same evening.
    later = f'SELECT 1 FROM "games_match" WHERE {IN_CIRCLE} AND "started" > %s LIMIT 1'
    has_later = run(later, circle, connection.ops.adapt_datetimefield_value(new["started"])) is not None
    return place_following(load_match(circle, match)) if has_later else set()


def load_match(circle: UUID, match: UUID) -> models.Match:
    row = read_one(models.Match, '"circle_id" = %s AND "id" = %s', circle, match)
    assert row is not None, match
    return row


def place_match(match: models.Match) -> Touched:
    """Assign a match and those after it to evenings by the rule. Return the evenings whose rows need a refresh."""
    touched = {match.evening}
    if not match.is_listed:
        set_evening(match, None if match.is_deleted else evening_by_rule(match, previous_match(match)))
    return touched | {match.evening} | place_following(match)


def place_following(match: models.Match) -> set[UUID | None]:
    """Go through the matches after this one until one keeps its evening."""
    touched: set[UUID | None] = set()
    previous: models.Match | None = previous_match(match) if match.is_deleted else match
    changed: dict[UUID | None, list[UUID]] = {}
    for following in later_matches(match):
        evening = evening_by_rule(following, previous)
        if following.is_listed or evening == following.evening:
            break
        touched |= {following.evening, evening}
        changed.setdefault(evening, []).append(following.id)
        following.evening = evening
        previous = following
    for evening, ids in changed.items():
        set_evenings(match.circle_id, ids, evening)
    return touched


def set_evening(match: models.Match, evening: UUID | None, listed: bool = False) -> None:
    if (match.evening, match.is_listed) != (evening, listed):
        match.evening, match.is_listed = evening, listed
        set_evenings(match.circle_id, [match.id], evening, listed)


def set_evenings(circle: UUID, matches: list[UUID], evening: UUID | None, listed: bool = False) -> None:
    """Assign matches to an evening, or to none; `listed` means that a person has done so."""
    for begin in range(0, len(matches), MOST_AT_ONCE):
        batch = matches[begin : begin + MOST_AT_ONCE]
        change = f"""
            UPDATE "games_match" SET "evening" = %s, "is_listed" = %s
            WHERE "circle_id" = %s AND "id" IN ({", ".join(["%s"] * len(batch))})
        """
        run(change, evening, listed, circle, *batch)


def refresh_evenings(circle: UUID, touched: Touched) -> None:
    """Update the start of evenings, and delete those that have no match left unless a person has arranged them."""
    for evening in touched:
        if evening is None:
            continue
        # Not by ORDER BY and LIMIT: SQLite would then search all matches in the order of time.
        first = min(matches_of(circle).filter(evening=evening).values_list("started", "id", "date"), default=None)
        if first is not None:
            models.Evening.objects.bulk_create(
                [models.Evening(circle_id=circle, id=evening, begins=first[0], date=first[2])],
                update_conflicts=True,
                unique_fields=("circle_id", "id"),
                update_fields=("begins", "date"),
            )
            continue
        models.Evening.objects.filter(circle=circle, id=evening, by_hand=False).delete()
        models.Evening.objects.filter(circle=circle, id=evening).update(begins=None, date=None)


def apply_evening_events(circle: UUID, changes: list[dict[str, Any]]) -> None:
    """Apply changes that people made to evenings, in order: names, places, notes and lists of matches.

    Only the final state is stored, as a match may move to and fro and take many others with it.
    """
    mentioned = {match for data in changes for match in mentioned_matches(data)}
    texts: dict[UUID, dict[str, Any]] = {}
    for data in changes:
        new_texts = {name: data[name] or "" for name in WORDS if name in data}
        texts.setdefault(UUID(data["evening"]), {}).update(new_texts)
    for evening, values in texts.items():
        models.Evening.objects.update_or_create(circle_id=circle, id=evening, defaults={**values, "by_hand": True})
    all_matches = models.Match.objects.filter(circle=circle)
    matches = {
        match.id: match for match in all_matches.filter(Q(id__in=mentioned) | Q(evening__in=texts, is_listed=True))
    }
    evening_of = listed_evenings(
        {id: match.evening for id, match in matches.items() if match.is_listed}, changes, matches
    )
    moved = sorted(
        (match for id, match in matches.items() if id in mentioned or evening_of.get(id) != match.evening),
        key=lambda match: (match.started, match.id),
    )
    touched: Touched = {*texts, *(match.evening for match in moved)}
    for match in moved:
        set_evening(match, evening_of.get(match.id), listed=match.id in evening_of)
    for match in moved:
        match.refresh_from_db()
        touched |= place_match(match)
    refresh_evenings(circle, touched)


def listed_evenings(
    before: dict[UUID, UUID | None], changes: list[dict[str, Any]], existing: Collection[UUID]
) -> dict[UUID, UUID | None]:
    """Return the evening of each existing match that a person has assigned to one."""
    evening_of = dict(before)
    members: dict[UUID, set[UUID]] = {}
    for match, evening in evening_of.items():
        if evening is not None:
            members.setdefault(evening, set()).add(match)
    for data in changes:
        evening, matches = UUID(data["evening"]), [match for match in mentioned_matches(data) if match in existing]
        if data.get("matches") is not None:
            for match in members.pop(evening, ()):
                del evening_of[match]
        for match in matches:
            previous = evening_of.get(match)
            if previous is not None:
                members[previous].discard(match)
            evening_of[match] = evening
            members.setdefault(evening, set()).add(match)
    return evening_of


def rebuild_evenings(circle: UUID, events: list[Event], started: dict[UUID, int]) -> None:
    """Rebuild all evenings of a circle: first apply what people arranged, then the rule, from the first match on.

    `started` maps each match to the number of its start: a person can only have meant matches that existed then.
    """
    listed: dict[UUID, UUID] = {}
    for event in events:
        data = event["data"]
        evening = UUID(data["evening"])
        texts = {name: data[name] or "" for name in WORDS if name in data}
        models.Evening.objects.update_or_create(circle_id=circle, id=evening, defaults={**texts, "by_hand": True})
        if data.get("matches") is not None:
            listed = {match: into for match, into in listed.items() if into != evening}
        existing = [match for match in mentioned_matches(data) if started.get(match, event["seq"]) < event["seq"]]
        listed |= dict.fromkeys(existing, evening)
    previous = None
    for match in models.Match.objects.filter(circle=circle).order_by("started", "id"):
        if match.id in listed:
            set_evening(match, listed[match.id], listed=True)
        elif not match.is_deleted:
            set_evening(match, evening_by_rule(match, previous))
        previous = previous if match.is_deleted else match
    refresh_evenings(circle, {*listed.values(), *matches_of(circle).values_list("evening", flat=True).distinct()})


def mentioned_matches(data: dict[str, Any]) -> list[UUID]:
    """Return the matches that a change lists; without a list, the evening's id, which is the id of its first match."""
    listed = data.get("matches")
    return [UUID(data["evening"])] if listed is None else [UUID(match) for match in listed]
