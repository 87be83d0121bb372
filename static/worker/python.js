// Python in the worker: started when first needed, and asked in JSON, because numbers would lose their upper half.
//
// Its first start compiles every module and template. What its memory holds then is kept beside the files that it was
// made from, and goes with them; later starts only put it back. Nothing of anybody's is in it.

const MEMORY = '/phone/memory'; // its name in the cache
const HEAP = 1 << 20; // bytes; it grows
const LITTER = 4 << 20; // bytes; what is no longer used, and never so much of it
const QUIET = 100; // milliseconds

let python = null;
let isAwake = false;

// A start that failed is not kept: the next one may go well.
function ready() {
  python ??= boot().catch(fromFiles).catch(async error => { await startOver(); await fetchAnew().catch(() => {}); throw error; });
  return python;
}

// What its memory held may have been spoilt: then from the files.
async function fromFiles(error) {
  if (!await forgetMemory()) throw error;
  return boot();
}

async function forgetMemory() {
  const cache = await caches.open(PHONE.cache);
  return cache.delete(MEMORY);
}

// They may have been spoilt on the way or on the disk. Without a network they stay as they are.
async function fetchAnew() {
  const cache = await caches.open(PHONE.cache);
  await fill(cache, [PHONE.wasm, PHONE.bundle].map(path => new Request(path, { cache: 'reload' })));
}

// What somebody in between says in place of a file is a page: it is not kept.
async function fill(cache, files) {
  await cache.addAll(files);
  for (const file of files) {
    const { headers } = await cache.match(file);
    if ((file.url ?? file).endsWith('/') || !headers.get('Content-Type')?.startsWith('text/html')) continue;
    await cache.delete(file);
    throw new Trouble('network');
  }
}

// Nobody knows what state it is in: the next start is a first one.
async function startOver() {
  python = null;
  isAwake = false;
  await forgetMemory();
}

async function boot() {
  const [interpreter, kept] = await Promise.all([loadMicroPython({ url: PHONE.wasm, heapsize: HEAP }), keptMemory()]);
  if (kept) new Uint8Array(interpreter._module.memory.buffer).set(kept);
  else await firstStart(interpreter);
  isAwake = true;
  return { bridge: interpreter.pyimport('games.phone.bridge'), log: [] };
}

async function firstStart(interpreter) {
  const files = await (await cached(PHONE.bundle)).json();
  const { memory } = interpreter._module;
  const size = memory.buffer.byteLength;
  for (const [path, text] of Object.entries(files)) writeFile(interpreter.FS, path, text);
  interpreter.runPython('import sys; sys.path.insert(0, "/")');
  const templates = Object.keys(files).filter(path => path.startsWith('templates/'));
  const names = templates.map(path => path.slice('templates/'.length));
  interpreter.pyimport('games.phone.bridge').prepare(JSON.stringify(names));
  interpreter.runPython(`import gc; gc.collect(); gc.threshold(${LITTER})`);
  if (memory.buffer.byteLength > size) return; // a new interpreter has no room for it
  await keepMemory(new Uint8Array(memory.buffer)).catch(() => {}); // nor has the phone
}

function writeFile(FS, path, text) {
  const folders = path.split('/').slice(0, -1);
  folders.reduce((above, name) => {
    const folder = `${above}/${name}`;
    if (!FS.analyzePath(folder).exists) FS.mkdir(folder);
    return folder;
  }, '');
  FS.writeFile(`/${path}`, text);
}

async function keptMemory() {
  const found = await caches.match(MEMORY, { cacheName: PHONE.cache });
  return found && new Uint8Array(await found.arrayBuffer());
}

async function keepMemory(memory) {
  let end = memory.length;
  while (memory[end - 1] === 0) end--;
  const cache = await caches.open(PHONE.cache);
  await cache.put(MEMORY, new Response(memory.slice(0, end)));
}

// --- Asking it

// It keeps the log that it was last asked about. As far as that is the same to the letter, only the last event is named.
async function call(name, asked) {
  const kept = await ready();
  const log = (asked.events ?? []).map(event => JSON.stringify(event));
  const other = log.findIndex((text, place) => text !== kept.log[place]);
  const same = other < 0 ? log.length : other;
  const news = asked.events && { known: asked.events[same - 1]?.id, events: asked.events.slice(same) };
  try {
    const said = kept.bridge[name](JSON.stringify({ ...asked, ...news }));
    if (news) kept.log = log;
    cleanUp(kept.bridge);
    return said;
  } catch (error) {
    clearTimeout(cleaning);
    kept.log = [];
    await startOver();
    throw error;
  }
}

// Memory is cleared at the beginning of a call, once much is left there or somebody has asked for it. As that takes a
// third as long as an answer, it is asked for and done when nobody waits.
let cleaning = 0;

function cleanUp(bridge) {
  clearTimeout(cleaning);
  cleaning = setTimeout(() => {
    bridge.clean(true);
    bridge.clean(false);
  }, QUIET);
}

// A line of JSON, and below it the page.
async function answered(asked) {
  const said = await call('answer', asked);
  const end = said.indexOf('\n');
  return { ...JSON.parse(said.slice(0, end)), html: said.slice(end + 1) };
}

const summaryOf = async events => JSON.parse(await call('summary', { events }));

// The interpreter's loader asks for its file here too: a worker's own requests do not come by its fetch handler.
async function cached(path) {
  const found = await caches.match(path, { cacheName: PHONE.cache }).catch(() => null);
  if (!found) refilling ??= refill().catch(() => {}).finally(() => { refilling = null; });
  return found ?? fetch(path);
}

let refilling = null;

// Where the browser has thrown one file away it has thrown away more.
async function refill() {
  const cache = await caches.open(PHONE.cache);
  for (const path of PHONE.files) if (!await cache.match(path)) await fill(cache, [path]);
}
