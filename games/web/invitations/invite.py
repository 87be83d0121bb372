"""Views that create, display and revoke invitations."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views import View
from django.views.decorators.cache import never_cache

from games import models, services
from games.export.headline import things_of
from games.match.errors import Refused
from games.match.event_fields import is_id
from games.models import WRITERS, Purpose, Role
from games.services.invitations import listed_invitations
from games.web import qr
from games.web.account.entrance import reauthentication_redirect
from games.web.invitations.forms import CircleForm, FollowForm
from games.web.page_host import SeeOther, membership

Form = CircleForm | FollowForm
SHARED_AS = {  # the title with which a phone shares the link
    Purpose.ACCOUNT: _("Scorekeeper: my other phone"),
    Purpose.CIRCLE: _("Scorekeeper: join us"),
    Purpose.MATCH: _("Scorekeeper: follow along"),
    Purpose.EVENING: _("Scorekeeper: follow along"),
}
HOUR, DAY = 60, 24 * 60  # minutes


def require_person(request: HttpRequest) -> models.Person:
    if not isinstance(request.user, models.Person):
        raise PermissionDenied
    return request.user


@method_decorator(never_cache, "dispatch")
class InviteView(View):
    """The page that creates invitations.

    With `?match=` others can follow that match, or with `&purpose=evening` its evening. Without it, people can join a
    circle, and phones an account. With `?app=1` the page is about the app on the same phone.
    """

    def get(self, request: HttpRequest) -> HttpResponse:
        if is_about_app(request) and isinstance(request.user, models.Person):
            return app_page(request)
        return page(request, form_of(request, None))

    def post(self, request: HttpRequest) -> HttpResponse:
        person = require_person(request)
        try:
            if request.POST.get("purpose") == Purpose.ACCOUNT:
                proof = reauthentication_redirect(request)
                if proof is not None:
                    return proof
                invitation = services.invite_own_phone(by=person)
            else:
                form = form_of(request, request.POST)
                if form is None:
                    raise PermissionDenied
                if not form.is_valid():
                    return page(request, form, 422)
                proof = owner_proof(request, form)
                if proof is not None:
                    return proof
                invitation = form.create_invitation(person)
        except Refused as refused:
            if is_about_app(request):
                return app_page(request, 409, refused)
            return page(request, form_of(request, None), 409, refused)
        services.make_code(invitation)
        return SeeOther(page_of(request, invitation.pk))


def is_about_app(request: HttpRequest) -> bool:
    """Return whether the pages should explain how the same person gets into the app on the home screen."""
    return request.GET.get("app") == "1"


def app_page(request: HttpRequest, status: int = 200, refused: Refused | None = None) -> HttpResponse:
    context = {"invitation": None, "code": None, "refused": refused and refused.words}
    return render(request, "invite/app.html", context, status=status)


def page_of(request: HttpRequest, invitation: UUID) -> str:
    return reverse("invitation", args=[invitation]) + ("?app=1" if is_about_app(request) else "")


def owner_proof(request: HttpRequest, form: Form) -> HttpResponse | None:
    """Return a redirect to the proof that an invitation as owner needs, or None. The form keeps its values."""
    if form.cleaned_data.get("role") != Role.OWNER:
        return None
    chosen = {name: form.data[name] for name in form.fields if name in form.data}
    return reauthentication_redirect(request, f"{reverse('invite')}?{urlencode(chosen)}")


def form_of(request: HttpRequest, data: Any) -> Form | None:
    """Return the form for the match of the query, or for the person's circles; None if they own no circle."""
    match = request.GET.get("match")
    if match is not None:
        return FollowForm(match_to_follow(request, match), data, chosen=request.GET.get("purpose"))
    if not isinstance(request.user, models.Person):
        return None
    circles = [member.circle for member in services.memberships_of(request.user).filter(role=Role.OWNER)]
    return CircleForm(circles, data, chosen=request.GET.dict()) if circles else None


