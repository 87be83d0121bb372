"""Django as the host of games/pages: load the data, run the page, store its events, render its template."""

from __future__ import annotations

from collections import defaultdict
from contextlib import nullcontext
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
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.vary import vary_on_headers
from django_htmx.middleware import HtmxDetails
from rest_framework.throttling import BaseThrottle

from games import models, services
from games.display.unknown_match import UnknownMatch
from games.http.etags import last_event_etag
from games.http.game_faults import is_of_game
from games.http.own_pages import OwnPageOrTokenView
from games.match.errors import Refused
from games.pages import router
from games.pages.request import LIVE, MATCH, ROUTES, PageData, PageRequest
from games.rules import catalogue, faults
from games.statistics.people import PlayerIndex, renamed_summary
from games.store.custom_games import custom_games, custom_names
from games.store.logs import open_logs
from games.web.membership import current_membership

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from games.match.log import Log
    from games.pages.request import PageResult

LATEST = 100  # matches that the home page and a new match use
IDS = 20  # new ids; one request needs fewer

MatchLine = Any  # a named tuple: id, started, evening, summary


class SeeOther(HttpResponseRedirect):
    """A redirect to a page, after a form."""

    status_code = 303


class HtmxRequest(HttpRequest):
    """A request with the facts that django-htmx reads from its headers."""

    htmx: HtmxDetails


@method_decorator(
    [gzip_page, cache_control(private=True, no_cache=True), vary_on_headers("HX-Target", "Cookie")],
    "dispatch",
)
class PageView(OwnPageOrTokenView):
    """A route of games/pages."""

    route = ROUTES[0]  # `as_view` sets another one; see `urls`

    def get(self, request: HtmxRequest, **args: UUID) -> HttpResponse:
        named = request.GET.get("circle") if self.route.name == "new" else None
        member = membership(request, args.get("match"), named)
        if self.route.scope == MATCH and member is None:
            raise Http404
        if request.method == "POST":
            return self.handle(request, args, member)
        return live_or_full(request, member, lambda: self.handle(request, args, member), args.get("match"))

    post = get  # the router finds the page's function for the form

    def handle(
        self, request: HtmxRequest, args: dict[str, UUID], member: models.Membership | None, *, is_refused: bool = False
    ) -> HttpResponse:
        """Return the page, or store its events. A save that is refused is handled again, for a page with today's names."""
        query, form = (
            [(name, value) for name, values in fields.lists() for value in values]
            for fields in (request.GET, request.POST)
        )
        page_request = PageRequest(
            self.route.name,
            {name: str(id) for name, id in args.items()},
            query=query,
            form=form if request.method == "POST" else None,
            now=timezone.now().isoformat(timespec="seconds"),
            ids=[str(uuid4()) for _ in range(IDS)],
            role=models.Role.OWNER if member is None else member.role,
            fragment=request.htmx.target or "",
        )
        is_save = False  # and so displays nothing, unless it is refused
        logs: AbstractContextManager[list[Log]] = nullcontext([])
        if member is not None and self.route.scope == MATCH:
            is_save = request.method == "POST" and "press" not in request.POST and not is_refused
            logs = open_logs(member.circle_id, [args["match"]], renamed=not is_save)
        with logs as opened:
            # The log belongs to the cache: the page may use it only within the block.
            known = players(member.circle_id) if opened and member is not None and self.route.needs_players else []
            stored = PageData(opened[0], players=known) if opened else circle_data(member)
            try:
                result = router.handle(stored, page_request)
                if not result.events and not (is_save and result.template):
                    return render_result(request, result, member)
            except Exception as error:
                if not opened or not is_of_game(error):
                    raise
                return render_uncountable(request, opened[0], error)
        if not result.events:
            return self.handle(request, args, member, is_refused=True)
        return store_and_redirect(request, result, member)


def live_or_full(
    request: HtmxRequest,
    member: models.Membership | None,
    respond: Callable[[], HttpResponse],
    match: UUID | None = None,
) -> HttpResponse:
    """Return the page. If an open page polls it for news, return 304 while the match, or the circle, has none."""
    if member is None or request.htmx.target != LIVE:
        return respond()
    return conditional_response(request, page_etag(request, member, match), respond)


def conditional_response(request: HttpRequest, etag: str, respond: Callable[[], HttpResponse]) -> HttpResponse:
    """Return 304 if the ETag has not changed. Pages poll every few seconds, so this must not read the log."""
    response = get_conditional_response(request, etag=etag) or respond()
    response["ETag"] = etag
    return response


def urls() -> list[URLPattern]:
    """Return a URL pattern for every route."""
    patterns = []
    for route in ROUTES:
        segments = [f"<uuid:{segment[1:-1]}>" if segment.startswith("<") else segment for segment in route.segments]
        patterns.append(path("/".join(segments), PageView.as_view(route=route), name=route.name))
    return patterns


