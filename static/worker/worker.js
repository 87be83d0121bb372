// The worker's life: what it keeps, which requests it answers, when it syncs.

addEventListener('install', event => event.waitUntil(install()));
addEventListener('activate', event => event.waitUntil(activate()));

async function install() {
  const cache = await caches.open(PHONE.cache);
  await fill(cache, PHONE.files);
  await skipWaiting(); // pages hold no state, and events are readable by every version
}

async function activate() {
  for (const name of await caches.keys()) if (name !== PHONE.cache && !isOfPages(name)) await caches.delete(name);
  await clients.claim();
  sync({ meet: true, retry: true }); // not waited for: requests would wait with it
  ready().catch(() => {}); // nor this: its first start is a long one
}

// A form on somebody else's page. The browser sends it to the server as such, who takes none of those.
const isForeign = ({ method, mode, referrer }) =>
  method !== 'GET' && mode === 'navigate' && !referrer.startsWith(`${location.origin}/`);

const WAYS_IN = /^\/(i\/[^/]+|code)\/$/;

// Whoever comes into a circle is the one who has written here: they may not have their cookie yet, nor the server have
// heard of them. The same form sent twice brings nobody in twice.
async function comeIn(request) {
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
    event.respondWith(cached(pathname));
    return;
  }
  const match = addressOf(pathname);
  if (match !== undefined && ['GET', 'POST'].includes(request.method)) {
    event.respondWith(answer(event, match));
  } else if (pathname === PHONE.speaking) {
    event.respondWith(fetch(request).catch(() => unreachable(503, 'language'))); // this phone has the words of one
  } else if (request.method === 'GET' && isFile(pathname)) {
    event.respondWith(fileOfPages(request));
  } else if (request.method === 'GET' && isPage(request)) {
    event.respondWith(mayBeKept(pathname) ? page(event) : reached(request, () => fetch(request)));
    if (WAYS_IN.test(pathname)) sync({ look: true }); // they may have come in by it before
  } else if (request.method === 'POST' && request.mode === 'navigate') {
    const send = WAYS_IN.test(pathname) ? comeIn : fetch;
    event.respondWith(reached(request, () => send(request))); // else the browser's own page would say so
  }
});
