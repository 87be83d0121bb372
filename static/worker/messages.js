// Answers questions of pages to the worker. The answer goes through the channel that comes with the question.

import { PHONE } from './configuration.js';
import { resultOf } from './database.js';
import { identity } from './identity.js';
import { withdraw } from './refused.js';
import { change, objectStore, outbox, readState } from './store.js';
import { newStoreName, storeList } from './store-list.js';
import { countClosed, dropStoresOf, isClosed, ownOtherStores, strangersStores, takeOver, useStore } from './stores.js';
import { codeOf, notifyPages, problem, sync } from './sync.js';
import { clear } from './tidy.js';

// The handlers by the name of the question. Pages of other versions use these names, so they must stay.
export const handlers = {
  about,
  send: () => sync({ meet: true }).then(about),
  retry: () => sync({ retry: true }).then(about),
  withdraw: ({ id }) => withdraw(id).then(match => notifyPages({ changed: [match] })).then(about),
  bring: () => navigator.locks.request('sync', takeOver).then(() => sync({ meet: true })).then(about),
  clear: () => clearAndPull().then(about),
  file: async ({ refused = false, others = false }) =>
    asLines(others ? (await strangersStores()).flatMap(store => store.waiting)
      : refused ? (await outbox()).filter(record => record.refused) : await unsent()),
  leave: question => depart(question).then(about),
  discard: () => identity().then(me => dropStoresOf(me.person, isClosed)).then(() => sync()).then(about),
};

export async function reply(event) {
  const { data, ports: [port] } = event;
  try {
    port.postMessage(await handlers[data.ask](data, event));
  } catch (error) {
    console.error(error);
    port.postMessage(null);
  }
}

async function about() {
  const me = await identity();
  const waiting = await outbox();
  const [events, matches] = await Promise.all(
    ['events', 'matches'].map(async name => resultOf((await objectStore(name)).count())),
  );
  const refused = waiting.filter(record => record.refused);
  const others = await strangersStores();
  return {
    who: me.isRevoked ? 'revoked' : me.isKnown ? 'guest' : 'nobody',
    matches,
    events,
    waiting: waiting.length - refused.length,
    elsewhere: (await unsent()).length - waiting.length,
    closed: countClosed(await ownOtherStores(me.person), me),
    others: others.map(store => ({ names: store.names, waiting: store.waiting.length })),
    refused: await Promise.all(refused.map(refusedLine)),
    used: (await navigator.storage?.estimate?.())?.usage ?? null, // bytes
    isKept: await navigator.storage?.persisted?.() ?? false,
    version: (PHONE.cache ?? '').replace('phone-', ''), // empty if the worker is switched off
    inStep: await readState('inStep') ?? null,
    problem: problem ? codeOf(problem) : null,
  };
}

async function refusedLine({ id, event, refused }) {
  const { summary } = event.match ? await resultOf((await objectStore('matches')).get(event.match)) ?? {} : {};
  const { kind, match, data, at } = event;
  return { id, kind, match, deal: data.deal ?? null, name: data.name ?? '', at, names: summary?.names ?? [], ...refused };
}

// Return all events that wait to be sent, including those of other circles of the person, even of closed ones.
async function unsent() {
  const others = await ownOtherStores((await identity()).person);
  return [await outbox(), ...others.map(store => store.waiting)].flat();
}

// Return the events in the public format, as JSON Lines.
const asLines = records => records.map(({ event }) => `${JSON.stringify(event)}\n`).join('');

async function clearAndPull() {
  if (!await sync()) return; // the data could not be fetched again
  await navigator.locks.request('sync', async () => {
    await clear();
    await dropStoresOf((await identity()).person);
  });
  await sync({ meet: true });
}

// Give the phone to a person whom the server does not know. `farewell` reports it when the server can be reached.
async function depart({ waits = Infinity }) {
  await navigator.locks.request('sync', () => navigator.locks.request('whose', async () => {
    if ((await unsent()).length > waits) return; // another window has stored events that the page did not list
    const { key, device, person, isKnown } = await identity();
    const { open } = await storeList();
    await useStore(newStoreName(), open, ...(await ownOtherStores(person)).map(store => store.name));
    await change(({ state }) => {
      if (isKnown) state.put({ key, device }, 'left');
      return resultOf(state.put({ whole: true, since: 0, last: null }, 'pull')); // the new person has no data to pull
    });
  }));
  await sync({ meet: true });
}
