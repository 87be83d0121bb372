"""The bytes of stored answers are counted while their answers are kept, and never longer."""

from random import Random

import pytest

from scorekeeper import answers, lanes


def counted_and_kept(stored: answers.StoredAnswers) -> tuple[int, int]:
    return stored.size, sum(answer.size for kept in stored.by_address.values() for answer in kept)


def test_an_answer_that_has_ended_counts_no_more_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "MOST_BYTES", 100)
    stored = answers.StoredAnswers()
    ended, other = answers.StoredAnswer(stored, "a"), answers.StoredAnswer(stored, "b")
    ended.add(b"x" * 80)
    other.add(b"x" * 40)
    assert counted_and_kept(stored) == (40, 40)
    for _ in range(3):
        with pytest.raises(lanes.Busy):
            ended.add(b"x" * 40)
    assert counted_and_kept(stored) == (40, 40)
    other.close()
    assert counted_and_kept(stored) == (0, 0)


def test_random_answers_leave_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "MOST_BYTES", 1000)
    chance, stored = Random(7), answers.StoredAnswers()
    opened = [answers.StoredAnswer(stored, chance.choice("abc")) for _ in range(40)]
    for _ in range(2000):
        answer = chance.choice(opened)
        try:
            answer.add(b"x" * chance.randrange(400))
        except lanes.Busy:
            opened[opened.index(answer)] = answers.StoredAnswer(stored, chance.choice("abc"))
            answer.close()
        counted, kept = counted_and_kept(stored)
        assert counted == kept <= 1000
    for answer in opened:
        answer.close()
    assert counted_and_kept(stored) == (0, 0)
