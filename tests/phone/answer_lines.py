# Runs in MicroPython: writes the answer of the bridge to every [function, text] in /input, each as a line of JSON.
import json

from games.phone import bridge

with open("/input") as source, open("/output", "w") as target:
    for line in source:
        name, text = json.loads(line)
        try:
            head, _line, html = getattr(bridge, name)(text).partition("\n")
            answer = json.loads(head)
            if _line:
                answer["html"] = html
        except Exception as error:
            answer = {"failed": type(error).__name__ + ": " + str(error)}
        target.write(json.dumps(answer) + "\n")
