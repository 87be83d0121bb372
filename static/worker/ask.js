// Sends requests to the server and names what can go wrong. No error in a request loses an event.

const TIMEOUT = 20_000; // milliseconds
const LONGEST = 15; // seconds; a longer pause that the server requests is cut, because people wait
const AWAY = [502, 503, 504]; // from a proxy that does not reach the server, or from a server that does not reach its database

export class Trouble extends Error {
  constructor(code, { status = 0, wait = 0 } = {}) {
    super(code);
    // network (the server cannot answer now), key, revoked, role, not_open, later, server, or a code of the server's
    this.code = code;
    this.status = status;
    this.wait = wait; // seconds to wait, if the server says so
  }
}

export let minutesOff = 0; // how much this phone's clock is ahead of the server's

/**
 * @param {string} method
 * @param {string} path
 * @param {{ key?: string, body?: any, cache?: RequestCache }} options
 */
export async function ask(method, path, { key, body, cache } = {}) {
  const headers = { Accept: 'application/json' };
  if (key) headers.Authorization = `Token ${key}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const response = await fetch(path, {
    method,
    headers,
    cache,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT),
  }).catch(() => { throw new Trouble('network'); });
  const date = Date.parse(response.headers.get('Date'));
  if (date) minutesOff = Math.round((Date.now() - date) / 60_000);
  if (response.status === 204) return null;
  const answer = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer;
  // The answer was cut off, so the browser must not use its cached copy.
  if (response.ok && !cache) return ask(method, path, { key, body, cache: 'reload' });
  throw troubleOf(response, answer);
}

function troubleOf({ status, headers }, answer) {
  // Such an answer without a code comes from a server between the phone and ours.
  if ([401, 403].includes(status) && !answer?.code) return new Trouble('network', { wait: 1 });
  if (status === 401) return new Trouble(answer?.code === 'revoked' ? 'revoked' : 'key', { status });
  if (status === 403) return new Trouble(answer?.code === 'not_open' ? 'not_open' : 'role', { status });
  const wait = Math.min(Number(headers.get('Retry-After')) || 1, LONGEST);
  if (status === 429) return new Trouble('later', { status, wait });
  if (AWAY.includes(status)) return new Trouble('network', { status, wait });
  return new Trouble(answer?.code ?? 'server', { status });
}
