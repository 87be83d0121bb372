// Answers with the server's pages. Without a network it answers with the last copy of a page, which says how old it is.
//
// Each person has a cache of copies. It also holds the files that the copies need, because the next version deletes the
// files of this version, but not the copies.

import { DAY, PHONE } from './configuration.js';
import { pause } from './database.js';
import { identity } from './identity.js';
import { locked, LOCKS } from './locks.js';
import { fetchPage, fromServer, isOurs } from './unreachable.js';

const COPIES = 'pages-';
const MOST_COPIES = 60;
const SOON = 4000; // milliseconds to wait for the server if there is a copy
const GONE = [401, 403, 404, 410]; // the page is gone, or this person may no longer see it
const SEEN = 'X-Seen';

export const isPage = request => request.mode === 'navigate' || request.headers.has('HX-Boosted');
export const isCacheable = path => PHONE.pages.some(pattern => pattern.test(path));
export const isCopies = name => name.startsWith(COPIES);

export async function pageOrCopy(event) {
  const { request } = event;
  const address = request.url.split('#')[0];
  const copies = await ownCopies().catch(() => null);
  if (!copies) return fromServer(request, () => fetchPage(request)); // the phone's stores cannot be read
  const copy = await copies.match(address, { ignoreVary: true });
  const fetching = fetchPage(request).then(async response => {
    if (copy && (response.status >= 500 || response.status === 429)) throw new Error(String(response.status));
    const spare = isOurs(response) && response.clone();
    if (spare) event.waitUntil(locked(LOCKS.copies, 'exclusive', () => storeCopy(copies, address, spare)).catch(console.error));
    return response;
  });
  if (!copy) return fromServer(request, () => fetching);
  event.waitUntil(fetching.catch(() => {})); // store a late answer, too
  return Promise.race([fetching, pause(SOON)]).then(response => response ?? withAge(copy), () => withAge(copy));
}

async function storeCopy(copies, address, response) {
  if (GONE.includes(response.status)) await copies.delete(address, { ignoreVary: true });
  if (response.status !== 200 || response.redirected) return;
  const { headers } = response;
  if (!headers.get('Content-Type')?.startsWith('text/html') || headers.get('Cache-Control')?.includes('no-store')) return;
  const html = await response.text();
  for (const file of filesOf(html)) if (!await copies.match(file)) await copies.add(file).catch(() => {});
  const stored = new Headers(headers);
  for (const name of ['Content-Encoding', 'Content-Length', 'Vary']) stored.delete(name); // they describe the transfer
  stored.set(SEEN, String(Date.now()));
  await copies.put(address, new Response(html, { headers: stored }));
  await dropOldCopies(copies);
}

function filesOf(html) {
  const names = html.matchAll(/\b(?:href|src)="([^"#?]+)/g);
  return new Set([...names].map(name => name[1]).filter(isFile));
}

export const isFile = path => path.startsWith(PHONE.static);
const pathOf = request => new URL(request.url).pathname;

// Delete all but the latest copies, and the files that only deleted copies need.
async function dropOldCopies(copies) {
  const all = await copies.keys();
  const pages = all.filter(request => !isFile(pathOf(request)));
  for (const old of pages.slice(0, -MOST_COPIES)) await copies.delete(old);
  const files = new Set();
  for (const page of pages.slice(-MOST_COPIES)) {
    for (const file of filesOf(await (await copies.match(page)).text())) files.add(file);
  }
  for (const file of all) if (isFile(pathOf(file)) && !files.has(pathOf(file))) await copies.delete(file);
}

async function withAge(copy) {
  const seen = new Date(Number(copy.headers.get(SEEN)));
  const html = await copy.text();
  const mark = `<p class="notice" role="status">${PHONE.as_of.replace('%(when)s', momentInWords(seen))}</p>`;
  return new Response(html.replace(/<main\b[^>]*>/, start => start + mark), { headers: copy.headers });
}

// Return a text like "Friday 19:42", or the date if the weekday alone could mean an earlier week.
function momentInWords(moment) {
  const isLately = Date.now() - moment < 6 * DAY;
  /** @type {Intl.DateTimeFormatOptions} */
  const how = isLately
    ? { weekday: 'long', hour: 'numeric', minute: '2-digit' }
    : { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' };
  return new Intl.DateTimeFormat(PHONE.language, how).format(moment);
}

// Return a file that only a copy needs. The server may have deleted it, so fall back to the person's cache.
export async function fileOfPages(request) {
  const response = await fetch(request).catch(() => null);
  if (response?.ok) return response;
  return await (await ownCopies())?.match(request, { ignoreVary: true }) ?? response ?? Response.error();
}

// Return the cache of this person's copies, or null if the phone's key was revoked. Delete all other copies, because this
// person must not see them.
async function ownCopies() {
  const { person, isRevoked } = await identity();
  const own = isRevoked ? null : COPIES + person;
  for (const name of await caches.keys()) if (isCopies(name) && name !== own) await caches.delete(name);
  return own && caches.open(own);
}
