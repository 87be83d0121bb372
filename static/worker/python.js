// Runs Python in the worker and starts it when it is first needed. Questions and answers are JSON, because the bridge would
// cut large numbers.
//
// The first start compiles every module and template, and stores a snapshot of the memory in the cache of the files. Later
// starts only load the snapshot. It holds no personal data, because it is taken before the first question. The games are not
// in it: each is added when a question first needs it.

import { loadMicroPython } from 'micropython';
import { PHONE } from './configuration.js';
import { cachedFile, fetchAgain, gameText } from './files.js';

const SNAPSHOT = '/phone/memory'; // its name in the cache
const HEAP = 1 << 20; // bytes at the start; the heap can grow
const GARBAGE_LIMIT = 4 << 20; // bytes that are allocated before Python collects its garbage
const QUIET = 100; // milliseconds
const MISSING = '?'; // starts an answer that is the address of a game's file

let python = null;
export let isAwake = false;

// Return the running Python. If it cannot start, reset everything, so that the next attempt may succeed.
export function ready() {
  python ??= boot().catch(bootFromFiles).catch(async error => {
    await startOver();
    await fetchAgain([PHONE.wasm, PHONE.bundle]).catch(() => {});
    throw error;
  });
  return python;
}

// Start Python from the files, because the snapshot may have been damaged.
async function bootFromFiles(error) {
  if (!await deleteSnapshot()) throw error;
  return boot();
}

async function deleteSnapshot() {
  const cache = await caches.open(PHONE.cache);
  return cache.delete(SNAPSHOT);
}

// Forget Python and its snapshot, because an error may have left them in any state. The next start uses the files.
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
  return { interpreter, bridge: interpreter.pyimport('games.phone.bridge'), log: [] };
}

async function firstStart(interpreter) {
  const files = unpack(await (await cachedFile(PHONE.bundle)).text());
  const { memory } = interpreter._module;
  const size = memory.buffer.byteLength;
  for (const [path, text] of files) writeFile(interpreter.FS, path, text);
  interpreter.runPython('import sys; sys.path.insert(0, "/")');
  const templates = files.map(([path]) => path).filter(path => path.startsWith('templates/'));
  const names = templates.map(path => path.slice('templates/'.length));
  interpreter.pyimport('games.phone.bridge').prepare(JSON.stringify(names));
  interpreter.runPython(`import gc; gc.collect(); gc.threshold(${GARBAGE_LIMIT})`);
  if (memory.buffer.byteLength > size) return; // a new interpreter starts with less memory, so it could not load the snapshot
  await writeSnapshot(new Uint8Array(memory.buffer)).catch(() => {}); // the phone may have no room left
}

// Return paths and texts. Each ends with a NUL, so a text without one at its end was cut off.
function unpack(bundle) {
  const parts = bundle.split('\0');
  if (parts.pop()) throw new Error('The bundle was cut off.');
  return Array.from({ length: parts.length / 2 }, (_, place) => parts.slice(2 * place, 2 * place + 2));
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

// --- Questions to Python

// Call a function of the bridge. While a game is missing, add it and call again.
async function call(name, question) {
  for (let added = '';;) {
    const answer = await callOnce(name, question);
    if (!answer.startsWith(MISSING)) return answer;
    const path = answer.slice(MISSING.length);
    if (path === added) throw new Error(`${path} lacks its game.`);
    await addGame(path);
    added = path;
  }
}

// Add the programs of a game, or the programs and templates of a page. If its file is damaged, fetch it again, so that the next attempt may succeed.
async function addGame(path) {
  const text = await gameText(path);
  const { interpreter } = await ready();
  try {
    const files = unpack(text);
    for (const [name, content] of files) writeFile(interpreter.FS, name, content);
    const programs = files.map(([name]) => name).filter(name => name.endsWith('.py'));
    for (const name of programs) interpreter.runPython(`import ${name.slice(0, -'.py'.length).replaceAll('/', '.')}`);
  } catch (error) {
    await startOver();
    await fetchAgain([path]).catch(() => {});
    throw error;
  }
}

// Python remembers the log of the last call. So the question has only the new events, and the id of the last event that both
// logs share.
async function callOnce(name, question) {
  const running = await ready();
  const log = (question.events ?? []).map(event => JSON.stringify(event));
  const firstNew = log.findIndex((text, place) => text !== running.log[place]);
  const shared = firstNew < 0 ? log.length : firstNew; // the number of events at the start of both logs
  const difference = question.events && { known: question.events[shared - 1]?.id, events: question.events.slice(shared) };
  try {
    const answer = running.bridge[name](JSON.stringify({ ...question, ...difference }));
    if (difference) running.log = answer.startsWith(MISSING) ? [] : log;
    cleanUp(running.bridge);
    return answer;
  } catch (error) {
    clearTimeout(cleaning);
    running.log = [];
    await startOver();
    throw error;
  }
}

// Collect garbage when nobody waits, because it takes a third as long as an answer. `clean(true)` requests it, and Python
// collects when the next call begins.
let cleaning = 0;

function cleanUp(bridge) {
  clearTimeout(cleaning);
  cleaning = setTimeout(() => {
    bridge.clean(true);
    bridge.clean(false);
  }, QUIET);
}

// Return Python's answer, which is a line of JSON and the page below it.
export async function askPython(question) {
  const answer = await call('answer', question);
  const end = answer.indexOf('\n');
  return { ...JSON.parse(answer.slice(0, end)), html: answer.slice(end + 1) };
}

export const summaryOf = async events => JSON.parse(await call('summary', { events }));
