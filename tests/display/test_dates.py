"""Days, times, numbers and plurals in each language and region. The phone has the same texts as the server."""

import json
import re
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import gettext, ngettext, override

from games.bundle import catalogue
from games.display.dates import CLOCK, DAYS, HALVES, clock, in_words
from games.phone.language import Language
from games.rules.words import Words
from games.web.dates import day_in_words, month_in_words, weekday, with_weekday
from games.web.statistics.numbers import decimal

GAMES = Path(__file__).parents[2] / "games"
FORMATS = {
    "en": ("5 Nov 2026", "09:05", "21:30", "Thursday, 5 Nov 2026", "November 2026", "1.5"),
    "en-840": ("Nov 5, 2026", "9:05 AM", "9:30 PM", "Thursday, Nov 5, 2026", "November 2026", "1.5"),
    "de": ("5. November 2026", "09:05", "21:30", "Donnerstag, 5. November 2026", "November 2026", "1,5"),
    "pt": (
        "5 de novembro de 2026",
        "09:05",
        "21:30",
        "Quinta-feira, 5 de novembro de 2026",
        "novembro de 2026",
        "1,5",
    ),
    "fr": ("5 novembre 2026", "09:05", "21:30", "jeudi 5 novembre 2026", "novembre 2026", "1,5"),
    "it": ("5 novembre 2026", "09:05", "21:30", "Giovedì 5 novembre 2026", "novembre 2026", "1,5"),
    "tr": ("5 Kasım 2026", "09:05", "21:30", "5 Kasım 2026 Perşembe", "Kasım 2026", "1,5"),
    "el": ("5 Νοεμβρίου 2026", "9:05 π.μ.", "9:30 μ.μ.", "Πέμπτη, 5 Νοεμβρίου 2026", "Νοέμβριος 2026", "1,5"),
}
FORMATS["pt-br"] = FORMATS["pt"]
WEEKDAYS_OF_CLDR = {  # as browsers write them on other pages, from Monday
    "en": "Mon Tue Wed Thu Fri Sat Sun",
    "en-840": "Mon Tue Wed Thu Fri Sat Sun",
    "de": "Mo Di Mi Do Fr Sa So",
    "pt": "segunda terça quarta quinta sexta sábado domingo",
    "pt-br": "seg. ter. qua. qui. sex. sáb. dom.",
    "fr": "lun. mar. mer. jeu. ven. sam. dim.",
    "it": "lun mar mer gio ven sab dom",
    "tr": "Pzt Sal Çar Per Cum Cmt Paz",
    "el": "Δευ Τρί Τετ Πέμ Παρ Σάβ Κυρ",
}
ONE_MATCH = {
    "en": ["0 matches", "One match", "2 matches"],
    "de": ["0 Partien", "Eine Partie", "2 Partien"],
    "pt": ["0 partidas", "Uma partida", "2 partidas"],
    "pt-br": ["0 partida", "1 partida", "2 partidas"],
    "fr": ["0 partie", "1 partie", "2 parties"],
    "it": ["0 partite", "Una partita", "2 partite"],
    "tr": ["0 maç", "Bir maç", "2 maç"],
    "el": ["0 παρτίδες", "Μία παρτίδα", "2 παρτίδες"],
}
ONE_MATCH["en-840"] = ONE_MATCH["en"]


@cache
def on_phone(language: str) -> Language:
    texts = {*DAYS, CLOCK, *HALVES, "%(day)s, %(time)s", "One match"}
    return Language(json.loads(json.dumps(catalogue.catalogue(language, texts))))


def both(words: Words, language: str) -> str:
    """Return the words as the server and the phone have them."""
    with override(language):
        server = words.translated(gettext)
        phone = words.translated(lambda text: on_phone(language).gettext(gettext(text)))  # texts come translated
    assert phone == server
    return server


@pytest.mark.parametrize(("language", "formats"), FORMATS.items(), ids=FORMATS)
def test_each_language_has_its_formats(language: str, formats: tuple[str, ...]) -> None:
    thursday = date(2026, 11, 5)
    day, morning, evening, with_name, month, number = formats
    assert both(in_words("2026-11-05"), language) == day
    assert both(clock("09:05"), language) == morning
    assert both(clock("21:30"), language) == evening
    assert both(in_words("2026-11-05T21:30:10+02:00"), language) == f"{day}, {evening}"
    with override(language):
        assert (day_in_words(thursday), with_weekday(thursday), month_in_words(thursday)) == (day, with_name, month)
        assert decimal(Fraction(3, 2)) == number


@pytest.mark.parametrize("language", FORMATS)
def test_twelve_months_differ(language: str) -> None:
    assert len({both(in_words(f"2026-{month:02}-01"), language) for month in range(1, 13)}) == 12


@pytest.mark.parametrize("language", FORMATS)
def test_short_weekdays_are_those_of_browsers(language: str) -> None:
    with override(language):
        names = [weekday(date(2026, 11, 23 + day), is_short=True) for day in range(7)]
    assert " ".join(names) == WEEKDAYS_OF_CLDR[language]


@pytest.mark.parametrize(("time", "american"), [("00:00", "12:00 AM"), ("11:59", "11:59 AM"), ("12:00", "12:00 PM")])
def test_noon_and_midnight_are_twelve(time: str, american: str) -> None:
    assert both(clock(time), "en-840") == american


@pytest.mark.parametrize(("language", "forms"), ONE_MATCH.items(), ids=ONE_MATCH)
def test_each_language_has_its_plurals(language: str, forms: list[str]) -> None:
    texts: Any = ("One match", "%(count)s matches")
    with override(language):
        assert [ngettext(*texts, count) % {"count": count} for count in range(3)] == forms
    assert [on_phone(language).ngettext(*texts, count) % {"count": count} for count in range(3)] == forms


def test_only_one_module_of_the_server_asks_django_for_formats() -> None:
    users = [path for path in GAMES.rglob("*.py") if re.search(r"\bdate_format\(|\btime_format\(", path.read_text())]
    assert [path.relative_to(GAMES).as_posix() for path in users] == ["web/dates.py"]
