// Whose data lies on the phone, and of which circle. Everybody has a store (a database) of their own for each, and one of
// them is open: no other is shown, written or sent until Django's pages are somebody else's, or about another circle.
//
// What reads in order to write has 'sync' or 'whose' locked, so that the store is the same one from first to last.

const FIRST = { open: 'scorekeeper', kept: ['scorekeeper'], gone: [] }; // before there could be several

// Which store is open, which are kept, which are to be deleted.
async function shelf(change = null) {
  const database = await opening('scorekeeper.people', 1, ({ result }) => result.createObjectStore('state'));
  try {
    const state = database.transaction('state', 'readwrite', { durability: 'strict' }).objectStore('state');
    const known = await got(state.get('stores')) ?? FIRST;
    if (!change) return known;
    const changed = change(known);
    await got(state.put(changed, 'stores'));
    return changed;
  } finally {
    database.close();
  }
}

async function current() {
  const { open, gone } = await shelf();
  if (gone.length) sweep(gone).catch(() => {}); // another time
  return open;
}

async function sweep(gone) {
  for (const name of gone) await got(indexedDB.deleteDatabase(name));
  await shelf(known => ({ ...known, gone: known.gone.filter(name => !gone.includes(name)) }));
}

const newName = () => `scorekeeper.${crypto.randomUUID()}`;

// From here on everything is about this store. What else the browser keeps may be pages of the one before.
async function use(name, ...dropped) {
  await shelf(({ kept, gone }) => ({
    open: name,
    kept: [...new Set([...kept, name])].filter(one => !dropped.includes(one)),
    gone: [...gone, ...dropped],
  }));
  await turnOver(null);
  for (const cache of await caches.keys()) if (cache !== PHONE.cache) await caches.delete(cache);
  await database();
}

async function turnOver(next) {
  const before = opened;
  opened = next;
  forget();
  (await before?.catch(() => null))?.close();
}

// Of the stores put aside of somebody, those go that the server has all of.
async function dropAside(person) {
  const names = (await storesOf(person)).filter(store => !store.waiting.length).map(store => store.name);
  await shelf(({ open: mine, kept, gone }) => ({
    open: mine,
    kept: kept.filter(name => !names.includes(name)),
    gone: [...gone, ...names],
  }));
  await sweep(names);
}

// Each person's store is put aside as it is, with what was not sent, and is there again when they are.
// What nobody known has written becomes that of the first who is known.
function turnTo({ person, circle }) {
  return navigator.locks.request('whose', async () => {
    const me = await identity();
    const aside = await storesOf(person);
    const theirs = aside.find(store => store.me.circle === circle);
    if (!me.isKnown && theirs) await moveInto(theirs.name);
    if (!me.isKnown) return;
    const known = me.person === person ? me : aside[0]?.me;
    await use(theirs?.name ?? newName());
    if (known) await become({ ...known, circle, role: theirs?.me.role ?? 'reader' }); // one key for all of their stores
  });
}

// Those put aside of this person.
const storesOf = async person => (await storesAside()).filter(store => store.me.person === person);

// All that are put aside, each with what it knows of itself, what waits in it, and the names of who plays there.
async function storesAside() {
  const { open: mine, kept } = await shelf();
  const found = [];
  for (const name of kept.filter(one => one !== mine)) {
    const aside = await open(name);
    const me = await got(aside.transaction('state').objectStore('state').get('identity'));
    const events = aside.transaction('events').objectStore('events');
    const waiting = await got(events.index('local').getAll());
    const matches = [...new Set((me?.isGuest ? await got(events.getAll()) : waiting).map(record => record.match))];
    const logs = await Promise.all(matches.map(match => got(events.index('match').getAll(match))));
    aside.close();
    if (me?.isKnown) found.push({ name, me, waiting, names: playing(logs.flat()) });
  }
  return found;
}

function playing(records) {
  const starts = records.filter(({ event }) => event.kind === 'start');
  return [...new Set(starts.flatMap(({ event }) => event.data.players.map(player => player.name)))];
}

// How many entries wait in those put aside. It changes only when another store is opened, or one is dropped.
let counted = {};
async function waitingAside() {
  const { open: mine, kept } = await shelf();
  const stores = String([mine, kept]);
  if (counted.stores !== stores) {
    const waiting = (await storesAside()).flatMap(store => store.waiting);
    counted = { stores, number: waiting.filter(record => !record.refused).length };
  }
  return counted.number;
}

