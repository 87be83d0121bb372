// Answers in place of a server that cannot be reached.

import { PHONE } from './configuration.js';
import { notifyPages } from './sync.js';

// A network that wants people to sign in first answers for every server, and sends none of our headers.
export const isOurs = ({ headers }) => headers.has('Cross-Origin-Resource-Policy');

// Return the server's answer; where there is none, a page that says so. `missing`: a page or a match.
export async function reached({ method }, work, missing = 'page') {
  try {
    const response = await work();
    if (response.status < 500 || isOurs(response)) return response;
  } catch { /* the same as an answer from a server in between */ }
  return method === 'POST' ? unsaved('unsaved') : unreachable(503, missing);
}

// On this status pages leave what was typed where it is, and say why. If they cannot be notified, the answer says it.
export async function unsaved(code) {
  const isHeard = await notifyPages({ problem: { code, isSave: true } }).then(() => true, () => false);
  return unreachable(isHeard ? 507 : 503, 'page');
}

export const unreachable = (status, missing) => new Response(PHONE.unreachable[missing], { status, headers: PHONE.headers });
