"""The bundle with the templates and the page of these tests."""

from pathlib import Path

from django.utils import translation
from django.utils.translation import gettext
from jinja2 import FileSystemLoader

from games.bundle import catalogue, contents, templates
from scorekeeper import jinja

TESTS = Path(__file__).parent
FOLDER = TESTS / "templates"


def files(language: str, *, page: str = "") -> dict[str, str]:
    environment = jinja.base_environment(loader=FileSystemLoader(FOLDER))
    bundle = contents.sources(language)
    for path in sorted(FOLDER.rglob("*.html")):
        name = path.relative_to(FOLDER).as_posix()
        with translation.override(language):
            bundle[f"templates/{name}"] = templates.compile_template(environment, name, gettext)
    texts = catalogue.used_texts(bundle.values())
    bundle["catalogue.json"] = contents.as_json(catalogue.catalogue(language, texts))
    bundle["assets.json"] = contents.as_json(contents.assets(texts))
    bundle["values.py"] = (TESTS / "values.py").read_text("utf-8")
    if page:
        bundle["games/pages/router.py"] = (TESTS / page).read_text("utf-8")
    return bundle
