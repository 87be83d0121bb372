"""Every kind of question in every nesting has a control, and what it enters is read back."""

import pytest

from games.rules import ask, catalogue, nested
from games.rules.game import Ending, Game, Line, Part
from games.rules.most import Most
from tests.pages.browser import Element, start_match
from tests.rules.golden import NAMES

SIZES = (("small", "Small"), ("big", "Big"))


def simple_kinds(name: str, need: str = ask.NEEDED) -> list[ask.Question]:
    return [
        ask.Number(name, "Number", high=5, need=need),
        ask.Number(name, "Number", high=500, need=need),
        ask.Taker(name, "Taker", need=need),
        ask.PlayerSeat(name, "Seat", need=need),
        ask.SeatList(name, "Seats", 1, 2, need=need),
        ask.Choice(name, "Choice", SIZES, need=need),
        ask.YesNo(name, "Yes or no", need=need),
        ask.Flag(name, "Flag", need=need),
    ]


def tallies(need: str) -> list[ask.Question]:
    limits = ({}, {"few": True}, {"high": 3}, {"high": 13}, {"high": 400}, {"total": 4, "few": True}, {"total": 120})
    adding = {"step": 10, "adds": (10, 20), "may_add": lambda deal, side: side == 1}
    more = ({}, {"player": True}, {"keys": True}, {"columns": ("Re", "Kontra")}, {"step": 10}, adding)
    return [ask.Tally("q", "Tally", need=need, **one, **other) for one in limits for other in more]  # type: ignore[arg-type]


def containers(of: ask.Question, need: str) -> list[ask.Question]:
    record = nested.Record("q", "Record", (of, ask.YesNo("sure", "Sure")), need=need)
    entry = nested.Record("q", "Entry", record.fields, need=ask.ONCE_BEGUN if need == ask.NEVER else need)
    return [
        nested.Each("q", "Each", of, need=need),
        nested.Each("q", "Each", of, player=True, need=need),
        nested.Several(of, most=2),
        record,
        nested.Each("q", "Each", record, player=True, need=need),
        nested.Each("q", "Each", nested.Several(of, most=2), need=need),
        nested.Several(entry, most=2),
        nested.OneOf("q", "One of", (record,)),
        nested.Each("q", "Each", nested.Several(nested.OneOf("q", "One of", (record,)), most=2)),
    ]


def all_questions() -> list[ask.Question]:
    questions = []
    for number, of in enumerate(simple_kinds("q")):
        questions += containers(of, ask.NEVER if number % 2 else ask.NEEDED)
    for need in (ask.NEEDED, ask.NEVER):
        questions += simple_kinds("q", need) + tallies(need)
        questions.append(nested.Numbers("q", "Numbers", low=0, high=2, least=2, most=2, need=need))
    return questions


def game(*questions: ask.Question) -> Game:
    return Game(
        key="every",
        name="Every kind",
        aim="Win.",
        card=("Win.",),
        picture="game-points",
        players=(4,),
        sides=lambda players, options: 2,
        questions=questions,
        parts=(Part("all", "All", [question.name for question in questions]),),
        score=lambda deal: [Line("Points", deal.zeros())],
        end=Ending(),
    )


def controls(form: Element) -> list[str]:
    """Return the names or values of the controls of the question."""
    known = [one.get("value") if one.name == "button" else one.get("name") for one in form.all("input", "button")]
    hidden = [one.get("name") for one in form.all("input") if one.get("type") == "hidden"]
    parts = [name.split(":")[-2 if name.startswith("less") and name.count(":") > 1 else -1] for name in known]
    return [name for name in parts if name.split("-")[0] == "q" and name not in hidden]


def press_values(form: Element) -> list[str]:
    return [button.get("value") for button in form.all("button") if button.get("name") == "press"]


