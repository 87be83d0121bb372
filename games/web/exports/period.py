"""Export the matches of a circle between two days: the page, and the file, which is streamed."""

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
from games.web.exports.own_data import requested_membership
from games.web.form_messages import OwnForm


def day_field(label: Any) -> forms.DateField:
    return forms.DateField(
        label=label,
        required=False,
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )


class PeriodExportForm(OwnForm):
    form = forms.ChoiceField(label=_("Format"), widget=forms.RadioSelect)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        # "from" is a keyword of Python, so it cannot be a class attribute.
        self.fields = {"from": day_field(_("From")), "to": day_field(_("To")), **self.fields}
        field = self.fields["form"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            (stream.key, f"{gettext(stream.label)} – {gettext(stream.purpose)}") for stream in streams.STREAMS
        ]
        field.initial = streams.STREAMS[0].key

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        first, last = data.get("from"), data.get("to")
        if first and last and last < first:
            self.add_error("to", gettext("This is before the start date."))
        return data

    def stream(self, circle: models.Circle) -> HttpResponseBase:
        stream = streams.find(self.cleaned_data["form"])
        assert stream is not None  # the choices are the streams
        return period_file(stream, Period(circle, self.cleaned_data["from"], self.cleaned_data["to"]))


@method_decorator(never_cache, "dispatch")
class PeriodExportPageView(View):
    expensive = ("GET",)

    def get(self, request: HttpRequest) -> HttpResponseBase:
        circle = requested_membership(request).circle
        form = PeriodExportForm(request.GET if "form" in request.GET else None)
        if form.is_valid():
            return form.stream(circle)
        context = {"form": form, "circle": circle, "count": Period(circle).matches.count()}
        return render(request, "export/period.html", context, status=422 if form.is_bound else 200)
