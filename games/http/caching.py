"""How long browsers and proxies may keep an answer."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page

View = Callable[..., HttpResponse]


def same_for_all(view: View) -> View:
    """A page with nothing of anybody in it: it may be kept, but is asked after, as the files it names change."""
    # Compressed last: the mark (ETag) is that of the page itself.
    return gzip_page(conditional_page(cache_control(public=True, no_cache=True)(view)))
