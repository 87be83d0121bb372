// The worker of a server that has switched workers off. It sends the outbox and unregisters itself. Then Django answers.

import { identity, renewSession } from './identity.js';
import { answerQuestion } from './messages.js';
import { changesOf } from './store.js';
import { notifyPages, recordsToSend, sync } from './sync.js';

addEventListener('install', () => skipWaiting());
addEventListener('activate', event => event.waitUntil(clients.claim().then(leave)));
addEventListener('message', event => event.waitUntil(event.data?.ask ? answerQuestion(event) : leave()));
addEventListener('sync', event => event.waitUntil(leave()));

async function leave() {
  const before = await recordsToSend();
  await sync();
  const waiting = await recordsToSend();
  if (waiting.length < before.length) await notifyPages({ changed: changesOf(before.map(record => record.event)) }); // the server's pages lacked them
  if (waiting.length) return; // the worker stays until a page asks again
  const me = await identity();
  if (me.isKnown) await renewSession(me).catch(() => {}); // Django's pages must know the same person
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
}
