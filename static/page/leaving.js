// Where a worker holds what was written, the phone is left by it: it sends that first, and nothing stays here.

const HERE = '/phone/';

const found = await navigator.serviceWorker?.getRegistration();
if (found?.active && !document.referrer.endsWith(HERE)) location.replace(`${HERE}#leaving`); // from there: it did not answer
