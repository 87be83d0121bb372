"""The base of pages with a form."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse


class FormPage:
    """A page with a form. A form that is refused has the status 422."""

    def form_invalid(self, form: Any) -> HttpResponse:
        response: HttpResponse = self.render_to_response(self.get_context_data(form=form), status=422)  # type: ignore[attr-defined]
        return response
