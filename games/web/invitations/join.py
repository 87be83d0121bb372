"""Join by a link or by a spoken code. Viewing an invitation stores nothing and does not use it up."""

from __future__ import annotations

from django import forms
from django.contrib import auth
from django.contrib.sessions.backends.base import UpdateError
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views import View
from django.views.decorators.cache import never_cache
from rest_framework.throttling import BaseThrottle

from games import models, services
from games.http import cookie
from games.http.own_pages import OwnPageOrTokenView
from games.http.phone_keys import claimed_phone, sign_in_by_key
from games.match.errors import Refused
from games.models import Purpose
from games.services.guesses import LATER
from games.services.invitations import FOLLOWED
from games.web.account.entrance import enter, signed_in_person
from games.web.form_fields import PlainText
from games.web.form_messages import OwnForm
from games.web.invitations import form_secrets
from games.web.page_host import SeeOther
from games.web.sharing import follow

BY_FORM = "form"  # in the session: a newcomer whom the same form signs in again until their browser has had the answer
FULL = ("many_joined", "many_members")  # codes of refusals after which the link still works


class NewcomerNameForm(OwnForm):
    """The name of a new guest, which is optional."""

    name = PlainText(label=_("Your name"), required=False, widget=forms.TextInput({"autocomplete": "name"}))


class CodeForm(OwnForm):
    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        widget=forms.TextInput(
            {
                "class": "spoken-code",
                "autofocus": True,
                "autocomplete": "one-time-code",
                "autocapitalize": "characters",
                "inputmode": "text",
                "spellcheck": "false",
            }
        ),
    )


class InvitationLinkView(OwnPageOrTokenView):
    """The page of an invitation's link: a match or an evening to follow, or a button to join."""

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        try:
            invitation = services.by_token(token, is_repeatable=True)
            if invitation.purpose in FOLLOWED:  # never used up
                return follow.page(request, invitation, token)
            if not is_sent_again(request, invitation):
                services.require_usable(invitation)
        except Refused as refused:
            return unusable_page(request, refused)
        return join_page(request, invitation, NewcomerNameForm())

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        try:
            invitation = services.by_token(
                token, is_repeatable=True
            )  # a browser repeats the form if the response was lost
        except Refused as refused:
            return unusable_page(request, refused)
        if invitation.purpose in FOLLOWED:
            return HttpResponseNotAllowed(["GET", "HEAD"])
        return join(request, invitation)


@method_decorator(never_cache, "dispatch")
class CodeView(OwnPageOrTokenView):
    """The page for typing a code. It shows what the code is for, and uses it up only when the person accepts.

    A code to follow a match redirects to the link of that match.
    """

    def get(self, request: HttpRequest) -> HttpResponse:
        return render(request, "invite/code.html", {"form": CodeForm()})

    def post(self, request: HttpRequest) -> HttpResponse:
        form = CodeForm(request.POST)
        if not form.is_valid():
            return render(request, "invite/code.html", {"form": form}, status=422)
        code = form.cleaned_data["code"]
        try:
            invitation = services.by_code(code, address=address_of(request))
            if invitation.purpose in FOLLOWED:
                services.use_up_code(invitation, code)
                return SeeOther(reverse("way", args=[services.token_of(invitation)]))
        except Refused as refused:
            return self.send_again(request, form, refused)
        if "accept" in request.POST:
            return join(request, invitation, code)
        return join_page(request, invitation, NewcomerNameForm(), code)

    def send_again(self, request: HttpRequest, form: CodeForm, refused: Refused) -> HttpResponse:
        """Answer a code that cannot be used: the browser may have joined by it before, as a code works once only."""
        try:
            if enter_again(request):
                return SeeOther(reverse("inside"))
        except services.NotOpen as closed:
            refused = closed
        form.add_error("code", refused.words.translated(gettext))
        return render(request, "invite/code.html", {"form": form}, status=429 if refused.code == LATER else 422)


@method_decorator(never_cache, "dispatch")
class JoinedView(View):
    """The page after joining. While the person reads it, the phone pulls the circle's matches."""

    def get(self, request: HttpRequest) -> HttpResponse:
        person = signed_in_person(request)
        if person is None:
            return SeeOther(reverse("code"))
        try:
            note_arrival(request, person)
        except UpdateError:  # the person has signed out meanwhile
            auth.logout(request)
            return SeeOther(reverse("code"))
        member = services.memberships_of(person).first()
        response = render(request, "invite/inside.html", {"person": person, "member": member})
        form_secrets.forget(request, response)
        return response


@transaction.atomic
def note_arrival(request: HttpRequest, person: models.Person) -> None:
    """Note that the browser has the answer to its form. If all sessions end by that, renew this one in the same transaction."""
    kind, current = request.session.get(cookie.NEWCOMER), cookie.current_phone(request)
    if kind and services.note_arrival(person, is_by_form=kind == BY_FORM, current=current):
        request.session[auth.HASH_SESSION_KEY] = person.get_session_auth_hash()
        request.session.save()


