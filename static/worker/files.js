// The files of this version, in its cache.

import { PHONE } from './configuration.js';
import { pause } from './database.js';
import { RequestError } from './server.js';

const GAME_PATIENCE = 6000; // milliseconds that a page waits for the file of a game
const REFILL_PAUSE = 10_000; // milliseconds between two attempts to fetch what is missing

// The file of a game is not on the phone, and the server does not send it.
export class GameMissing extends Error {}

// Return a file from the cache, else from the server. The interpreter's loader calls this, too, because the worker's own
// requests do not reach its fetch handler.
export async function cachedFile(path) {
  const file = await cachedOnly(path);
  if (!file) refill();
  return file ?? fetch(path);
}

const cachedOnly = path => caches.match(path, { cacheName: PHONE.cache }).catch(() => null);

// Return the text of a game's file from the cache, else from the server. `addMissingFiles` caches it soon.
export async function gameText(path) {
  const cached = await cachedOnly(path);
  isWhole &&= Boolean(cached);
  const ask = async how => {
    const answer = await fetch(path, { signal: AbortSignal.timeout(GAME_PATIENCE), ...how }).catch(() => null);
    return answer && isFileOf(answer) ? answer : null;
  };
  const file = cached ?? await ask() ?? await ask({ cache: 'reload' });
  if (!file) throw new GameMissing(path);
  return file.text().catch(() => { throw new GameMissing(path); });
}

let refilling = null;
let isWhole = false; // whether all files were there when we last looked
let looked = -Infinity;

// Fetch the files that the first visit left out, once nobody waits for anything.
export async function addMissingFiles() {
  await refilling; // an attempt under way may have passed a file that the server has by now
  if (!isWhole) await refill();
}

// Fetch all missing files, because a browser that has deleted one file has probably deleted more.
function refill() {
  isWhole = false;
  refilling ??= fetchMissing().catch(() => {}).finally(() => { refilling = null; });
  return refilling;
}

async function fetchMissing() {
  await pause(looked + REFILL_PAUSE - performance.now());
  looked = performance.now();
  const cache = await caches.open(PHONE.cache);
  const results = [];
  for (const path of [...PHONE.files, ...PHONE.later, ...PHONE.games]) {
    if (!await cache.match(path)) results.push(await fill(cache, [new Request(path, { priority: 'low' })]).catch(() => 'failed'));
  }
  isWhole = !results.includes('failed');
}

// Return whether a page came in place of a file.
const isPageOf = ({ headers }) => headers.get('Content-Type')?.startsWith('text/html');
const isFileOf = answer => answer.ok && !isPageOf(answer);

// Cache the files. A network with a sign-in page may have let the browser store its answers to some files, so skip those.
export async function fill(cache, files) {
  await add(cache, files).catch(async () => {
    for (const file of files) await add(cache, [file]).catch(() => add(cache, [new Request(file, { cache: 'reload' })]));
  });
}

// If a page comes in place of a file, another server has answered, so the page is not cached.
async function add(cache, files) {
  await cache.addAll(files);
  for (const file of files) {
    if ((file.url ?? file).endsWith('/') || !isPageOf(await cache.match(file))) continue;
    await cache.delete(file);
    throw new RequestError('network');
  }
}

// Fetch files again, because they may have been damaged on the way or on the disk. Without a network they stay.
export async function fetchAgain(paths) {
  const cache = await caches.open(PHONE.cache);
  await fill(cache, paths.map(path => new Request(path, { cache: 'reload' })));
}
