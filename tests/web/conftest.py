"""The pseudo-language, built once a run, and the source of axe."""

from pathlib import Path
from typing import Any

import pytest

from tests import shared
from tests.conftest import missing
from tools import words
from tools.steps import ROOT

PSEUDO = "en-xa"


@pytest.fixture(scope="session")
def pseudo_locale() -> Path:
    return shared.once("locale", lambda folder: words.write(words.pseudo_catalog(words.gather()), folder))


@pytest.fixture
def pseudo(settings: Any, pseudo_locale: Path) -> str:
    """Return the code of the pseudo-language, which the site then offers beside English."""
    settings.LOCALE_PATHS = [pseudo_locale]
    settings.LANGUAGES = [("en", "English"), (PSEUDO, "Pseudo-English")]
    return PSEUDO


@pytest.fixture(scope="session")
def axe() -> str:
    """Return the source of axe-core, which checks accessibility."""
    source = ROOT / "node_modules" / "axe-core" / "axe.min.js"
    if not source.is_file():
        missing("axe-core", "Start the tests with: python3 go.py test")
    return source.read_text(encoding="utf-8")
