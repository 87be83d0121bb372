"""A round stays the one that someone began to enter, with its questions, though others have saved it meanwhile."""

import pytest

from games.match.repeated import repeated_deal
from tests.pages.browser import Table, fields, start_match, with_values
from tests.rules.golden import NAMES

TRICKS = (("taken-0", "3"), ("taken-1", "4"), ("taken-2", "6"))
SAVED = "Round 1 has been saved meanwhile. Save your entry too and choose on the sheet, or discard it."


@pytest.fixture
def king() -> Table:
    return start_match("king", NAMES[:4])


def begun_before_others(king: Table, others: int) -> list[tuple[str, str]]:
    """Return the half-typed form of the first round, after others have saved this many rounds."""
    form = with_values(king.form(), TRICKS[0])
    for taken in ("1 2 3 7", "0 0 13 0", "1 1 2 0")[:others]:
        king.save(*[(f"taken-{player}", number) for player, number in enumerate(taken.split())])
    return form


@pytest.mark.parametrize("key", ["kept", ""])
@pytest.mark.parametrize("others", [1, 3])
def test_a_restored_draft_stays_its_round(king: Table, others: int, key: str) -> None:
    html = king.press(key, begun_before_others(king, others), king.path).html
    assert html.texts_of("problem") == [SAVED]
    assert "Save round 1" in html.find("round").text
    assert "of 13" in html.find("round").text, "the number of tricks, as in the first round"


def set_aside(king: Table, others: int) -> None:
    """Let another phone have sent this many rounds before the first round of this phone, which had not seen them."""
    start, own = king.events
    king.logs[king.match] = [start]
    for taken in ("1 2 3 7", "0 0 13 0")[:others]:
        king.save(*[(f"taken-{player}", number) for player, number in enumerate(taken.split())])
    king.events.append(own)
    assert [deal.event for deal in king.log.deals if deal.is_duplicate] == [own["id"]]


def test_the_next_round_stays_the_next_if_the_round_before_was_entered_twice(king: Table) -> None:
    king.save(*TRICKS)
    form = with_values(king.form(), TRICKS[0])
    set_aside(king, 1)
    html = king.press("kept", form, king.path).html
    assert html.texts_of("problem") == []
    assert "Save round 2" in html.find("round").text


def test_the_next_round_may_be_entered_twice_as_well(king: Table) -> None:
    king.save(*TRICKS)
    form = with_values(king.form(), TRICKS[0])
    set_aside(king, 2)
    html = king.press("kept", form, king.path).html
    assert html.texts_of("problem") == [SAVED.replace("1", "2")]
    assert "Save round 2" in html.find("round").text


@pytest.mark.parametrize("others", [1, 2])
def test_the_next_round_stays_the_next_after_the_round_before_was_decided(king: Table, others: int) -> None:
    """Someone has chosen the round of the other phone, which crosses out that of this phone."""
    king.save(*TRICKS)
    form = with_values(king.form(), TRICKS[0])
    set_aside(king, others)
    duplicate = next(deal for deal in king.log.deals if deal.is_duplicate)
    king.post(king.round(duplicate.id), [("strike", "1")])
    assert not [deal for deal in king.log.deals if deal.is_duplicate and not deal.is_struck]
    html = king.press("kept", form, king.path).html
    assert html.texts_of("problem") == [SAVED.replace("1", "2")][: others - 1]
    assert "Save round 2" in html.find("round").text


def test_a_round_that_was_crossed_out_alone_is_entered_again(king: Table) -> None:
    king.save(*TRICKS)
    form = with_values(king.form(), TRICKS[0])
    king.post(king.round(king.log.deals[0].id), [("strike", "1")])
    html = king.press("kept", form, king.path).html
    assert html.texts_of("problem") == []
    assert "Save round 1" in html.find("round").text


def test_a_page_that_had_the_round_as_set_aside_does_not_count_it(king: Table) -> None:
    king.save(*TRICKS)
    set_aside(king, 1)
    form = with_values(king.form(), TRICKS[0])
    king.save(*TRICKS)
    html = king.press("kept", form, king.path).html
    assert html.texts_of("problem") == [SAVED.replace("1", "2")]


