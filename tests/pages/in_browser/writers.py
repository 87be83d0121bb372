"""People who write a match without a page: what a phone sends when it comes by."""

from uuid import uuid4

from games import services

AT = "2026-11-20T19:42:10+02:00"


class Writer:
    def __init__(self, person, circle, match=""):
        self.person = person
        self.circle = circle
        self.match = match

    def write(self, kind, after=None, match=True, **data):
        """The id of a new event; `after` is what its writer knew, everything where it is None."""
        event = {
            "id": str(uuid4()),
            "match": self.match if match else None,
            "kind": kind,
            "data": data,
            "after": after,
            "at": AT,
        }
        pushed = services.push(by=self.person, circle=self.circle.id, events=[event])
        assert pushed.refused == []
        return event["id"]

    def start(self, evening, rounds=()):
        """A match that has come so far."""
        players = [{"id": str(uuid4()), "name": name} for name in evening.names]
        for player in players:
            self.write("player", match=False, player=player["id"], name=player["name"])
        self.match = str(uuid4())
        self.begun = self.write(
            "start", [], game=evening.game, players=players, options=evening.options, first_dealer=evening.dealer
        )
        self.dealt = [self.deal(answers) for answers in rounds]
        return self.match

    def deal(self, answers, after=None):
        """The ids of the round and of its event."""
        deal = str(uuid4())
        return deal, self.write("deal", after, deal=deal, answers=answers)
