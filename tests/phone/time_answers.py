# Run by MicroPython: milliseconds to import the bridge, and for every [function, text] in /input: the first time, on average,
# and on average where nothing of the log is new.
import json
import time

start = time.ticks_us()
from games.phone import bridge  # noqa: E402

TIMES = 20


def took(work, *given):
    begin = time.ticks_us()
    work(*given)
    return time.ticks_diff(time.ticks_us(), begin) / 1000


def average(function, text):
    return sum([took(function, text) for _time in range(TIMES)]) / TIMES


def nothing_new(text):
    asked = json.loads(text)
    if asked.get("events"):
        asked["known"] = asked["events"][-1]["id"]
        asked["events"] = []
    return json.dumps(asked)


with open("/output", "w") as target:
    target.write(json.dumps(time.ticks_diff(time.ticks_us(), start) / 1000) + "\n")
    with open("/input") as source:
        for line in source:
            name, text = json.loads(line)
            function = getattr(bridge, name)
            times = [took(function, text), average(function, text), average(function, nothing_new(text))]
            target.write(json.dumps(times) + "\n")
