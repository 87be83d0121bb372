// Builds answers in place of a server that cannot be reached.

import { PHONE } from './configuration.js';
import { pause } from './database.js';
import { notifyPages } from './sync.js';

// Return whether our server has answered. A network with a sign-in page answers for every server, without our headers.
export const isOurs = ({ headers }) => headers.has('Cross-Origin-Resource-Policy');

// Fetch a page. A network with a sign-in page may have let the browser keep that page, or a redirect to it, so the browser
// asks the server whether what it has kept is still right.
export const fetchPage = request => fetch(request, request.method === 'GET' ? { cache: 'no-cache' } : {});

// Return whether the server refused the person. If the phone cannot store anything, the cookie may be lost, too.
export const isBarred = ({ status }) => [403, 404].includes(status);

// Return the server's answer, or a page that says that there is none. `missing`: what the person requested, a page or match.
// `code`: why the phone itself could not save.
export async function fromServer({ method }, work, missing = 'page', code = undefined) {
  const begun = performance.now();
  try {
    const response = await (method === 'GET' ? unlessHung(work()) : work());
    const isLost = method === 'POST' && code && isBarred(response); // the phone is the cause, not the server
    if (!isLost && ((response.status < 500 && response.status !== 429) || isOurs(response))) return response;
  } catch { /* no answer is the same as an answer of another server */ }
  const isLate = performance.now() - begun > LONG && code !== 'game'; // the server may still save it
  return method === 'POST' ? unsavedResponse(isLate ? 'unsaved' : code ?? 'unsaved') : unreachableResponse(503, missing);
}

const LONG = 6000; // milliseconds after which an answer seems to hang
const CHECK = 4000; // milliseconds that the server has to say that it is there

// Return the answer. Throw an error if it takes long and the server does not say either that it is there.
export async function unlessHung(answer) {
  const response = await Promise.race([answer, pause(LONG)]);
  if (response) return response;
  await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(CHECK) });
  return answer;
}

// Return an answer after which pages keep their typed fields. They get the reason by a message and by a header. Pages of
// earlier versions only read the message. If that fails, the status 503 makes them say that nothing was saved. A game may be
// missing for a choice, too, and only the page knows whether the form was a save.
export async function unsavedResponse(code) {
  const isHeard = await notifyPages({ problem: { code, isSave: code !== 'game' } }).then(() => true, () => false);
  return unreachableResponse(isHeard ? 507 : 503, { unsaved: 'form', game: 'game' }[code] ?? 'page', { 'X-Problem': code });
}

export const unreachableResponse = (status, missing, more = {}) =>
  new Response(PHONE.unreachable[missing], { status, headers: { ...PHONE.headers, ...more } });