@never_cache
def join_page(
    request: HttpRequest,
    invitation: models.Invitation,
    form: NewcomerNameForm,
    code: str = "",
    *,
    is_unticked: bool = False,
) -> HttpResponse:
    person, secret = signed_in_person(request), form_secrets.new_secret(request)
    guest = guest_of(invitation, person)
    along = [] if guest is None else services.mergeable_circles(guest)
    phone = phone_with_rounds(request, invitation, person)
    if phone is not None:
        along += [
            circle for circle in services.circles_by_key(account=invitation.by, key=phone.key) if circle not in along
        ]
    context = {
        "invitation": invitation,
        "person": person,
        "form": form,
        "code": code,
        "join_problem": join_problem(invitation, person),
        "closed": services.closed_words(is_invited=True) if person is None and invitation.circle else "",
        "is_inside": person is not None and services.has_joined(invitation, person),
        "brings": guest is not None or phone is not None,
        "along": along,
        "has_rounds": phone is not None,
        "is_unticked": is_unticked,
        "secret": secret,
    }
    response = render(request, "invite/door.html", context, status=422 if form.errors or is_unticked else 200)
    if person is None and invitation.circle is not None:
        form_secrets.remember(response, secret)
    return response


def address_of(request: HttpRequest) -> str:
    return str(BaseThrottle().get_ident(request))  # type: ignore[arg-type]


def is_sent_again(request: HttpRequest, invitation: models.Invitation) -> bool:
    """Return whether this browser has joined by the invitation before. Perhaps the answer was lost."""
    person = signed_in_person(request)
    return form_secrets.may_return(request) if person is None else services.has_joined(invitation, person)


def guest_of(invitation: models.Invitation, person: models.Person | None) -> models.Person | None:
    """Return the guest of this browser who would merge into the invitation's account, or None."""
    is_another = invitation.purpose == Purpose.ACCOUNT and person is not None and person != invitation.by
    return person if is_another and not join_problem(invitation, person) else None


def phone_with_rounds(
    request: HttpRequest, invitation: models.Invitation, person: models.Person | None
) -> services.ClaimedPhone | None:
    """Return the phone that sent the form, if the account would get rounds that only the phone has. Otherwise None.

    These are unsent rounds, or all rounds of a guest whom this server lacks, as it was restored from an older copy.
    """
    phone = claimed_phone(request) if invitation.purpose == Purpose.ACCOUNT and person != invitation.by else None
    if phone is None or join_problem(invitation, person) or services.is_phone_of(phone, invitation.by):
        return None
    return phone if phone.is_unsent or is_lost_phone(invitation, phone) else None


def is_lost_phone(invitation: models.Invitation, phone: services.ClaimedPhone) -> bool:
    """Return whether the server knew the phone of someone else, but does not know it any more."""
    return phone.is_known and services.is_lost(account=invitation.by, key=phone.key, person=phone.person)


def join_problem(invitation: models.Invitation, person: models.Person | None) -> str:
    """Return why this person cannot join the account, or "". A guest merges into it; two accounts never merge."""
    if invitation.purpose != Purpose.ACCOUNT or person is None or person == invitation.by:
        return ""
    if services.has_login(person):
        return gettext("Someone else is signed in here. Sign out first, then open this again.")
    return ""


def join(request: HttpRequest, invitation: models.Invitation, code: str = "") -> HttpResponse:
    address = address_of(request)
    try:
        if sign_in_by_key(request):
            services.count_guest(address, invitation.by)  # the session counts like a new guest
    except services.NotOpen as closed:
        auth.logout(request)
        return render(request, "refused.html", {"words": closed.words, "back": request.path}, status=403)
    person, form = signed_in_person(request), NewcomerNameForm(request.POST)
    if not form.is_valid():
        return join_page(request, invitation, form, code)
    if join_problem(invitation, person):
        raise PermissionDenied
    guest, bringing = guest_of(invitation, person), phone_with_rounds(request, invitation, person)
    brings = bringing is not None or (guest is not None and services.mergeable_circles(guest))
    # A page that the phone did not ask for has not listed what only the phone has.
    if brings and request.POST.get("along") not in (("phone",) if bringing else ("1", "phone")):
        return join_page(request, invitation, form, code, is_unticked=True)
    is_lost = bringing is not None and is_lost_phone(invitation, bringing)  # afterwards the server knows its key
    try:
        name, phone = form.cleaned_data["name"], claimed_phone(request)
        joined = services.join(
            invitation=invitation,
            person=person,
            name=name,
            code=code,
            phone=phone,
            address=address,
            form=form_secrets.secret_of(request),
        )
    except services.NotOpen as closed:
        return render(request, "refused.html", {"words": closed.words, "back": request.path}, status=403)
    except Refused as refused:
        if refused.code in FULL:  # the link still works
            return render(request, "invite/full.html", {"words": refused.words}, status=409)
        return unusable_page(request, refused)
    if person is None and joined.circle is not None:
        enter_newcomer(request, joined.person)
    elif joined.person != person:
        enter(request, joined.person, is_invited=True)
    if bringing is not None:
        next_key = cookie.current_phone(request).next_key
        services.merge_phone(account=joined.person, phone=bringing, is_lost=is_lost, next_key=next_key)
    return SeeOther(reverse("inside"))


def enter_again(request: HttpRequest) -> bool:
    """Sign in the guest whose form this browser has sent before, and return whether there is one."""
    secret = form_secrets.secret_of(request) if signed_in_person(request) is None else ""
    newcomer = services.returning_newcomer(secret, address_of(request))
    if newcomer is not None:
        enter_newcomer(request, newcomer)
    return newcomer is not None


def enter_newcomer(request: HttpRequest, person: models.Person) -> None:
    """Sign in a guest whom an invitation into a circle has created."""
    enter(request, person, is_invited=True)
    is_by_form = services.newcomer_id(form_secrets.secret_of(request)) == person.pk
    request.session[cookie.NEWCOMER] = BY_FORM if is_by_form else True


@never_cache
def unusable_page(request: HttpRequest, refused: Refused) -> HttpResponse:
    return render(request, "invite/gone.html", {"words": refused.words}, status=404)
