// What the worker's own python.js does, without a browser: node worker_python.mjs LOADER SCRIPT BUNDLE INPUT OUTPUT
// The files of games are beside the bundle.
// Started once from the bundle, then again with nothing but the memory that it has kept; the second answers.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

const [loader, script, bundle, input, output] = process.argv.slice(2);
const { loadMicroPython } = await import(loader);
const wasm = fileURLToPath(new URL('../../build/phone/micropython.wasm', import.meta.url));
const kept = new Map();
const cache = { put: async (name, response) => kept.set(name, response), delete: async name => kept.delete(name) };
let asked = 0; // how often the bundle was
let games = 0; // how often files of games were
let fresh = 0; // bytes that a new interpreter uses
let interpreter = null; // the last one
let letGo = null; // of that, what nobody holds

// The browser lets go when it likes: here while the first one fetches its files, and once the second has its memory.
globalThis.FinalizationRegistry = class {
  constructor(free) { this.free = free; }
  register(_one, number) { if (number === 1) letGo ??= () => this.free(number); } // Node has some of its own
};

async function load(options) {
  letGo = null;
  interpreter = await loadMicroPython(options);
  if (!kept.size) letGo?.();
  fresh = new Uint8Array(interpreter._module.memory.buffer).findLastIndex(byte => byte !== 0) + 1;
  return interpreter;
}

function worker() {
  const globals = {
    configuration: { wasm, bundle: 'bundle', cache: 'phone' },
    caches: { match: async name => kept.get(name)?.clone(), open: async () => cache },
    fetch: async address => {
      const isGame = address.includes('/game.');
      if (isGame) games += 1;
      else asked += 1;
      return new Response(fs.readFileSync(isGame ? path.join(path.dirname(bundle), path.basename(address)) : bundle));
    },
    performance,
    AbortSignal,
    loadMicroPython: load,
    Response,
    Uint8Array,
    setTimeout,
    clearTimeout,
  };
  globals.self = globals;
  vm.runInNewContext(fs.readFileSync(script, 'utf8'), globals);
  return globals.worker;
}

await worker().ready();
const [memory] = await Promise.all([...kept.values()].map(one => one.clone().arrayBuffer()));
const second = worker();
await second.ready();
letGo?.();
const answers = [];
const questions = fs.readFileSync(input, 'utf8').split('\n').filter(Boolean).map(line => JSON.parse(JSON.parse(line)[1]));
for (const question of questions) answers.push(await second.askPython(question));
const used = () => interpreter.pyimport('gc').mem_alloc();
let atOnce = used();
// Where so much was left that memory was cleared just before, it is not cleared again so soon.
for (const question of questions.slice(-20)) await second.askPython(question);
atOnce = Math.max(atOnce, used());
await new Promise(resolve => { setTimeout(resolve, 500); });
const afterwards = { atOnce, inTheEnd: used(), asked, games, fresh, length: memory.byteLength };
await second.askPython({}).catch(error => { afterwards.error = error.message; });
afterwards.left = kept.size;
await second.ready();
Object.assign(afterwards, { again: asked, kept: kept.size });
fs.writeFileSync(output, JSON.stringify({ answers, ...afterwards }));
