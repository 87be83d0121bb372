"""Matches for tests of what holds in general: as they would be played, with something odd now and then."""

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

STAYS = st.integers(0, 30).map(bool)  # rarely goes, unless it can when hypothesis makes a failure small


@st.composite
def matches(draw: st.DrawFn) -> Json:
    """A match of any game, with something odd in some of its deals. It shrinks to what is needed."""
    chance = draw(st.randoms(use_true_random=True))
    document = played(chance, draw(st.sampled_from(catalogue.GAMES)))
    for deal in document["deals"]:
        deal["answers"] = {name: answer for name, answer in deal["answers"].items() if draw(STAYS)}
        if chance.random() < 0.3:
            spoil(chance, deal)
    document["deals"] = [deal for deal in document["deals"] if draw(STAYS)]
    return document


def played(chance: Random, game: Game) -> Json:
    """A match in most of whose deals the answers fit."""
    document = random_document(chance, game)
    for deal in document["deals"]:
        if chance.random() < 0.9:
            mend(match_of(document), deal["answers"])
    return document


def mend(match: Setup, answers: Json) -> None:
    """Take answers back until the others fit."""
    for _ in range(len(answers)):
        for problem in judge(match, 0, [0] * match.sides, answers)[1][:1]:
            answers.pop(problem.question, None)


def match_of(document: Json) -> Setup:
    return documents.read(document).setup


def sheet_of(document: Json) -> Json:
    return as_json(Sheet(documents.read(document)), str)
