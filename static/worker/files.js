// The files of this version, in its cache.

import { Trouble } from './ask.js';
import { PHONE } from './configuration.js';

// Return a file from the cache, else from the server. The interpreter's loader asks here too: requests of the worker itself
// do not come by its fetch handler.
export async function cachedFile(path) {
  const file = await caches.match(path, { cacheName: PHONE.cache }).catch(() => null);
  if (!file) refilling ??= refill().catch(() => {}).finally(() => { refilling = null; });
  return file ?? fetch(path);
}

let refilling = null;

// Where the browser has deleted one file it has deleted more.
async function refill() {
  const cache = await caches.open(PHONE.cache);
  for (const path of PHONE.files) if (!await cache.match(path)) await fill(cache, [path]);
}

// A page in place of a file comes from a server in between: it is not cached.
export async function fill(cache, files) {
  await cache.addAll(files);
  for (const file of files) {
    const { headers } = await cache.match(file);
    if ((file.url ?? file).endsWith('/') || !headers.get('Content-Type')?.startsWith('text/html')) continue;
    await cache.delete(file);
    throw new Trouble('network');
  }
}

// Python's files may have been damaged on the way or on the disk. Without a network they stay as they are.
export async function fetchAgain() {
  const cache = await caches.open(PHONE.cache);
  await fill(cache, [PHONE.wasm, PHONE.bundle].map(path => new Request(path, { cache: 'reload' })));
}
