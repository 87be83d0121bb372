"""The rule card of a match: its house rules first, then the sentences that hold with them."""

from tests.pages.browser import Table, start_match


def card(table: Table) -> tuple[list[str], list[str]]:
    """Return the house rules and the sentences, as texts. Those that differ from the default begin with a star."""
    page = table.get(f"{table.path}rules/").html
    lists = [
        [("* " if item.get("class") == "changed" else "") + " ".join(item.text.split()) for item in found.all("li")]
        for name in ("ul", "ol")
        for found in page.root.all(name)
        if "ruled" in found.get("class")
    ]
    [rules, sentences] = lists
    return rules, sentences


def test_the_house_rules_come_first_with_their_values() -> None:
    table = start_match("pilotta", options={"target": 151, "stake_on_fail": False})
    rules, sentences = card(table)
    assert rules == [
        "* Target score default: 301 151",
        "* Defenders get the stake default: Yes No",
        "Counts towards the bid Tricks, declarations and pilotta",
        "If the bid fails, the pilotta goes to The other side",
        "If both end in 6, the last ten goes to The side with more points",
        "Contra and recontra No",
    ]
    assert sentences[0] == "Play goes counter-clockwise: the next player sits on the right."
    assert [sentence for sentence in sentences if sentence.startswith("*")] == [
        "* Nobody gets the stake of a failed bid. by house rule",
        "* Play to 151. If several reach it in the same round, the highest wins; if tied, play on. by house rule",
    ]
    assert "If the bid fails, the other side also scores the stake." not in sentences


def test_a_rule_that_these_players_cannot_change_is_not_listed() -> None:
    rules, sentences = card(start_match("pisti", ("Eleni", "Deniz"), options={"most": "cards"}))
    assert rules == ["Target score 151", "* Three points for most default: Tricks Cards"]
    assert "* Most cards: 3 points; in a tie, nobody gets them. by house rule" in sentences
    assert not [sentence for sentence in sentences if "Play goes" in sentence]


def test_pairs_and_missing_numbers_have_words() -> None:
    rules, _sentences = card(start_match("pisa", options={"subtrumps": {"blue": "red", "red": "blue"}}))
    assert rules == [
        "Tied bids The lower score",
        "* Lesser trumps default: Not set Red – Blue, Blue – Red",
    ]
    rules, _sentences = card(start_match("points", options={"target": 70}))
    assert rules[:3] == ["Winner The most points", "* Target score default: No limit 70", "Rounds No limit"]


def test_the_card_of_a_reader_has_no_link_to_change_it() -> None:
    table = start_match("pisti")
    for role, count in (("scorer", 1), ("reader", 0)):
        table.role = role
        links = [link.text for link in table.get(f"{table.path}rules/").html.root.all("a")]
        assert links.count("Edit") == count
