"""Both interpreters make the same sheets of the same documents, right and wrong."""

import json
from pathlib import Path

import pytest

from games.match.score import score_lines
from tests import chance
from tests.phone import phone
from tests.rules.documents import random_documents
from tests.rules.golden import CASES, document


@pytest.fixture
def same(node: str, tmp_path: Path):
    """Asserts that the phone answers as the server does, line by line."""

    def compare(lines: list[bytes]) -> None:
        data = b"\n".join(lines)
        here = [json.dumps(sheet, sort_keys=True) for sheet in score_lines(data, str)]
        there = phone.run(node, "score_lines.py", data, tmp_path).decode().splitlines()
        assert len(there) == len(here) == len(lines)
        for line, one, other in zip(lines, here, there, strict=True):
            assert json.dumps(json.loads(other), sort_keys=True) == one, line.decode(errors="replace")

    return compare


def test_golden_deals_are_the_same_on_the_phone(same) -> None:
    same([json.dumps(document(case)).encode() for case in CASES])


@pytest.mark.slow
def test_random_documents_are_the_same_on_the_phone(same) -> None:
    documents = random_documents(chance.seed_of("documents"), chance.amount(400, 20_000))
    same([json.dumps(one, ensure_ascii=False).encode() for one in documents])
