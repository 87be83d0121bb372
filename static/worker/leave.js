// The worker of a server that has switched workers off. It sends the outbox and unregisters itself. Then Django answers.

import { identity, renewSession } from './identity.js';
import { answerQuestion } from './messages.js';
import { recordsToSend, sync } from './sync.js';

addEventListener('install', () => skipWaiting());
addEventListener('activate', event => event.waitUntil(clients.claim().then(leave)));
addEventListener('message', event => event.waitUntil(event.data?.ask ? answerQuestion(event) : leave()));
addEventListener('sync', event => event.waitUntil(leave()));

async function leave() {
  await sync();
  if ((await recordsToSend()).length) return; // events wait, so the worker stays until a page asks again
  const me = await identity();
  if (me.isKnown) await renewSession(me).catch(() => {}); // Django's pages must know the same person
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
}
