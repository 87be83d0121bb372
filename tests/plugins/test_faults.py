"""A game whose functions raise errors: the app leaves out what the game cannot calculate, and names the line once."""

import logging

import pytest

from games import models
from games.http import game_faults
from games.plugins import trial
from games.rules import ask, catalogue, faults
from games.rules.game import Figure, Line, Moment
from games.rules.judge import judge
from games.rules.outcome import Outcome
from games.rules.setup import Setup
from games.rules.words import Words
from games.services import actions
from games.store.figures.period import CircleMonths
from games.store.logs import LOG_CACHE
from games.store.rebuild import rebuild
from tests.api.conftest import Caller
from tests.plugins.conftest import source
from tests.web.evenings.conftest import cast, open_browser

pytestmark = pytest.mark.fifth

__all__ = ["cast", "open_browser"]

FIRST, SECOND = {"winner": 0}, {"winner": 1}


def broken(*about):
    """Raise what a slip in a game raises: for the winner 1, and where the game reads no answer."""
    if not about or getattr(about[-1], "answers", {"winner": 1}).get("winner") == 1:
        raise KeyError("no_such_name")
    return ()


def broken_score(deal):
    return [Line("Won", deal.to(deal["winner"], 3)) for _ in [broken(deal)]]


def untrue_words(deal):
    yield Moment("win", 20, 0, "%(side)s has %(no_such_name)s.")


def stranger(deal):
    yield Moment("win", 20, 7, "%(side)s won.")


# The fields of a game, each with a function that raises an error, and whether the round keeps its points.
FAULTS = {
    "a figure": ("figures", (Figure("wins", "Wins", broken),), True),
    "the value of a figure": ("figures", (Figure("wins", "Wins", lambda deal: [1, 1], by=broken),), True),
    "a figure with too few values": (
        "figures",
        (Figure("wins", "Wins", lambda deal: [1, 1], by=lambda deal: []),),
        True,
    ),
    "a short figure": ("figures", (Figure("wins", "Wins", lambda deal: [1]),), True),
    "a moment": ("moments", broken, True),
    "the words of a moment": ("moments", untrue_words, True),
    "the side of a moment": ("moments", stranger, True),
    "the outcome": ("outcome", lambda deal: broken(deal) or Outcome("Won", 0, True), True),
    "the parties": ("parties", broken, True),
    "the tasks": ("tasks", lambda deal: broken(), True),
    "who leads": ("leads", lambda deal: broken(), True),
    "who deals": ("next_dealer", lambda deal: broken(deal) or 0, True),
    "facts of the match": ("match_facts", lambda *about: broken(), True),
    "the points": ("score", broken_score, False),
    "points that are no numbers": ("score", lambda deal: [Line("Won", ["3", "0"])], False),
    "half points": ("score", lambda deal: [Line("Won", [1.5, 0])], False),
    "points of one side": ("score", lambda deal: [Line("Won", [3])], False),
    "a line without points": (
        "score",
        lambda deal: [Line("Won", deal["winner"] and [3, 0])] * (deal["winner"] != 1) or [Line("Won", None)],
        False,
    ),
    "an unknown question": (
        "score",
        lambda deal: [Line("Won", deal.to(deal["winner"], 3) if not deal["winner"] or deal.known("kong") else None)],
        False,
    ),
    "nothing that a round leaves": ("carry", lambda deal: None if deal["winner"] else {}, False),
    "facts": ("facts", lambda deal: broken(deal) or {}, False),
    "what a round leaves": ("carry", lambda deal: broken(deal) or {}, False),
    "problems": ("problems", broken, False),
    "what follows": ("follows", broken, False),
}


@pytest.fixture
def game(folder, monkeypatch):
    """A plug-in on a server that is quiet about its errors, as it is outside tests."""
    monkeypatch.setattr(faults, "LISTENERS", [game_faults.log_fault])
    monkeypatch.setattr(game_faults, "logged", set())
    folder(clubgame=source("clubgame"))
    return catalogue.find("clubgame")


FILES = [
    *[f"match/%s/{form}/" for form in ("pdf", "png", "portrait", "txt", "xlsx", "csv", "json")],
    "evening/%s/pdf/",
    "evening/%s/txt/",
]


def pages(match, evening, player, number):
    """Return the pages on which a match is, and one of its files: another one for each case."""
    file = FILES[number % len(FILES)]
    return [
        "/", f"/table/{match}/", f"/table/{match}/sheet/", f"/evenings/{evening}/", f"/players/{player}/",
        "/statistics/?game=clubgame", f"/api/v1/matches/{match}/sheet/", f"/export/{file}" % (match if "match" in file else evening),
    ]  # fmt: skip


