// Opens the page about this phone if there is a worker. That page sends the waiting events before it deletes everything. If the
// worker did not answer there, ask it to send what it can while the person reads what signing out means.

import { askWorker } from './worker-client.js';

const THIS_PHONE = '/phone/';
const TIMEOUT = 20_000; // milliseconds

const registration = await navigator.serviceWorker?.getRegistration();
if (registration?.active && document.referrer.endsWith(THIS_PHONE)) askWorker(registration.active, { ask: 'send' }, TIMEOUT);
else if (registration?.active) location.replace(`${THIS_PHONE}#leaving`);