def test_a_key_after_the_own_save_opens_the_page_of_the_save(king: Table) -> None:
    """The answer to the save was lost, and the last digit was sent again after it: nobody else has saved the round."""
    form = with_values(king.form(), *TRICKS)
    saved = king.post(king.path, form)
    assert saved.status == 303
    again = king.press("", form, king.path)
    assert (again.status, again.redirect_to) == (303, saved.redirect_to)
    changed = king.press("", with_values(form, ("taken-0", "5")), king.path)
    assert changed.status == 200  # later entries stay


def test_a_restored_change_that_was_saved_since_opens_no_page_of_the_first_save(king: Table) -> None:
    """Otherwise that page would restore the same draft, and open itself again and again."""
    form = with_values(king.form(), *TRICKS)
    king.post(king.path, form)
    changed = with_values(form, ("taken-0", "4"), ("taken-1", "3"))
    king.post(king.path, changed)
    assert king.press("kept", changed, king.path).redirect_to == king.path


def test_a_save_that_others_have_corrected_is_saved(king: Table) -> None:
    """The answer to the save was lost. Nothing was changed on this page since, so nothing is left to save."""
    form = with_values(king.form(), *TRICKS)
    saved = king.post(king.path, form)
    path = king.round(king.log.deals[0].id)
    king.post(path, with_values(king.form(path), ("taken-0", "4"), ("taken-1", "3")))
    assert king.press("", form, king.path).redirect_to == saved.redirect_to
    assert king.press("", with_values(form, ("taken-0", "5")), king.path).status == 200


def test_its_save_asks_which_entry_counts(king: Table) -> None:
    form = begun_before_others(king, 3)
    html = king.press("kept", form).html
    king.post(king.path, with_values(fields(html.find("round")), *TRICKS[1:]))
    log = king.log
    duplicate = log.deals[-1]
    assert duplicate.is_duplicate
    assert repeated_deal(log, duplicate) is log.deals[0]
    assert duplicate.answers == {"taken": [3, 4, 6, 0]}


def test_a_discarded_entry_gives_way_to_the_next_round(king: Table) -> None:
    html = king.press("kept", begun_before_others(king, 3)).html
    again = king.press("discard", fields(html.find("round"))).html
    assert again.texts_of("problem") == []
    assert not [pair for pair in fields(again.find("round")) if pair[0].startswith("taken") and pair[1]]
    king.post(king.path, with_values(fields(again.find("round")), ("taken-0", "4"), ("taken-1", "4"), ("taken-2", "0")))
    assert [deal.is_duplicate for deal in king.log.deals] == [False] * 4


def test_a_round_that_others_crossed_out_changes_nothing(king: Table) -> None:
    king.save(*TRICKS)
    form = with_values(king.form(), ("taken-0", "5"))
    king.post(king.round(king.log.deals[0].id), [("strike", "1")])
    html = king.press("kept", form).html
    assert html.texts_of("problem") == []
    assert "Save round 1" in html.find("round").text


STRUCK = "This round has been crossed out meanwhile. Save it to restore it, or discard this entry."


@pytest.mark.parametrize("key", ["kept", ""])
@pytest.mark.parametrize("count", [2, 3], ids=["for now", "complete"])
def test_a_saved_round_that_others_crossed_out_says_so(king: Table, key: str, count: int) -> None:
    """The answer to the save was lost, or the round was saved for now. Then its answers were changed on this page."""
    form = with_values(king.form(), *TRICKS[:count])
    king.post(king.path, form)
    deal = king.log.deals[0]
    king.post(king.round(deal.id), [("strike", "1")])
    html = king.press(key, with_values(form, ("taken-0", "2")), king.path).html
    assert html.texts_of("problem")[0] == STRUCK
    changed = fields(html.find("round"))
    again = king.press("discard", changed).html
    assert again.texts_of("problem") == []
    assert not [pair for pair in fields(again.find("round")) if pair[0].startswith("taken") and pair[1]]
    king.post(king.path, changed)
    deal = king.log.deals[0]
    assert (len(king.log.deals), deal.is_struck, deal.answers["taken"][0]) == (1, False, 2)


@pytest.mark.parametrize("others", [1, 3])
def test_a_form_without_answers_becomes_the_next_round(king: Table, others: int) -> None:
    form = with_values(begun_before_others(king, others), ("taken-0", ""))
    html = king.press("", form).html
    assert html.texts_of("problem") == []
    assert f"Save round {others + 1}" in html.find("round").text
    king.post(king.path, with_values(fields(html.find("round")), ("taken-0", "0"), ("taken-1", "0"), ("taken-2", "0")))
    assert not [deal for deal in king.log.deals if deal.is_duplicate]


