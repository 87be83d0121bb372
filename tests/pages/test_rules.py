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
        "* Play to usual: 301 151",
        "* Stake for the defenders usual: Yes No",
        "For the bid count Tricks, declarations and pilotta",
        "After a failed bid the pilotta goes to The other side",
        "When both end in 6, the last ten goes to The side with more points",
        "Contra and recontra No",
    ]
    assert sentences[0] == "Play goes counter-clockwise: the next player sits on the right."
    assert [sentence for sentence in sentences if sentence.startswith("*")] == [
        "* Nobody gets the stake of a failed bid. by house rule",
        "* Play to 151. If several pass it, the highest wins; level, you play on. by house rule",
    ]
    assert "When a bid fails, the other side gets the stake too." not in sentences


def test_a_rule_that_these_players_cannot_change_is_not_listed() -> None:
    rules, sentences = card(start_match("pisti", ("Eleni", "Deniz"), options={"most": "cards"}))
    assert rules == ["Play to 151", "* Three points for the most usual: Tricks Cards"]
    assert "* The most cards get 3; shared, nobody does. by house rule" in sentences
    assert not [sentence for sentence in sentences if "Play goes" in sentence]


def test_pairs_and_missing_numbers_have_words() -> None:
    rules, _sentences = card(start_match("pisa", options={"subtrumps": {"blue": "red", "red": "blue"}}))
    assert rules == [
        "Level bids Points of the first of their places",
        "* Lesser trumps usual: Left open Red – Blue, Blue – Red",
    ]
    rules, _sentences = card(start_match("points", options={"target": 70}))
    assert rules[:3] == ["Who wins The most points", "* Play to usual: No number 70", "Rounds Any number"]


def test_the_card_of_a_reader_has_no_link_to_change_it() -> None:
    table = start_match("pisti")
    for role, count in (("scorer", 1), ("reader", 0)):
        table.role = role
        links = [link.text for link in table.get(f"{table.path}rules/").html.root.all("a")]
        assert links.count("Change") == count
