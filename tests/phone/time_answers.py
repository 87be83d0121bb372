# Runs in MicroPython: writes the milliseconds to import the bridge, then three times for every [function, text] in /input.
# They are the first call, the average, and the average if no event of the log is new.
import json

from js import performance

start = performance.now()
from games.phone import bridge  # noqa: E402

TIMES = 20


def milliseconds(work, *given):
    begin = performance.now()
    work(*given)
    return performance.now() - begin


def average(function, text):
    return sum([milliseconds(function, text) for _time in range(TIMES)]) / TIMES


def nothing_new(text):
    question = json.loads(text)
    if question.get("events"):
        question["known"] = question["events"][-1]["id"]
        question["events"] = []
    return json.dumps(question)


with open("/output", "w") as target:
    target.write(json.dumps(performance.now() - start) + "\n")
    with open("/input") as source:
        for line in source:
            name, text = json.loads(line)
            function = getattr(bridge, name)
            times = [milliseconds(function, text), average(function, text), average(function, nothing_new(text))]
            target.write(json.dumps(times) + "\n")
