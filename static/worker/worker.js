// The worker: what it caches, which requests it answers, when it syncs and tidies up.

import { addressOf, answer } from './answer.js';
import { PHONE } from './configuration.js';
import { cachedFile, fill } from './files.js';
import { identity } from './identity.js';
import { reply } from './messages.js';
import { fileOfPages, isCacheable, isCopies, isFile, isPage, pageOrCopy } from './pages.js';
import { ready, summaryOf } from './python.js';
import { wake } from './ready-pages.js';
import { setLeftToBrowser, sync, toSend } from './sync.js';
import { trim } from './tidy.js';
import { reached, unreachable } from './unreachable.js';

addEventListener('install', event => event.waitUntil(install()));
addEventListener('activate', event => event.waitUntil(activate()));

async function install() {
  const cache = await caches.open(PHONE.cache);
  await fill(cache, PHONE.files);
  await skipWaiting(); // pages hold no state, and events are readable by every version
}

async function activate() {
  for (const name of await caches.keys()) if (name !== PHONE.cache && !isCopies(name)) await caches.delete(name);
  await clients.claim();
  sync({ meet: true, retry: true }); // not waited for: requests would wait with it
  ready().catch(() => {}); // nor this: its first start is a long one
}

// A form on another site's page. The browser sends it to the server as such, which accepts none of those.
const isForeign = ({ method, mode, referrer }) =>
  method !== 'GET' && mode === 'navigate' && !referrer.startsWith(`${location.origin}/`);

const WAYS_IN = /^\/(i\/[^/]+|code)\/$/;

// A person who joins a circle is the one who has written here: they may not have their cookie yet, nor the server know
// them. The same form sent twice lets nobody in twice.
async function join(request) {
  const me = await identity().catch(() => null);
  if (!me || me.isRevoked) return fetch(request);
  const unsent = (await toSend().catch(() => [])).length ? ['unsent'] : [];
  const headers = new Headers(request.headers);
  headers.set('Authorization', `Token ${me.key}`);
  headers.set('Phone', [me.device, me.person, me.circle, ...unsent].join(' '));
  try {
    return await fetch(request.url, { method: 'POST', headers, body: await request.blob(), redirect: 'manual' });
  } finally {
    sync({ look: true }); // also where the answer was lost
  }
}

addEventListener('fetch', event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || isForeign(request)) return;
  if (request.method === 'GET' && PHONE.files.includes(pathname)) {
    event.respondWith(cachedFile(pathname));
    return;
  }
  const match = addressOf(pathname);
  if (match !== undefined && ['GET', 'POST'].includes(request.method)) {
    event.respondWith(answer(event, match));
  } else if (pathname === PHONE.speaking) {
    event.respondWith(fetch(request).catch(() => unreachable(503, 'language'))); // this phone has the words of one language
  } else if (request.method === 'GET' && isFile(pathname)) {
    event.respondWith(fileOfPages(request));
  } else if (request.method === 'GET' && isPage(request)) {
    event.respondWith(isCacheable(pathname) ? pageOrCopy(event) : reached(request, () => fetch(request)));
    if (WAYS_IN.test(pathname)) sync({ look: true }); // they may have joined by it before
  } else if (request.method === 'POST' && request.mode === 'navigate') {
    const send = WAYS_IN.test(pathname) ? join : fetch;
    event.respondWith(reached(request, () => send(request))); // else the browser would display a page of its own
  }
});

// A page that asks nothing wants to be up to date.
addEventListener('message', event => {
  if (!event.data?.ask) event.waitUntil(wake().catch(() => {})); // a person looks at a page
  if (registration.waiting) skipWaiting(); // the old worker was busy when this one first asked
  event.waitUntil(event.data?.ask ? reply(event) : sync(event.data ?? {}).then(() => trim(summaryOf)).catch(console.error));
});

// The browser has a network again.
addEventListener('sync', event => {
  setLeftToBrowser(true);
  event.waitUntil(sync().then(isWell => {
    if (!isWell) throw new Error('The browser is to try again.');
  }));
});
