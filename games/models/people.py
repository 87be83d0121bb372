"""People, their circles, devices and invitations."""

from __future__ import annotations

from typing import ClassVar
from uuid import uuid4

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from games.models.people_manager import PersonManager


class Person(AbstractBaseUser, PermissionsMixin):
    """A user: a guest at first, perhaps even without a name."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    name = models.CharField(_("name"), max_length=200, blank=True)
    email = models.EmailField(_("e-mail"), unique=True, null=True, blank=True)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    # Chosen once for all browsers; empty: the browser's own.
    language = models.CharField(max_length=10, blank=True, default="", db_default="")
    created = models.DateTimeField(auto_now_add=True)
    deleted = models.DateTimeField(null=True)  # can be restored for 30 days, then all data is erased
    erased = models.DateTimeField(null=True)
    # How often they have signed out everywhere: part of the hash in each session, so that a new number ends all sessions.
    sign_outs = models.PositiveIntegerField(default=0, db_default=0)
    # The account that the guest was merged into; the guest stays, inactive, as author of events.
    became = models.ForeignKey("self", models.SET_NULL, null=True, related_name="guests")

    # Of the person of a request: the condition for the phone or program through which they act. None without one.
    acts_through: models.Q | None = None

    objects: ClassVar[PersonManager] = PersonManager()

    EMAIL_FIELD = USERNAME_FIELD = "email"

    def __str__(self) -> str:
        return self.name or str(self.id)

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Return the hash that each session of the person holds. It changes with the password and with `sign_outs`."""
        by_password: str = super()._get_session_auth_hash(secret)  # type: ignore[misc]
        if not self.sign_outs:
            return by_password  # so sessions from before the field stay
        return salted_hmac(
            "games.models.people", f"{by_password} {self.sign_outs}", secret=secret, algorithm="sha256"
        ).hexdigest()


class Circle(models.Model):
    """People who play together and may see each other's matches."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    name = models.CharField(max_length=200, blank=True)
    seq = models.PositiveIntegerField(default=0)  # the number of its last event
    created = models.DateTimeField(auto_now_add=True)
    deleted = models.DateTimeField(null=True)  # may be restored for 30 days, then it is erased
    erased = models.DateTimeField(null=True)
    # How often events were erased. A client with another number pulls all events again.
    erasures = models.PositiveIntegerField(default=0, db_default=0)
    # Stakes of its evenings, off where null: by points or by places, the cents of one, and the currency.
    stakes = models.JSONField(null=True)

    def __str__(self) -> str:
        return self.name or str(self.id)


class Role(models.TextChoices):
    OWNER = "owner", _("owner")
    SCORER = "scorer", _("scorer")
    READER = "reader", _("viewer")

    @property
    def rank(self) -> int:
        """Return a number that is higher for roles with more rights."""
        return (Role.READER, Role.SCORER, Role.OWNER).index(self)


WRITERS = (Role.OWNER, Role.SCORER)


class Membership(models.Model):
    """A person in a circle, and what the person may do there."""

    pk = models.CompositePrimaryKey("circle_id", "person_id")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="memberships")
    person = models.ForeignKey(Person, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role, default=Role.SCORER)
    since = models.DateTimeField(auto_now_add=True)
    chosen = models.DateTimeField(null=True)  # the circle chosen last is the current one
    player = models.UUIDField(null=True)  # the player of the circle that this person is, by their own claim

    class Meta:
        constraints = (models.UniqueConstraint(fields=("circle", "player"), name="one_person_a_player"),)


class PastClaim(models.Model):
    """A player that a writer of the circle was, by their own claim, before the membership or the claim ended.

    The person's name in the circle's events is erased with the account, even after leaving.
    """

    id = models.BigAutoField(primary_key=True)
    circle = models.ForeignKey(Circle, models.CASCADE)
    person = models.ForeignKey(Person, models.CASCADE, related_name="past_claims")
    player = models.UUIDField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("person", "circle", "player"), name="one_past_claim_a_player"),)


class Device(models.Model):
    """A phone or a program that acts for a person. Only the hash of its key is stored."""

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
    seen = models.DateField(null=True)  # the day of its last request
    revoked = models.DateTimeField(null=True)
    # The browser whose session holds the key: a random id in its sessions. None for keys from before the field, until
    # the phone renews its session, and for phones without a session.
    browser = models.UUIDField(null=True)
    # The key works again from the first request that also has a session cookie of its person.
    needs_session = models.BooleanField(default=False, db_default=False)


class EndedKey(models.Model):
    """A key that a phone had before, or whose row is deleted. Nobody can register it again, as someone may have copied it."""

    hash = models.CharField(max_length=64, primary_key=True)


class Purpose(models.TextChoices):
    """The use of an invitation."""

    ACCOUNT = "account", _("my account on another phone")
    CIRCLE = "circle", _("joining a group")
    MATCH = "match", _("following a match")
    EVENING = "evening", _("following an evening")


class Invitation(models.Model):
    """A way to join, with its limits. The link is signed and not stored; the code is stored as a hash."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    purpose = models.CharField(max_length=10, choices=Purpose)
    by = models.ForeignKey(Person, models.CASCADE, related_name="invitations")
    circle = models.ForeignKey(Circle, models.CASCADE, null=True, related_name="invitations")  # null: an account
    role = models.CharField(max_length=10, choices=Role, blank=True)  # in the circle
    thing = models.UUIDField(null=True)  # the match or evening that is followed
    created = models.DateTimeField(auto_now_add=True)
    until = models.DateTimeField(null=True)  # null: until it is revoked
    most = models.PositiveIntegerField(null=True)  # how often it may be used; null: without limit
    used = models.PositiveIntegerField(default=0)
    code = models.CharField(max_length=64, unique=True, null=True, blank=True)
    code_until = models.DateTimeField(null=True)
    revoked = models.DateTimeField(null=True)

    class Meta:
        indexes = (models.Index(fields=("circle", "-created"), name="invitations_of_a_circle"),)


class Guesses(models.Model):
    """A count of wrong codes from one place. It is stored for minutes, so that nobody finds a code by trying."""

    place = models.CharField(max_length=64, blank=True)  # a keyed hash of the address; empty: all addresses together
    since = models.DateTimeField()
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("place", "since"), name="one_count_a_place"),)
