"""The web app manifest, which a browser needs to install Scorekeeper on a home screen."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from games.rules.words import _

FELT, PAPER = "#1f5a41", "#f8f2e2"  # as in look.css, in daylight
# A phone cuts the last one to any shape; the others have their own shape.
ICONS = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icon-192.png", "192x192", "image/png", "any"),
    ("icon-512.png", "512x512", "image/png", "any"),
    ("icon-full.png", "512x512", "image/png", "maskable"),
)
# Pictures from docs/ that a browser shows before it installs the app: narrow and wide ones.
SCREENSHOTS = (
    ("home", "390x844", "narrow", _("Matches in progress, and a repeat of the last one with one tap")),
    ("worth", "390x844", "narrow", _("Points of a round with reasons, above the sheet")),
    ("sheet", "390x844", "narrow", _("The sheet: every round explained")),
    ("wall", "844x390", "wide", _("Large totals, readable from across the room")),
)


@require_safe
@conditional_page
@cache_control(public=True, no_cache=True)
def manifest(request: HttpRequest, language: str) -> HttpResponse:
    """Return the manifest. The language is part of the URL, as browsers request it without a cookie."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with translation.override(language):
        manifest_data = content(language)
    headers = {"Content-Language": language}
    return JsonResponse(manifest_data, content_type="application/manifest+json; charset=utf-8", headers=headers)


def content(language: str) -> dict[str, Any]:
    home, new = reverse("home"), reverse("new")
    return {
        "id": home,
        "name": "Scorekeeper",
        "short_name": gettext("Scores"),
        "description": gettext("Keeps score of card games played with real cards, online or offline."),
        "lang": language,
        "dir": "auto",
        "start_url": home,
        "scope": "/",
        "display": "standalone",
        "theme_color": FELT,
        "background_color": PAPER,
        "categories": ["games", "utilities"],
        "icons": [
            {"src": static(name), "sizes": sizes, "type": kind, "purpose": purpose}
            for name, sizes, kind, purpose in ICONS
        ],
        "screenshots": [
            {"src": static(f"pictures/{name}.webp"), "sizes": sizes, "type": "image/webp"}
            | {"form_factor": form, "label": gettext(label)}
            for name, sizes, form, label in SCREENSHOTS
        ],
        "shortcuts": [
            {"name": gettext("New match"), "url": new},
            {"name": gettext("Continue playing"), "url": home},
        ],
    }
