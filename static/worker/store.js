// The open store: the events, and the data that is computed from them.
//
// A record holds an event in the public format and two fields for the phone. `local` numbers the events of this phone that
// have no number of the server's yet. `refused` says why the server has refused an event.

import { PHONE } from './configuration.js';
import { endOf, openDatabase, pauseBeforeReopening, resultOf, StoreDoesNotOpen } from './database.js';
import { asFurtherRound, isOtherRound } from './further-rounds.js';
import { gameNames, hasOwnGame, namedIn, NO_NAMES, renamedEvents } from './names.js';
import { amendRefused } from './refused.js';
import { currentStore } from './store-list.js';

const MOST_RENAMED = 500; // players of a match, as on the server
const MOST_LINKS = 2;
const OF_CIRCLE = 'circle'; // stands for the match in records of players and evenings

// The keys under which ready-pages.js stores pages.
export const READY = { home: 'shown home', match: 'shown match' };

export let opened = null;

// Open the current store.
export function database() {
  if (opened) return opened;
  const attempt = opened = currentStore().then(openStore);
  attempt.catch(async error => {
    if (error instanceof StoreDoesNotOpen) await pauseBeforeReopening();
    if (opened === attempt) opened = null;
  });
  return attempt;
}

// Close the store, and use the next one, or open the current store again at the next access.
export async function reopen(next = null) {
  const before = opened;
  opened = next;
  forgetPageData();
  (await before?.catch(() => null))?.close();
}

// Open a store. If the browser or another worker closes it, the next access opens the store again.
export async function openStore(name) {
  const store = await openDatabase(name, 2, upgrade);
  store.onclose = () => {
    opened = null;
    forgetPageData();
  };
  store.addEventListener('versionchange', store.onclose);
  return store;
}

// Upgrade a store of any released version.
function upgrade({ result, transaction }, version) {
  if (version < 1) {
    const events = result.createObjectStore('events', { keyPath: 'id' });
    events.createIndex('match', 'match');
    events.createIndex('local', 'local'); // this index is the outbox, because events with a number have no `local`
    result.createObjectStore('matches', { keyPath: 'id' });
    result.createObjectStore('players', { keyPath: 'id' });
    result.createObjectStore('state');
  }
  if (version < 2) {
    transaction.objectStore('matches').createIndex('moment', 'moment');
    if (version) transaction.objectStore('events').getAll().onsuccess = ({ target }) => addMoments(transaction, target.result);
  }
}

// Give every match a moment, because matches without a computed summary had none.
function addMoments(transaction, records) {
  const matches = transaction.objectStore('matches');
  for (const [id, moment] of momentsOf(records.map(record => record.event))) {
    matches.get(id).onsuccess = ({ target }) => matches.put({ stale: 1, ...target.result, id, moment });
  }
}

export async function objectStore(name) {
  return (await database()).transaction(name).objectStore(name);
}

// Run the work in a transaction, so that it changes all or nothing. Resolve when the changes are on the disk.
export async function transact(work, store = database()) {
  forgetPageData();
  const names = ['events', 'matches', 'players', 'state'];
  const transaction = (await store).transaction(names, 'readwrite', { durability: 'strict' });
  const ended = endOf(transaction);
  const [events, matches, players, state] = names.map(name => transaction.objectStore(name));
  try {
    const result = await work({ events, matches, players, state });
    await ended;
    forgetPageData();
    return result;
  } catch (error) {
    ended.catch(() => {});
    try { transaction.abort(); } catch { /* it has ended already */ }
    throw error;
  }
}

export const readState = async name => resultOf((await objectStore('state')).get(name));
export const writeState = (name, value) => transact(({ state }) => resultOf(state.put(value, name)));

// --- Events

// Sort records by the server's numbers. Events without a number come last, in the order in which they were stored.
const inOrder = records =>
  records.sort((first, second) => (first.event.seq ?? Infinity) - (second.event.seq ?? Infinity) || first.local - second.local);

const eventsOf = records => inOrder(records).map(record => record.event);

const logOf = async match => eventsOf(await resultOf((await objectStore('events')).index('match').getAll(match)));

export let lastPageData = null; // the page data that was read last, until something is stored
let changes = 0;

export function forgetPageData() {
  lastPageData = null;
  changes += 1;
}

// Read the data of a page in one transaction: whether everything was pulled, the identity and its role, and the match's log,
// whose players have the names that they have now.
export async function readPageData(match) {
  const before = changes;
  const names = ['events', 'state', 'players'];
  const transaction = (await database()).transaction(names);
  const [events, state, players] = names.map(name => transaction.objectStore(name));
  const [pull, me, records] = await Promise.all([
    resultOf(state.get('pull')), resultOf(state.get('identity')), match ? resultOf(events.index('match').getAll(match)) : [],
  ]);
  const written = eventsOf(records);
  const games = hasOwnGame(written) ? gameNames(eventsOf(await resultOf(events.index('match').getAll(OF_CIRCLE)))) : NO_NAMES;
  const log = match ? renamedEvents(written, await playersNamed(players, namedIn(written)), games) : written;
  const data = { match, me, isPulled: pull?.whole ?? false, role: me?.role ?? 'owner', events: log };
  if (before === changes) lastPageData = data.isPulled && isComplete(data.events) ? data : null;
  return data;
}

// Return these players, and those with whom they are merged. After some links read all, as a chain of them may be long. If hostile
// events name very many, return none: they keep the names of then.
async function playersNamed(players, ids) {
  const known = new Map();
  let wanted = ids.length > MOST_RENAMED ? [] : ids;
  for (let link = 0; wanted.length && link < MOST_LINKS; link += 1) {
    const read = (await Promise.all(wanted.map(id => resultOf(players.get(id))))).filter(Boolean);
    for (const player of read) known.set(player.id, player);
    wanted = read.map(player => player.same_as).filter(id => id && !known.has(id));
  }
  return wanted.length ? resultOf(players.getAll()) : [...known.values()];
}

