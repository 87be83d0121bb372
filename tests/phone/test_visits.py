"""On random visits the phone answers like Django."""

import json
from collections import Counter
from pathlib import Path

import pytest
from jinja2 import FileSystemLoader

from games.bundle import contents, templates
from games.pages import router
from games.phone.host import Host
from scorekeeper import jinja
from tests import chance
from tests.phone import requests
from tests.phone.visitor import RandomVisitor


@pytest.mark.fifth
@pytest.mark.slow
def test_visits_are_the_same_on_the_phone(node: str, tmp_path: Path) -> None:
    environment = jinja.environment(loader=FileSystemLoader(templates.FOLDER))
    questions, ours = [], []
    for number in range(chance.amount(6, 60)):
        visitor = RandomVisitor(chance.seed_of(f"visitor {number}"), Host(router.handle, environment))
        visitor.visit(80)
        questions += visitor.questions
        ours += visitor.answers
    assert min(Counter(answer["status"] for answer in ours)[status] for status in (200, 303, 422)) > chance.amount(
        0, 10
    )
    theirs = requests.on_phone(node, questions, tmp_path, contents.files("en"))
    requests.assert_same(questions, [json.loads(json.dumps(answer)) for answer in ours], theirs)
