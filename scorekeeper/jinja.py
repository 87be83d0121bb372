"""The environment of the templates: its options and its globals."""

import re
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language, gettext, ngettext
from jinja2 import Environment, StrictUndefined
from jinja2.ext import Extension

from games.display import dates
from games.export.minus import with_minus
from games.pages import languages
from games.rules import words


class OutdentExtension(Extension):
    """Shorten the indentation of templates to one space, which saves bytes for phones."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return re.sub(r"^ +", " ", source, flags=re.MULTILINE)


def base_environment(**options: Any) -> Environment:
    """Return an environment without globals. The phone's templates are compiled with it, too."""
    environment = Environment(
        **{
            **options,
            "autoescape": True,
            "extensions": ["jinja2.ext.i18n", OutdentExtension],
            "lstrip_blocks": True,
            "trim_blocks": True,
            "undefined": StrictUndefined,  # a misspelt name raises instead of rendering nothing
        }
    )
    environment.newstyle_gettext = True  # type: ignore[attr-defined]
    return environment


def url(name: str, *args: Any, **kwargs: Any) -> str:
    return reverse(name, args=args, kwargs=kwargs)


def translate(text: words.Words | str) -> str:
    return words.translate(text, gettext)


def asker(request: HttpRequest) -> dict[str, Any]:
    """Return the id of the signed-in person, which is lazy: pages that are the same for everyone never read it.

    A page about an error may come before the request has a person.
    """
    person = getattr(request, "user", None)
    return {"asker": SimpleLazyObject(lambda: str(person.pk) if person is not None and person.is_authenticated else "")}


def in_words(moment: str) -> str:
    return translate(dates.in_words(moment))


def language() -> str:
    return languages.menu_language(get_language() or settings.LANGUAGE_CODE)


def locale() -> str:
    return languages.locale(get_language() or settings.LANGUAGE_CODE)


def environment(**options: Any) -> Environment:
    environment = base_environment(**options)
    environment.install_gettext_callables(gettext, ngettext)  # type: ignore[attr-defined]
    environment.globals.update(asset=static, url=url, say=translate, messages=get_messages)
    environment.globals.update(language=language, locale=locale, in_words=in_words)
    environment.filters["minus"] = with_minus
    return environment
