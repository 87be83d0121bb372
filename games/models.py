"""What Django stores. Events are the truth; the rest of a match is worked out from them and can be made anew.

A circle owns everything below it, and its id is part of every key: a database can be split by circle.
Ids come from whoever wrote the thing, so a phone needs nobody to begin. Only `services` writes here.
"""

from __future__ import annotations

from typing import ClassVar
from uuid import uuid4

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.people import People


class Person(AbstractBaseUser, PermissionsMixin):
    """Somebody who uses Scorekeeper: a guest at first, with no more than a name, perhaps not even that."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    name = models.CharField(_("name"), max_length=200, blank=True)
    email = models.EmailField(_("e-mail"), unique=True, null=True, blank=True)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)

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

    def __str__(self) -> str:
        return self.name or str(self.id)


class Role(models.TextChoices):
    OWNER = "owner", _("owner")
    SCORER = "scorer", _("scorer")
    READER = "reader", _("reader")


class Membership(models.Model):
    """A person in a circle, and what the person may do there."""

    pk = models.CompositePrimaryKey("circle_id", "person_id")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="memberships")
    person = models.ForeignKey(Person, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role, default=Role.SCORER)
    since = models.DateTimeField(auto_now_add=True)


class Device(models.Model):
    """A phone or a program that speaks for a person. Of its key only the hash is kept."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    person = models.ForeignKey(Person, models.CASCADE, related_name="devices")
    circle = models.ForeignKey(
        Circle, models.CASCADE, null=True
    )  # a token belongs to one, a phone to all of its person
    name = models.CharField(max_length=200, blank=True)
    hash = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    revoked = models.DateTimeField(null=True)


class Event(models.Model):
    """One thing that was written down. Nothing of it ever changes, but that `data` is emptied for good."""

    pk = models.CompositePrimaryKey("circle_id", "seq")
    circle = models.ForeignKey(Circle, models.PROTECT, related_name="events")
    seq = models.PositiveIntegerField()
    id = models.UUIDField()
    match = models.UUIDField(null=True)
    kind = models.CharField(max_length=20)
    data = models.JSONField()
    after = models.JSONField(null=True)
    at = models.CharField(max_length=40, blank=True)  # as the writer's clock had it, with its zone
    by = models.ForeignKey(Person, models.PROTECT, related_name="+")
    by_name = models.CharField(max_length=200, blank=True)
    received = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("circle", "id"), name="one_event_an_id"),
            models.CheckConstraint(condition=models.Q(seq__gte=1), name="events_count_from_one"),
        )
        indexes = (models.Index(fields=("circle", "match", "seq"), name="events_of_a_match"),)


class Evening(models.Model):
    """The matches of one sitting, by the rule or as a hand has put them together; without a match it has no time."""

    pk = models.CompositePrimaryKey("circle_id", "id")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="evenings")
    id = models.UUIDField()
    date = models.DateField(null=True)
    begins = models.DateTimeField(null=True)
    name = models.CharField(max_length=2000, blank=True)
    place = models.CharField(max_length=2000, blank=True)
    note = models.CharField(max_length=2000, blank=True)
    by_hand = models.BooleanField(default=False)

    class Meta:
        indexes = (models.Index(fields=("circle", "-begins"), name="evenings_by_time"),)


class Player(models.Model):
    """A person of a circle as the table knows them. `same_as` names the one that counts for both."""

    pk = models.CompositePrimaryKey("circle_id", "id")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="players")
    id = models.UUIDField()
    name = models.CharField(max_length=200)
    hidden = models.BooleanField(default=False)
    same_as = models.UUIDField(null=True)


# Django asks for what is false by NOT, which an index serves only where it is its condition.
HERE = models.Q(is_deleted=False)
UNDER_WAY = models.Q(is_deleted=False, is_finished=False)


class Match(models.Model):
    """A match in a line: what lists show. `summary` is the table's own."""

    pk = models.CompositePrimaryKey("circle_id", "id")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="matches")
    id = models.UUIDField()
    seq = models.PositiveIntegerField()  # of its last event
    game = models.CharField(max_length=40)
    started = models.DateTimeField()
    last = models.DateTimeField()
    date = models.DateField()  # of the start, in the zone that its writer wrote
    is_finished = models.BooleanField(default=False)
    is_deleted = models.BooleanField(default=False)
    evening = models.UUIDField(null=True)
    is_listed = models.BooleanField(db_default=False)  # a hand has put it into its evening
    summary = models.JSONField()

    class Meta:
        indexes = (
            models.Index(fields=("circle", "-started", "id"), condition=HERE, name="matches_by_time"),
            models.Index(fields=("circle", "game", "-started", "id"), condition=HERE, name="matches_of_a_game"),
            models.Index(fields=("circle", "-started", "id"), condition=UNDER_WAY, name="matches_under_way"),
            models.Index(fields=("circle", "-last", "id"), condition=HERE, name="matches_by_last_round"),
            models.Index(fields=("circle", "evening"), name="matches_of_an_evening"),
        )


class Result(models.Model):
    """What a side has in a match."""

    pk = models.CompositePrimaryKey("circle_id", "match", "side")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="+")
    match = models.UUIDField()
    side = models.PositiveSmallIntegerField()
    name = models.TextField()
    total = models.IntegerField()
    place = models.PositiveSmallIntegerField()
    is_winner = models.BooleanField(default=False)


class Seat(models.Model):
    """Who sat where in a match. `player` is null for a name that is nobody's yet."""

    pk = models.CompositePrimaryKey("circle_id", "match", "seat")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="+")
    match = models.UUIDField()
    seat = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    player = models.UUIDField(null=True)
    name = models.CharField(max_length=200)

    class Meta:
        indexes = (models.Index(fields=("circle", "player"), name="seats_of_a_player"),)


class Deal(models.Model):
    """What a side got in a deal, for statistics."""

    pk = models.CompositePrimaryKey("circle_id", "match", "deal", "side")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="+")
    match = models.UUIDField()
    deal = models.UUIDField()
    side = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    points = models.IntegerField()
    is_complete = models.BooleanField()
    facts = models.JSONField()
