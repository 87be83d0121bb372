"""Rows that follow from events, so that lists and statistics need not fold any log. They can be rebuilt at any time."""

from __future__ import annotations

from django.db import models

from games.models.people import Circle

BY_HAND = models.Q(by_hand=True)


class Evening(models.Model):
    """The matches of one sitting, by the rule or as a person has arranged them; without a match it has no time."""

    pk = models.CompositePrimaryKey("circle_id", "id")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="evenings")
    id = models.UUIDField()
    date = models.DateField(null=True)
    begins = models.DateTimeField(null=True)
    name = models.CharField(max_length=2000, blank=True)
    place = models.CharField(max_length=2000, blank=True)
    note = models.CharField(max_length=2000, blank=True)
    by_hand = models.BooleanField(default=False)

    class Meta:
        indexes = (
            models.Index(fields=("circle", "-begins"), name="evenings_by_time"),
            models.Index(fields=("circle", "-begins"), condition=BY_HAND, name="evenings_by_hand"),
        )


class Season(models.Model):
    """The days and the rule of a season. Its table is computed from results when someone reads it."""

    pk = models.CompositePrimaryKey("circle_id", "id")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="seasons")
    id = models.UUIDField()
    name = models.CharField(max_length=200)
    begins = models.DateField()
    ends = models.DateField(null=True)  # null: no end is planned
    games = models.JSONField(default=list)  # keys; none means all games
    rule = models.CharField(max_length=10)
    place_points = models.JSONField(default=list)
    minimum = models.PositiveIntegerField(default=0)
    dropped = models.PositiveIntegerField(default=0)
    is_deleted = models.BooleanField(default=False)


class CustomGame(models.Model):
    """A game that the group has named itself, with its rules."""

    pk = models.CompositePrimaryKey("circle_id", "id")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="custom_games")
    id = models.UUIDField()
    name = models.CharField(max_length=60)
    icon = models.CharField(max_length=40, blank=True)
    keys = models.JSONField(default=list)
    options = models.JSONField(default=dict)
    is_deleted = models.BooleanField(default=False)
    is_described = models.BooleanField(default=True)  # by an event; otherwise a match has copied it from another group


class Player(models.Model):
    """A player of a circle. `same_as` names the player who counts for both."""

    pk = models.CompositePrimaryKey("circle_id", "id")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="players")
    id = models.UUIDField()
    name = models.CharField(max_length=200)
    hidden = models.BooleanField(default=False)
    same_as = models.UUIDField(null=True)


# Django queries false columns by NOT, which an index serves only as its condition.
NOT_DELETED = models.Q(is_deleted=False)
UNDER_WAY = models.Q(is_deleted=False, is_finished=False)
OVER = models.Q(is_deleted=False, is_finished=True)


class Match(models.Model):
    """The summary of a match, as lists show it."""

    pk = models.CompositePrimaryKey("circle_id", "id")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="matches")
    id = models.UUIDField()
    seq = models.PositiveIntegerField()  # the number of its last event
    game = models.CharField(max_length=40)
    started = models.DateTimeField()
    last = models.DateTimeField()
    date = models.DateField()  # of the start, in its writer's time zone
    is_finished = models.BooleanField(default=False)
    is_deleted = models.BooleanField(default=False)
    evening = models.UUIDField(null=True)
    is_listed = models.BooleanField(db_default=False)  # a person has assigned it to its evening
    summary = models.JSONField()

    class Meta:
        indexes = (
            models.Index(fields=("circle", "-started", "id"), condition=NOT_DELETED, name="matches_by_time"),
            # Evenings look for the neighbours of a match. Many may begin at the same time, as in an import without times.
            models.Index(fields=("circle", "started", "id"), condition=NOT_DELETED, name="matches_in_order"),
            models.Index(fields=("circle", "game", "-started", "id"), condition=NOT_DELETED, name="matches_of_a_game"),
            models.Index(fields=("circle", "-started", "id"), condition=UNDER_WAY, name="matches_under_way"),
            models.Index(fields=("circle", "-last", "id"), condition=NOT_DELETED, name="matches_by_last_round"),
            models.Index(fields=("circle", "date"), condition=OVER, name="matches_over_by_day"),
            # Answers from the index alone whether an evening had a match of a game.
            models.Index(fields=("circle", "evening", "game", "is_deleted", "id"), name="matches_of_an_evening"),
            models.Index(
                fields=("circle", "evening", "started", "id"), condition=NOT_DELETED, name="first_of_an_evening"
            ),
        )


