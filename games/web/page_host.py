"""Django as a host of the table: it loads what is stored, lets the table answer, stores what it wrote, and renders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from django.contrib import auth
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.decorators import method_decorator
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.vary import vary_on_headers

from games import models, services
from games.http.own_pages import OwnPageOrTokenView
from games.pages import router
from games.pages.request import LIVE, PageRequest
from games.pages.routes import MATCH, ROUTES, Route
from games.web.page_data import load_page_data

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.pages.request import PageResult, Pairs

IDS = 20  # that one answer may need


@method_decorator(
    [gzip_page, cache_control(private=True, no_cache=True), vary_on_headers("HX-Target", "Cookie")],
    "dispatch",
)
class PageView(OwnPageOrTokenView):
    """One of the table's addresses."""

    address = ROUTES[0]

    def get(self, request: HttpRequest, **args: UUID) -> HttpResponse:
        return self.answer(request, args)

    def post(self, request: HttpRequest, **args: UUID) -> HttpResponse:
        return self.answer(request, args)

    def answer(self, request: HttpRequest, args: dict[str, UUID]) -> HttpResponse:
        member = membership(request, args.get("match"))
        if self.address.needs == MATCH:
            if member is None:
                raise Http404
            if request.headers.get("HX-Target") == LIVE:
                return followed(
                    request, page_etag(request, member, args["match"]), lambda: self.handle(request, args, member)
                )
        return self.handle(request, args, member)

    def handle(self, request: HttpRequest, args: dict[str, UUID], member: models.Membership | None) -> HttpResponse:
        with load_page_data(self.address, member, args) as stored:
            answer = router.handle(stored, page_request(request, self.address, args, member))
            if not answer.events:
                return render_result(request, answer)
        return store_and_redirect(request, answer, member)


def followed(request: HttpRequest, etag: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """For those who ask every few seconds: nothing is read of the log until something has come."""
    response = get_conditional_response(request, etag=etag) or make()
    response["ETag"] = etag
    return response


def urls() -> list[URLPattern]:
    """Every address as Django spells it."""
    found = []
    for address in ROUTES:
        pieces = [f"<uuid:{piece[1:-1]}>" if piece.startswith("<") else piece for piece in address.segments]
        found.append(path("/".join(pieces), PageView.as_view(address=address), name=address.name))
    return found


def membership(request: HttpRequest, match: UUID | None) -> models.Membership | None:
    """The asker's place in the circle of this match, or in the one they look at; None for a stranger."""
    if not isinstance(request.user, models.Person):
        return None
    mine = services.places_of(request.user)
    if match is not None:
        mine = mine.filter(circle__in=models.Match.objects.filter(id=match).values("circle"))
    return mine.first()


def page_request(
    request: HttpRequest, address: Route, args: dict[str, UUID], member: models.Membership | None
) -> PageRequest:
    return PageRequest(
        address.name,
        {name: str(id) for name, id in args.items()},
        query=pairs(request.GET),
        form=pairs(request.POST) if request.method == "POST" else None,
        now=timezone.now().isoformat(timespec="seconds"),
        ids=[str(uuid4()) for _ in range(IDS)],
        role=models.Role.OWNER if member is None else member.role,
        part=request.headers.get("HX-Target", ""),
    )


def page_etag(request: HttpRequest, member: models.Membership, match: UUID) -> str:
    """Another one whenever the page would be."""
    seq = models.Match.objects.values_list("seq", flat=True).get(circle=member.circle_id, id=match)
    return quote_etag(f"{seq}-{member.role}-{get_language()}-{request.get_full_path()}")


def pairs(sent: Any) -> Pairs:
    return [(name, value) for name, values in sent.lists() for value in values]


def render_result(request: HttpRequest, answer: PageResult) -> HttpResponse:
    if answer.go:
        return see_other(answer.go)
    if answer.status == 403:
        raise PermissionDenied
    if answer.status == 405:
        return HttpResponseNotAllowed(["GET", "HEAD"])
    if not answer.template:
        raise Http404
    return render(request, answer.template, answer.context, status=answer.status)


def store_and_redirect(request: HttpRequest, answer: PageResult, member: models.Membership | None) -> HttpResponse:
    """Stored for good before it is said to be saved. With the first of all its writer becomes a guest."""
    if member is None and isinstance(request.user, models.Person):
        member = services.home_of(request.user)
    if member is None:
        try:
            guest, pushed = services.push_as_guest(events=answer.events)
        except services.NotOpen as closed:
            return render(request, "refused.html", {"words": closed.words, "back": request.path}, status=403)
        if not pushed.refused:
            auth.login(request, guest)
    else:
        pushed = services.push(by=member.person, circle=member.circle_id, events=answer.events)
    for _id, _code, words in pushed.refused:
        return render(request, "refused.html", {"words": words, "back": request.path}, status=409)
    return see_other(answer.go)


def see_other(path: str) -> HttpResponse:
    return HttpResponseRedirect(path, status=303)
