"""The phone's Python: the interpreter from npm, cut for a service worker.

The loader has two parts that a service worker cannot use. It ends in a command line for Node with a top-level `await`.
It fetches its program from the network, where the worker has to read its cache. It does not share its memory.

The program includes modules of the standard library, from asyncio to zlib, some in Python and some compiled. Scorekeeper
imports none of them, and they are a third of the bytes that a phone downloads. Zeros and empty functions replace their names
and code, so that all addresses stay the same.
"""

from pathlib import Path

from tools import interpreter, npm, wasm
from tools.steps import BUILD, ROOT, Trouble

PACKAGE = ROOT / "node_modules" / "@micropython" / "micropython-webassembly-pyscript"
FOLDER = BUILD / "phone"  # where the settings look for it
LOADER, PROGRAM = "micropython.mjs", "micropython.wasm"
HASHES = {
    LOADER: "c2be87e7ba24e3b47d133022b009a66bff07f4720aa23d816d216ef8cc47014c",
    PROGRAM: "06338c955b03c5700aa0069015d3e392d76836ef8e2ce25bedbe59b88ccd373c",
}

# The modules within the program: a list of names with an empty one at the end, a table of their places, and their code.
MODULES = slice(357306, 402394)
NAMES = b"asyncio/event.py\0asyncio/funcs.py\0"

# Compiled modules that Scorekeeper does not import, functions that it does not call, and functions for a command line.
# The phone has `builtins`, `gc`, `js`, `jsffi`, `json` and `sys`.
COMPILED = """
_asyncio array binascii cmath collections deflate errno framebuf hashlib heapq io math micropython os platform random re select
struct time uctypes vfs
"""
BUILTINS = "execfile help input"
COMMAND_LINE = """
mp_hal_get_interrupt_char mp_js_do_exec_async mp_js_repl_init mp_js_repl_process_char mp_sched_keyboard_interrupt
proxy_c_to_js_resume
"""

