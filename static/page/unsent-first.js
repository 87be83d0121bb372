// Sends what waits on this phone before its person deletes the account or leaves a group, and says what could not be sent:
// nobody could send it afterwards.

import { askWorker } from './worker-client.js';

const TIMEOUT = 20_000; // milliseconds

const registration = await navigator.serviceWorker?.getRegistration();
const known = registration?.active ? await askWorker(registration.active, { ask: 'send' }, TIMEOUT) : null;
const notice = document.getElementById('unsent');
const count = known ? known.waiting + known.elsewhere + known.refused.length : 0;
if (notice && count) {
  notice.querySelector('p').textContent = notice.dataset.text.replace('%(n)s', count.toLocaleString(document.documentElement.lang));
  notice.hidden = false;
}
