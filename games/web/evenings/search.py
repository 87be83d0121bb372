"""Which evenings are looked for: by game, player, year, and what a hand has said of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import models
from games.rules import catalogue
from games.statistics.people import PlayerIndex
from games.store import keyset
from games.web.evenings.letters import pattern
from games.web.fields import RENDERER
from games.web.plain import PlainText

NOT_OFFERED = {"invalid_choice": _("This is not among those offered here.")}
DAY = timedelta(days=1)
FEW = 300  # matches whose evenings are named


class Mark(forms.CharField):
    """The last evening of the page before this one."""

    widget = forms.HiddenInput

    def clean(self, value: Any) -> keyset.Mark | None:
        text = super().clean(value)
        try:
            return keyset.decode_cursor(text) if text else None
        except ValueError:
            raise ValidationError(gettext("This is no page of the list. Begin at the top.")) from None


class Search(forms.Form):
    """All of it may be left open."""

    default_renderer = RENDERER

    words = PlainText(label=_("Name, place or note"), required=False, widget=forms.TextInput({"type": "search"}))
    game = forms.ChoiceField(label=_("Game"), required=False, error_messages=NOT_OFFERED)
    player = forms.ChoiceField(label=_("Player"), required=False, error_messages=NOT_OFFERED)
    year = forms.TypedChoiceField(
        label=_("Year"), required=False, coerce=int, empty_value=None, error_messages=NOT_OFFERED
    )
    before = Mark(required=False)

    def __init__(self, data: Any, people: PlayerIndex, years: range) -> None:
        super().__init__(data)
        self.people = people
        players = [(id, name) for id, name in people.names.items() if not people.same_as[id]]
        self.offer("game", gettext("any"), [(game.key, gettext(game.name)) for game in catalogue.GAMES])
        self.offer("player", gettext("anybody"), players)
        self.offer("year", gettext("ever"), [(str(year), str(year)) for year in reversed(years)])

    def offer(self, name: str, any: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", any), *choices]

    @property
    def is_narrow(self) -> bool:
        """Whether anything is looked for at all."""
        return any(self.data.get(name) for name in ("words", "game", "player", "year"))

    def page(self, circle: UUID, most: int) -> tuple[list[models.Evening], str | None]:
        """Those with matches. What is said here may be said of one match: this player at this game."""
        said, rows = self.cleaned_data, models.Evening.objects.filter(circle=circle)
        if said["words"]:
            rows = rows.filter(search_row(said["words"]), by_hand=True)
        if said["year"] is not None:
            rows = in_year(rows, said["year"])
        if said["game"] or said["player"]:
            few = self.few(circle, said["game"], said["player"])
            if few is not None:
                # Asked for their order, SQLite would look for them among all evenings of the circle.
                known = [row for row in rows.filter(id__in=few) if row.begins is not None]
                return keyset.page_of(known, "begins", beyond=said["before"], most=most)
            # Of many matches evening after evening is asked, until a page is full; a rare one would never fill it.
            rows = rows.filter(
                Exists(self.matches(circle, said["game"], said["player"]).filter(evening=OuterRef("id")))
            )
        return keyset.page(rows.filter(begins__isnull=False), "begins", beyond=said["before"], most=most)

    def matches(self, circle: UUID, game: str, player: str) -> QuerySet[models.Match]:
        found = models.Match.objects.filter(circle=circle, is_deleted=False)
        if game:
            found = found.filter(game=game)
        if player:
            found = found.filter(Exists(self.seats(circle, player).filter(match=OuterRef("id"))))
        return found

    def seats(self, circle: UUID, player: str) -> QuerySet[models.Seat]:
        return models.Seat.objects.filter(circle=circle, player__in=self.people.all_of(player))

    def few(self, circle: UUID, game: str, player: str) -> set[UUID] | None:
        """The evenings of matches that are few; None where there are many."""
        if player:
            sat = list(self.seats(circle, player).values_list("match", flat=True)[: FEW + 1])
            if len(sat) <= FEW:
                return evenings_of(self.matches(circle, game, "").filter(id__in=sat))
        if game:
            by_time = self.matches(circle, game, "").order_by("-started", "id")  # as their index has them
            if len(by_time.values_list("id")[: FEW + 1]) <= FEW:
                return evenings_of(self.matches(circle, game, player).order_by("-started", "id"))
        return None


def evenings_of(matches: QuerySet[models.Match]) -> set[UUID]:
    # With the time along, which no index of evenings has, SQLite looks for each by its id: else it reads all of an index.
    return {evening for evening, _began in matches.values_list("evening", "started") if evening is not None}


def search_row(words: str) -> Q:
    """An expression and no plain search: SQLite knows large and small letters of English alone."""
    wanted = pattern(words)
    return Q(name__iregex=wanted) | Q(place__iregex=wanted) | Q(note__iregex=wanted)


def in_year(rows: QuerySet[models.Evening], year: int) -> QuerySet[models.Evening]:
    """The year is that of the table's own clock, which is less than a day off the world's: that finds the index."""
    first, following = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    return rows.filter(date__year=year, begins__gte=first - DAY, begins__lt=following + DAY)


def years(circle: UUID) -> range:
    """From the first evening to the last."""
    dates = models.Evening.objects.filter(circle=circle, begins__isnull=False).values_list("date", flat=True)
    first, last = dates.order_by("begins").first(), dates.order_by("-begins").first()
    return range(first.year, last.year + 1) if first and last else range(0)
