// Where a worker has what was written, the page about this phone leaves it: it sends that first, and deletes everything.

const THIS_PHONE = '/phone/';

const registration = await navigator.serviceWorker?.getRegistration();
if (registration?.active && !document.referrer.endsWith(THIS_PHONE)) { // from there: the worker did not answer
  location.replace(`${THIS_PHONE}#leaving`);
}