// Return whether the log has its start. The first pull leaves out old matches, so later events of such a match come alone.
export const isComplete = log => log.some(event => event.kind === 'start');

export async function outbox() {
  return resultOf((await objectStore('events')).index('local').getAll());
}

// Store new events of this phone.
export function saveEvents(events, store = database()) {
  return transact(async stores => {
    let local = await resultOf(stores.state.get('counter')) ?? 0;
    const fresh = [];
    for (const event of events) {
      if (await resultOf(stores.events.get(event.id))) continue; // a second tap has sent the same event again
      local += 1;
      await amendRefused(stores, event);
      stores.events.put({ id: event.id, match: event.match ?? OF_CIRCLE, local, event });
      fresh.push(event);
    }
    stores.state.put(local, 'counter');
    return markChanged(stores, fresh);
  }, store);
}

// Store events from the server, in place of the phone's own records. Return what the new events change.
export function storePulled(pulled, pull, store = database()) {
  return transact(async stores => {
    const fresh = [];
    for (const event of pulled) {
      const known = await resultOf(stores.events.get(event.id));
      if (!known) fresh.push(event);
      if (known?.local && isOtherRound(known.event, event)) {
        const records = await resultOf(stores.events.index('match').getAll(known.match));
        for (const record of asFurtherRound(known, records)) stores.events.put(record);
      }
      stores.events.put({ id: event.id, match: event.match ?? OF_CIRCLE, event });
    }
    stores.state.put(pull, 'pull');
    await markChanged(stores, pulled);
    return changesOf(fresh);
  }, store);
}

export function storeNumbers(accepted) {
  return transact(async ({ events }) => {
    for (const { id, seq } of accepted) {
      const { match, event } = await resultOf(events.get(id)) ?? {};
      if (event) events.put({ id, match, event: { ...event, seq } });
    }
  });
}

export function storeRefusals(refused, store = database()) {
  return transact(async ({ events }) => {
    for (const { id, code, reason } of refused) {
      const record = id && await resultOf(events.get(id));
      if (record?.local) events.put({ ...record, refused: { code, reason } });
    }
  }, store);
}

// Let refused events be sent again. A newer server, or events of other people, may make them acceptable.
export function forgetRefusals() {
  return transact(async ({ events }) => {
    for (const { refused, ...record } of await resultOf(events.index('local').getAll())) events.put(record);
  });
}

// Let all events be sent again in the old order, because the server's log differs from the log that the phone pulled.
export function forgetNumbers(store = database()) {
  return transact(async ({ events, state }) => {
    const records = inOrder(await resultOf(events.getAll()));
    if (records.some(({ event }) => event.seq)) state.put(true, 'wasSent');
    records.forEach(({ id, match, event: { seq, by, received, hash, ...event } }, place) =>
      events.put({ id, match, local: place + 1, event }));
    state.put(records.length, 'counter');
    state.put({ whole: true, since: 0, last: null }, 'pull');
  }, store);
}

// --- Data that is computed from events

// Return the ids of the matches that these events change. Players and evenings belong to no match: they may change every page.
export const changesOf = events => [...matchIdsOf(events), ...(events.every(event => event.match) ? [] : [OF_CIRCLE])];

export const matchIdsOf = events => [...new Set(events.map(event => event.match).filter(Boolean))];

// Mark changed matches as stale and compute players. The mark is stored with the events, so no change can be missed. The
// line of a stale match is computed when it is next read.
export async function markChanged({ events, matches, players }, changed) {
  const moments = momentsOf(changed);
  for (const id of matchIdsOf(changed)) {
    const line = await resultOf(matches.get(id)) ?? { id };
    const moment = Math.max(line.moment ?? 0, moments.get(id)); // an estimate, until the line is computed
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

// Return the events of the circle itself: its players, its evenings, its own games.
export const readCircleEvents = () => logOf(OF_CIRCLE);

const LATEST = 100; // matches that the home page and a new match use, on the phone and on the server

export async function readPlayers() {
  const players = await resultOf((await objectStore('players')).getAll());
  const place = ({ name, id }) => `${name}\0${id}`;
  return players.sort((first, second) => (place(first) < place(second) ? -1 : 1));
}

// Return the summaries of the latest matches, the last played first. Older ones are not read, because there may be thousands.
export async function readMatches(summaryOf) {
  for (;;) {
    const lines = await latestLines();
    const stale = lines.filter(line => !isFresh(line));
    if (!stale.length) return summariesOf(lines);
    const fresh = await Promise.all(stale.map(line => freshLine(line.id, summaryOf)));
    // If the phone has no room for the lines, they are computed again the next time.
    if (!await replaceStale(stale, fresh).catch(() => false)) return summariesOf([...lines.filter(isFresh), ...fresh]);
  }
}

// Return whether a line is up to date. A line of another version is not, because it may lack new data.
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
  return transact(async stores => {
    for (const [place, { id, stale: before }] of stale.entries()) {
      const now = await resultOf(stores.matches.get(id));
      if (now?.stale === before) stores.matches.put(fresh[place]); // if it differs, the match has changed meanwhile
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

// Return the time of an event. A phone's clock may be ahead, so it is never later than the time when the server received it.
const momentOf = ({ at, received }) => Math.min(Date.parse(at) || Infinity, Date.parse(received) || Infinity);