// Of others who had this phone, those in whose stores something waits, and guests whose circles nobody here can open.
async function others() {
  const { person } = await identity();
  return (await storesAside()).filter(store => store.me.person !== person && (store.waiting.length || store.me.isGuest));
}

// What other guests have written becomes that of whoever has the phone in hand and wants it, and is sent then.
async function takeOver() {
  for (const { me: theirs } of await others()) {
    const said = await met(theirs, { brings: true }).catch(trouble => {
      if (![401, 409].includes(trouble.status)) throw trouble; // whoever has an account sends it, by signing in
    });
    if (!said) continue;
    await handAside(theirs.person, said.person);
    await turnTo({ person: said.person, circle: theirs.circle });
  }
}

// Written there before it is gone from here: cut short, it is in both, which harms nothing.
async function moveInto(theirs) {
  const { open: mine } = await shelf();
  const written = (await outbox()).map(record => record.event);
  await turnOver(open(theirs));
  try {
    await save(written);
    await use(theirs, mine);
  } catch (error) {
    await turnOver(null);
    throw error;
  }
}

// Where several have stores, each page that is opened may be another's; and a stranger may be one of them.
async function isUnsure(isOpened) {
  const { kept } = await shelf();
  return kept.length > 1 && (isOpened || !(await identity()).isKnown);
}

// A page names the person whom it was made for, and perhaps a circle. It may be an old one: who is signed in, and
// which circle they have chosen, the server knows. The answer is whether another circle's store is open now.
async function follow(named, circle) {
  const me = await identity();
  if (named === me.person && !me.isRevoked && (!circle || circle === me.circle)) return false;
  let said = await ask('GET', '/phone/session/');
  if (!said.person) return false;
  const isOurs = said.person !== me.person && me.isKnown && !me.isRevoked && await isTheirs(me);
  if (isOurs) said = await ask('GET', '/phone/session/'); // who came in by an invitation may be ours now
  for (const guest of said.was ?? []) await handAside(guest, said.person);
  const isAnother = said.person !== me.person;
  if (isAnother && isOurs) await comeAlong(me, said.person);
  else if (isAnother && !said.was?.includes(me.person)) await turnTo(said);
  else if (isAnother || me.isRevoked) await startAgain(me);
  else if (said.circle && said.circle !== me.circle) await changeCircle(me, said);
  return (await identity()).circle !== me.circle;
}

// What was written in a circle goes there before it is left. Where it is not let in any more, it stays in its store.
async function changeCircle(me, said) {
  if ((await toSend()).length) {
    await inStep(me, () => {}).catch(trouble => {
      if (![403, 404].includes(trouble.status)) throw trouble;
    });
  }
  await turnTo(said);
}

// A guest who signs in to an account brings the phone along: its key speaks for that person then. Where the guest had
// no cookie yet, they come along now. Who has just come in by an invitation becomes the guest instead. A guest who does
// not come along may still be taken over later.
const isTheirs = async me => await isTaken(session(me))
  || isTaken(met(me), trouble => become(me, { isGuest: trouble.code === 'guest' }));

function isTaken(asked, refused = () => {}) {
  return asked.then(() => true, async trouble => {
    if (![401, 409].includes(trouble.status)) throw trouble;
    await refused(trouble);
    return false;
  });
}

// The key has ended, and whoever it spoke for has signed in again: a new key sends what waits, to the same circle.
async function startAgain(me) {
  await forgetSent(me);
  await become(me, { ...stranger(), circle: me.circle, isRevoked: false, session: 0 });
}

// The stores put aside of a guest belong to the person that this guest has become part of.
async function handAside(guest, person) {
  for (const { name, me: theirs } of await storesOf(guest)) {
    const aside = await open(name);
    await got(aside.transaction('state', 'readwrite').objectStore('state').put({ ...theirs, person }, 'identity'));
    aside.close();
  }
}

// The circle has come along too; one in which nothing was written has not.
async function comeAlong(me, person) {
  await handAside(me.person, person);
  if ((await read('pull'))?.since) await become(me, { person });
  else await adopt(me);
}
