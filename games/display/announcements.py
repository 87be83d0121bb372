"""What a save has come to, for those who hear the page: what the round was worth, and who leads now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.words import Words, _

if TYPE_CHECKING:
    from games.display.open_match import OpenMatch
    from games.match.log import Event

WORTH = (
    ("deal", _("Round %(number)s saved: %(worth)s.")),
    ("amend", _("Round %(number)s is put right: %(worth)s.")),
)
# of one, of a team, of several sides
LEADS = (
    _("%(names)s leads with %(total)s."),
    _("%(names)s lead with %(total)s."),
    _("Level at the top: %(names)s, each with %(total)s."),
)
WON = (
    _("%(names)s wins with %(total)s."),
    _("%(names)s win with %(total)s."),
    _("Shared by %(names)s, each with %(total)s."),
)


def announce_save(opened: OpenMatch, event: Event, words: Words) -> list[Words]:
    """`words` are those that the page shows; where a round is whole its worth takes their place."""
    if opened.is_deleted:
        return [words]
    deal = (event.get("data") or {}).get("deal") or ""
    number = opened.number_of(deal)
    row = opened.sheet.rows[number - 1] if number else None
    if row is not None and not row.complete:
        return [words]
    said = [words]
    for kind, text in WORTH:
        if row is not None and event["kind"] == kind:
            sides = zip(opened.standing.sides, row.points)
            said = [
                Words(text, number=number, worth=", ".join([side.name + " " + str(points) for side, points in sides]))
            ]
    return said + announce_leader(opened)


def announce_leader(opened: OpenMatch) -> list[Words]:
    """Who is at the top, or has won; nothing before the first round, or where nobody has won."""
    standing = opened.standing
    top = standing.winners or standing.at_top
    values = {"names": ", ".join([side.name for side in top]), "total": top[0].total}
    if not opened.sheet.rows or standing.is_nobodys:
        return []
    one, team, several = WON if standing.is_finished else LEADS
    return [Words(several if len(top) > 1 else team if standing.has_teams else one, **values)]