def test_the_first_key_without_a_script_is_of_the_round_that_the_page_displays(king: Table) -> None:
    """Someone reads "Round 1" and enters it. Others have saved it, but this page was loaded before."""
    form = with_values(begun_before_others(king, 1), ("taken-0", ""))
    html = king.press("open:taken", form).html
    assert html.texts_of("problem") == [SAVED]


def restored_correction(king: Table) -> tuple[str, list[tuple[str, str]]]:
    """Save a round, and return the path of its page and the form of a correction that was not saved."""
    king.save(*TRICKS)
    path = king.round(king.log.deals[0].id)
    return path, with_values(king.form(path), ("taken-0", "2"))


def test_a_restored_correction_says_that_it_is_not_saved(king: Table) -> None:
    path, form = restored_correction(king)
    html = king.press("kept", form, path).html
    assert html.texts_of("problem") == ["This change is not saved yet."]
    html = king.press("", fields(html.find("round")), path).html
    assert html.texts_of("problem") == ["This change is not saved yet."], "nothing may move at the next tap"
    html = king.press("", with_values(fields(html.find("round")), TRICKS[0]), path).html
    assert html.texts_of("problem") == []


def test_a_change_of_this_moment_needs_no_such_words(king: Table) -> None:
    path, form = restored_correction(king)
    assert king.press("", form, path).html.texts_of("problem") == []


def test_a_discarded_correction_shows_the_round_as_it_is_saved(king: Table) -> None:
    path, form = restored_correction(king)
    html = king.press("kept", form, path).html
    html = king.press("discard", fields(html.find("round")), path).html
    assert html.texts_of("problem") == []
    assert [value for name, value in fields(html.find("round")) if name.startswith("taken-")] == ["3", "4", "6"]
    assert "data-fresh" in king.last.text, "the phone deletes its draft"
    assert king.post(path, fields(html.find("round"))).events == []


@pytest.mark.parametrize("key", ["kept", ""])
def test_a_form_without_answers_completes_the_round_that_others_saved_for_now(king: Table, key: str) -> None:
    form = king.form()
    king.save(*TRICKS[:2])
    html = king.press(key, form, king.path).html
    assert html.texts_of("problem") == []
    assert dict(fields(html.find("round")))["deal"] == king.log.deals[0].id
    assert "taken-0" in dict(fields(html.find("round")))


def begun_rest(king: Table) -> list[tuple[str, str]]:
    """Return the half-typed rest of a round that was saved for now, after another phone has completed it."""
    king.save(*TRICKS[:2])
    form = with_values(king.form(), ("taken-2", "4"))
    king.save(*TRICKS)
    return form


@pytest.mark.parametrize("key", ["kept", ""])
def test_the_rest_of_a_round_that_others_completed_says_so(king: Table, key: str) -> None:
    html = king.press(key, begun_rest(king), king.path).html
    assert html.texts_of("problem")[0] == SAVED
    again = king.press("discard", fields(html.find("round"))).html
    assert again.texts_of("problem") == []
    assert "Save round 2" in again.find("round").text


def test_a_correction_of_a_round_that_others_crossed_out_counts_in_no_total(king: Table) -> None:
    king.save(*TRICKS)
    path = king.round(king.log.deals[0].id)
    form = with_values(king.form(path), ("taken-0", "4"), ("taken-1", "3"))
    assert "Save round 1" in king.press("", form, path).html.find("round").text
    king.post(path, [("strike", "1")])
    html = king.press("", form, path).html
    assert html.find("worth").text == "Does not count while crossed out."
    assert [key.text for key in html.find("round").all("button") if "go" in key.get("class").split()] == ["Save"]


def test_a_save_of_a_pile_is_not_taken_for_an_empty_form() -> None:
    """Its cards are no answers until the save counts them, and others have saved a round meanwhile."""
    table = start_match("bisca_tres", NAMES[:2])
    begun = table.form()
    table.save(("points-0", "71"))
    table.post(table.path, [*begun, ("open", "pile"), ("pile", "A spades"), ("pile-side", "1")])
    assert [deal.answers for deal in table.log.deals] == [{"points": [71, None]}, {"points": [None, 11]}]
