// Waits for the worker of a language that was just chosen, because a worker has only one language. Then it goes back.

const TIMEOUT = 20_000; // milliseconds; then it goes back in the old language

const pause = time => new Promise(resolve => { setTimeout(resolve, time); });

async function waitForUpdate() {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration?.active) return;
  await registration.update();
  const coming = registration.installing ?? registration.waiting;
  if (coming) await new Promise(resolve => { coming.addEventListener('statechange', () => hasCome(coming) && resolve()); });
}

const hasCome = ({ state }) => ['activated', 'redundant'].includes(state);

// Go back only straight after the choice, because people who open this page want to choose.
if (new URLSearchParams(location.search).has('next') && !document.querySelector('.problem')) {
  await Promise.race([waitForUpdate().catch(() => {}), pause(TIMEOUT)]);
  location.replace(document.querySelector('#go-on').href);
}
