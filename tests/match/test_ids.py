"""What is an id: a UUID in its usual spelling."""

import pytest

from games.match.event_fields import is_id

GOOD = "01234567-89ab-cdef-0123-456789abcdef"


@pytest.mark.parametrize(
    "wrong",
    [
        None, 7, "", [GOOD], GOOD[1:], GOOD + "0", " " + GOOD[1:], GOOD.upper(), GOOD.replace("-", ""),
        GOOD.replace("-", "_"), GOOD.replace("0", "g"), GOOD[:-1] + "-", GOOD[:4] + "-" + GOOD[5:],
        GOOD[:-1] + "\n", GOOD[:-1] + "５", "-" * 36, GOOD[:7] + "-7" + GOOD[9:], GOOD[:10] + "x" + GOOD[11:],
    ],
)  # fmt: skip
def test_other_spellings_are_not_ids(wrong: object) -> None:
    assert not is_id(wrong)


def test_a_uuid_in_small_letters_is_an_id() -> None:
    assert is_id(GOOD)
