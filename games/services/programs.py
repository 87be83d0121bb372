"""Keys for programs: each for one circle, and with a role of its own."""

from __future__ import annotations

import secrets
from uuid import UUID

from django.db import transaction

from games import models
from games.match.errors import Refused
from games.models import Role
from games.rules.words import _
from games.services import keys
from games.services.circles import lock_membership, memberships_of
from games.services.devices import require_few_keys
from games.services.notices_to_owner import Change, notify_owner
from games.services.signed_in import require_signed_in

MOST_KEYS = 20  # of a person, so that the list stays readable
TOO_MUCH = ("permission_denied", _("A program cannot have more rights in this group than you have."))


@transaction.atomic
def create_program_key(*, by: models.Person, circle: UUID, role: Role, name: str) -> str:
    """Create a key and return it; only its hash is stored."""
    lock_membership(by, circle)  # otherwise a member who is removed at this moment would have a key that is not revoked
    require_signed_in(by)
    membership = memberships_of(by).filter(circle=circle).first()
    if membership is None or Role(membership.role).rank < role.rank:
        raise Refused(*TOO_MUCH)
    if models.Device.objects.filter(person=by, revoked=None).exclude(circle=None).count() >= MOST_KEYS:
        raise Refused(
            "many_keys",
            _("You have %(most)s program keys. Revoke one that is no longer needed."),
            most=MOST_KEYS,
        )
    require_few_keys(by)
    key = secrets.token_urlsafe(32)
    models.Device.objects.create(person=by, circle_id=circle, role=role, name=name, hash=keys.digest(key))
    notify_owner(person=by, change=Change.KEY_ADDED, name=name)
    return key


def lower_role(role: str, device: models.Device) -> str:
    """Return the lower of two roles: the person's and the key's."""
    return min(role, device.role or role, key=lambda role_name: Role(role_name).rank)