def test_everything_goes_on_if_a_game_raises_an_error(game, cast, open_browser, monkeypatch, caplog, lettered):
    browser, api = open_browser(cast.eleni), Caller(cast.eleni, cast.circle)
    for number, (case, (field, function, keeps_points)) in enumerate(FAULTS.items()):
        with monkeypatch.context() as patch:
            patch.setattr(game, field, function)
            match = cast.play("2026-11-20", game="clubgame", rounds=[FIRST, SECOND], end=True)
            row = models.Match.objects.get(id=match)
            answers = {
                path: (api if "/api/" in path else browser).get(path)
                for path in pages(match, row.evening, cast.players["Eleni"], number)
            }
            assert {path: answer.status_code for path, answer in answers.items() if answer.status_code != 200} == {}, (
                case
            )
            assert (b"cannot calculate this round" in answers[f"/table/{match}/sheet/"].content) is not keeps_points, (
                case
            )
            assert row.summary["totals"] == [3, 3] or not keeps_points, case
            assert [line for line in rebuild(cast.circle.pk) if str(match) in line] == [], case
            assert CircleMonths(cast.circle.pk).months or not keeps_points
            assert len(caplog.records) == len({record.getMessage() for record in caplog.records}) <= 3, case
            actions.delete_match(match=match, **cast.me)
            caplog.clear()
            game_faults.logged.clear()


def test_a_game_without_an_end_is_listed_with_its_answers(game, cast, open_browser, monkeypatch, caplog):
    match = cast.play("2026-11-20", game="clubgame", rounds=[FIRST])
    monkeypatch.setattr(game.end, "rounds", broken)
    LOG_CACHE.clear()
    assert rebuild(cast.circle.pk) != []
    evening = models.Match.objects.get(id=match).evening
    browser = open_browser(cast.eleni)
    page = browser.get(f"/table/{match}/").content.decode()
    assert "The game “clubgame” cannot be calculated." in page
    assert "winner: 0" in page
    assert browser.get(f"/evenings/{evening}/").status_code == browser.get("/").status_code == 200
    monkeypatch.undo()


def test_an_entry_that_raises_an_error_shows_what_was_entered(game, cast, open_browser, monkeypatch):
    match = cast.play("2026-11-20", game="clubgame", rounds=[FIRST])
    monkeypatch.setattr(game, "problems", broken)
    path = f"/table/{match}/"
    browser = open_browser(cast.eleni)
    assert browser.get(path).status_code == 200
    saved = browser.post(path, {"winner": "1"})
    assert saved.status_code == 422
    assert b"cannot calculate this round" in saved.content
    question = ask.Tally("winner", "Winner", total=lambda deal: broken())
    monkeypatch.setattr(game, "questions", (question,))
    monkeypatch.setattr(game, "by_name", {"winner": question})
    monkeypatch.setattr(game_faults, "defines_game", lambda frame: frame.f_code is broken.__code__)
    assert "cannot be calculated" in browser.get(path).content.decode()


def test_the_log_names_the_line_once(folder, monkeypatch, caplog):
    monkeypatch.setattr(game_faults, "logged", set())
    folder(clubgame=source("clubgame").replace("winner, 3", "winner, 3 + POINTS"))
    game = catalogue.find("clubgame")
    for _ in range(2):
        with pytest.raises(NameError) as raised:
            game.score(judge(Setup(game, {}, 2), 0, [0, 0], FIRST)[0])
        game_faults.log_fault(game, raised.value)
    with caplog.at_level(logging.ERROR):
        [message] = [record.getMessage() for record in caplog.records]
    assert message == "The game clubgame cannot calculate a round: clubgame.py, line 16: NameError: name 'POINTS' is not defined"  # fmt: skip


def test_random_rounds_find_what_a_game_raises(folder):
    """`manage check` and the written test of a plug-in play them."""
    names = {
        "right": "winner, 3",
        "wrong": "winner, 3 if winner else deal.option('rest')",
        "typo": "winner, deal['wins']",
    }
    files = {name: source(name).replace("winner, 3", text) for name, text in names.items()}
    files["typo"] = files["typo"].replace("None if winner", "0 if winner")
    folder(**files)
    found = {name: trial.errors(catalogue.find(name)) for name in names}
    assert found["right"] == []
    assert found["wrong"] == ["wrong.py, line 16: KeyError: 'rest'."]
    assert "typo.py, line 16: LookupError: the game has no question “wins”." in found["typo"]