def is_announced(control: Element) -> bool:
    """Return whether the control has a name, and is in a group with the name of its question or player."""
    parents, parent = [], control.parent
    while parent is not None:
        parents.append(parent)
        parent = parent.parent
    labels = [one for one in parents if one.name == "label" and one.text]
    groups = [one for one in parents if one.name == "fieldset" and one.all("legend")]
    return bool(labels or control.get("aria-label")) and bool(groups or control.get("aria-label") or labels)


@pytest.mark.parametrize("played", catalogue.GAMES, ids=lambda played: played.key)
def test_an_opened_question_can_be_closed(played: Game) -> None:
    table = start_match(played.key, NAMES[: played.players[-1]])
    form = table.form()
    keys = table.get(table.path).form.all("button")
    for value in [key.get("value") for key in keys if key.get("aria-expanded") == "false"]:
        assert value.replace("open:", "fold:") in press_values(table.press(value, form).form)


@pytest.mark.fifth
@pytest.mark.parametrize("question", all_questions(), ids=lambda question: question.kind)
def test_every_question_has_a_control(question: ask.Question, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "GAMES", (*catalogue.GAMES, game(question)))
    table = start_match("every", NAMES[:4])
    reply = table.get(table.path)
    if not [name for name in controls(reply.form) if name.startswith("q-")] and "open:q" in reply.text:
        reply = table.press("open:q", table.form())
        assert "fold:q" in press_values(reply.form)
    names = controls(reply.form)
    inputs = [name for name in names if name == "q" or name.startswith("q-")]
    assert inputs, question.kind
    typed = [one for one in reply.form.all("input") if one.get("name").split("-")[0] == "q"]
    assert not [one.get("name") for one in typed if one.get("type") != "hidden" and not is_announced(one)]
    assert reply.html.repeated_ids() == []


@pytest.mark.parametrize(
    ("question", "typed", "answer"),
    [
        (nested.Each("q", "Q", ask.YesNo("q", "Q"), player=True), {"q-0": "true", "q-3": "false"}, [1, None, None, 0]),
        (nested.Each("q", "Q", ask.Choice("q", "Q", SIZES)), {"q-1": "big"}, [None, "big"]),
        (nested.Several(ask.PlayerSeat("q", "Q"), most=2), {"q-0": "3", "q-1": "1"}, [3, 1]),
        (nested.Several(ask.Choice("q", "Q", SIZES), most=3), {"q-0": "big", "q-2": "big"}, ["big", "big"]),
        (ask.Tally("q", "Q", columns=("Re", "Kontra"), total=2), {"q-0": "2"}, [2, None]),
    ],
)
def test_what_a_control_enters_is_stored_and_comes_back(
    question: ask.Question, typed: dict[str, str], answer: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = ask.Number("n", "N", high=5)
    monkeypatch.setattr(catalogue, "GAMES", (*catalogue.GAMES, game(question, other)))
    table = start_match("every", NAMES[:4])
    table.save(*typed.items())
    assert table.sheet.rows[0].deal.given["q"] == answer
    stored = [value for name, value in table.form(table.round(table.sheet.rows[0].id)) if name.split("-")[0] == "q"]
    assert stored == list(typed.values())


@pytest.mark.parametrize("inner", [ask.Tally("t", "T"), Most("m", "M", instead_of="t")], ids=["tally", "most"])
def test_a_game_with_a_question_that_no_page_can_draw_is_not_built(inner: ask.Question) -> None:
    with pytest.raises(ValueError, match=f"every: q cannot contain a question of the kind {inner.kind}"):
        game(nested.Record("q", "Q", (nested.Each("e", "E", inner),)))


def test_a_question_outside_of_the_parts_is_refused() -> None:
    with pytest.raises(ValueError, match="every: each question must be in one part, once: n"):
        Game(**{**game_fields(), "questions": (ask.Flag("q", "Q"), ask.Number("n", "N"))})


def game_fields() -> dict[str, object]:
    return {
        "key": "every",
        "name": "Every kind",
        "aim": "Win.",
        "card": (),
        "players": (4,),
        "questions": (),
        "parts": (Part("all", "All", ("q",)),),
        "score": lambda deal: [],
        "end": Ending(),
    }
