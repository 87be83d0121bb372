// When to sync and to tidy up: when a page says so, and when the browser finds the network again.

addEventListener('message', event => {
  if (!event.data?.ask) event.waitUntil(wake().catch(() => {})); // somebody has a page before them
  if (registration.waiting) skipWaiting(); // the old one was busy when this one first asked
  event.waitUntil(event.data?.ask ? reply(event) : sync(event.data ?? {}).then(() => trim(summaryOf)).catch(console.error));
});
addEventListener('sync', event => {
  isLeftToBrowser = true;
  event.waitUntil(sync().then(isDone => {
    if (!isDone) throw new Error('The browser is to try again.');
  }));
});
