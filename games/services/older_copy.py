"""End the access that an older copy of the database may have revived."""

from __future__ import annotations

import secrets

from allauth.mfa.models import Authenticator
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from games import models

MOST_ADDED = 1_000_000


def let_all_pull_again() -> None:
    """Make all phones pull everything again.

    The first phone to come back sends what the copy lacks, in the name of its person. A phone that comes later has the
    same events in the same order, but perhaps by other writers.
    """
    models.Circle.objects.update(erasures=F("erasures") + 1 + secrets.randbelow(MOST_ADDED))


@transaction.atomic
def end_revived_access() -> None:
    """End all keys of programs, open invitations, and sessions and mailed links of people with a login.

    Someone may have ended them after the copy was made. Guests keep their sessions, as they could not sign in again. Phones
    keep their keys, and so their rounds.
    """
    now = timezone.now()
    models.Device.objects.filter(revoked=None).exclude(circle=None).update(revoked=now)
    models.Invitation.objects.filter(revoked=None).update(revoked=now, code=None)
    has_password = ~Q(password="") & ~Q(password__startswith=UNUSABLE_PASSWORD_PREFIX)
    has_passkey = Exists(Authenticator.objects.filter(user=OuterRef("pk")))
    # Not one more: links from after the copy may have signed that number.
    added = 1 + secrets.randbelow(MOST_ADDED)
    models.Person.objects.filter(has_password | has_passkey).update(sign_outs=F("sign_outs") + added)
