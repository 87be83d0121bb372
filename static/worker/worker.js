// The worker: what it caches, which requests it answers, when it syncs and tidies up.

import { answer, matchIdOf } from './answer.js';
import { PHONE } from './configuration.js';
import { pause } from './database.js';
import { addMissingFiles, cachedFile, fill } from './files.js';
import { identity, nextKeyOf, renewUnusedKey } from './identity.js';
import { answerQuestion } from './messages.js';
import { missedBy, noteOpening, notePath } from './opening-pages.js';
import { OUTBOX_COPY } from './outbox-copy.js';
import { fileOfPages, isCacheable, isCopies, isFile, isPage, pageOrCopy } from './pages.js';
import { ready, summaryOf } from './python.js';
import { warmUp } from './ready-pages.js';
import { sendForm } from './server.js';
import { writeState } from './store.js';
import { keepInStep, notifyPages, recordsToSend, setLeftToBrowser, sync } from './sync.js';
import { deleteOldMatches } from './tidy.js';
import { fetchPage, fromServer, unreachableResponse } from './unreachable.js';

addEventListener('install', event => event.waitUntil(install()));
addEventListener('activate', event => event.waitUntil(activate()));

async function install() {
  const cache = await caches.open(PHONE.cache);
  // The first version comes without the games, so that it is there soon. A later one takes over with all its files.
  await fill(cache, registration.active ? [...PHONE.files, ...PHONE.later, ...PHONE.games] : PHONE.files);
  await skipWaiting(); // old pages can use the new worker: pages hold no state, and every version reads the events
}

async function activate() {
  for (const name of await caches.keys()) if (![PHONE.cache, OUTBOX_COPY].includes(name) && !isCopies(name)) await caches.delete(name);
  await clients.claim();
  sync({ meet: true, retry: true }); // without `await`, because requests would wait for it
  ready().catch(() => {}); // without `await`: the first start takes long
}

// Return whether a form comes from another site's page. The browser sends such a form to the server, which refuses it.
const isForeign = ({ method, mode, referrer }) =>
  method !== 'GET' && mode === 'navigate' && !referrer.startsWith(`${location.origin}/`);

const ACCOUNT_PATHS = /^\/you\//;
const SIGN_OUT_PATHS = /^\/(you\/sign-out|phone\/leave)\/$/;
const INVITATION_PATHS = /^\/(i\/[^/]+|code)\/$/;

// Send the phone's key when joining: the cookie may be missing, and the server may not know this person yet. It is safe to
// send the same form twice. If the phone's guest becomes an account, the key ends as after a form of the account.
async function join(request) {
  const me = await identity().catch(() => null);
  if (!me || me.isRevoked) return fetch(request);
  await renewUnusedKey(me);
  const isUnsent = (await recordsToSend().catch(() => [])).length > 0;
  const flags = [...(isUnsent ? ['unsent'] : []), ...(me.isKnown ? ['known'] : [])];
  const nextKey = await nextKeyFor(me);
  if (!me.isKnown) await writeState('joining', Date.now()).catch(() => {}); // the answer may be lost
  try {
    return await sendWith(request, me, { Phone: [me.device, me.person, me.circle, ...flags].join(' '), ...nextKey });
  } finally {
    sync({ checkPages: true }); // the person may have joined even if the answer was lost
  }
}

// Send the phone's key and its next key with a form of the account. A form that ends all other access replaces the key by the
// next one. If the answer with the new cookie is lost, the phone can still sign in by the next key.
async function sendWithNextKey(request) {
  const me = await identity().catch(() => null);
  const nextKey = me && !me.isRevoked && await nextKeyFor(me);
  return nextKey ? sendWith(request, me, nextKey) : fetch(request);
}

// Return the header with the next key of a phone that the server knows, or null.
async function nextKeyFor(me) {
  const key = me.isKnown && await nextKeyOf(me).catch(() => null);
  return key ? { 'Next-Key': key } : null;
}

async function sendWith(request, { key }, more) {
  const headers = new Headers(request.headers);
  headers.set('Authorization', `Token ${key}`);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  return fetch(request.url, { method: 'POST', headers, body: await request.blob(), redirect: 'manual' });
}

const UNKNOWN_PATIENCE = 3000; // milliseconds that a page waits until the server knows the phone and the browser has its cookie

// Fetch a page, after the first match is on its way. Else the server would say that there is nothing here yet.
async function fetchOnceKnown(request) {
  const me = await identity().catch(() => null);
  const isStranger = me && (me.isKnown ? !me.session : (await recordsToSend().catch(() => [])).length);
  if (isStranger) await Promise.race([sync(), pause(UNKNOWN_PATIENCE)]);
  return fetchPage(request);
}

// Return a page of the server. Without the server, the page about this phone can sign out, unless the person comes from there.
async function pageOfServer(request, pathname) {
  const response = await fromServer(request, () => fetchOnceKnown(request));
  const isSignOut = SIGN_OUT_PATHS.test(pathname) && !request.referrer.endsWith('/phone/');
  return response.status === 503 && isSignOut ? Response.redirect('/phone/#leaving') : response;
}

addEventListener('fetch', event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || isForeign(request)) return;
  if (request.method === 'GET' && [...PHONE.files, ...PHONE.later].includes(pathname)) {
    event.respondWith(cachedFile(pathname));
    return;
  }
  if (request.mode === 'navigate') noteOpening(event.resultingClientId);
  const match = matchIdOf(pathname);
  if (match !== undefined && ['GET', 'POST'].includes(request.method)) {
    event.respondWith(answer(event, match));
  } else if (pathname === PHONE.languageUrl) {
    event.respondWith(fetch(request).catch(() => unreachableResponse(503, 'language'))); // the phone has texts in one language only
  } else if (request.method === 'GET' && isFile(pathname)) {
    event.respondWith(fileOfPages(request));
  } else if (request.method === 'GET' && isPage(request)) {
    event.respondWith(isCacheable(pathname) ? pageOrCopy(event) : pageOfServer(request, pathname));
    if (INVITATION_PATHS.test(pathname)) sync({ checkPages: true }); // the person may have joined by this link before
  } else if (request.method === 'POST' && request.mode === 'navigate') {
    const send = INVITATION_PATHS.test(pathname) ? join : ACCOUNT_PATHS.test(pathname) ? sendWithNextKey : fetch;
    event.respondWith(fromServer(request, () => sendForm(() => send(request)))); // else the browser displays its own error page
  } else if (request.method === 'POST' && ACCOUNT_PATHS.test(pathname)) {
    event.respondWith(sendForm(() => fetch(request))); // a page asks what a passkey must sign
  }
});

// A message without a question starts a sync, because the page wants to be up to date.
addEventListener('message', event => {
  const { path, ...options } = event.data ?? {};
  if (path) notePath(event.source?.id, path);
  // Someone looks at a page, and may soon need Python, and then a game.
  if (!options.ask) event.waitUntil(warmUp().catch(() => {}).then(addMissingFiles).catch(() => {}));
  const changed = missedBy(event.source?.id);
  if (changed.length) event.waitUntil(notifyPages({ changed }).catch(console.error));
  if (registration.waiting) skipWaiting(); // the old worker may have been busy when this one first asked
  event.waitUntil(options.ask ? answerQuestion(event) : keepInStep(options).then(() => deleteOldMatches(summaryOf)).catch(console.error));
});

// The browser has a network again.
addEventListener('sync', event => {
  setLeftToBrowser(true);
  event.waitUntil(sync().then(isWell => {
    if (!isWell) throw new Error('The browser is to try again.');
  }));
});