CUTS = (  # from here to there
    ("!function(){function humanReadable", "var Module=moduleArg"),  # for browsers that are too old for the rest
    ("assert(void 0===Module.memoryInitializerPrefixURL", "Module.preInit)for("),  # for options that we do not use
    ("if(globalThis.loadMicroPython=loadMicroPython", "class PyProxy{"),  # the command line
    ('["writeI53ToI64","', "var _fflush=makeInvalidEarlyAccess("),  # messages for functions that we do not call
    ("if(ENVIRONMENT_IS_NODE){if(!(", "if(ENVIRONMENT_IS_SHELL);"),  # reading files in Node
    (",FS_preloadFile=async(", ",FS={root:null"),
    ("createLazyFile(parent,name,url,canRead,canWrite){class", "standardizePath(){abort("),  # files from the network
    ("FS.createPreloadedFile=", "FS.staticInit()"),
    ("EPERM:63,", "},runDependencies=0"),  # the names of errors, whose numbers stay
    # Functions of its file system that nothing calls.
    ("syncfs(populate", "mount(type,opts,mountpoint)"),
    ("unmount(mountpoint)", "lookup:(parent,name)=>"),
    ("mkdirTree(", "mkdev:(path"),
    ("createPath(parent,path", "createDevice(parent,name"),
    ("forceLoadFile(obj){if", "standardizePath(){abort("),
    ("getFileDataAsTypedArray:", "expandFileStorage(node,newCapacity)"),
    ("mmap(stream,length,position,prot,flags){if(!FS.isFile", "msync:(stream,buffer,offset,length,mmapFlags)=>(MEMFS"),
    ("dupStream(origStream", "doSetAttr(stream,node,attr){"),
    ("getMounts(mount){", "mount(type,opts,mountpoint)"),
    ("statfs:path=>", "mkdir:(path"),
    ("rename(old_path,new_path)", "stat(path,dontFollow)"),
    ("lchmod(path", "doTruncate(stream,node,len){"),
    ("ftruncate(fd", "open(path,flags,mode=438)"),
    ("mmap(stream,length,position,prot,flags){if(2&prot", "ioctl(stream,cmd,arg){"),
    ("readFile(path,opts", "writeFile(path"),
    ("chdir(path){var lookup", "createDefaultDirectories(){"),
    ("quit(){", "analyzePath(path,dontResolveLastLink){"),
    ("writeStatFs(buf,stats){", "getStreamFromFD:fd=>"),
    # Functions that only removed parts of the program call. A `Proxy` replaces them.
    ("__syscall_getcwd:", "__syscall_lstat64:"),
    ("__syscall_mkdirat:", "__syscall_newfstatat:function"),
    ("__syscall_poll:", "__syscall_stat64:"),
    ("__syscall_statfs64:", "_abort_js:"),
    ("create_promise:", "emscripten_resize_heap:"),
    ("js_then_continue:", "lookup_attr:"),
)
EDITS = (
    ("export default _createMicroPythonModule;", ""),
    # games/bundle/modules.py finds an export at the start of a line.
    ("export async function loadMicroPython", "\nexport async function loadMicroPython"),
    ('await import("module")', "null"),
    ("require=createRequire(import.meta.url)", "require=null"),
    ("_scriptName=import.meta.url", "_scriptName=self.location.href"),
    ('new URL("micropython.wasm",import.meta.url)', 'new URL("micropython.wasm",self.location.href)'),
    # `fetchProgram` comes from static/worker/python.js.
    ('fetch(binaryFile,{credentials:"same-origin"})', "Module.fetchProgram(binaryFile)"),
    ("let Module={locateFile", "let Module={fetchProgram:options.fetchProgram,locateFile"),
    ("info={env:wasmImports,", "info={env:new Proxy(wasmImports,{get:(all,name)=>all[name]??(()=>abort(name))}),"),
    ("wasmMemory=wasmExports.memory,", "wasmMemory=Module.memory=wasmExports.memory,"),  # for the snapshot
    # Python does not free objects that JavaScript has dropped: in a restored memory the number belongs to another object.
    ("globalThis.pyProxyFinalizationRegistry.register(obj,id),", ""),
    (
        ",globalThis.pyProxyFinalizationRegistry=new FinalizationRegistry(cRef=>{globalThis.proxy_js_map.delete(cRef),"
        'Module.ccall("proxy_c_free_obj","null",["number"],[cRef])})',
        "",
    ),
)
MEMORY_EDITS = EDITS[-3:]  # without these its memory cannot be stored and restored


def ensure() -> None:
    """Build the files. Without npm Django answers every request."""
    words = {"doing": "Making Python fit for phones", "without": "Scorekeeper will not work offline here."}
    scripts = (__file__, interpreter.__file__, wasm.__file__)
    npm.build_folder(FOLDER, lambda: build(PACKAGE, FOLDER), *scripts, **words)


def build(package: Path, folder: Path) -> None:
    files = npm.read_verified(package, HASHES)
    loader = cut_loader(files[LOADER].decode())
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "micropython.js").write_text(loader, "utf-8")
    (folder / PROGRAM).write_bytes(cut_program(files[PROGRAM]))


def cut_loader(text: str) -> str:
    """Return the loader as a module that can be bundled. A part that is not there exactly once is an error."""
    for parts in CUTS:
        start, end = (text.index(require_once(text, part)) for part in parts)
        text = text[:start] + text[end:]
    for old, new in EDITS:
        text = text.replace(require_once(text, old), new)
    if "import.meta" in text or text.replace("can export this", "").count("export ") != 1:
        raise Trouble("MicroPython's loader imports or exports more than expected after it was cut.")
    return text


def cut_program(program: bytes) -> bytes:
    removed = COMPILED.split(), BUILTINS.split(), COMMAND_LINE.split()
    return interpreter.Interpreter(clear_modules(program), *removed).cut()


def clear_modules(program: bytes) -> bytes:
    modules = program[MODULES]
    if not modules.startswith(NAMES):
        raise Trouble("MicroPython's program has its modules elsewhere than we think.")
    return program[: MODULES.start] + bytes(len(modules)) + program[MODULES.stop :]


def require_once(text: str, part: str) -> str:
    if text.count(part) != 1:
        raise Trouble(f"MicroPython's loader has {text.count(part)} times what we look for: {part}")
    return part
