# Runs in MicroPython: writes the milliseconds for the sheets of all documents in /input.
import json

from js import performance

from games.match import document, sheet

with open("/input") as source:
    lines = [line for line in source.read().split("\n") if line]
start = performance.now()
for line in lines:
    json.dumps(sheet.as_json(sheet.Sheet(document.read(json.loads(line))), str))
with open("/output", "w") as target:
    target.write(str(round(performance.now() - start)))
