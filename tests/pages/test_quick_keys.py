"""Keys that enter numbers at once, bids beside the tricks, and parts that fold without an optional answer."""

import pytest

from tests.pages.browser import Element, Pairs, Reply, Table, buttons, fields, start_match, with_values
from tests.rules.golden import NAMES

BIDS = (("bids-0", "0"), ("bids-1", "1"), ("bids-2", "0"), ("bids-3", "0"))
TRICKS = (("tricks-0", "0"), ("tricks-1", "1"), ("tricks-2", "0"))


def preview(table: Table, *typed: tuple[str, str]) -> Reply:
    return table.press("", with_values(table.form(), *typed))


def keys(reply: Reply, *actions: str) -> list[str]:
    return [value for _name, value in buttons(reply.form) if value.split(":")[0] in actions]


def form_of(reply: Reply, *typed: tuple[str, str]) -> Pairs:
    return with_values(fields(reply.form), *typed)


def test_one_key_enters_a_moon_of_the_player_with_the_queen() -> None:
    table = start_match("hearts", NAMES[:4])
    assert keys(table.get(table.path), "sweep") == []
    known = preview(table, ("queen", "2"), ("hearts-0", "4"))
    assert keys(known, "sweep") == ["sweep:hearts"]
    [key] = [one for one in known.html.root.all("button") if one.get("value") == "sweep:hearts"]
    assert (key.text, key.get("aria-label")) == ("Moon", f"Moon: {NAMES[2]}")
    table.post(table.path, form_of(table.press("sweep:hearts", form_of(known))))
    assert table.sheet.rows[0].deal["hearts"] == [0, 0, 13, 0]
    assert table.sheet.totals == [26, 26, 0, 26]


def test_a_key_of_an_earlier_page_sweeps_nothing_without_a_queen() -> None:
    table = start_match("hearts", NAMES[:4])
    reply = table.press("sweep:hearts", with_values(table.form(), ("hearts-0", "4")))
    assert [pair for pair in fields(reply.form) if pair[0].startswith("hearts-") and pair[1]] == [("hearts-0", "4")]


def test_bonus_keys_are_beside_players_who_met_their_bids_with_a_trick() -> None:
    table = start_match("skull_king", NAMES[:4])
    assert keys(preview(table, *BIDS, *TRICKS[:1]), "more") == []  # the tricks are not known yet
    known = preview(table, *BIDS, *TRICKS)
    assert keys(known, "open", "fold", "more") == ["open:bids", "open:bonus-1"]  # the bonus is no tile any more
    opened = table.press("open:bonus-1", form_of(known))
    assert keys(opened, "more") == ["more:bonus-1:10", "more:bonus-1:20", "more:bonus-1:30", "more:bonus-1:40"]
    twice = table.press("more:bonus-1:10", form_of(table.press("more:bonus-1:40", form_of(opened))))
    less = table.press("less:bonus-1", form_of(twice))
    table.post(table.path, form_of(less))
    assert table.sheet.rows[0].deal["bonus"] == [0, 40, 0, 0]
    assert table.sheet.totals == [10, 60, 10, 10]


def test_a_bonus_stops_at_the_highest_and_can_be_taken_back_when_the_bid_is_missed_after_all() -> None:
    table = start_match("skull_king", NAMES[:4])
    most = table.press("more:bonus-1:40", with_values(table.form(), *BIDS, *TRICKS, ("bonus-1", "320")))
    assert ("bonus-1", "330") in fields(most.form)
    missed = table.press("", form_of(most, ("bids-1", "0"), ("bids-2", "0")))
    assert "bonus-1" in dict(fields(missed.form))
    assert keys(missed, "open") == ["open:bids", "open:bonus-1"]  # the keys are still there


def test_a_bid_is_marked_while_the_tricks_are_entered() -> None:
    table = start_match("skull_king", NAMES[:4])
    reply = preview(table, *BIDS)
    assert [[one.get("id") for one in label.all("input")] for label in aims(reply)] == [
        ["tricks-0-0"], ["tricks-1-1"], ["tricks-2-0"], ["tricks-3-0"]
    ]  # fmt: skip
    assert "Bids: 1" in reply.form.text
    assert aims(preview(start_match("hearts", NAMES[:4]), ("queen", "1"))) == []


def aims(reply: Reply) -> list[Element]:
    return [label for label in reply.form.all("label") if "aim" in label.get("class").split()]


@pytest.mark.parametrize(("cannonball", "seats"), [(False, [1, 3]), (True, [3])])
def test_half_a_bonus_of_rascal_is_offered_unless_it_was_risked(cannonball: bool, seats: list[int]) -> None:
    table = start_match("skull_king", NAMES[:4], options={"scoring": "rascal", "cannonball": True})
    risked = [(f"cannonballs-{seat}", "true" if seat == 1 and cannonball else "false") for seat in range(4)]
    table.save(*BIDS, *TRICKS)  # the next round has two tricks
    taken = [(f"tricks-{seat}", count) for seat, count in enumerate("0101")]
    bids = [(f"bids-{seat}", count) for seat, count in enumerate("0201")]
    offered = keys(preview(table, *bids, *risked, *taken), "open")
    assert offered == ["open:bids", *[f"open:bonus-{seat}" for seat in seats]]


@pytest.mark.parametrize(
    ("game", "players", "left_out", "needed"),
    [
        ("wizard", 4, "trump-blue", BIDS),
        ("briscola_chiamata", 5, "trump-coins", (("caller", "0"), ("partner", "2"))),
    ],
)
def test_a_part_folds_without_an_optional_answer_that_comes_earlier(
    game: str, players: int, left_out: str, needed: Pairs
) -> None:
    table = start_match(game, NAMES[:players])
    assert preview(table, *needed[:-1]).html.has(left_out)
    folded = preview(table, *needed)
    assert not folded.html.has(left_out)
    assert keys(folded, "open")


def test_a_part_waits_for_an_optional_answer_that_comes_last() -> None:
    table = start_match("coinche", NAMES[:4])
    auction = (("taker", "0"), ("contract", "100"))
    assert preview(table, *auction).html.has("trump-clubs")
    assert not preview(table, *auction, ("trump", "clubs")).html.has("trump-clubs")


def test_the_sale_stands_above_the_tricks_and_no_line_is_empty() -> None:
    table = start_match("king", NAMES[:4])
    for total in (13, 13, 4, 8, 1, 2):
        table.save(("taken-0", str(total)), ("taken-1", "0"), ("taken-2", "0"), ("taken-3", "0"))
    reply = table.get(table.path)
    assert keys(reply, "open") == ["open:sold"]  # no Edit where nothing is answered
    text = reply.form.text
    assert text.index("Trumps") < text.index("Sale of the trumps") < text.index("Taken")
    named = table.press("", form_of(reply, ("trump", "hearts")))
    assert keys(named, "open") == ["open:sold"]
    assert named.html.has("trump-clubs")  # they stay, because the rows below would move under the thumb
