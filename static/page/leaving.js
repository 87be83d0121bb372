// Opens the page about this phone if there is a worker. That page sends the waiting events before it deletes everything.

const THIS_PHONE = '/phone/';

const registration = await navigator.serviceWorker?.getRegistration();
if (registration?.active && !document.referrer.endsWith(THIS_PHONE)) { // coming from there means that the worker did not answer
  location.replace(`${THIS_PHONE}#leaving`);
}
