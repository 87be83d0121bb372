"""A match or an evening in a few words: for link previews in chats, and on its card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext, ngettext

from games import models
from games.display.card import Card, CardSide
from games.display.dates import in_words
from games.display.standing import SideStanding, Standing
from games.export.card import CardContent, CardLine
from games.export.minus import with_minus
from games.models import Purpose
from games.rules.words import translate
from games.store.people import renamed_summaries

LISTED = 6  # matches on the card of an evening and in its words


@dataclass
class Headline:
    title: str
    words: str
    picture: CardContent


def match_headline(summary: dict[str, Any]) -> Headline:
    card = Card(summary)
    totals = totals_line(card)
    sides = sorted(card.sides, key=lambda side: side.has_left)  # as on the page: those who left come last
    rows = tuple(CardLine(name_of(side), with_minus(side.total), is_first(card, side)) for side in sides)
    game = translate(card.game.title, gettext)
    title = gettext("%(game)s: %(totals)s") % {"game": game, "totals": totals} if totals else game
    return Headline(title, standing_text(card), CardContent(game, standing_text(card), rows))


def totals_line(card: Card) -> str:
    """Return the sides with their totals, in the order of the sheet."""
    return " – ".join(f"{name_of(side)} {side.total}" for side in card.sides)


def former_line(standing: Standing) -> str:
    """Return those in whose column someone else began from zero, with their points then."""
    return " – ".join(f"{name_of(former)} {former.total}" for _column, former in standing.former)


def name_of(side: CardSide | SideStanding) -> str:
    """Return the name of a side, and that it has left: otherwise its total would seem to lead."""
    return f"{side.name} ({gettext('has left')})" if side.has_left else side.name


def is_first(card: Card, side: CardSide) -> bool:
    if card.winners:
        return side.has_won
    return side.leads and not all(other.leads for other in card.sides if not other.has_left)


def standing_text(card: Card) -> str:
    """Return the winners, or the leaders after the rounds so far."""
    if card.has_no_result:
        return gettext("Ended without result")
    if card.is_over and not card.winners:
        return gettext("Ended without a complete round")
    names = " · ".join(card.winners or [side.name for side in card.sides if is_first(card, side)])
    if len(card.winners) > 1:
        return gettext("%(names)s share the win") % {"names": names}
    if card.winners:
        return (gettext("%(names)s win") if card.has_teams else gettext("%(names)s wins")) % {"names": names}
    if not card.rounds:
        return gettext("No round yet")
    after = ngettext("After one round", "After %(count)s rounds", card.rounds) % {"count": card.rounds}
    if not names:
        return after
    if card.is_level or card.has_teams:
        return gettext("%(after)s: %(names)s lead") % {"after": after, "names": names}
    return gettext("%(after)s: %(names)s leads") % {"after": after, "names": names}


def evening_headline(evening: models.Evening, summaries: Sequence[dict[str, Any]], count: int) -> Headline:
    """Return the headline of an evening with this number of matches, with the summaries of the newest ones."""
    title = title_of(evening)
    words_of_count = ngettext("One match", "%(count)s matches", count) % {"count": count}
    listed = summaries[-LISTED:]
    words = ". ".join(match_headline(summary).title for summary in listed)  # also read aloud in place of the picture
    rows = tuple(card_line(Card(summary)) for summary in listed)
    return Headline(title, words, CardContent(title, words_of_count, rows, True, omission(len(rows), count)))


def omission(listed: int, count: int) -> str:
    """Return a sentence if only the newest of these matches are listed."""
    if listed >= count:
        return ""
    newest = ngettext("Only the newest match is listed.", "Only the newest %(count)s matches are listed.", listed)
    return newest % {"count": listed}


def title_of(evening: models.Evening) -> str:
    if evening.name:
        return evening.name
    if evening.date is None:
        return gettext("An evening without matches")
    return gettext("Evening of %(day)s") % {"day": in_words(evening.date.isoformat()).translated(gettext)}


def card_line(card: Card) -> CardLine:
    """Return a line of the card: both totals for two sides, the best total for more, if anyone leads."""
    if len(card.sides) == 2:
        names, totals = ", ".join(side.name for side in card.sides), [side.total for side in card.sides]
        sides_text = gettext("%(names)s. %(result)s") % {"names": names, "result": standing_text(card)}
    else:
        sides_text, totals = standing_text(card), [side.total for side in card.sides if side.leads][:1]
    text = gettext("%(game)s: %(said)s") % {"game": translate(card.game.title, gettext), "said": sides_text}
    return CardLine(text, " : ".join(map(with_minus, totals)), bool(card.winners))


def titles_of(matches: Sequence[models.Match]) -> list[tuple[models.Match, str]]:
    """Return these matches of any circles in their order, each with its title."""
    titles: dict[models.Match, str] = {}
    for circle in {match.circle_id for match in matches}:
        rows = [match for match in matches if match.circle_id == circle]
        summaries = renamed_summaries(circle, rows)
        titles |= {match: match_headline(summary).title for match, summary in zip(rows, summaries, strict=True)}
    return [(match, titles[match]) for match in matches]


def things_of(invitations: Sequence[models.Invitation]) -> dict[tuple[str, UUID | None, UUID | None], str]:
    """Return the title of each match or evening to follow: by purpose, as both may have the same id, by circle and id."""
    lines: dict[tuple[str, UUID | None, UUID | None], str] = {}
    matches, evenings = (
        [
            Q(circle=invitation.circle_id, id=invitation.thing)
            for invitation in invitations
            if invitation.purpose == purpose
        ]
        for purpose in (Purpose.MATCH, Purpose.EVENING)
    )
    if matches:
        for match, title in titles_of(list(models.Match.objects.filter(reduce(or_, matches), is_deleted=False))):
            lines[Purpose.MATCH, match.circle_id, match.id] = title
    if evenings:
        for evening in models.Evening.objects.filter(reduce(or_, evenings), begins__isnull=False):
            lines[Purpose.EVENING, evening.circle_id, evening.id] = title_of(evening)
    return lines
