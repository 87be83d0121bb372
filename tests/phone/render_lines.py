# Runs in MicroPython: writes the page of every [template, values] in /input, or the error, a line each.
import json

from values import read

from games.phone.environment import build_environment
from games.phone.jinja.markup import Markup

environment = build_environment()
with open("/input") as source, open("/output", "w") as target:
    for line in source:
        name, packed = json.loads(line)
        try:
            answer = ["page", environment.get_template(name).render(read(packed, Markup))]
        except Exception as error:
            answer = ["error", type(error).__name__, str(error)]
        target.write(json.dumps(answer) + "\n")
