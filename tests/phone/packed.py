"""A bundle for tests: the real one, with the tests' own templates and page."""

from pathlib import Path

from django.utils import translation
from django.utils.translation import gettext
from jinja2 import FileSystemLoader

from games.bundle import catalogue, contents, templates
from scorekeeper import jinja

HERE = Path(__file__).parent
FOLDER = HERE / "templates"


def files(language: str, *, page: str = "") -> dict[str, str]:
    environment = jinja.base_environment(loader=FileSystemLoader(FOLDER))
    found = contents.sources(language)
    for path in sorted(FOLDER.rglob("*.html")):
        name = path.relative_to(FOLDER).as_posix()
        with translation.override(language):
            found[f"templates/{name}"] = templates.compile_template(environment, name, gettext)
    texts = catalogue.used_texts(found.values())
    found["catalogue.json"] = contents.as_json(catalogue.catalogue(language, texts))
    found["assets.json"] = contents.as_json(contents.assets(texts))
    found["values.py"] = (HERE / "values.py").read_text("utf-8")
    if page:
        found["games/pages/router.py"] = (HERE / page).read_text("utf-8")
    return found
