// Answers questions of pages to the worker. The answer goes through the channel that comes with the question.

import { PHONE } from './configuration.js';
import { pause, resultOf, storeProblem } from './database.js';
import { identity } from './identity.js';
import { locked, LOCKS } from './locks.js';
import { withdraw } from './refused.js';
import { objectStore, outbox, readState, transact } from './store.js';
import { beginAnew, compareOtherStores } from './restored.js';
import { newStoreName, storeList } from './store-list.js';
import { countClosed, dropStoresOf, isClosed, ownOtherStores, storesOfOthers, takeOverGuests, useStore } from './stores.js';
import { codeOf, notifyPages, problem, sync } from './sync.js';
import { clearStore } from './tidy.js';

const PATIENCE = 6000; // milliseconds that leaving waits for the server

// The handlers by the name of the question. Pages of other versions use these names, so they must stay.
export const handlers = {
  about: describePhone,
  send: () => sync({ meet: true }).then(describePhone),
  retry: () => sync({ retry: true }).then(describePhone),
  withdraw: ({ id }) => withdraw(id).then(match => notifyPages({ changed: [match] })).then(describePhone),
  bring: () => locked(LOCKS.sync, 'exclusive', takeOverGuests).then(() => sync({ meet: true })).then(describePhone),
  renew: () => locked(LOCKS.sync, 'exclusive', beginAnew).finally(() => sync({ meet: true })).then(describePhone),
  clear: () => clearAndPull().then(describePhone, describeFullPhone),
  file: async ({ refused = false, others = false }) =>
    toJsonLines(others ? (await storesOfOthers()).flatMap(store => store.waiting)
      : refused ? (await outbox()).filter(record => record.refused) : await unsent()),
  leave: question => leavePhone(question).then(describePhone, describeFullPhone),
  discard: () => identity().then(me => dropStoresOf(me.person, isClosed)).then(() => sync()).then(describePhone),
};

export async function answerQuestion(event) {
  const { data, ports: [port] } = event;
  try {
    port.postMessage(await handlers[data.ask](data, event));
  } catch (error) {
    console.error(error);
    port.postMessage(null);
  }
}

async function describePhone() {
  const me = await identity();
  const waiting = await outbox();
  const [events, matches] = await Promise.all(
    ['events', 'matches'].map(async name => resultOf((await objectStore(name)).count())),
  );
  const refused = waiting.filter(record => record.refused);
  const [own, others] = [await ownOtherStores(me.person), await storesOfOthers()];
  return {
    who: me.isDeleted ? 'deleted' : me.isRevoked ? 'revoked' : me.isKnown ? 'guest' : 'nobody',
    matches,
    events,
    waiting: waiting.length - refused.length,
    elsewhere: (await unsent()).length - waiting.length,
    closed: countClosed(own, me),
    players: [...new Set(own.filter(store => store.waiting.length).flatMap(store => store.names))],
    others: others.map(store => ({ names: store.names, waiting: store.waiting.length, isAccount: store.me.isAccount, isDeleted: store.me.isDeleted })),
    refused: await Promise.all(refused.map(refusedLine)),
    used: (await navigator.storage?.estimate?.())?.usage ?? null, // bytes
    isKept: await navigator.storage?.persisted?.() ?? false,
    version: (PHONE.cache ?? '').replace('phone-', ''), // empty if the worker is switched off
    inStep: await readState('inStep') ?? null,
    problem: problem ? codeOf(problem) : null,
  };
}

// Describe the phone after work that failed because the phone is full. Raise all other errors.
async function describeFullPhone(error) {
  if (storeProblem(error) !== 'full') throw error;
  return { ...await describePhone(), isFull: true };
}

const compareStores = () => locked(LOCKS.sync, 'exclusive', compareOtherStores);

async function refusedLine({ id, event, refused }) {
  const { summary } = event.match ? await resultOf((await objectStore('matches')).get(event.match)) ?? {} : {};
  const { kind, match, data, at } = event;
  return { id, kind, match, deal: data.deal ?? null, name: data.name ?? '', at, names: summary?.names ?? [], ...refused };
}

// Delete the drafts of rounds, which the pages store (drafts.js).
function deleteDrafts() {
  return new Promise(resolve => {
    const request = indexedDB.deleteDatabase('drafts');
    request.onsuccess = request.onerror = request.onblocked = resolve;
  });
}

// Return all events that wait to be sent, including those of other circles of the person, even of closed ones.
async function unsent() {
  const others = await ownOtherStores((await identity()).person);
  return [await outbox(), ...others.map(store => store.waiting)].flat();
}

// Return the events in the public format, as JSON Lines.
const toJsonLines = records => records.map(({ event }) => `${JSON.stringify(event)}\n`).join('');

async function clearAndPull() {
  if (!await sync()) return; // the data could not be fetched again
  await locked(LOCKS.sync, 'exclusive', async () => {
    const me = await identity();
    await compareOtherStores(); // the server must still have what this deletes
    await clearStore();
    await dropStoresOf(me.person);
  });
  await sync({ meet: true });
}

// Give the phone to a person whom the server does not know. `signOutFormerPerson` reports it when the server can be reached.
//
// If the server was restored from an older copy, it may lack events that it has accepted, so ask it first. Without a network
// nobody can know.
async function leavePhone({ waits = Infinity }) {
  await Promise.race([pause(PATIENCE), sync().then(isWell => isWell && compareStores())]).catch(console.error);
  await locked(LOCKS.sync, 'exclusive', () => locked(LOCKS.openStore, 'exclusive', async () => {
    if ((await unsent()).length > waits) return; // another window has stored events that the page did not list
    const { key, device, person, isKnown } = await identity();
    const { open } = await storeList();
    await useStore(newStoreName(), open, ...(await ownOtherStores(person)).map(store => store.name));
    await transact(({ state }) => {
      if (isKnown) state.put({ key, device }, 'left');
      return resultOf(state.put({ whole: true, since: 0, last: null }, 'pull')); // the new person has no data to pull
    });
    await deleteDrafts();
  }));
  await sync({ meet: true });
}
