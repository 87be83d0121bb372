"""What the host of the server may do to people and groups, whoever owns these."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games import models
from games.services.devices import CurrentPhone, sign_out_everywhere
from games.services.tidying import RETENTION

if TYPE_CHECKING:
    from uuid import UUID


@transaction.atomic
def end_all_access(*, person: models.Person) -> None:
    """End all sessions, keys, phones, invitations and links to follow of a person. They may sign in again."""
    sign_out_everywhere(person=person, current=CurrentPhone(), invitations=Q())


@transaction.atomic
def disable_person(*, person: models.Person) -> None:
    """Sign the person out everywhere, and let nobody sign in as them. Their entries and groups stay."""
    end_all_access(person=person)
    models.Person.objects.filter(pk=person.pk).update(is_active=False)


def enable_person(*, person: models.Person) -> bool:
    """Let a disabled person sign in again. Return whether that is possible: not for deleted, erased or merged people."""
    disabled = models.Person.objects.filter(pk=person.pk, is_active=False, deleted=None, became=None, erased=None)
    return disabled.update(is_active=True) > 0


def delete_group(*, circle: UUID) -> bool:
    """Hide a group from everyone, as its owner may do. Return whether there was such a group."""
    return models.Circle.objects.filter(pk=circle, deleted=None).update(deleted=timezone.now()) > 0


def restore_group(*, circle: UUID) -> bool:
    """Show a deleted group to its members again. Return whether it can still be restored, and has members."""
    members = models.Membership.objects.filter(circle=circle).values("circle")
    since = timezone.now() - RETENTION
    return models.Circle.objects.filter(pk__in=members, deleted__gt=since).update(deleted=None) > 0
