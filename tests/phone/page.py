# Replaces games/pages/router.py on both interpreters. It shows the whole request, and stores the sent form.
from games.match.log_document import document_from_log
from games.pages.request import PageResult


def handle(data, request):
    if request.form is not None and request.form.has("deal"):
        event = {
            "id": request.new_ids.pop(),
            "match": request.args["match"],
            "kind": "deal",
            "data": {
                "deal": request.new_ids.pop(),
                "answers": {"points": [int(points) for points in request.form.all("deal")]},
            },
            "after": data.log.causality.heads(),
            "at": request.now,
        }
        return PageResult(events=[event], redirect_to="/table/" + request.args["match"] + "/?saved=" + event["id"])
    context = {
        "asked": request,
        "deals": document_from_log(data.log)["deals"] if data.log else [],
        "matches": data.matches,
        "players": data.players,
    }
    return PageResult("asked.html", context, status=200 if request.form is None else 422)
