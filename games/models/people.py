"""Who uses Scorekeeper, with whom, by which phone, and how others come in."""

from __future__ import annotations

from typing import ClassVar
from uuid import uuid4

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.people_manager import People


class Person(AbstractBaseUser, PermissionsMixin):
    """Somebody who uses Scorekeeper: a guest at first, with no more than a name, perhaps not even that."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    name = models.CharField(_("name"), max_length=200, blank=True)
    email = models.EmailField(_("e-mail"), unique=True, null=True, blank=True)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    # Chosen once, wherever they sign in; empty: the browser's.
    language = models.CharField(max_length=10, blank=True, default="", db_default="")
    created = models.DateTimeField(auto_now_add=True)
    deleted = models.DateTimeField(null=True)  # may be brought back for 30 days, then everything of them is emptied
    # The account that a guest turned out to have; the guest stays, inactive, as the one who wrote.
    became = models.ForeignKey("self", models.SET_NULL, null=True, related_name="guests")

    objects: ClassVar[People] = People()

    EMAIL_FIELD = USERNAME_FIELD = "email"

    def __str__(self) -> str:
        return self.name or str(self.id)


class Circle(models.Model):
    """People who play together and may see each other's matches."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    name = models.CharField(max_length=200, blank=True)
    seq = models.PositiveIntegerField(default=0)  # the number of its last event
    created = models.DateTimeField(auto_now_add=True)
    deleted = models.DateTimeField(null=True)  # may be brought back for 30 days, then it is emptied

    def __str__(self) -> str:
        return self.name or str(self.id)


class Role(models.TextChoices):
    OWNER = "owner", _("owner")
    SCORER = "scorer", _("scorer")
    READER = "reader", _("reader")

    @property
    def rank(self) -> int:
        """The higher, the more one may do."""
        return (Role.READER, Role.SCORER, Role.OWNER).index(self)


WRITERS = (Role.OWNER, Role.SCORER)


class Membership(models.Model):
    """A person in a circle, and what the person may do there."""

    pk = models.CompositePrimaryKey("circle_id", "person_id")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="memberships")
    person = models.ForeignKey(Person, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role, default=Role.SCORER)
    since = models.DateTimeField(auto_now_add=True)
    chosen = models.DateTimeField(null=True)  # the one chosen last is the one that the person looks at
    player = models.UUIDField(null=True)  # who of the circle's players this person says to be

    class Meta:
        constraints = (models.UniqueConstraint(fields=("circle", "player"), name="one_person_a_player"),)


class Device(models.Model):
    """A phone or a program that speaks for a person. Of its key only the hash is kept."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    person = models.ForeignKey(Person, models.CASCADE, related_name="devices")
    circle = models.ForeignKey(
        Circle, models.CASCADE, null=True
    )  # a token belongs to one, a phone to all of its person
    # A token may do no more than this.
    role = models.CharField(max_length=10, choices=Role, blank=True, default="", db_default="")
    name = models.CharField(max_length=200, blank=True)
    hash = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    seen = models.DateField(null=True)  # the day it was last heard of
    revoked = models.DateTimeField(null=True)
    # The key is good again from the first request that has a session cookie of its person beside it.
    needs_session = models.BooleanField(default=False, db_default=False)


class Purpose(models.TextChoices):
    """What an invitation is for."""

    ACCOUNT = "account", _("my account on another phone")
    CIRCLE = "circle", _("a place in a circle")
    MATCH = "match", _("following a match")
    EVENING = "evening", _("following an evening")


class Invitation(models.Model):
    """A way in, for as long and as often as it says. Its link is signed, not stored; of its code only a hash is kept."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    purpose = models.CharField(max_length=10, choices=Purpose)
    by = models.ForeignKey(Person, models.CASCADE, related_name="invitations")
    circle = models.ForeignKey(Circle, models.CASCADE, null=True, related_name="invitations")  # null: an account
    role = models.CharField(max_length=10, choices=Role, blank=True)  # in the circle
    thing = models.UUIDField(null=True)  # the match or evening that is followed
    created = models.DateTimeField(auto_now_add=True)
    until = models.DateTimeField(null=True)  # null: until it is revoked
    most = models.PositiveIntegerField(null=True)  # how often it may be used; null: as often as they like
    used = models.PositiveIntegerField(default=0)
    code = models.CharField(max_length=64, unique=True, null=True, blank=True)
    code_until = models.DateTimeField(null=True)
    revoked = models.DateTimeField(null=True)

    class Meta:
        indexes = (models.Index(fields=("circle", "-created"), name="invitations_of_a_circle"),)


class Guesses(models.Model):
    """How many wrong codes came from one place in a while. Kept for minutes, so that no code is found by trying."""

    place = models.CharField(max_length=64, blank=True)  # a keyed hash of the address; empty: all of them together
    since = models.DateTimeField()
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("place", "since"), name="one_count_a_place"),)
