"""Both interpreters make the same sheets of the same documents, valid and broken."""

import json
from pathlib import Path

import pytest

from games.table.score import score_lines
from tests.phone import phone
from tests.rules.documents import broken_texts, random_documents
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


def test_random_documents_are_the_same_on_the_phone(same, pytestconfig: pytest.Config) -> None:
    count = 8_000 if pytestconfig.getoption("all") else 3_000
    same([json.dumps(one, ensure_ascii=False).encode() for one in random_documents(seed=1, count=count)])


def test_broken_texts_are_the_same_on_the_phone(same, pytestconfig: pytest.Config) -> None:
    same(list(broken_texts(seed=2, count=8_000 if pytestconfig.getoption("all") else 3_000)))
