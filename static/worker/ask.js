// Requests to the server, and what can go wrong with them. Nothing of it ever costs an event.

const PATIENCE = 20_000; // milliseconds
const LONGEST = 15; // seconds: a server that wants a longer pause may not know that people wait
const AWAY = [502, 503, 504]; // from a proxy whose server is not there, or from a server without its database

export class Trouble extends Error {
  constructor(code, { status = 0, wait = 0 } = {}) {
    super(code);
    this.code = code; // network (nobody there, or not for now), key, revoked, role, not_open, later, server, or the server's own word
    this.status = status;
    this.wait = wait; // seconds, where the server says how long
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
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => { throw new Trouble('network'); });
  const date = Date.parse(response.headers.get('Date'));
  if (date) minutesOff = Math.round((Date.now() - date) / 60_000);
  if (response.status === 204) return null;
  const answer = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer;
  if (response.ok && !cache) return ask(method, path, { key, body, cache: 'reload' }); // cut short: the browser must not reuse it
  throw troubleOf(response, answer);
}

function troubleOf({ status, headers }, answer) {
  if ([401, 403].includes(status) && !answer?.code) return new Trouble('network', { wait: 1 }); // from a server in between
  if (status === 401) return new Trouble(answer?.code === 'revoked' ? 'revoked' : 'key', { status });
  if (status === 403) return new Trouble(answer?.code === 'not_open' ? 'not_open' : 'role', { status });
  const wait = Math.min(Number(headers.get('Retry-After')) || 1, LONGEST);
  if (status === 429) return new Trouble('later', { status, wait });
  if (AWAY.includes(status)) return new Trouble('network', { status, wait });
  return new Trouble(answer?.code ?? 'server', { status });
}
