"""Cache rules for browsers and proxies."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page

View = Callable[..., HttpResponse]


def same_for_all(view: View) -> View:
    """Mark a page as the same for everyone. Caches must revalidate it, as the names of its files change."""
    # The page is compressed last, so that the ETag is that of the uncompressed page.
    return gzip_page(conditional_page(cache_control(public=True, no_cache=True)(view)))
