"""What was deleted is emptied in the end."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from games import models
from games.services import erasing
from games.store import readmodels
from games.store.logs import log_of

KEPT_FOR = timedelta(days=30)  # what was deleted, before it is gone for good


def tidy() -> int:
    """Empty the matches that have been deleted for so long; the answer is how many."""
    line = timezone.now() - KEPT_FOR
    deleted = models.Match.objects.filter(is_deleted=True).values_list("circle", "id")
    return sum(empty(circle, match) for circle, match in deleted if deleted_before(circle, match, line))


def tidy_circles() -> int:
    """The same for circles. One that nobody belongs to is empty already."""
    old = models.Circle.objects.filter(deleted__lt=timezone.now() - KEPT_FOR, memberships__isnull=False).distinct()
    return sum(erasing.erase_circle(pk) for pk in old.values_list("pk", flat=True))


def tidy_people() -> int:
    """The same for people."""
    old = models.Person.objects.filter(deleted__lt=timezone.now() - KEPT_FOR)
    return sum(erasing.erase_person(pk) for pk in old.values_list("pk", flat=True))


def tidy_invitations() -> int:
    """Forget the invitations that nobody can have used for so long; the answer is how many."""
    line = timezone.now() - KEPT_FOR
    is_used_up = Q(used__gte=F("most"), created__lt=line)
    over = models.Invitation.objects.filter(Q(until__lt=line) | Q(revoked__lt=line) | is_used_up)
    return over.delete()[0]


def deleted_before(circle: UUID, match: UUID, line: datetime) -> bool:
    events = models.Event.objects.filter(circle=circle, match=match, kind="delete").order_by("-seq")
    return events[0].received < line


@transaction.atomic
def empty(circle: UUID, match: UUID) -> bool:
    """Ids and numbers stay, so that the sequence has no gap and a phone that sends them again hears of it."""
    models.Circle.objects.select_for_update().get(pk=circle)
    log = log_of(circle, match)
    if not log.is_deleted:
        return False  # brought back at the last moment
    models.Event.objects.filter(circle=circle, match=match).update(data={})
    readmodels.write_rows(circle, match, readmodels.model_rows(log), readmodels.model_rows(log_of(circle, match)))
    return True
