// Questions of pages to the worker. The answer goes to the channel that comes with the question.

import { PHONE } from './configuration.js';
import { resultOf } from './database.js';
import { identity } from './identity.js';
import { withdraw } from './refused.js';
import { change, objectStore, outbox, readState } from './store.js';
import { newStoreName, storeList } from './store-list.js';
import { dropStoresOf, otherStoresOf, storesOfOthers, takeOver, useStore } from './stores.js';
import { notifyPages, problem, sync } from './sync.js';
import { clear } from './tidy.js';

// By what a page asks. Pages of other versions ask, too: these names stay.
export const handlers = {
  about,
  send: () => sync({ meet: true }).then(about),
  retry: () => sync({ retry: true }).then(about),
  withdraw: ({ id }) => withdraw(id).then(match => notifyPages({ changed: [match] })).then(about),
  bring: () => navigator.locks.request('sync', takeOver).then(() => sync({ meet: true })).then(about),
  clear: () => clearAndPull().then(about),
  file: async ({ refused = false, others = false }) =>
    asLines(others ? (await storesOfOthers()).flatMap(store => store.waiting)
      : refused ? (await outbox()).filter(record => record.refused) : await unsent()),
  leave: question => depart(question).then(about),
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
  const others = await storesOfOthers();
  return {
    who: me.isRevoked ? 'revoked' : me.isKnown ? 'guest' : 'nobody',
    matches,
    events,
    waiting: waiting.length - refused.length,
    elsewhere: (await unsent()).length - waiting.length,
    others: others.map(store => ({ names: store.names, waiting: store.waiting.length })),
    refused: await Promise.all(refused.map(refusedLine)),
    used: (await navigator.storage?.estimate?.())?.usage ?? null, // bytes
    isKept: await navigator.storage?.persisted?.() ?? false,
    version: (PHONE.cache ?? '').replace('phone-', ''), // none where the worker is switched off
    inStep: await readState('inStep') ?? null,
    problem: problem?.code ?? (problem ? 'phone' : null),
  };
}

async function refusedLine({ id, event, refused }) {
  const { summary } = event.match ? await resultOf((await objectStore('matches')).get(event.match)) ?? {} : {};
  const { kind, match, data, at } = event;
  return { id, kind, match, deal: data.deal ?? null, name: data.name ?? '', at, names: summary?.names ?? [], ...refused };
}

// Return also what was written in circles that no page is about now, or that have closed since.
async function unsent() {
  const others = await otherStoresOf((await identity()).person);
  return [await outbox(), ...others.map(store => store.waiting)].flat();
}

// JSON Lines: the events in the public format.
const asLines = records => records.map(({ event }) => `${JSON.stringify(event)}\n`).join('');

async function clearAndPull() {
  if (!await sync()) return; // it could not be fetched again
  await navigator.locks.request('sync', async () => {
    await clear();
    await dropStoresOf((await identity()).person);
  });
  await sync({ meet: true });
}

// Give the phone to a stranger. The server hears of it, as soon as it can be reached.
async function depart({ waits = Infinity }) {
  await navigator.locks.request('sync', () => navigator.locks.request('whose', async () => {
    if ((await unsent()).length > waits) return; // written in another window since the page listed what would go
    const { key, device, person, isKnown } = await identity();
    const { open } = await storeList();
    await useStore(newStoreName(), open, ...(await otherStoresOf(person)).map(store => store.name));
    await change(({ state }) => {
      if (isKnown) state.put({ key, device }, 'left');
      return resultOf(state.put({ whole: true, since: 0, last: null }, 'pull')); // it begins with nothing, network or not
    });
  }));
  await sync({ meet: true });
}
