// The files of this version, in its cache.

import { PHONE } from './configuration.js';
import { RequestError } from './server.js';

// Return a file from the cache, else from the server. The interpreter's loader calls this, too, because the worker's own
// requests do not reach its fetch handler.
export async function cachedFile(path) {
  const file = await caches.match(path, { cacheName: PHONE.cache }).catch(() => null);
  if (!file) refilling ??= refill().catch(() => {}).finally(() => { refilling = null; });
  return file ?? fetch(path);
}

let refilling = null;

// Fetch all missing files, because a browser that has deleted one file has probably deleted more.
async function refill() {
  const cache = await caches.open(PHONE.cache);
  for (const path of PHONE.files) if (!await cache.match(path)) await fill(cache, [path]);
}

// Cache the files. If a page comes in place of a file, another server has answered, so the page is not cached.
export async function fill(cache, files) {
  await cache.addAll(files);
  for (const file of files) {
    const { headers } = await cache.match(file);
    if ((file.url ?? file).endsWith('/') || !headers.get('Content-Type')?.startsWith('text/html')) continue;
    await cache.delete(file);
    throw new RequestError('network');
  }
}

// Fetch Python's files again, because they may have been damaged on the way or on the disk. Without a network they stay.
export async function fetchPythonAgain() {
  const cache = await caches.open(PHONE.cache);
  await fill(cache, [PHONE.wasm, PHONE.bundle].map(path => new Request(path, { cache: 'reload' })));
}
