"""Find the language of a request: the chosen one, or otherwise that of the browser. English has the region of the browser.

Pages, the API and the worker's script take the language from here, so that a phone's Python has the same region.
"""

from django.conf import settings
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils.translation import activate, get_language
from django.utils.translation.trans_real import parse_accept_lang_header

from games.pages.languages import REGIONAL


class RegionMiddleware(LocaleMiddleware):
    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        language = with_region(get_language() or settings.LANGUAGE_CODE, request.headers.get("Accept-Language", ""))
        activate(language)
        request.LANGUAGE_CODE = language


def with_region(language: str, accepted: str) -> str:
    """Return the language with the first region that a browser names for it, if the texts differ there."""
    if language != settings.LANGUAGE_CODE:
        return language
    for tag, _quality in parse_accept_lang_header(accepted):
        region = "-".join(tag.split("-")[:2])
        if region.startswith(f"{language}-"):
            regional = REGIONAL.get(region, language)
            return regional if regional in dict(settings.LANGUAGES) else language
    return language
