"""What a page of a match shows of its log is in the parts that it renews when entries come from elsewhere."""

from collections.abc import Callable

import pytest

from games.pages.request import LIVE
from tests.pages.browser import Element, Html, Reply, Table, start_match, with_values
from tests.pages.test_settings import form_with, post_settings
from tests.rules.golden import NAMES

Round = list[tuple[str, str]]
SAID = "said"  # announced on the page of a save alone

GAMES: dict[str, tuple[list[Round], str]] = {
    "bisca_tres": ([[("points-0", "77")], [("points-0", "70")], [("points-1", "43")]], "target"),
    "points": ([[("points-0", "7"), ("points-1", "2")], [("points-0", "1"), ("points-1", "9")]], "target"),
}


def renewed(page: Html) -> set[str]:
    return {part.get("id") for part in page.root.all() if "data-live" in part.attributes}


def fixed(part: Element) -> list[object]:
    """Return what stays on an open page: all but its live parts, and the entry, which is half typed."""
    if "data-live" in part.attributes or part.get("id") in ("round", SAID) or part.name == "head":
        return []
    shown = [{name: value for name, value in part.attributes.items() if part.get("type") != "hidden"}]
    return [part.name, *shown, "".join(part.texts).split(), *filter(None, map(fixed, part.children))]


def is_over(page: Html) -> bool:
    return any("data-over" in part.attributes for part in page.root.all())


def paths(table: Table) -> list[str]:
    first = table.log.deals[0].id
    pages = ["", "sheet/", "wall/", "rules/", "more/", f"{first}/"]
    return [*[table.path + page for page in pages], f"/table/{table.match}/{first}/before/"]


def check_renewed(table: Table, change: Callable[[], Reply]) -> None:
    """Check that a page that was opened before the change has the same fixed parts as one that is opened after it."""
    addresses = paths(table)
    before = {path: reply.html for path in addresses if (reply := table.get(path)).status == 200}
    change()
    for path in before:
        reply = table.get(path)
        if reply.status != 200 or is_over(before[path]) != is_over(reply.html):
            continue  # the script loads another page
        assert fixed(reply.html.root) == fixed(before[path].root), path
        live = table.get(path, LIVE).html
        assert all(live.has(id) for id in renewed(before[path])), path


@pytest.mark.turns
@pytest.mark.parametrize("game", GAMES)
def test_open_pages_renew_everything_that_depends_on_the_log(game: str) -> None:
    [first, second, *_rest], option = GAMES[game]
    table = start_match(game, NAMES[:2])
    table.save(*first)
    deal = table.log.deals[0].id
    forms = [table.form(), table.form()]
    changes = [
        lambda: table.post(table.path, with_values(forms[0], *second)),
        lambda: table.post(table.path, with_values(forms[1], *first)),  # entered twice
        lambda: table.save(*second),  # the chart begins
        lambda: table.save(*second, path=table.round(deal)),
        lambda: table.post(table.round(deal), [("strike", "1")]),
        lambda: table.post(table.round(deal), [("restore", "1")]),
        lambda: post_settings(table, *with_values(form_with(table, "options"), (f"option-{option}", "5"))),
        lambda: post_settings(table, ("act", "delete")),
        lambda: post_settings(table, ("act", "undelete")),
        lambda: post_settings(table, ("act", "finish")),
        lambda: table.save(*first, path=table.round(deal)),
        lambda: post_settings(table, ("act", "reopen")),
    ]
    for change in changes:
        check_renewed(table, change)
