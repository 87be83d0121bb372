// Sends requests to the server and names what can go wrong. No error in a request loses an event.

import { pause } from './database.js';

const TIMEOUT = 20_000; // milliseconds that we wait for an answer at first
const LONGEST_TIMEOUT = 60_000; // milliseconds that we wait on a slow line
const AGAIN = 4000; // milliseconds until a request without an answer is sent again beside the first
// The browser asks the server whether its stored answer is still right. Otherwise an answer of a network with a sign-in page,
// which browsers may store for ever, would stop the sync.
const ASKING = 'no-cache';
const UPLOAD = 2; // bytes a millisecond of the slowest line that we wait for
const LONGEST = 15; // seconds; a longer pause that the server requests is cut, because people wait
export const ENDED = ['revoked', 'account_deleted']; // codes of a key that never works again
// From a server that got the body too slowly or does not reach its database, or from a proxy that does not reach the server.
const AWAY = [408, 502, 503, 504];

export class RequestError extends Error {
  constructor(code, { status = 0, wait = 0, isLate = false } = {}) {
    super(code);
    // network (the server cannot answer now), key, revoked, role, not_open, later, server, or a code of the server's
    this.code = code;
    this.status = status;
    this.wait = wait; // seconds to wait, if the server says so
    this.isLate = isLate; // whether no answer came within the time limit
  }
}

export let minutesOff = null; // how much this phone's clock is ahead of the server's, once our server has answered

/**
 * @typedef {{ key?: string, body?: any, cache?: RequestCache, credentials?: RequestCredentials }} Options
 */

/**
 * @param {string} method
 * @param {string} path
 * @param {Options} options
 */
export async function askServer(method, path, options = {}) {
  if (path.startsWith(COOKIE_PATH)) return askAboutCookie(method, path, options);
  return withinLimit(limit => fetchJson(method, path, options, limit, fetchFirst));
}

// --- The time limit of an answer, which begins again with each part that arrives. On a slow line every answer may come later
// than any fixed limit, so the limit grows when an answer was late. Twice the time of the last answer is enough for the next.

let timeout = TIMEOUT;

/**
 * @typedef {{ signal: AbortSignal, restart: () => void }} Limit
 */

/** @param {(limit: Limit) => Promise<any>} ask */
async function withinLimit(ask, controller = new AbortController()) {
  const begun = performance.now();
  const { signal } = controller;
  let timer = 0;
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(), timeout);
  };
  restart();
  try {
    const answer = await ask({ signal, restart });
    timeout = Math.round(Math.min(Math.max(TIMEOUT, 2 * (performance.now() - begun)), LONGEST_TIMEOUT));
    return answer;
  } catch (trouble) {
    if (!signal.aborted || signal.reason === OVERTAKEN) throw trouble;
    timeout = Math.min(2 * timeout, LONGEST_TIMEOUT);
    throw new RequestError('network', { isLate: true });
  } finally {
    clearTimeout(timer);
  }
}

// --- The order of answers that can change the cookie. A form can sign someone in or out. The browser stores cookies in the order
// of answers, so a late answer to the worker would replace the new cookie by an older one.

const COOKIE_PATH = '/phone/'; // answers below it can change the cookie
const OVERTAKEN = 'overtaken by a form';
const askers = new Set(); // the controllers of requests about the cookie
let forms = Promise.resolve(); // ends when no form waits for its answer

// Send a form that may change the cookie. The worker's own requests about the cookie end, and go on after the answer.
export function sendForm(send) {
  for (const asker of askers) asker.abort(OVERTAKEN);
  const answer = send();
  forms = Promise.allSettled([forms, answer]).then(() => {});
  return answer;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Options} options
 */
async function askAboutCookie(method, path, options) {
  await Promise.race([forms, pause(TIMEOUT)]);
  const asker = new AbortController();
  askers.add(asker);
  try {
    return await withinLimit(limit => fetchJson(method, path, options, limit, fetchFirst), asker);
  } catch (trouble) {
    if (asker.signal.reason !== OVERTAKEN) throw trouble;
  } finally {
    askers.delete(asker);
  }
  return askAboutCookie(method, path, options);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Options} options
 * @param {Limit} limit
 * @param {typeof fetch} send
 */
