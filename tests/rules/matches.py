"""Random matches for property tests: mostly valid, some with odd values."""

from random import Random
from typing import Any

from hypothesis import strategies as st

from games.match import document as documents
from games.match.sheet import Sheet, as_json
from games.rules import catalogue
from games.rules.game import Game, Setup
from games.rules.judge import judge
from tests.rules.documents import random_document, spoil

Json = dict[str, Any]

STAYS = st.integers(0, 30).map(bool)  # rarely false, except where hypothesis shrinks a failure


@st.composite
def matches(draw: st.DrawFn) -> Json:
    """Return a match of any game, with odd values in some deals. It shrinks to the deals that are needed."""
    chance = draw(st.randoms(use_true_random=True))
    document = played(chance, draw(st.sampled_from(catalogue.GAMES)))
    for deal in document["deals"]:
        deal["answers"] = {name: answer for name, answer in deal["answers"].items() if draw(STAYS)}
        if chance.random() < 0.3:
            spoil(chance, deal)
    document["deals"] = [deal for deal in document["deals"] if draw(STAYS)]
    return document


def played(chance: Random, game: Game) -> Json:
    """Return a match whose answers are mostly valid."""
    document = random_document(chance, game)
    for number, deal in enumerate(document["deals"]):
        if chance.random() < 0.9:
            mend(setup_of(document), deal["answers"], number)
    return document


def mend(setup: Setup, answers: Json, number: int = 0) -> None:
    """Remove answers until the others have no problems."""
    for _ in range(len(answers)):
        for problem in judge(setup, number, [0] * setup.sides, answers)[1][:1]:
            answers.pop(problem.question, None)


def setup_of(document: Json) -> Setup:
    return documents.read(document).setup


def sheet_of(document: Json) -> Json:
    return as_json(Sheet(documents.read(document)), str)
