"""What pages show of ratings: the ranking by the lower end, and the last change in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import Any

from games.rules.words import Words, _
from games.statistics.people import NAMED, PlayerIndex, TablePerson
from games.statistics.rating import LEAST, RatedSide, Rating, Ratings

MOST_RANKED = 1_000  # people in a ranking


@dataclass
class RankedPlayer:
    """A person with their rating. `rank` is None while they have played too few matches."""

    person: TablePerson
    rating: Rating
    rank: int | None

    @property
    def low(self) -> int:
        return self.rating.points - self.rating.range

    @property
    def high(self) -> int:
        return self.rating.points + self.rating.range


def person_named(key: str, people: PlayerIndex, unknown: Callable[[str], str]) -> TablePerson:
    """Return a person with their name today. `unknown` gives the name of an id that is not a player of the circle."""
    name = key.removeprefix(NAMED) if key.startswith(NAMED) else people.names.get(key) or unknown(key)
    return TablePerson(key, name)


def rank_of(key: str, ratings: Ratings) -> int | None:
    """Return the rank of a person, or None while they have played too few matches."""
    own = ratings[key]
    ahead = [other for other in ratings.values() if other.matches >= LEAST and other.lower_end > own.lower_end]
    return len(ahead) + 1 if own.matches >= LEAST else None


def rank_by_rating(ratings: Ratings, name: Callable[[str], TablePerson]) -> list[RankedPlayer]:
    """Sort by the lower end of the rating, so that a few lucky wins do not lead. Those with few matches come last."""
    first = nsmallest(
        MOST_RANKED, ratings, key=lambda key: (ratings[key].matches < LEAST, -ratings[key].lower_end, key)
    )
    people = sorted(((name(key), ratings[key]) for key in first), key=lambda one: (one[0].name, one[0].key))
    people.sort(key=lambda one: (one[1].matches < LEAST, -one[1].lower_end))
    ranked: list[RankedPlayer] = []
    for place, (person, rating) in enumerate(people, 1):
        before = ranked[-1] if ranked else None
        is_level = before is not None and before.rating.lower_end == rating.lower_end
        rank = before.rank if before is not None and is_level else place
        ranked.append(RankedPlayer(person, rating, rank if rating.matches >= LEAST else None))
    return ranked


@dataclass
class RatingChange:
    """What a match changed for a person."""

    person: TablePerson
    before: Rating
    after: Rating
    words: Words

    @property
    def points(self) -> int:
        """Return the difference of the two ratings that are shown."""
        return self.after.points - self.before.points


def changes(sides: Sequence[RatedSide], name: Callable[[str], TablePerson]) -> list[RatingChange]:
    """Return the changes of everyone in a match, in the order of their places."""
    ordered = sorted(sides, key=lambda side: side.place)
    return [change_of(sides, key, name) for side in ordered for key in side.people]


def change_of(sides: Sequence[RatedSide], key: str, name: Callable[[str], TablePerson]) -> RatingChange:
    [own] = [side for side in sides if key in side.people]
    others = [side for side in sides if side is not own]
    mu, sigma, new_mu, new_sigma = own.people[key]
    before, after = Rating(mu, sigma), Rating(new_mu, new_sigma)
    return RatingChange(name(key), before, after, sentence(own, others, name))


def sentence(own: RatedSide, others: Sequence[RatedSide], name: Callable[[str], TablePerson]) -> Words:
    """Say against whom it was, and who stood higher before."""
    names = ", ".join(sorted(name(key).name for side in others for key in side.people))
    if len(others) > 1:
        values: dict[str, Any] = {"place": own.place, "sides": len(others) + 1, "names": names}
        expected = expected_place(own, others)
        if expected is None:
            return Words(_("place %(place)s of %(sides)s against %(names)s (all stood as high)"), **values)
        words = _("place %(place)s of %(sides)s against %(names)s; expected by the ratings: place %(expected)s")
        return Words(words, expected=expected, **values)
    [other] = others
    return Words(SENTENCES[sign(other.place - own.place)][sign(strength(other) - strength(own))], names=names)


def expected_place(own: RatedSide, others: Sequence[RatedSide]) -> str | None:
    """Return the place by the strengths, such as “2”, or “2–3” if another is equal; None if all are equal."""
    higher = sum(strength(side) > strength(own) for side in others)
    equal = sum(strength(side) == strength(own) for side in others)
    if equal == len(others):
        return None
    return f"{higher + 1}–{higher + 1 + equal}" if equal else str(higher + 1)


# What the rest of a sentence is after a win, a tie or a loss, against those who stood higher, lower or as high.
SENTENCES = {
    1: {
        1: _("won against %(names)s, who stood higher"),
        -1: _("won against %(names)s, who stood lower"),
        0: _("won against %(names)s, who stood as high"),
    },
    0: {
        1: _("tied with %(names)s, who stood higher"),
        -1: _("tied with %(names)s, who stood lower"),
        0: _("tied with %(names)s, who stood as high"),
    },
    -1: {
        1: _("lost to %(names)s, who stood higher"),
        -1: _("lost to %(names)s, who stood lower"),
        0: _("lost to %(names)s, who stood as high"),
    },
}


def strength(side: RatedSide) -> int:
    """Return the points of a side before the match: the mean of its people."""
    return round(sum(Rating(mu, sigma).points for mu, sigma, _mu, _sigma in side.people.values()) / len(side.people))


def sign(value: int) -> int:
    return (value > 0) - (value < 0)
