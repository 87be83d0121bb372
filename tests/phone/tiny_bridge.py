"""A minimal table, so that only the worker can fail: matches, and the number of rounds of each."""

import json

LOG = []  # of the last request


def prepare(text):
    pass


def clean(is_asked):
    pass


def answer(text):
    result = handle(json.loads(text))
    html = result.pop("html")
    return json.dumps(result) + "\n" + html


def handle(request):
    path = request["path"].split("/")
    if request["query"] and request["query"][0][0] == "break":
        raise ValueError("Python was asked to break.")
    if path[1] == "table":
        return table(request, path[2])
    if request["form"] is not None:
        return start_match(request)
    lines = ["{}: {}".format(match["names"][0], match["deals"]) for match in request["matches"]]
    names = [player["name"] for player in request["players"]]
    return page("Home", lines, names)


def start_match(request):
    event, match, player = request["ids"][:3]
    name = value(request, "name")
    players = [{"id": player, "name": name}, {"id": request["ids"][3], "name": "Deniz"}]
    start = {"game": "bisca_tres", "options": {}, "players": players, "first_dealer": 0}
    events = [
        new_event(request, request["ids"][4], None, "player", {"player": player, "name": name}, []),
        new_event(request, event, match, "start", start, []),
    ]
    return {"status": 303, "html": "", "events": events, "go": "/table/" + match + "/?saved=" + event}


def table(request, match):
    log = log_of(request)
    if request["form"] is None:
        return page("Table", ["rounds: " + str(rounds(log)), "part: " + request["part"], "now: " + request["now"]], [])
    event, deal = request["ids"][:2]
    points = int(value(request, "points"))
    known = [deal for name, deal in request["form"] if name == "amended"]
    data = {"deal": known[0] if known else deal, "answers": {"points": [points, 120 - points]}}
    events = [new_event(request, event, match, "amend" if known else "deal", data, [log[-1]["id"]])]
    return {"status": 303, "html": "", "events": events, "go": "/table/" + match + "/?saved=" + event}


def new_event(request, id, match, kind, data, after):
    return {"id": id, "match": match, "kind": kind, "data": data, "after": after, "at": request["now"]}


def value(request, name):
    return next(text for known, text in request["form"] if known == name)


def rounds(log):
    return len([event for event in log if event["kind"] == "deal"])


def page(title, lines, names):
    html = (
        '<!DOCTYPE html><html lang="en-GB"><head><title>{0}</title><script src="/static/page/phone.js" type="module"></script>'
        '<script src="/static/django_htmx/htmx-2.min.js" defer></script></head><body><h1>{0}</h1>'
        '<ul id="lines">{1}</ul><ul id="names">{2}</ul>'
        '<form action="/new/" method="post"><input name="name"><button id="new">Start</button></form>'
        '<form method="post"><input name="points" value="71"><button id="plain">Save</button></form>'
        '<form hx-post="" hx-target="#lines" hx-select="#lines" hx-swap="outerHTML"><input name="points" value="71">'
        '<button id="htmx">Save</button></form>'
        # Below the buttons: it is empty at first, and would move them away from under a click.
        '<p id="saved" data-here="On this phone" data-waiting="%(n)s waiting" data-everybody="Synced"'
        ' data-refused="%(n)s refused"></p></body></html>'
    )
    items = ["".join(["<li>" + line + "</li>" for line in texts]) for texts in (lines, names)]
    return {"status": 200, "html": html.format(title, items[0], items[1]), "events": [], "go": ""}


def log_of(request):
    known = [event["id"] for event in LOG].index(request["known"]) + 1 if request.get("known") else 0
    LOG[known:] = request["events"]
    return LOG


def summary(text):
    log = log_of(json.loads(text))
    start = next(event for event in log if event["kind"] == "start")
    return json.dumps(
        {"names": [player["name"] for player in start["data"]["players"]], "deals": rounds(log), "ends": len(log)}
    )
