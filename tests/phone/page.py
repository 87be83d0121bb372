# Stands for games/pages/router.py, on both interpreters: it shows all that it is told, and stores what it is sent.
from games.match.scoring import document_from_log
from games.pages.request import PageResult


def handle(stored, asked):
    if asked.form is not None and asked.form.has("deal"):
        event = {
            "id": asked.fresh(),
            "match": asked.args["match"],
            "kind": "deal",
            "data": {"deal": asked.fresh(), "answers": {"points": [int(one) for one in asked.form.all("deal")]}},
            "after": stored.log.causality.heads(),
            "at": asked.now,
        }
        return PageResult(events=[event], go="/table/" + asked.args["match"] + "/?saved=" + event["id"])
    shown = {
        "asked": asked,
        "deals": document_from_log(stored.log)["deals"] if stored.log else [],
        "matches": stored.matches,
        "players": stored.players,
    }
    return PageResult("asked.html", shown, status=200 if asked.form is None else 422)
