# Run by MicroPython: milliseconds to import the bridge, and for every [function, text] in /input: the first time, and on average.
import json
import time

start = time.ticks_us()
from games.phone import bridge  # noqa: E402

TIMES = 20


def took(work, *given):
    begin = time.ticks_us()
    work(*given)
    return time.ticks_diff(time.ticks_us(), begin) / 1000


with open("/output", "w") as target:
    target.write(json.dumps(time.ticks_diff(time.ticks_us(), start) / 1000) + "\n")
    with open("/input") as source:
        for line in source:
            name, text = json.loads(line)
            function = getattr(bridge, name)
            first = took(function, text)
            target.write(json.dumps([first, sum([took(function, text) for _time in range(TIMES)]) / TIMES]) + "\n")
