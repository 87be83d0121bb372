// The open store: events, which are the truth, and what is computed from them.
//
// A record holds an event in the public format, and beside it what only the phone needs to know:
// `local` counts events that were written here and have no number of the server's yet, `refused` says why one never got it.

import { PHONE } from './configuration.js';
import { openDatabase, pauseAsLong, resultOf, Silent } from './database.js';
import { amendRefused } from './refused.js';
import { currentStore } from './store-list.js';

const OF_CIRCLE = 'circle'; // instead of a match, for players and evenings

// The keys of the pages that were rendered last: see ready-pages.js.
export const READY = { home: 'shown home', match: 'shown match' };

export let opened = null;

export function setOpened(store) {
  opened = store;
}

// Open the store of the person for whom this phone speaks.
export function database() {
  if (opened) return opened;
  const attempt = opened = currentStore().then(openStore);
  attempt.catch(async error => {
    if (error instanceof Silent) await pauseAsLong();
    if (opened === attempt) opened = null;
  });
  return attempt;
}

// A store that anyone closes is opened anew.
export async function openStore(name) {
  const store = await openDatabase(name, 2, upgrade);
  store.onclose = () => {
    opened = null;
    forget();
  };
  store.addEventListener('versionchange', store.onclose);
  return store;
}

// Every version that was ever released is brought up to this one.
function upgrade({ result, transaction }, version) {
  if (version < 1) {
    const events = result.createObjectStore('events', { keyPath: 'id' });
    events.createIndex('match', 'match');
    events.createIndex('local', 'local'); // the outbox: an event with a number has no `local`
    result.createObjectStore('matches', { keyPath: 'id' });
    result.createObjectStore('players', { keyPath: 'id' });
    result.createObjectStore('state');
  }
  if (version < 2) {
    transaction.objectStore('matches').createIndex('moment', 'moment');
    if (version) transaction.objectStore('events').getAll().onsuccess = ({ target }) => addMoments(transaction, target.result);
  }
}

// Lines that were not computed yet had no moment.
function addMoments(transaction, records) {
  const matches = transaction.objectStore('matches');
  for (const [id, moment] of momentsOf(records.map(record => record.event))) {
    matches.get(id).onsuccess = ({ target }) => matches.put({ stale: 1, ...target.result, id, moment });
  }
}

export async function objectStore(name) {
  return (await database()).transaction(name).objectStore(name);
}

// Change all or nothing; resolve when it is on the disk.
export async function change(work) {
  forget();
  const names = ['events', 'matches', 'players', 'state'];
  const transaction = (await database()).transaction(names, 'readwrite', { durability: 'strict' });
  const ended = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error ?? new Error('The phone did not store it.'));
  });
  const [events, matches, players, state] = names.map(name => transaction.objectStore(name));
  try {
    const result = await work({ events, matches, players, state });
    await ended;
    forget();
    return result;
  } catch (error) {
    ended.catch(() => {});
    try { transaction.abort(); } catch { /* it has ended already */ }
    throw error;
  }
}

export const readState = async name => resultOf((await objectStore('state')).get(name));
export const writeState = (name, value) => change(({ state }) => resultOf(state.put(value, name)));

// --- Events

// By the server's numbers; events without one come last, in the order in which they were written.
const inOrder = records =>
  records.sort((first, second) => (first.event.seq ?? Infinity) - (second.event.seq ?? Infinity) || first.local - second.local);

const eventsOf = records => inOrder(records).map(record => record.event);

const logOf = async match => eventsOf(await resultOf((await objectStore('events')).index('match').getAll(match)));

export let atHand = null; // what was read last of a match, while nothing has been written since
let changes = 0;

export function forget() {
  atHand = null;
  changes += 1;
}

// Read in one go what a page needs: whether all has been pulled, what may be done, and the log of its match.
export async function readPageData(match) {
  const before = changes;
  const transaction = (await database()).transaction(['events', 'state']);
  const [events, state] = ['events', 'state'].map(name => transaction.objectStore(name));
  const [pull, me, records] = await Promise.all([
    resultOf(state.get('pull')), resultOf(state.get('identity')), match ? resultOf(events.index('match').getAll(match)) : [],
  ]);
  const data = { match, isPulled: pull?.whole ?? false, role: me?.role ?? 'owner', events: eventsOf(records) };
  if (before === changes) atHand = data.isPulled && isComplete(data.events) ? data : null;
  return data;
}

// After the first pull, which leaves out what ended long ago, a match may be here in part.
export const isComplete = log => log.some(event => event.kind === 'start');

export async function outbox() {
  return resultOf((await objectStore('events')).index('local').getAll());
}

// Store events that were written here.
export function saveEvents(events) {
  return change(async stores => {
    let local = await resultOf(stores.state.get('counter')) ?? 0;
    const fresh = [];
    for (const event of events) {
      if (await resultOf(stores.events.get(event.id))) continue; // sent twice by an impatient finger
      local += 1;
      await amendRefused(stores, event);
      stores.events.put({ id: event.id, match: event.match ?? OF_CIRCLE, local, event });
      fresh.push(event);
    }
    stores.state.put(local, 'counter');
    return markChanged(stores, fresh);
  });
}

// Store what the server has: its word on an event stands. Return the matches in which something is new.
export function storePulled(pulled, pull) {
  return change(async stores => {
    const fresh = [];
    for (const event of pulled) {
      if (!await resultOf(stores.events.get(event.id))) fresh.push(event);
      stores.events.put({ id: event.id, match: event.match ?? OF_CIRCLE, event });
    }
    stores.state.put(pull, 'pull');
    await markChanged(stores, pulled);
    return matchIdsOf(fresh);
  });
}

