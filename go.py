"""The commands of Scorekeeper. They need Python 3.11 or newer with pip, and nothing else."""

import os
import sys

# An older Python may not understand the files imported below.
if sys.version_info < (3, 11):
    sys.exit("Scorekeeper needs Python 3.11 or newer. This is Python " + sys.version.split()[0] + ".")

from tools import (
    checks,
    demo,
    environment,
    fonts,
    game,
    languages,
    locks,
    micropython,
    npm,
    phone,
    serve,
    service,
    suite,
)
from tools.steps import ROOT, Trouble, exclusive

USAGE = """\
python3 go.py run                 start Scorekeeper on http://127.0.0.1:8000
python3 go.py run --demo          start it with a year of matches to look at, beside your own, on http://localhost:8000
python3 go.py run --phone         start it for phones in your home network, with https and a QR code
python3 go.py test [arguments]    run the tests; arguments go to pytest
python3 go.py test --all          run the slow tests too, in a browser and on PostgreSQL
python3 go.py test --long         run every variant, and more random cases: before a release
python3 go.py check               check style, types, templates, imports and scripts
python3 go.py game NAME           write the files of a new game, for this server; with --source for the project
python3 go.py words               collect the texts of the app for translators
python3 go.py manage ...          Django's manage.py
python3 go.py lock [--upgrade]    update the lock files and the list of licences
python3 go.py install             install all packages, for a server that is started in another way
python3 go.py build               install all packages, and build all generated files
"""


def run(arguments: list[str]) -> int:
    if arguments not in ([], ["--phone"], ["--demo"]):
        raise Trouble(f"`run` takes --phone or --demo, not: {' '.join(arguments)}")
    is_demo = arguments == ["--demo"]
    if is_demo:
        demo.use_demo_database()
    reach = phone.find_reach(serve.data_folder() / "tls") if arguments == ["--phone"] else None
    port = serve.port(serve.EVERYWHERE if reach else serve.HOST)  # refuse a wrong port before the installation
    message = ""
    with exclusive():
        environment.ensure(serve.level())
        serve.migrate()
        languages.ensure()
        fetch()
        serve.collect()
        if reach:
            message = phone.configure_https(reach, port)
        if is_demo:
            message = demo.fill(port)
    return serve.serve(port, message)


def fetch() -> None:
    """Fetch the files that come from npm. Without npm print what will be missing, and go on."""
    micropython.ensure()
    fonts.ensure()


def test(arguments: list[str]) -> int:
    with exclusive():
        environment.ensure("test")
        languages.ensure()
        node = npm.ensure()
        if node:
            fetch()
    return suite.run(arguments, node)


def check(arguments: list[str]) -> int:
    with exclusive():
        environment.ensure("test")
        node = npm.ensure()
    return checks.run(node)


def words(arguments: list[str]) -> int:
    environment.ensure("test")
    return environment.python("-m", "tools.words")


def manage(arguments: list[str]) -> int:
    with exclusive():
        environment.ensure(serve.level())
    return environment.python("manage.py", *arguments)


def lock(arguments: list[str]) -> int:
    with exclusive():
        locks.compile_locks(arguments)
        environment.ensure("test")
    return environment.python("-m", "tools.licences")


def install(arguments: list[str]) -> int:
    with exclusive():
        environment.ensure(serve.level())
        fetch()
    if missing := [folder.name for folder in (micropython.FOLDER, fonts.FOLDER) if not folder.is_dir()]:
        raise Trouble(
            f"Missing: {' and '.join(missing)}. Without them phones do not work offline. Install Node.js, and start again."
        )
    return 0


def build(arguments: list[str]) -> int:
    os.environ.setdefault(
        "SECRET_KEY", "signs nothing"
    )  # without it the build would create a secret key that the server never uses
    install([])
    with exclusive():
        languages.ensure()
        serve.collect()
    if warning := service.warning():
        print(f"\nWarning: {warning}", file=sys.stderr)
    return 0


COMMANDS = {
    "run": run,
    "test": test,
    "check": check,
    "game": game.write,
    "words": words,
    "manage": manage,
    "lock": lock,
    "install": install,
    "build": build,
}


def main() -> int:
    name, arguments = [*sys.argv, ""][1], sys.argv[2:]
    if name not in COMMANDS:
        print(USAGE, end="", file=sys.stdout if name in ("-h", "--help") else sys.stderr)
        return 0 if name in ("-h", "--help") else 2
    os.chdir(ROOT)
    try:
        return COMMANDS[name](arguments)
    except Trouble as trouble:
        print(f"\n{trouble}", file=sys.stderr)
    except OSError as error:
        print(f"\n{error.filename or 'The system says'}: {error.strerror or error}.", file=sys.stderr)
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130
    return 1


if __name__ == "__main__":
    sys.exit(main())
