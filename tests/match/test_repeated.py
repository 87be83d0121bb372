"""The round that a duplicate repeats: phones that were offline may have entered different numbers of rounds."""

import pytest

from games.match.log import Log, fold_events
from games.match.repeated import repeated_deal
from games.match.undecided import undecided_duplicates
from tests.match.logs import Event, deal, event, id_of, start

AT = [("x1", "k1"), ("y1", "k2"), ("x2", "k1")]  # inserted rounds, and those that they come before


def chain(name: str, *points: int, after: str = "start") -> list[Event]:
    """Return rounds of one phone, each after the one before."""
    names = [after, *(f"{name}{number}" for number in range(1, len(points) + 1))]
    return [deal(names[number], names[number - 1], score) for number, score in enumerate(points, 1)]


def folded(*events: Event) -> Log:
    return fold_events([event | {"seq": number} for number, event in enumerate([start(), *events], 1)])


def repeated(log: Log, name: str) -> str | None:
    found = repeated_deal(log, log.by_id[id_of(name)])
    return None if found is None else found.id


def test_a_duplicate_repeats_the_round_of_the_same_turn() -> None:
    log = folded(*chain("b", 10, 20), *chain("a", 11, 21))
    assert [repeated(log, name) for name in ("a1", "a2")] == [id_of("b1"), id_of("b2")]


def test_a_round_beyond_those_of_the_other_phone_repeats_none() -> None:
    """The first two are equal on both phones, so only the third is asked about."""
    log = folded(*chain("b", 10, 20), *chain("a", 10, 20, 30))
    assert [entry.id for entry in undecided_duplicates(log)[0]] == [id_of("a3")]
    assert repeated(log, "a3") is None


@pytest.mark.parametrize(
    ("others", "own", "asked"),
    [
        ([10], [10], []),
        ([10], [10, 10], ["a2"]),
        ([10, 10], [10, 10], []),
        ([10, 10], [10, 10, 10], ["a3"]),
        ([10, 50], [10, 50, 10], ["a3"]),
        ([10], [10, 10, 10], ["a2", "a3"]),
        ([10, 20], [20, 10], []),  # the same rounds in another order
    ],
)
def test_an_equal_round_answers_for_one_round_of_another_writer(
    others: list[int], own: list[int], asked: list[str]
) -> None:
    log = folded(*chain("b", *others), *chain("a", *own))
    assert [entry.id for entry in undecided_duplicates(log)[0]] == [id_of(name) for name in asked]
    assert [repeated(log, name) for name in asked] == [None] * len(asked)  # so each is asked about as a further round


def test_an_equal_round_of_an_earlier_evening_answers_for_no_other() -> None:
    """Both phones have seen the first equal rounds of each other since."""
    later = [deal("b2", ["a1", "b1"], 10), deal("a2", ["a1", "b1"], 10)]
    log = folded(*chain("b", 10), *chain("a", 10), *later)
    assert undecided_duplicates(log)[0] == []


def test_a_round_that_three_phones_entered_counts_once_someone_has_decided() -> None:
    """Two of them entered a round that the first has not. Once one of these counts, the other one needs no decision."""
    rounds = [*chain("a", 10), *chain("b", 10, 30), *chain("c", 10, 30, 40)]
    log = folded(*rounds)
    assert [entry.id for entry in undecided_duplicates(log)[0]] == [id_of("b2"), id_of("c2"), id_of("c3")]
    counted = event("keep", "settle", ["a1", "b2", "c3"], keep=[id_of("b2")], strike=[])
    assert [entry.id for entry in undecided_duplicates(folded(*rounds, counted))[0]] == [id_of("c3")]


def test_an_equal_round_after_one_that_is_set_aside_is_another_round() -> None:
    """Its writer has seen the other one."""
    later = deal("d1", ["a1", "b2"], 30)
    log = folded(*chain("a", 10), *chain("b", 10, 30), later)
    assert [entry.id for entry in undecided_duplicates(log)[0]] == [id_of("b2")]


def test_a_round_of_a_phone_that_knew_less_repeats_the_first_that_it_did_not_know() -> None:
    log = folded(*chain("b", 10, 20, 30), *chain("a", 40, after="b1"))
    assert repeated(log, "a1") == id_of("b2")


@pytest.mark.parametrize("keeps", [True, False])
def test_a_decision_about_one_duplicate_leaves_the_others_their_rounds(keeps: bool) -> None:
    decision = event("s", "settle", ["b2", "a2"], keep=[id_of("a1")], strike=[] if keeps else [id_of("b1")])
    log = folded(*chain("b", 10, 20), *chain("a", 11, 21), decision)
    assert repeated(log, "a2") == id_of("b2")


def test_an_inserted_round_repeats_one_inserted_at_the_same_place() -> None:
    base = chain("k", 1, 2)
    late = [deal(name, "k2", 50 + number, before=id_of(at)) for number, (name, at) in enumerate(AT)]
    log = folded(*base, *late)
    assert [repeated(log, name) for name in ("y1", "x2")] == [None, id_of("x1")]


def test_equal_answers_are_preferred_among_rounds_of_one_turn() -> None:
    log = folded(*chain("b", 10), *chain("c", 30), *chain("a", 30))
    settled = folded(*chain("b", 10), *chain("c", 30), decision_to_keep("c1"), *chain("a", 30))
    assert repeated(log, "a1") == id_of("b1")
    assert repeated(settled, "a1") == id_of("c1")


def decision_to_keep(name: str) -> Event:
    return event("keep", "settle", [name], keep=[id_of(name)], strike=[])


def test_a_third_version_of_a_round_is_compared_with_the_one_that_was_chosen() -> None:
    rounds = [*chain("a", 10), *chain("b", 20), *chain("c", 30)]
    assert [repeated(folded(*rounds), name) for name in ("b1", "c1")] == [id_of("a1")] * 2
    chosen = event("keep", "settle", ["a1", "b1", "c1"], keep=[id_of("b1")], strike=[id_of("a1")])
    assert repeated(folded(*rounds, chosen), "c1") == id_of("b1")