class Result(models.Model):
    """The result of a side in a match."""

    pk = models.CompositePrimaryKey("circle_id", "match", "side")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="+")
    match = models.UUIDField()
    side = models.PositiveSmallIntegerField()
    name = models.TextField()
    total = models.IntegerField()
    place = models.PositiveSmallIntegerField()
    is_winner = models.BooleanField(default=False)
    rounds = models.JSONField(null=True)  # data for statistics, once the match is over


class Seat(models.Model):
    """A seat in a match. `player` is null for a name without a player."""

    pk = models.CompositePrimaryKey("circle_id", "match", "seat")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="+")
    match = models.UUIDField()
    seat = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    player = models.UUIDField(null=True)
    name = models.CharField(max_length=200)

    class Meta:
        indexes = (models.Index(fields=("circle", "player", "match"), name="seats_of_a_player"),)


class Deal(models.Model):
    """The points of a side in a deal, as version 0.1 stores them while it still runs beside this one.

    Nothing reads these rows, and `rebuild` deletes them. A release after 1.0 deletes the table.
    """

    pk = models.CompositePrimaryKey("circle_id", "match", "deal", "side")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="+")
    match = models.UUIDField()
    deal = models.UUIDField()
    side = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    points = models.IntegerField()
    is_complete = models.BooleanField()
    facts = models.JSONField()


class MonthTally(models.Model):
    """What the finished matches of a month ("2026-11") add up to: of one game, or of all games under "".

    Past years have rows, too ("2025", and "to 2025" for all until then), while all their months have tallies.
    The row of all games exists for every month with a match that counts. While it has no tally, readers add up the month
    from rows, and the rows of single games are missing.
    """

    pk = models.CompositePrimaryKey("circle_id", "month", "game")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="+")
    month = models.CharField(max_length=7)
    game = models.CharField(max_length=40)
    tally = models.JSONField(null=True)

    class Meta:
        indexes = (
            models.Index(
                fields=("circle", "month"), condition=models.Q(tally__isnull=True), name="months_without_tally"
            ),
        )


class RatingProgress(models.Model):
    """How far the ratings of a circle are recalculated. Without a row there is nothing to rate."""

    circle = models.OneToOneField(Circle, models.CASCADE, primary_key=True, related_name="+")
    since = models.DateField(null=True)  # the first day with unrated matches; null: all are rated
    # The last match of that day that is rated, and its start; null: none of that day is.
    started = models.DateTimeField(null=True)
    match = models.UUIDField(null=True)
    version = models.PositiveIntegerField(default=0)  # counts the changes of results
    people = models.PositiveIntegerField(default=0, db_default=0)  # how many have a rating where the last batch ended


class MatchRatings(models.Model):
    """What a match changed: the sides with the ratings before and after it, in its game and, under "", in all games."""

    pk = models.CompositePrimaryKey("circle_id", "match")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="+")
    match = models.UUIDField()
    date = models.DateField()
    started = models.DateTimeField()
    sides = models.JSONField()

    class Meta:
        indexes = (models.Index(fields=("circle", "date", "started", "match"), name="ratings_in_order"),)


class MonthRatings(models.Model):
    """The ratings at the end of a month in which the game was played; of all games under "".

    They are those of the people who played in it, or of everyone (games/store/ratings/months.py). While they are recalculated, later months have the ratings of before.
    """

    pk = models.CompositePrimaryKey("circle_id", "game", "month")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="+")
    game = models.CharField(max_length=40)
    month = models.CharField(max_length=7)
    ratings = models.JSONField()
    is_whole = models.BooleanField(default=True, db_default=True)
