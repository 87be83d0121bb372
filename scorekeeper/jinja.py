"""The template environment: what every page may call."""

import re
from typing import Any

from django.contrib.messages import get_messages
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language, gettext, ngettext
from jinja2 import Environment, StrictUndefined
from jinja2.ext import Extension

from games.rules import words


class Outdented(Extension):
    """Pages are indented for who writes them. To a browser one space is as good as sixteen, and phones fetch them all."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return re.sub(r"^ +", " ", source, flags=re.MULTILINE)


def plain(**options: Any) -> Environment:
    """How templates are read. What they mean is the same wherever they are rendered: the phone's are compiled by this."""
    environment = Environment(
        **{
            **options,
            "autoescape": True,
            "extensions": ["jinja2.ext.i18n", Outdented],
            "lstrip_blocks": True,
            "trim_blocks": True,
            "undefined": StrictUndefined,  # a misspelt name is an error, not an empty place on the page
        }
    )
    environment.newstyle_gettext = True  # type: ignore[attr-defined]
    return environment


def url(name: str, *args: Any, **kwargs: Any) -> str:
    return reverse(name, args=args, kwargs=kwargs)


def say(said: words.Words | str) -> str:
    return words.translate(said, gettext)


def whose(request: HttpRequest) -> dict[str, Any]:
    """Whom a page is made for, where it says so. Pages that are the same for all never ask."""
    return {"asker": SimpleLazyObject(lambda: str(request.user.pk) if request.user.is_authenticated else "")}


def environment(**options: Any) -> Environment:
    environment = plain(**options)
    environment.install_gettext_callables(gettext, ngettext)  # type: ignore[attr-defined]
    environment.globals.update(asset=static, url=url, say=say, language=get_language, messages=get_messages)
    return environment
