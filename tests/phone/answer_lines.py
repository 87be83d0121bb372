# Run by MicroPython: what the bridge answers to every [function, text] in /input, a line each.
import json

from games.phone import bridge

with open("/input") as source, open("/output", "w") as target:
    for line in source:
        name, text = json.loads(line)
        try:
            answer = getattr(bridge, name)(text)
        except Exception as error:
            answer = json.dumps({"failed": type(error).__name__ + ": " + str(error)})
        target.write(answer + "\n")
