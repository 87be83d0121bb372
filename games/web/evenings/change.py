"""An evening changed by hand: its words, and which matches it is made of."""

from __future__ import annotations

from functools import cached_property
from typing import Any
from uuid import UUID, uuid4

from django.urls import reverse

from games import models
from games.models import WRITERS
from games.services import actions
from games.store.people import people_of
from games.web.circle.base import OfCircle
from games.web.evenings import forms
from games.web.evenings.base import find, matches_of
from games.web.evenings.page import day_of

WORDS = ("name", "place", "note")
NEAR = 3  # evenings before and after this one, that it could be one with


class OfEvening(OfCircle):
    roles = WRITERS

    @cached_property
    def found(self) -> tuple[models.Membership, models.Evening]:
        return find(self.request, self.kwargs["evening"])

    @cached_property
    def member(self) -> models.Membership:
        return self.found[0]

    @property
    def circle(self) -> UUID:
        return self.member.circle_id

    @property
    def evening(self) -> models.Evening:
        return self.found[1]

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return {**super().get_context_data(**more), "evening": self.evening, "day": day_of(self.evening)}

    def get_success_url(self) -> str:
        return reverse("evening", args=[self.evening.id])

    def say(self, evening: UUID, **said: Any) -> None:
        actions.put_evening(evening=evening, by=self.person, circle=self.circle, **said)

    def matches(self) -> list[str]:
        """Of this evening, in order."""
        return ids_of(self.evening)


def ids_of(evening: models.Evening) -> list[str]:
    rows = models.Match.objects.filter(circle=evening.circle_id, evening=evening.id, is_deleted=False)
    return [str(id) for _began, id in sorted(rows.values_list("started", "id"))]


class EveningWordsView(OfEvening):
    template_name = "evenings/words.html"
    form_class = forms.EveningWordsForm
    beside = "note"

    def get_initial(self) -> dict[str, Any]:
        return {name: getattr(self.evening, name) for name in WORDS}

    def act(self, said: dict[str, Any]) -> None:
        """Only what is said anew: somebody else may have changed the rest meanwhile.

        All of its matches hold it together from now on, so that it keeps its words without the first one, too.
        """
        was = self.get_initial()
        fresh = {name: said[name] for name in WORDS if said[name] != was[name]}
        if fresh:
            self.say(self.evening.id, matches=self.matches(), **fresh)


class SplitEveningView(OfEvening):
    template_name = "evenings/split.html"
    form_class = forms.SplitForm
    beside = "matches"

    def get_form_kwargs(self) -> dict[str, Any]:
        of_evening = matches_of(self.circle, [self.evening.id], people_of(self.circle))
        return {**super().get_form_kwargs(), "matches": of_evening[self.evening.id]}

    def act(self, said: dict[str, Any]) -> None:
        """Those that stay are said first: by the rule they would follow the others."""
        self.new = uuid4()
        self.say(self.evening.id, matches=[match for match in self.matches() if match not in said["matches"]])
        self.say(self.new, matches=said["matches"])

    def get_success_url(self) -> str:
        return reverse("evening", args=[self.new])


class MergeEveningView(OfEvening):
    template_name = "evenings/merge.html"
    form_class = forms.MergeForm
    beside = "other"

    @cached_property
    def others(self) -> list[models.Evening]:
        """Those just before and just after, the last one first."""
        rows = models.Evening.objects.filter(circle=self.circle, begins__isnull=False).exclude(id=self.evening.id)
        after = rows.filter(begins__gte=self.evening.begins).order_by("begins", "id")[:NEAR]
        before = rows.filter(begins__lt=self.evening.begins).order_by("-begins", "id")[:NEAR]
        return [*reversed(after), *before]

    def get_form_kwargs(self) -> dict[str, Any]:
        offered = [(str(other.id), ", ".join(filter(None, (other.name, day_of(other))))) for other in self.others]
        return {**super().get_form_kwargs(), "others": offered}

    def act(self, said: dict[str, Any]) -> None:
        """This one stays, with its words; where it has none, those of the other one."""
        [other] = [one for one in self.others if str(one.id) == said["other"]]
        taken = {name: getattr(other, name) for name in WORDS if not getattr(self.evening, name)}
        words = {name: text for name, text in taken.items() if text}
        self.say(self.evening.id, matches=[*self.matches(), *ids_of(other)], **words)

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return {**super().get_context_data(**more), "others": self.others}