def membership(request: HttpRequest, match: UUID | None, named: str | None = None) -> models.Membership | None:
    """Return the person's membership in the circle of this match, or else in the `named` or current one. None for strangers."""
    if match is None:
        return current_membership(request, named)
    if not isinstance(request.user, models.Person):
        return None
    return services.membership_in(request.user, models.Match.objects.filter(id=match).values("circle"))


def circle_data(member: models.Membership | None) -> PageData:
    """Return the data of a page that is not about a match. Strangers have none."""
    if member is None:
        return PageData()
    latest, known = latest_matches(member.circle_id), players(member.circle_id)
    people = PlayerIndex(
        ((player["id"], player["name"], player["same_as"]) for player in known),
        lambda: custom_names(member.circle_id),
    )
    return PageData(
        matches=[renamed_summary(match.summary, people) for match in latest],
        players=known,
        evenings=lambda: evenings(member.circle_id, latest),
        custom_games=lambda: custom_games(member.circle_id),
    )


def latest_matches(circle: UUID) -> list[MatchLine]:
    """Return the matches that were played last, the last one first."""
    rows = models.Match.objects.filter(circle=circle, is_deleted=False).order_by("-last", "id")
    return list(rows.values_list("id", "started", "evening", "summary", named=True)[:LATEST])


def evenings(circle: UUID, lines: list[MatchLine]) -> list[dict[str, Any]]:
    """Return the evenings of these matches, the last one first."""
    matches: dict[UUID, list[str]] = defaultdict(list)
    for line in sorted(lines, key=lambda line: (line.started, line.id)):
        matches[line.evening].append(str(line.id))
    rows = models.Evening.objects.filter(circle=circle, id__in=list(matches)).order_by("-begins", "id")
    return [
        {
            "id": str(evening.id),
            "date": str(evening.date),
            "name": evening.name,
            "place": evening.place,
            "matches": matches[evening.id],
        }
        for evening in rows
    ]


def players(circle: UUID) -> list[dict[str, Any]]:
    rows = models.Player.objects.filter(circle=circle).order_by("name", "id")
    return [
        {"id": str(id), "name": name, "hidden": hidden, "same_as": None if same_as is None else str(same_as)}
        for id, name, hidden, same_as in rows.values_list("id", "name", "hidden", "same_as")
    ]


def page_etag(request: HttpRequest, member: models.Membership, match: UUID | None) -> str:
    """Return an ETag that changes whenever the page would: the page of a match, or else one about the circle."""
    events = models.Event.objects.filter(circle=member.circle_id).order_by("-seq")
    last = (events if match is None else events.filter(match=match)).first()
    return quote_etag(f"{member.circle_id}.{last_event_etag(last)}-{member.role}-{request.get_full_path()}")


def render_uncountable(request: HttpRequest, log: Log, error: Exception) -> HttpResponse:
    """Return who played and what was entered, because the game raises an error while it is asked for more."""
    game = catalogue.find(log.game)
    if game is not None:
        faults.note(game, error)
    match = UnknownMatch(log)
    match.is_uncountable = True
    return render(request, "pages/unknown.html", {"match": match})


def render_result(request: HttpRequest, result: PageResult, member: models.Membership | None) -> HttpResponse:
    if result.redirect_to:
        return SeeOther(result.redirect_to)
    if result.status == 403:
        raise PermissionDenied
    if result.status == 405:
        return HttpResponseNotAllowed(["GET", "HEAD"])
    if not result.template:
        raise Http404
    context = result.context | {"circle": "" if member is None else str(member.circle_id)}
    return render(request, result.template, context, status=result.status)


def store_and_redirect(request: HttpRequest, result: PageResult, member: models.Membership | None) -> HttpResponse:
    """Store the events, then redirect. A stranger's first write creates a guest."""
    if member is None and isinstance(request.user, models.Person):
        try:
            member = services.home_membership(request.user)
        except Refused as refused:
            return render(request, "refused.html", {"words": refused.words, "back": request.path}, status=409)
    if member is None:
        try:
            guest, pushed = services.push_as_guest(
                events=result.events,
                address=BaseThrottle().get_ident(request),  # type: ignore[arg-type]
            )
        except services.NotOpen as closed:
            return render(request, "refused.html", {"words": closed.words, "back": request.path}, status=403)
        if not pushed.refused:
            auth.login(request, guest)
    else:
        pushed = services.push(by=member.person, circle=member.circle_id, events=result.events, is_whole=True)
    for _id, code, words in pushed.refused:
        if code == "changed" and result.events[-1]["kind"] == "start":
            break  # the form of a new match was sent twice at the same time, or the match was deleted meanwhile
        return render(request, "refused.html", {"words": words, "back": request.path}, status=409)
    return SeeOther(result.redirect_to)
