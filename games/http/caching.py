"""Cache rules for browsers and proxies."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page

View = Callable[..., HttpResponse]


def same_for_all(view: View) -> View:
    """Mark a page as the same for everyone: it may be cached, but must be revalidated, as the files it names change."""
    # Compressed last, so that the ETag is that of the page itself.
    return gzip_page(conditional_page(cache_control(public=True, no_cache=True)(view)))