async function fetchJson(method, path, { key, body, cache = ASKING, credentials = 'same-origin' }, limit, send) {
  const headers = { Accept: 'application/json' };
  if (key) headers.Authorization = `Token ${key}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const response = await send(path, {
    method,
    headers,
    cache,
    credentials,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: limit.signal,
  }).catch(() => { throw new RequestError('network'); });
  const date = Date.parse(response.headers.get('Date'));
  if (response.status === 204) return null;
  const answer = await jsonOf(response, limit.restart).catch(() => null);
  if (date && answer) minutesOff = Math.round((Date.now() - date) / 60_000);
  if (response.ok && answer !== null) return answer;
  if (limit.signal.aborted) throw new RequestError('network');
  // The answer was cut off, so the browser must not use its cached copy.
  if (response.ok && cache === ASKING) return fetchJson(method, path, { key, body, credentials, cache: 'reload' }, limit, send);
  throw requestErrorOf(response, answer);
}

async function jsonOf(response, onPart) {
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return JSON.parse(text + decoder.decode());
    onPart();
    text += decoder.decode(value, { stream: true });
  }
}

// Send the request again and again beside the first, and return the first answer. A line that hung never answers what was
// sent on it, although the network is well again. The server handles a request twice without harm. The later requests skip
// the browser's cache, because there they would wait for the first. The first three wait for a slow line. The fourth is
// replaced again and again, because browsers open only six connections.
async function fetchFirst(path, { signal, ...options }) {
  const attempts = [];
  let first = null; // the attempt that was answered first
  let isOver = false;
  const send = async (more, attempt = new AbortController()) => {
    attempts.push(attempt);
    const response = await fetch(path, { ...options, ...more, signal: attempt.signal });
    first ??= attempt;
    return response;
  };
  const wait = AGAIN + (options.body?.length ?? 0) / UPLOAD;
  const later = turn => pause(turn * wait).then(() => isOver ? null : send({ cache: 'no-store' }));
  const last = async () => {
    await pause(3 * wait);
    while (!isOver) {
      const attempt = new AbortController();
      const response = await Promise.race([send({ cache: 'no-store' }, attempt), pause(2 * wait)]);
      if (response) return response;
      attempt.abort();
    }
    return null;
  };
  signal.onabort = () => attempts.forEach(attempt => attempt.abort());
  try {
    return await Promise.race([send(), later(1), later(2), last()]);
  } finally {
    isOver = true;
    for (const attempt of attempts) if (attempt !== first) attempt.abort();
  }
}

function requestErrorOf({ status, headers }, answer) {
  // Such an answer without a code comes from a server between the phone and ours.
  if ([401, 403].includes(status) && !answer?.code) return new RequestError('network', { wait: 1 });
  if (status === 401) return new RequestError(ENDED.includes(answer?.code) ? answer.code : 'key', { status });
  if (status === 403) return new RequestError(answer?.code === 'not_open' ? 'not_open' : 'role', { status });
  const wait = Math.min(Number(headers.get('Retry-After')) || 1, LONGEST);
  if (status === 429) return new RequestError(answer?.code === 'much_today' ? answer.code : 'later', { status, wait });
  if (AWAY.includes(status)) return new RequestError('network', { status, wait });
  return new RequestError(answer?.code ?? 'server', { status });
}

// Pull the next events. A cache between phone and server may send the answer to another query, so an answer names its own.
/** @param {URLSearchParams} query @param {string} key */
export async function pullEvents(query, key) {
  const answer = await askServer('GET', `/api/v1/events/?${query}`, { key });
  const { circle, since = query.get('since') } = answer;
  if (circle !== query.get('circle') || `${since}` !== query.get('since')) throw new RequestError('network');
  return answer;
}

// Return the query that names the log up to the last pulled event. By it the server notices that it has another history.
/** @param {Record<string, any>} me @param {Record<string, any>} pulled */
export function historyQuery(me, { since = 0, last, hash, received }) {
  return new URLSearchParams({
    circle: me.circle, since, ...(last && { last }), ...(hash && { hash }), ...(received && { received }),
  });
}