def match_to_follow(request: HttpRequest, match: str) -> models.Match:
    member = membership(request, UUID(match)) if is_id(match) else None
    if member is None:
        raise Http404
    if member.role not in WRITERS:
        raise PermissionDenied
    row = models.Match.objects.filter(circle=member.circle_id, id=UUID(match), is_deleted=False).first()
    if row is None:
        raise Http404
    return row


def page(request: HttpRequest, form: Form | None, status: int = 200, refused: Refused | None = None) -> HttpResponse:
    person = request.user if isinstance(request.user, models.Person) else None
    open_ones = [] if person is None else listed_invitations(services.invitations_of(person))
    context = {
        "form": form,
        "match": form.match if isinstance(form, FollowForm) else None,
        "of_evening": isinstance(form, FollowForm) and form.initial["purpose"] == Purpose.EVENING,
        "person": person,
        "open_ones": open_ones,
        "things": things_of(open_ones),
        "lasts": remaining_time,
        "refused": refused and refused.words,
    }
    return render(request, "invite/page.html", context, status=status)


def remaining_time(until: datetime) -> str:
    """Return the remaining time in words. A minute is added, so that a new week is not called six days."""
    minutes = max(0, int((until - timezone.now()).total_seconds() // 60) + 1)
    if minutes >= DAY:
        return ngettext("%(count)s day", "%(count)s days", minutes // DAY) % {"count": minutes // DAY}
    if minutes >= HOUR:
        return ngettext("%(count)s hour", "%(count)s hours", minutes // HOUR) % {"count": minutes // HOUR}
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}


def own_invitation(request: HttpRequest, id: UUID, *, even_over: bool = False) -> models.Invitation:
    invitation = services.invitations_of(require_person(request), even_over=even_over).filter(pk=id).first()
    if invitation is None:
        raise Http404
    return invitation


def invitation_proof(request: HttpRequest, invitation: models.Invitation) -> HttpResponse | None:
    """Return a redirect to the proof that the link of a lasting invitation needs, or None."""
    back = reverse("invitation", args=[invitation.pk])
    return reauthentication_redirect(request, back) if services.is_lasting(invitation) else None


@method_decorator(never_cache, "dispatch")
class InvitationView(View):
    """One of the person's invitations, as a QR code, a link and a code to type."""

    def get(self, request: HttpRequest, invitation: UUID) -> HttpResponse:
        row = own_invitation(request, invitation, even_over=True)
        proof = invitation_proof(request, row)
        if proof is not None:
            return proof
        if not services.invitations_of(require_person(request)).filter(pk=invitation).exists():
            return render(request, "invite/over.html", {"invitation": row, "things": things_of([row])})
        link = request.build_absolute_uri(reverse("way", args=[services.token_of(row)]))
        code = services.code_of(row)
        minutes = 0 if row.code_until is None else -(-(row.code_until - timezone.now()).total_seconds() // 60)
        context = {
            "invitation": row,
            "things": things_of([row]),
            "lasts": remaining_time,
            "link": link,
            "qr": qr.qr_code(link),
            "code": code and f"{code[:3]}-{code[3:]}",
            "minutes": int(minutes),
            "where": request.build_absolute_uri(reverse("code")).partition("//")[2],
            "refused": None,
            "share": SHARED_AS[Purpose(row.purpose)],
        }
        is_for_app = is_about_app(request) and row.purpose == Purpose.ACCOUNT
        return render(request, "invite/app.html" if is_for_app else "invite/invitation.html", context)


class NewCodeView(View):
    def post(self, request: HttpRequest, invitation: UUID) -> HttpResponse:
        row = own_invitation(request, invitation)
        proof = invitation_proof(request, row)
        if proof is not None:
            return proof
        services.make_code(row)
        return SeeOther(page_of(request, invitation))


class RevokeInvitationView(View):
    def post(self, request: HttpRequest, invitation: UUID) -> HttpResponse:
        if not services.revoke_invitation(by=require_person(request), invitation=invitation):
            raise Http404
        return SeeOther(reverse("invite"))
