// What lies on the phone: events, which are the truth, and what is worked out from them.
//
// An event is kept as the public format has it, in a record beside what only the phone needs to know of it:
// `local` counts what has been written here and has no number of the server's yet, `refused` says why it never got one.

const OF_CIRCLE = 'circle'; // instead of a match, for players and evenings

// Where the pages lie that were shown last: see shown.js.
const SHOWN = { home: 'shown home', match: 'shown match' };

const OPENS = 8000; // milliseconds: a browser that has not answered by then is passed by, and for as long again

class Silent extends Error {}

const pause = time => new Promise(resolve => { setTimeout(resolve, time); });

let opened = null;

// The database of the person whom this phone speaks for: see people.js.
function database() {
  if (opened) return opened;
  const asked = opened = current().then(open);
  asked.catch(async error => {
    if (error instanceof Silent) await pause(OPENS);
    if (opened === asked) opened = null;
  });
  return asked;
}

// One that has been closed, by whomever, is opened anew.
async function open(name) {
  const found = await opening(name, 2, upgrade);
  found.onclose = () => {
    opened = null;
    forget();
  };
  found.addEventListener('versionchange', found.onclose);
  return found;
}

async function opening(name, version, upgrade) {
  const asked = indexedDB.open(name, version);
  asked.onupgradeneeded = ({ oldVersion }) => upgrade(asked, oldVersion);
  const late = pause(OPENS).then(() => {
    asked.onsuccess = () => asked.result.close();
    throw new Silent('The store does not open.');
  });
  const found = await Promise.race([got(asked), late]);
  found.onversionchange = () => found.close(); // a newer worker must not wait for this one
  return found;
}

// Every version that was ever released is brought up to this one.
function upgrade({ result, transaction }, version) {
  if (version < 1) {
    const events = result.createObjectStore('events', { keyPath: 'id' });
    events.createIndex('match', 'match');
    events.createIndex('local', 'local'); // the outbox: what has a number has no `local`
    result.createObjectStore('matches', { keyPath: 'id' });
    result.createObjectStore('players', { keyPath: 'id' });
    result.createObjectStore('state');
  }
  if (version < 2) {
    transaction.objectStore('matches').createIndex('moment', 'moment');
    if (version) transaction.objectStore('events').getAll().onsuccess = ({ target }) => dated(transaction, target.result);
  }
}

// Lines that were not made yet had no moment.
function dated(transaction, records) {
  const matches = transaction.objectStore('matches');
  for (const [id, moment] of momentsOf(records.map(record => record.event))) {
    matches.get(id).onsuccess = ({ target }) => matches.put({ stale: 1, ...target.result, id, moment });
  }
}

function got(asked) {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

const isFull = error => error?.name === 'QuotaExceededError'; // no room is left on the phone

async function look(store) {
  return (await database()).transaction(store).objectStore(store);
}

// All or nothing, and on the disk before anybody hears of it.
async function change(work) {
  forget();
  const stores = ['events', 'matches', 'players', 'state'];
  const transaction = (await database()).transaction(stores, 'readwrite', { durability: 'strict' });
  const ended = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error ?? new Error('The phone did not store it.'));
  });
  const [events, matches, players, state] = stores.map(name => transaction.objectStore(name));
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

const read = async name => got((await look('state')).get(name));
const write = (name, value) => change(({ state }) => got(state.put(value, name)));

// --- Events

// By the server's numbers; those without one last, as written.
const inOrder = records =>
  records.sort((one, other) => (one.event.seq ?? Infinity) - (other.event.seq ?? Infinity) || one.local - other.local);

const eventsOf = records => inOrder(records).map(record => record.event);

const logOf = async match => eventsOf(await got((await look('events')).index('match').getAll(match)));

let atHand = null; // what was read last of a match, while nothing has been written since
let changes = 0;

function forget() {
  atHand = null;
  changes += 1;
}

// What a page needs, read in one go: whether all has been pulled, what may be done, and the log of its match.
async function stored(match) {
  const then = changes;
  const transaction = (await database()).transaction(['events', 'state']);
  const [events, state] = ['events', 'state'].map(name => transaction.objectStore(name));
  const [pull, me, records] = await Promise.all([
    got(state.get('pull')), got(state.get('identity')), match ? got(events.index('match').getAll(match)) : [],
  ]);
  const found = { match, isPulled: pull?.whole ?? false, role: me?.role ?? 'owner', events: eventsOf(records) };
  if (then === changes) atHand = found.isPulled && isWhole(found.events) ? found : null;
  return found;
}

// After the first pull, which leaves out what is long over, a match may be here in part.
const isWhole = log => log.some(event => event.kind === 'start');

async function outbox() {
  return got((await look('events')).index('local').getAll());
}

// What has been written here.
function save(written) {
  return change(async stores => {
    let local = await got(stores.state.get('counter')) ?? 0;
    const fresh = [];
    for (const event of written) {
      if (await got(stores.events.get(event.id))) continue; // sent twice by an impatient finger
      local += 1;
      await mend(stores, event);
      stores.events.put({ id: event.id, match: event.match ?? OF_CIRCLE, local, event });
      fresh.push(event);
    }
    stores.state.put(local, 'counter');
    return touched(stores, fresh);
  });
}

