"""The pseudo-language, made anew for every run."""

from pathlib import Path
from typing import Any

import pytest

from tools import words

PSEUDO = "en-xa"


@pytest.fixture(scope="session")
def pseudo_locale(tmp_path_factory: pytest.TempPathFactory) -> Path:
    locale = tmp_path_factory.mktemp("locale")
    words.write(words.pseudo_catalog(words.gather()), locale)
    return locale


@pytest.fixture
def pseudo(settings: Any, pseudo_locale: Path) -> str:
    """The code of the pseudo-language, which the site then speaks beside English."""
    settings.LOCALE_PATHS = [pseudo_locale]
    settings.LANGUAGES = [("en", "English"), (PSEUDO, "Pseudo-English")]
    return PSEUDO
