"""Both interpreters return the same sheets for the same documents, valid and broken."""

import json
from pathlib import Path

import pytest

from games.match.errors import Refused
from games.match.json_input import read_json
from games.match.score import score_lines
from games.rules.words import plain_text
from tests import chance
from tests.phone import phone
from tests.rules.documents import random_documents
from tests.rules.example_matches import EXAMPLES
from tests.rules.golden import CASES, document


@pytest.fixture
def same(node: str, tmp_path: Path):
    """A function that checks that phone and server have the same answer to every line."""

    def compare(lines: list[bytes]) -> None:
        data = b"\n".join(lines)
        ours = [json.dumps(sheet, sort_keys=True) for sheet in score_lines(data, plain_text)]
        theirs = phone.run(node, "score_lines.py", data, tmp_path).decode().splitlines()
        assert len(theirs) == len(ours) == len(lines)
        for line, our, their in zip(lines, ours, theirs, strict=True):
            assert json.dumps(json.loads(their), sort_keys=True) == our, line.decode(errors="replace")

    return compare


def test_golden_deals_are_the_same_on_the_phone(same) -> None:
    same([json.dumps(document(case)).encode() for case in CASES])


@pytest.mark.tenth
def test_examples_are_the_same_on_the_phone(same) -> None:
    same([json.dumps(example.document()).encode() for example in EXAMPLES])


def is_readable(line: bytes) -> bool:
    """Return whether the server reads the JSON at all. A phone reads only what a server has sent."""
    try:
        read_json(line)
    except Refused:
        return False
    return True


@pytest.mark.tenth
@pytest.mark.slow
def test_random_documents_are_the_same_on_the_phone(same) -> None:
    documents = random_documents(chance.seed_of("documents"), chance.amount(400, 20_000))
    lines = [json.dumps(sample, ensure_ascii=False).encode() for sample in documents]
    readable = [line for line in lines if is_readable(line)]
    assert len(readable) > len(lines) / 2
    same(readable)
