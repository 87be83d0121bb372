"""A table so small that nothing but the worker can be to blame: matches, and a number of rounds in each."""

import json

LOG = []  # as it was last told


def prepare(text):
    pass


def clean(is_asked):
    pass


def answer(text):
    said = answered(json.loads(text))
    html = said.pop("html")
    return json.dumps(said) + "\n" + html


def answered(asked):
    path = asked["path"].split("/")
    if asked["query"] and asked["query"][0][0] == "break":
        raise ValueError("Python was asked to break.")
    if path[1] == "table":
        return table(asked, path[2])
    if asked["form"] is not None:
        return started(asked)
    lines = ["{}: {}".format(match["names"][0], match["deals"]) for match in asked["matches"]]
    names = [player["name"] for player in asked["players"]]
    return page("Home", lines, names)


def started(asked):
    event, match, player = asked["ids"][:3]
    name = value(asked, "name")
    players = [{"id": player, "name": name}, {"id": asked["ids"][3], "name": "Deniz"}]
    start = {"game": "bisca_tres", "options": {}, "players": players, "first_dealer": 0}
    events = [
        made(asked, asked["ids"][4], None, "player", {"player": player, "name": name}, []),
        made(asked, event, match, "start", start, []),
    ]
    return {"status": 303, "html": "", "events": events, "go": "/table/" + match + "/?saved=" + event}


def table(asked, match):
    log = log_of(asked)
    if asked["form"] is None:
        return page("Table", ["rounds: " + str(rounds(log)), "part: " + asked["part"], "now: " + asked["now"]], [])
    event, deal = asked["ids"][:2]
    points = int(value(asked, "points"))
    known = [said for name, said in asked["form"] if name == "amended"]
    data = {"deal": known[0] if known else deal, "answers": {"points": [points, 120 - points]}}
    events = [made(asked, event, match, "amend" if known else "deal", data, [log[-1]["id"]])]
    return {"status": 303, "html": "", "events": events, "go": "/table/" + match + "/?saved=" + event}


def made(asked, id, match, kind, data, after):
    return {"id": id, "match": match, "kind": kind, "data": data, "after": after, "at": asked["now"]}


def value(asked, name):
    return next(said for known, said in asked["form"] if known == name)


def rounds(log):
    return len([event for event in log if event["kind"] == "deal"])


def page(title, lines, names):
    html = (
        '<!DOCTYPE html><html lang="en"><head><title>{0}</title><script src="/static/page/phone.js" type="module"></script>'
        '<script src="/static/django_htmx/htmx-2.min.js" defer></script></head><body><h1>{0}</h1>'
        '<ul id="lines">{1}</ul><ul id="names">{2}</ul>'
        '<form action="/new/" method="post"><input name="name"><button id="new">Start</button></form>'
        '<form method="post"><input name="points" value="71"><button id="plain">Save</button></form>'
        '<form hx-post="" hx-target="#lines" hx-select="#lines" hx-swap="outerHTML"><input name="points" value="71">'
        '<button id="htmx">Save</button></form>'
        # Below the buttons: it is empty at first, and would move them away from under a click.
        '<p id="saved" data-here="On this phone" data-waiting="%(n)s waiting" data-everybody="With everybody"'
        ' data-refused="%(n)s refused"></p></body></html>'
    )
    items = ["".join(["<li>" + line + "</li>" for line in some]) for some in (lines, names)]
    return {"status": 200, "html": html.format(title, items[0], items[1]), "events": [], "go": ""}


def log_of(asked):
    known = [event["id"] for event in LOG].index(asked["known"]) + 1 if asked.get("known") else 0
    LOG[known:] = asked["events"]
    return LOG


def summary(text):
    log = log_of(json.loads(text))
    start = next(event for event in log if event["kind"] == "start")
    return json.dumps(
        {"names": [one["name"] for one in start["data"]["players"]], "deals": rounds(log), "ends": len(log)}
    )
