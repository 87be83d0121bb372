// Says how many entries of this phone the server does not have yet.

import { askWorker } from './worker-client.js';

const AGAIN = 3000; // milliseconds
const PATIENCE = 90_000; // milliseconds; long, because the worker may wait for a server that does not answer
const place = document.querySelector('#unsent');

async function count() {
  const { active } = await navigator.serviceWorker?.getRegistration() ?? {};
  const phone = active && await askWorker(active, { ask: 'send' }, PATIENCE);
  if (!phone) return;
  const waiting = phone.waiting + phone.elsewhere + phone.refused.length;
  place.hidden = !waiting;
  place.textContent = place.dataset.words.replace('%(n)s', waiting.toLocaleString(document.documentElement.lang));
  if (waiting) setTimeout(count, AGAIN);
}

count();
