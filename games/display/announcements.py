"""Sentences for screen readers after a save: what the round was worth, and who leads now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.words import Words, _

if TYPE_CHECKING:
    from games.display.open_match import OpenMatch
    from games.match.log import Event

WORTH = (
    ("deal", _("Round %(number)s saved: %(worth)s.")),
    ("amend", _("Round %(number)s corrected: %(worth)s.")),
)
# for one player, for a team, for several sides
LEADS = (
    _("%(names)s leads with %(total)s."),
    _("%(names)s lead with %(total)s."),
    _("Tied for the lead: %(names)s, with %(total)s each."),
)
WON = (
    _("%(names)s wins with %(total)s."),
    _("%(names)s win with %(total)s."),
    _("%(names)s share the win with %(total)s each."),
)


def announce_save(opened: OpenMatch, event: Event, words: Words, *, is_undo: bool) -> list[Words]:
    """Return the sentences to read aloud after `event`.

    `words` is the sentence that the page shows. The points of a complete round replace it, except after an undo.
    """
    if opened.is_deleted:
        return [words]
    deal = (event.get("data") or {}).get("deal") or ""
    number = opened.round_number(deal)
    row = opened.sheet.rows[number - 1] if number else None
    if row is not None and not row.complete:
        return [words]
    sentences = [words]
    for kind, text in WORTH:
        if row is not None and event["kind"] == kind and not is_undo:
            sides = zip(opened.standing.sides, row.points)
            sentences = [
                Words(text, number=number, worth=", ".join([side.name + " " + str(points) for side, points in sides]))
            ]
    dealer = next_dealer(opened, event)
    return sentences + announce_leader(opened) + ([] if dealer is None else [dealer])


def next_dealer(opened: OpenMatch, event: Event) -> Words | None:
    """Return who deals now, after the event that recorded the last round, or None."""
    rows = opened.sheet.rows
    if event["kind"] != "deal" or opened.is_deleted or opened.standing.is_finished or not rows or not rows[-1].complete:
        return None
    if opened.round_number(event["data"]["deal"]) != len(rows):
        return None
    return Words(_("%(name)s deals now."), name=opened.standing.dealer)


def announce_leader(opened: OpenMatch) -> list[Words]:
    """Return the sentence that names the leaders or winners.

    Return nothing before the first round, and if nobody has won.
    """
    standing = opened.standing
    top = standing.winners or standing.at_top
    values = {"names": ", ".join([side.name for side in top]), "total": top[0].total}
    if not opened.sheet.rows or standing.is_nobodys:
        return []
    for_one, for_team, for_several = WON if standing.is_finished else LEADS
    return [Words(for_several if len(top) > 1 else for_team if standing.has_teams else for_one, **values)]
