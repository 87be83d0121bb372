// Python in the worker: started when first needed, and asked in JSON, because numbers would lose their upper half.
//
// Its first start compiles every module and template. A snapshot of its memory is then stored beside the files that it was
// compiled from, and goes with them; later starts only load it. It was taken before the first question: it holds no person's data.

import { loadMicroPython } from 'micropython';
import { PHONE } from './configuration.js';
import { cachedFile, fetchAgain } from './files.js';

const SNAPSHOT = '/phone/memory'; // its name in the cache
const HEAP = 1 << 20; // bytes; it grows
const LITTER = 4 << 20; // bytes; what is no longer used, and never so much of it
const QUIET = 100; // milliseconds

let python = null;
export let isAwake = false;

// A start that failed is forgotten: the next one may go well.
export function ready() {
  python ??= boot().catch(fromFiles).catch(async error => { await startOver(); await fetchAgain().catch(() => {}); throw error; });
  return python;
}

// The snapshot may have been damaged: then Python starts from the files.
async function fromFiles(error) {
  if (!await deleteSnapshot()) throw error;
  return boot();
}

async function deleteSnapshot() {
  const cache = await caches.open(PHONE.cache);
  return cache.delete(SNAPSHOT);
}

// Nobody knows what state Python is in: the next start is a first one.
async function startOver() {
  python = null;
  isAwake = false;
  await deleteSnapshot();
}

async function boot() {
  const options = { url: PHONE.wasm, heapsize: HEAP, fetchProgram: cachedFile };
  const [interpreter, snapshot] = await Promise.all([loadMicroPython(options), readSnapshot()]);
  if (snapshot) new Uint8Array(interpreter._module.memory.buffer).set(snapshot);
  else await firstStart(interpreter);
  isAwake = true;
  return { bridge: interpreter.pyimport('games.phone.bridge'), log: [] };
}

async function firstStart(interpreter) {
  const files = await (await cachedFile(PHONE.bundle)).json();
  const { memory } = interpreter._module;
  const size = memory.buffer.byteLength;
  for (const [path, text] of Object.entries(files)) writeFile(interpreter.FS, path, text);
  interpreter.runPython('import sys; sys.path.insert(0, "/")');
  const templates = Object.keys(files).filter(path => path.startsWith('templates/'));
  const names = templates.map(path => path.slice('templates/'.length));
  interpreter.pyimport('games.phone.bridge').prepare(JSON.stringify(names));
  interpreter.runPython(`import gc; gc.collect(); gc.threshold(${LITTER})`);
  if (memory.buffer.byteLength > size) return; // a new interpreter has no room for it
  await writeSnapshot(new Uint8Array(memory.buffer)).catch(() => {}); // nor has the phone
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

async function readSnapshot() {
  const response = await caches.match(SNAPSHOT, { cacheName: PHONE.cache });
  return response && new Uint8Array(await response.arrayBuffer());
}

async function writeSnapshot(memory) {
  let end = memory.length;
  while (memory[end - 1] === 0) end--;
  const cache = await caches.open(PHONE.cache);
  await cache.put(SNAPSHOT, new Response(memory.slice(0, end)));
}

// --- Asking it

// Call a function of the bridge. Python keeps the log of the call before. As far as the log is the same to the letter,
// only the last event is named.
async function call(name, question) {
  const running = await ready();
  const log = (question.events ?? []).map(event => JSON.stringify(event));
  const other = log.findIndex((text, place) => text !== running.log[place]);
  const same = other < 0 ? log.length : other;
  const news = question.events && { known: question.events[same - 1]?.id, events: question.events.slice(same) };
  try {
    const answer = running.bridge[name](JSON.stringify({ ...question, ...news }));
    if (news) running.log = log;
    cleanUp(running.bridge);
    return answer;
  } catch (error) {
    clearTimeout(cleaning);
    running.log = [];
    await startOver();
    throw error;
  }
}

// Memory is cleared at the beginning of a call, once much is left there or it was requested. Clearing takes a third as
// long as an answer, so it is requested and done when nobody waits.
let cleaning = 0;

function cleanUp(bridge) {
  clearTimeout(cleaning);
  cleaning = setTimeout(() => {
    bridge.clean(true);
    bridge.clean(false);
  }, QUIET);
}

// Python answers with a line of JSON, and below it the page.
export async function askPython(question) {
  const answer = await call('answer', question);
  const end = answer.indexOf('\n');
  return { ...JSON.parse(answer.slice(0, end)), html: answer.slice(end + 1) };
}

export const summaryOf = async events => JSON.parse(await call('summary', { events }));
