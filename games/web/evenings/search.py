"""The search of evenings: by game, player, year, name, place and note."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import models
from games.statistics.people import PlayerIndex
from games.store import keyset
from games.web.evenings.letters import fold
from games.web.form_fields import RENDERER, PlainText
from games.web.form_messages import OwnForm

NOT_OFFERED = {"invalid_choice": _("Choose one of the options shown.")}
DAY = timedelta(days=1)
FEW = 300  # matches, up to which their evenings are listed by id
READ = 200  # evenings that a search by words reads at once
LETTERS_OF_EVENING = 500  # that an evening counts as, beside those of its texts
MOST_LETTERS = 1_000_000  # that a search by words reads; the next page goes on from there


class CursorField(forms.CharField):
    """The cursor of a page: the last evening of the page before."""

    widget = forms.HiddenInput

    def clean(self, value: Any) -> keyset.Mark | None:
        text = super().clean(value)
        try:
            return keyset.decode_cursor(text) if text else None
        except ValueError:
            raise ValidationError(gettext("This page does not exist. Start again with the newest evenings.")) from None


class EveningSearchForm(OwnForm):
    """The search form, in which every field is optional."""

    default_renderer = RENDERER

    words = PlainText(label=_("Name, location or note"), required=False, widget=forms.TextInput({"type": "search"}))
    game = forms.ChoiceField(label=_("Game"), required=False, error_messages=NOT_OFFERED)
    player = forms.ChoiceField(label=_("Player"), required=False, error_messages=NOT_OFFERED)
    year = forms.TypedChoiceField(
        label=_("Year"), required=False, coerce=int, empty_value=None, error_messages=NOT_OFFERED
    )
    before = CursorField(required=False)

    def __init__(self, data: Any, people: PlayerIndex, years: range, games: list[tuple[str, str]]) -> None:
        super().__init__(data)
        self.people = people
        players = [(id, name) for id, name in people.names.items() if not people.same_as[id]]
        self.offer("game", gettext("any"), games)
        self.offer("player", gettext("anyone"), players)
        self.offer("year", gettext("any time"), [(str(year), str(year)) for year in reversed(years)])

    def offer(self, name: str, any: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", any), *choices]

    @property
    def is_narrow(self) -> bool:
        """Return whether the search has any condition."""
        return any(self.data.get(name) for name in ("words", "game", "player", "year"))

    def page(self, circle: UUID, most: int) -> tuple[list[models.Evening], str | None]:
        """Return a page of evenings, and the cursor of the next page or None.

        Only evenings with matches count. With a player and a game, one match must have both.
        """
        data, rows = self.cleaned_data, models.Evening.objects.filter(circle=circle)
        words = fold(data["words"])
        if words:
            rows = rows.filter(by_hand=True)
        if data["year"] is not None:
            rows = in_year(rows, data["year"])
        if data["game"] or data["player"]:
            few = self.evenings_of_few(circle, data["game"], data["player"])
            if few is not None:
                # Sorted here: with ORDER BY, SQLite would walk all evenings of the circle.
                known = [row for row in rows.filter(id__in=few) if row.begins is not None and has_words(row, words)]
                return keyset.page_of(known, "begins", beyond=data["before"], most=most)
            # With many matches, the database tests evenings until the page is full. With few, it would test all.
            rows = rows.filter(
                Exists(self.matches(circle, data["game"], data["player"]).filter(evening=OuterRef("id")))
            )
        rows = rows.filter(begins__isnull=False)
        if words:
            return page_with_words(rows, words, data["before"], most)
        return keyset.page(rows, "begins", beyond=data["before"], most=most)

    def matches(self, circle: UUID, game: str, player: str) -> QuerySet[models.Match]:
        rows = models.Match.objects.filter(circle=circle, is_deleted=False)
        if game:
            rows = rows.filter(game=game)
        if player:
            rows = rows.filter(Exists(self.seats(circle, player).filter(match=OuterRef("id"))))
        return rows

    def seats(self, circle: UUID, player: str) -> QuerySet[models.Seat]:
        return models.Seat.objects.filter(circle=circle, player__in=self.people.all_of(player))

    def evenings_of_few(self, circle: UUID, game: str, player: str) -> set[UUID] | None:
        """Return the evenings of the matches, or None if there are more than `FEW` matches."""
        if player:
            sat = list(self.seats(circle, player).values_list("match", flat=True)[: FEW + 1])
            if len(sat) <= FEW:
                return evenings_of(self.matches(circle, game, "").filter(id__in=sat))
        if game:
            by_time = self.matches(circle, game, "").order_by("-started", "id")  # the order of their index
            if len(by_time.values_list("id")[: FEW + 1]) <= FEW:
                return evenings_of(self.matches(circle, game, player).order_by("-started", "id"))
        return None


def evenings_of(matches: QuerySet[models.Match]) -> set[UUID]:
    # `started` is in no index of evenings. So SQLite finds each match by its id, and does not read a full index.
    return {evening for evening, _began in matches.values_list("evening", "started") if evening is not None}


def page_with_words(
    rows: QuerySet[models.Evening], words: str, beyond: keyset.Mark | None, most: int
) -> tuple[list[models.Evening], str | None]:
    """Return a page of evenings with the words, and the cursor of the next page or None.

    The page is shorter, even empty, if there are many letters to read. Python compares them, as SQLite ignores case
    only for English letters.
    """
    found: list[models.Evening] = []
    letters = 0
    while True:
        part, following = keyset.page(rows, "begins", beyond=beyond, most=READ)
        for row in part:
            letters += LETTERS_OF_EVENING + len(row.name) + len(row.place) + len(row.note)
            if has_words(row, words):
                found.append(row)
            if len(found) > most:
                return keyset.cut(found, "begins", most)
            if letters > MOST_LETTERS and (following or row is not part[-1]):
                return found, keyset.encode_cursor(row, "begins")
        if following is None:
            return found, None
        beyond = keyset.decode_cursor(following)


def has_words(row: models.Evening, words: str) -> bool:
    return not words or any(words in fold(text) for text in (row.name, row.place, row.note))


def in_year(rows: QuerySet[models.Evening], year: int) -> QuerySet[models.Evening]:
    """Return the evenings of a year by the players' clock.

    That clock differs from UTC by less than a day, so the bounds on `begins` are exact enough to use its index.
    """
    first, following = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    return rows.filter(date__year=year, begins__gte=first - DAY, begins__lt=following + DAY)


def years(circle: UUID) -> range:
    """Return the years from the first evening to the last."""
    dates = models.Evening.objects.filter(circle=circle, begins__isnull=False).values_list("date", flat=True)
    first, last = dates.order_by("begins").first(), dates.order_by("-begins").first()
    return range(first.year, last.year + 1) if first and last else range(0)
