"""The phone's language: texts come translated, and a catalogue has those with plurals."""

import json
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from games.bundle import catalogue
from games.phone.language import Language
from games.rules.catalogue import GAMES


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_phone_translates_a_text_once(language: str) -> None:
    """“Hearts” is a game in German, and also the English name of a suit. The phone gets each text in its language."""
    with translation.override(language):
        phone: Any = Language(json.loads(json.dumps(catalogue.catalogue(language, {"Hearts", "One match"}))))
        for game in GAMES:
            name = gettext(game.name)
            assert phone.gettext(name) == name
