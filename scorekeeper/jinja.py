"""The template environment: what every page may call."""

from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext
from jinja2 import Environment, StrictUndefined


def url(name: str, *args: Any, **kwargs: Any) -> str:
    return reverse(name, args=args, kwargs=kwargs)


def environment(**options: Any) -> Environment:
    environment = Environment(
        **{
            **options,
            "extensions": ["jinja2.ext.i18n"],
            "lstrip_blocks": True,
            "trim_blocks": True,
            "undefined": StrictUndefined,  # a misspelt name is an error, not an empty place on the page
        }
    )
    environment.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]
    environment.globals.update(asset=static, url=url, language=get_language)
    return environment
