"""People who write events without a page, as a phone sends them."""

from uuid import uuid4

from games import services

AT = "2026-11-20T19:42:10+02:00"


class Writer:
    def __init__(self, person, circle, match=""):
        self.person = person
        self.circle = circle
        self.match = match
        self.at = AT

    def write(self, kind, after=None, match=True, id=None, **data):
        """Push an event and return its id. `after` names the heads that its writer knew; None means all."""
        event = {
            "id": id or str(uuid4()),
            "match": self.match if match else None,
            "kind": kind,
            "data": data,
            "after": after,
            "at": self.at,
        }
        pushed = services.push(by=self.person, circle=self.circle.id, events=[event])
        assert pushed.refused == []
        return event["id"]

    def start(self, evening, rounds=(), **more):
        """Start a match with these rounds, and return its id."""
        players = [{"id": str(uuid4()), "name": name} for name in evening.names]
        for player in players:
            self.write("player", match=False, player=player["id"], name=player["name"])
        self.match = str(uuid4())
        self.begun = self.write(
            "start",
            [],
            game=evening.game,
            players=players,
            options=evening.options,
            first_dealer=evening.dealer,
            **more,
        )
        self.dealt = [self.deal(answers) for answers in rounds]
        return self.match

    def deal(self, answers, after=None):
        """Record a round, and return the ids of the round and of its event."""
        deal = str(uuid4())
        return deal, self.write("deal", after, deal=deal, answers=answers)