@pytest.mark.fifth
@pytest.mark.parametrize(
    ("more", "why"),
    [
        ("problems=lambda deal: [Problem('wimmer', 'sum', 'No.')],", "A Problem names no question: wimmer."),
        ("problems=lambda deal: [Problem('winner', 'again', 'No.')] if deal['winner'] else [],", "The match document has no code “again” of a Problem."),
        ("follows=lambda deal: [Follows('loser', 1, 'No.')],", "A Follows names no question: loser."),
        ("outcome=lambda deal: Outcome('Won', None),", "An Outcome needs a side, not None."),
        ("moments=lambda deal: [Moment('all', 90, 0, '%(sid)s won.')] if deal.number > 99 else [],", "nothing fills %(sid)s in “%(sid)s won.”."),
        ("tasks=lambda deal: [Task('%(nam)s leads', 0)],", "nothing fills %(nam)s in “%(nam)s leads”."),
        ("leads=lambda deal: deal.given.get('wimmer', 0),", "LookupError: the game has no question “wimmer”."),
        ("heading='Tricks',", "The heading “Tricks” is none of games.rules.headings."),
        ("picture='club',", "static/pictures.svg has no picture “club”."),
        ("figures=(Figure('wins', 'Wins', lambda deal: [1] * deal.setup.sides, by=lambda deal: 'x', values=(('y', 'Y'),)),),", "The Figure wins has no label for the value “x”."),
        ("figures=(Figure('wins', 'Wins', lambda deal: [1]),),", "The Figure wins needs a number for each side, not 1."),
        ("carry=lambda deal: {'won': {1}},", "What carry returns is not plain data"),
        ("carry=lambda deal: {'won': deal.carried.get('won', 0) + 1} if deal.carried.get('won', 0) < 2 else 1 / 0,", "ZeroDivisionError"),
    ],
)  # fmt: skip
def test_check_finds_a_name_that_nothing_has_and_what_is_carried(folder, more, why):
    text = (
        source("clubgame")
        .replace("score=score,", f"score=score, {more}")
        .replace("rules.game import", "rules.game import Figure, Follows, Moment,")
    )
    text = text.replace(
        "import ask\n",
        "import ask\nfrom games.rules.outcome import Outcome\nfrom games.rules.card import Task\nfrom games.rules.words import Problem\n",
    )
    assert folder(clubgame=text).problems == []
    assert [error for error in trial.errors(catalogue.find("clubgame")) if why in error] != []


def test_check_finds_a_field_that_a_record_does_not_have(folder):
    record = "nested.Each('hands', 'Hands', nested.Record('hand', 'Hand', (ask.YesNo('won', 'Won'),)))"
    text = (
        source("clubgame")
        .replace("import ask", "import ask, nested")
        .replace('ask.Taker("winner", _("Winner"))', record)
    )
    text = text.replace('("winner",)', '("hands",)').replace('deal["winner"]', 'deal["hands"]')
    text = text.replace("deal.to(winner, 3)", "[3 if hand.get('FIELD') else 0 for hand in winner]")
    folder(
        right=text.replace("FIELD", "won").replace("clubgame", "right"),
        wrong=text.replace("FIELD", "wom").replace("clubgame", "wrong"),
    )
    found = {name: trial.errors(catalogue.find(name)) for name in ("right", "wrong")}
    assert found == {"right": [], "wrong": ["wrong.py, line 16: LookupError: a record has no field “wom”."]}


def test_words_without_a_value_keep_their_place():
    assert Words("%(side)s won %(points)s.", side="Ada").translated(str) == "%(side)s won %(points)s."


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("end=", 'pinned=("winer",), end=', "pinned names no question: winer."),
        ('_("Winner")),', '_("Winner")), ask.Tally("tricks", "Tricks", begins="bidder"),', "begins names no question: bidder."),
        ('_("Winner")),', '_("Winner")), ask.Flag("tricks", "Passed", replaces="bid"),', "replaces names no question: bid."),
        ('card=(_("Win."),),', 'card=(Sentence("Win.", fast=True),),', "a Sentence names no house rule: fast."),
        ('ask.Taker("winner", _("Winner"))', 'nested.Several(ask.Taker("winner", _("Winner"), need=ask.NEVER), most=2)', "winner is a list, so its need is ONCE_BEGUN and not NEVER: "),
    ],
)  # fmt: skip
def test_a_name_that_nothing_has_is_refused_at_the_start(folder, old, new, why):
    text = source("clubgame").replace("from games.rules import ask", "from games.rules import ask, nested\nfrom games.rules.card import Sentence").replace('("winner",)', '("winner", "tricks")' if "tricks" in new else '("winner",)')  # fmt: skip
    [problem] = folder(clubgame=text.replace(old, new)).problems
    assert why in problem
