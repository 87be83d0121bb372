"""Taking home what a circle has played from one day to another: the page, and the file that is made while it is sent."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views import View
from django.views.decorators.cache import never_cache

from games import models
from games.export import streams
from games.export.period import Period
from games.http.downloads import period_file
from games.web.exports.own_data import place


def day(label: Any) -> forms.DateField:
    return forms.DateField(
        label=label,
        required=False,
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )


class PeriodForm(forms.Form):
    form = forms.ChoiceField(label=_("Format"), widget=forms.RadioSelect)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        # "from" is a word of Python's own.
        self.fields = {"from": day(_("From")), "to": day(_("To")), **self.fields}
        field = self.fields["form"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(one.key, f"{gettext(one.label)} – {gettext(one.purpose)}") for one in streams.STREAMS]
        field.initial = streams.STREAMS[0].key

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        first, last = said.get("from"), said.get("to")
        if first and last and last < first:
            self.add_error("to", gettext("This is before the first day."))
        return said

    def stream(self, circle: models.Circle) -> HttpResponseBase:
        found = streams.find(self.cleaned_data["form"])
        assert found is not None  # else it is not among the choices
        return period_file(found, Period(circle, self.cleaned_data["from"], self.cleaned_data["to"]))


@method_decorator(never_cache, "dispatch")
class PeriodHome(View):
    def get(self, request: HttpRequest) -> HttpResponseBase:
        circle = place(request).circle
        form = PeriodForm(request.GET if "form" in request.GET else None)
        if form.is_valid():
            return form.stream(circle)
        context = {"form": form, "circle": circle, "count": Period(circle).matches.count()}
        return render(request, "export/period.html", context, status=422 if form.is_bound else 200)
