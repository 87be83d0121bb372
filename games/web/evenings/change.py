"""Change an evening: its name, place and note, and which matches belong to it."""

from __future__ import annotations

from functools import cached_property
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.urls import reverse

from games import models
from games.models import WRITERS
from games.services import actions
from games.store.people import people_of
from games.web.circle.base import CircleFormView
from games.web.evenings import forms
from games.web.evenings.base import find_evening, match_ids, matches_of
from games.web.evenings.page import day_of
from games.web.form_fields import NewId

WORDS = ("name", "place", "note")
NEAR = 3  # evenings before and after this one, which are offered for merging


class EveningFormView(CircleFormView):
    roles = WRITERS

    @cached_property
    def member_and_evening(self) -> tuple[models.Membership, models.Evening]:
        return find_evening(self.request, self.kwargs["evening"])

    @cached_property
    def member(self) -> models.Membership:
        return self.member_and_evening[0]

    @property
    def circle(self) -> UUID:
        return self.member.circle_id

    @property
    def evening(self) -> models.Evening:
        return self.member_and_evening[1]

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return {**super().get_context_data(**more), "evening": self.evening, "day": day_of(self.evening)}

    def get_success_url(self) -> str:
        return reverse("evening", args=[self.evening.id])

    def change(self, evening: UUID, **changes: Any) -> None:
        actions.put_evening(evening=evening, by=self.person, circle=self.circle, **changes)

    def matches(self) -> list[str]:
        """Return the ids of the evening's matches, in the order of play."""
        return ids_of(self.evening)


def ids_of(evening: models.Evening) -> list[str]:
    return list(map(str, match_ids(evening.circle_id, [evening.id])[evening.id]))


class EveningWordsView(EveningFormView):
    template_name = "evenings/words.html"
    form_class = forms.EveningWordsForm
    beside = "note"

    def get_initial(self) -> dict[str, Any]:
        return {name: getattr(self.evening, name) for name in WORDS}

    def act(self, data: dict[str, Any]) -> None:
        """Write only the words that have changed, as someone else may have changed the others meanwhile.

        The event names all matches, so that the evening keeps its words if the first match is deleted.
        """
        was = self.get_initial()
        changes = {name: data[name] for name in WORDS if data[name] != was[name]}
        if changes:
            self.change(self.evening.id, matches=self.matches(), **changes)


class SplitEveningView(EveningFormView):
    template_name = "evenings/split.html"
    form_class = forms.SplitForm
    beside = "matches"

    def get_initial(self) -> dict[str, Any]:
        return {"id": uuid4()}

    def get_form_kwargs(self) -> dict[str, Any]:
        """Offer the matches of this evening, and those of the new one if the form has come before."""
        new = NewId().clean(self.request.POST.get("id"))
        matches = matches_of(self.circle, [self.evening.id, new], people_of(self.circle))
        of_form = {"circle": self.circle, "matches": matches[self.evening.id], "before": matches[new]}
        return {**super().get_form_kwargs(), **of_form}

    def act(self, data: dict[str, Any]) -> None:
        """Write the evening that stays first. By the rule of evenings, its matches would follow the others."""
        self.new = data["id"]
        if models.Evening.objects.filter(circle=self.circle, id=self.new).exists():  # the form comes a second time
            return
        with transaction.atomic():
            self.change(self.evening.id, matches=[match for match in self.matches() if match not in data["matches"]])
            self.change(self.new, matches=data["matches"])

    def get_success_url(self) -> str:
        return reverse("evening", args=[self.new])


class MergeEveningView(EveningFormView):
    template_name = "evenings/merge.html"
    form_class = forms.MergeForm
    beside = "other"

    @cached_property
    def others(self) -> list[models.Evening]:
        """Return the evenings just before and just after this one, the last one first."""
        rows = models.Evening.objects.filter(circle=self.circle, begins__isnull=False).exclude(id=self.evening.id)
        after = rows.filter(begins__gte=self.evening.begins).order_by("begins", "id")[:NEAR]
        before = rows.filter(begins__lt=self.evening.begins).order_by("-begins", "id")[:NEAR]
        return [*reversed(after), *before]

    def get_form_kwargs(self) -> dict[str, Any]:
        offered = [(str(other.id), ", ".join(filter(None, (other.name, day_of(other))))) for other in self.others]
        return {**super().get_form_kwargs(), "others": offered}

    def act(self, data: dict[str, Any]) -> None:
        """Move the other evening's matches to this one, which keeps its words and gets missing ones from the other."""
        [other] = [evening for evening in self.others if str(evening.id) == data["other"]]
        missing = [name for name in WORDS if not getattr(self.evening, name)]
        words = {name: text for name in missing if (text := getattr(other, name))}
        self.change(self.evening.id, matches=[*self.matches(), *ids_of(other)], **words)

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return {**super().get_context_data(**more), "others": self.others}