// What the server has: its word on an event stands. The answer names the matches in which something is new.
function take(pulled, pull) {
  return change(async stores => {
    const fresh = [];
    for (const event of pulled) {
      if (!await got(stores.events.get(event.id))) fresh.push(event);
      stores.events.put({ id: event.id, match: event.match ?? OF_CIRCLE, event });
    }
    stores.state.put(pull, 'pull');
    await touched(stores, pulled);
    return matchesOf(fresh);
  });
}

function number(accepted) {
  return change(async ({ events }) => {
    for (const { id, seq } of accepted) {
      const { match, event } = await got(events.get(id)) ?? {};
      if (event) events.put({ id, match, event: { ...event, seq } });
    }
  });
}

function refuse(refused) {
  return change(async ({ events }) => {
    for (const { id, code, reason } of refused) {
      const record = id && await got(events.get(id));
      if (record?.local) events.put({ ...record, refused: { code, reason } });
    }
  });
}

// A newer version, or what others did meanwhile, may have changed the server's mind.
function forgetRefusals() {
  return change(async ({ events }) => {
    for (const { refused, ...record } of await got(events.index('local').getAll())) events.put(record);
  });
}

// The server has another log than we thought: everything we have is to be sent again, in the old order.
function forgetNumbers() {
  return change(async ({ events, state }) => {
    const records = inOrder(await got(events.getAll()));
    records.forEach(({ id, match, event: { seq, by, received, ...event } }, place) =>
      events.put({ id, match, local: place + 1, event }));
    state.put(records.length, 'counter');
    state.put({ whole: true, since: 0, last: null }, 'pull');
  });
}

// --- What is worked out from events

const matchesOf = events => [...new Set(events.map(event => event.match).filter(Boolean))];

// A line of a match is made anew when it is next asked for: whatever happens until then, it cannot be forgotten.
async function touched({ events, matches, players }, changed) {
  const moments = momentsOf(changed);
  for (const id of matchesOf(changed)) {
    const known = await got(matches.get(id)) ?? { id };
    const moment = Math.max(known.moment ?? 0, moments.get(id)); // the right one comes with the line
    matches.put({ ...known, moment, stale: (known.stale ?? 0) + 1 });
  }
  if (changed.some(event => event.kind === 'player')) {
    const records = inOrder(await got(events.index('match').getAll(OF_CIRCLE)));
    for (const player of folded(records.map(record => record.event))) players.put(player);
  }
}

function folded(events) {
  const found = new Map();
  for (const { kind, data } of events) {
    if (kind !== 'player' || !data?.player) continue;
    const known = found.get(data.player) ?? { id: data.player, name: '', hidden: false, same_as: null };
    const said = Object.entries(data).filter(([name, value]) => name === 'same_as' || value !== null);
    const { player, ...rest } = Object.fromEntries(said);
    found.set(player, { ...known, ...rest });
  }
  return found.values();
}

// What hands have said of evenings.
const evenings = async () => (await logOf(OF_CIRCLE)).filter(event => event.kind === 'evening');

const LATEST = 100; // matches that home and a new match look at, here and on the server

async function players() {
  const found = await got((await look('players')).getAll());
  const place = ({ name, id }) => `${name}\0${id}`;
  return found.sort((one, other) => (place(one) < place(other) ? -1 : 1));
}

// The lines of the matches, the last played first. What is older is not even looked at: there may be thousands.
async function matches(summaryOf) {
  for (;;) {
    const found = await latest();
    const stale = found.filter(record => !isFresh(record));
    if (!stale.length) return linesOf(found);
    const fresh = await Promise.all(stale.map(record => renewed(record.id, summaryOf)));
    // Where there is no room for them they are made anew the next time.
    if (!await replace(stale, fresh).catch(() => false)) return linesOf([...found.filter(isFresh), ...fresh]);
  }
}

// What another version has made is made anew: it may have known less.
const isFresh = record => !record.stale && record.madeBy === PHONE.bundle;
const byEnd = (one, other) => other.moment - one.moment || (one.id < other.id ? -1 : 1);
const isShown = ({ summary }) => summary && !summary.deleted;
const linesOf = records => records.filter(isShown).sort(byEnd).map(record => record.summary);

async function latest() {
  const asked = (await look('matches')).index('moment').openCursor(null, 'prev');
  const found = [];
  return new Promise((resolve, reject) => {
    asked.onerror = () => reject(asked.error);
    asked.onsuccess = () => {
      const cursor = asked.result;
      if (!cursor || found.length === LATEST) return resolve(found);
      if (!isFresh(cursor.value) || isShown(cursor.value)) found.push(cursor.value);
      cursor.continue();
    };
  });
}

function replace(stale, fresh) {
  return change(async stores => {
    for (const [place, { id, stale: then }] of stale.entries()) {
      const now = await got(stores.matches.get(id));
      if (now?.stale === then) stores.matches.put(fresh[place]); // else something has come meanwhile
    }
    return true;
  });
}

async function renewed(id, summaryOf) {
  const log = await logOf(id);
  const summary = isWhole(log) ? await summaryOf(log) : null;
  const moment = summary?.ends / 1000 || momentsOf(log).get(id); // the table counts in microseconds
  return { id, stale: 0, madeBy: PHONE.bundle, moment, summary };
}

function momentsOf(events) {
  const found = new Map();
  for (const event of events) {
    if (event.match) found.set(event.match, Math.max(found.get(event.match) ?? 0, momentOf(event)));
  }
  return found;
}

// As far as clocks can be believed: never after it was received.
const momentOf = ({ at, received }) => Math.min(Date.parse(at) || Infinity, Date.parse(received) || Infinity);
