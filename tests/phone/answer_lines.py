# Run by MicroPython: what the bridge answers to every [function, text] in /input, a line of JSON each.
import json

from games.phone import bridge

with open("/input") as source, open("/output", "w") as target:
    for line in source:
        name, text = json.loads(line)
        try:
            said, _line, html = getattr(bridge, name)(text).partition("\n")
            answer = json.loads(said)
            if _line:
                answer["html"] = html
        except Exception as error:
            answer = {"failed": type(error).__name__ + ": " + str(error)}
        target.write(json.dumps(answer) + "\n")
