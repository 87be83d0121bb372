"""The phone's Python: the interpreter as the npm registry has it, cut to what a service worker needs.

The loader ends in a command line for Node, whose `await` at the top no service worker may have, and fetches its
program from the network, where a worker without one must look into its own cache. It gives nobody its memory.

The program carries modules of the standard library written in Python, from asyncio to zlib. Scorekeeper imports none of
them, and they are a sixth of what a phone has to fetch: their names and code are written over with zeros, which leaves
every address as it is.
"""

from pathlib import Path

from tools import npm
from tools.steps import BUILD, ROOT, Trouble

PACKAGE = ROOT / "node_modules" / "@micropython" / "micropython-webassembly-pyscript"
FOLDER = BUILD / "phone"  # where the settings look for it
LOADER, PROGRAM = "micropython.mjs", "micropython.wasm"
HASHES = {
    LOADER: "c2be87e7ba24e3b47d133022b009a66bff07f4720aa23d816d216ef8cc47014c",
    PROGRAM: "06338c955b03c5700aa0069015d3e392d76836ef8e2ce25bedbe59b88ccd373c",
}

# The modules within the program: a list of names, ended by an empty one, a table of where each is, and their code.
MODULES = slice(357306, 402394)
NAMES = b"asyncio/event.py\0asyncio/funcs.py\0"

CUTS = (  # from here to there
    ("!function(){function humanReadable", "var Module=moduleArg"),  # of browsers too old for the rest
    ("assert(void 0===Module.memoryInitializerPrefixURL", "Module.preInit)for("),  # of options that nobody gives
    ("if(globalThis.loadMicroPython=loadMicroPython", "class PyProxy{"),  # the command line
    ('["writeI53ToI64","', "Module._free=makeInvalidEarlyAccess("),  # what it would say of functions that nobody calls
)
EDITS = (
    ("export default _createMicroPythonModule;", ""),
    (
        "export async function loadMicroPython",
        "\nexport async function loadMicroPython",
    ),  # as games/bundle/modules.py finds it
    ('await import("module")', "null"),
    ("require=createRequire(import.meta.url)", "require=null"),
    ("_scriptName=import.meta.url", "_scriptName=self.location.href"),
    ('new URL("micropython.wasm",import.meta.url)', 'new URL("micropython.wasm",self.location.href)'),
    (
        'fetch(binaryFile,{credentials:"same-origin"})',
        "Module.fetchProgram(binaryFile)",
    ),  # given by static/worker/python.js
    ("let Module={locateFile", "let Module={fetchProgram:options.fetchProgram,locateFile"),
    ("wasmMemory=wasmExports.memory,", "wasmMemory=Module.memory=wasmExports.memory,"),  # kept there
    # What JavaScript no longer holds is not let go in Python: with a memory put back the number is another object's.
    ("globalThis.pyProxyFinalizationRegistry.register(obj,id),", ""),
    (
        ",globalThis.pyProxyFinalizationRegistry=new FinalizationRegistry(cRef=>{globalThis.proxy_js_map.delete(cRef),"
        'Module.ccall("proxy_c_free_obj","null",["number"],[cRef])})',
        "",
    ),
)
KEPT = EDITS[-3:]  # what it takes to keep its memory and put it back


def ensure() -> None:
    """Make the files. Without npm Django answers everything by itself."""
    words = {"doing": "Making Python fit for phones", "without": "Scorekeeper will not work offline here."}
    npm.put(FOLDER, lambda: make(PACKAGE, FOLDER), __file__, **words)


def make(package: Path, folder: Path) -> None:
    files = npm.known(package, HASHES)
    loader = cut(files[LOADER].decode())
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "micropython.js").write_text(loader, "utf-8")
    (folder / PROGRAM).write_bytes(emptied(files[PROGRAM]))


def cut(text: str) -> str:
    """Return the loader as a module that can be bundled. A part that does not occur exactly once is not what we expect."""
    for parts in CUTS:
        start, end = (text.index(only(text, part)) for part in parts)
        text = text[:start] + text[end:]
    for old, new in EDITS:
        text = text.replace(only(text, old), new)
    if "import.meta" in text or text.replace("can export this", "").count("export ") != 1:
        raise Trouble("MicroPython's loader asks or exports more than we think after it was cut.")
    return text


def emptied(program: bytes) -> bytes:
    modules = program[MODULES]
    if not modules.startswith(NAMES):
        raise Trouble("MicroPython's program has its modules elsewhere than we think.")
    return program[: MODULES.start] + bytes(len(modules)) + program[MODULES.stop :]


def only(text: str, part: str) -> str:
    if text.count(part) != 1:
        raise Trouble(f"MicroPython's loader has {text.count(part)} times what we look for: {part}")
    return part