export function storeNumbers(accepted) {
  return change(async ({ events }) => {
    for (const { id, seq } of accepted) {
      const { match, event } = await resultOf(events.get(id)) ?? {};
      if (event) events.put({ id, match, event: { ...event, seq } });
    }
  });
}

export function storeRefusals(refused) {
  return change(async ({ events }) => {
    for (const { id, code, reason } of refused) {
      const record = id && await resultOf(events.get(id));
      if (record?.local) events.put({ ...record, refused: { code, reason } });
    }
  });
}

// A newer version, or what others did meanwhile, may have changed the server's mind.
export function forgetRefusals() {
  return change(async ({ events }) => {
    for (const { refused, ...record } of await resultOf(events.index('local').getAll())) events.put(record);
  });
}

// The server has another log than the phone knew: send all events again, in the old order.
export function forgetNumbers() {
  return change(async ({ events, state }) => {
    const records = inOrder(await resultOf(events.getAll()));
    records.forEach(({ id, match, event: { seq, by, received, ...event } }, place) =>
      events.put({ id, match, local: place + 1, event }));
    state.put(records.length, 'counter');
    state.put({ whole: true, since: 0, last: null }, 'pull');
  });
}

// --- What is computed from events

export const matchIdsOf = events => [...new Set(events.map(event => event.match).filter(Boolean))];

// The line of a changed match is computed anew when it is next read: whatever happens until then, it cannot be forgotten.
export async function markChanged({ events, matches, players }, changed) {
  const moments = momentsOf(changed);
  for (const id of matchIdsOf(changed)) {
    const line = await resultOf(matches.get(id)) ?? { id };
    const moment = Math.max(line.moment ?? 0, moments.get(id)); // the right one comes with the line
    matches.put({ ...line, moment, stale: (line.stale ?? 0) + 1 });
  }
  if (changed.some(event => event.kind === 'player')) {
    const records = inOrder(await resultOf(events.index('match').getAll(OF_CIRCLE)));
    for (const player of foldPlayers(records.map(record => record.event))) players.put(player);
  }
}

function foldPlayers(events) {
  const players = new Map();
  for (const { kind, data } of events) {
    if (kind !== 'player' || !data?.player) continue;
    const before = players.get(data.player) ?? { id: data.player, name: '', hidden: false, same_as: null };
    const given = Object.entries(data).filter(([name, value]) => name === 'same_as' || value !== null);
    const { player, ...rest } = Object.fromEntries(given);
    players.set(player, { ...before, ...rest });
  }
  return players.values();
}

// Read what people have set of evenings by hand.
export const readEvenings = async () => (await logOf(OF_CIRCLE)).filter(event => event.kind === 'evening');

const LATEST = 100; // matches that home and a new match look at, here and on the server

export async function readPlayers() {
  const players = await resultOf((await objectStore('players')).getAll());
  const place = ({ name, id }) => `${name}\0${id}`;
  return players.sort((first, second) => (place(first) < place(second) ? -1 : 1));
}

// Return the summaries of the latest matches, the last played first. Older ones are not read: there may be thousands.
export async function readMatches(summaryOf) {
  for (;;) {
    const lines = await latestLines();
    const stale = lines.filter(line => !isFresh(line));
    if (!stale.length) return summariesOf(lines);
    const fresh = await Promise.all(stale.map(line => freshLine(line.id, summaryOf)));
    // Where there is no room for them they are computed anew the next time.
    if (!await replaceStale(stale, fresh).catch(() => false)) return summariesOf([...lines.filter(isFresh), ...fresh]);
  }
}

// A line of another version is computed anew: that may have known less.
export const isFresh = line => !line.stale && line.madeBy === PHONE.bundle;
const byEnd = (first, second) => second.moment - first.moment || (first.id < second.id ? -1 : 1);
const isVisible = ({ summary }) => summary && !summary.deleted;
const summariesOf = lines => lines.filter(isVisible).sort(byEnd).map(line => line.summary);

async function latestLines() {
  const request = (await objectStore('matches')).index('moment').openCursor(null, 'prev');
  const lines = [];
  return new Promise((resolve, reject) => {
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor || lines.length === LATEST) return resolve(lines);
      if (!isFresh(cursor.value) || isVisible(cursor.value)) lines.push(cursor.value);
      cursor.continue();
    };
  });
}

export function replaceStale(stale, fresh) {
  return change(async stores => {
    for (const [place, { id, stale: before }] of stale.entries()) {
      const now = await resultOf(stores.matches.get(id));
      if (now?.stale === before) stores.matches.put(fresh[place]); // else something has come meanwhile
    }
    return true;
  });
}

export async function freshLine(id, summaryOf) {
  const log = await logOf(id);
  const summary = isComplete(log) ? await summaryOf(log) : null;
  const moment = summary?.ends / 1000 || momentsOf(log).get(id); // Python counts in microseconds
  return { id, stale: 0, madeBy: PHONE.bundle, moment, summary };
}

function momentsOf(events) {
  const moments = new Map();
  for (const event of events) {
    if (event.match) moments.set(event.match, Math.max(moments.get(event.match) ?? 0, momentOf(event)));
  }
  return moments;
}

// As far as clocks can be believed: never after the server received it.
const momentOf = ({ at, received }) => Math.min(Date.parse(at) || Infinity, Date.parse(received) || Infinity);
