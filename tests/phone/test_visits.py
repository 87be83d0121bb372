"""On random visits the phone answers like Django."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from jinja2 import FileSystemLoader

from games.bundle import contents, templates
from games.pages import router
from games.phone.host import Host
from scorekeeper import jinja
from tests import chance
from tests.phone import requests
from tests.phone.visitor import RandomVisitor


def has_each_kind(answers: list[dict[str, Any]], least: int) -> bool:
    """Return whether as many answers are pages, as many have saved something and as many refuse a form."""
    counts = Counter(answer["status"] for answer in answers)
    return all(counts[status] >= least for status in (200, 303, 422))


@pytest.mark.tenth
@pytest.mark.slow
def test_visits_are_the_same_on_the_phone(node: str, tmp_path: Path) -> None:
    environment = jinja.environment(loader=FileSystemLoader(templates.FOLDER))
    questions: list[dict[str, Any]] = []
    ours: list[dict[str, Any]] = []
    # Some groups of visitors never save, so others follow until there is an answer of each kind.
    for number in range(100):
        if number >= chance.amount(6, 60) and has_each_kind(ours, chance.amount(1, 10)):
            break
        visitor = RandomVisitor(chance.seed_of(f"visitor {number}"), Host(router.handle, environment))
        visitor.visit(80)
        questions += visitor.questions
        ours += visitor.answers
    assert has_each_kind(ours, chance.amount(1, 10))
    theirs = requests.on_phone(node, questions, tmp_path, contents.files("en"))
    requests.assert_same(questions, [json.loads(json.dumps(answer)) for answer in ours], theirs)
