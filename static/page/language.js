// After a tap on a language: the phone's worker speaks only one, so the page waits for another worker. Then it goes back.

const PATIENCE = 20_000; // milliseconds; after that people read the old language once more

const pause = time => new Promise(resolve => { setTimeout(resolve, time); });

async function updated() {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration?.active) return;
  await registration.update();
  const coming = registration.installing ?? registration.waiting;
  if (coming) await new Promise(resolve => { coming.addEventListener('statechange', () => hasCome(coming) && resolve()); });
}

const hasCome = ({ state }) => ['activated', 'redundant'].includes(state);

// Only straight after the tap: people who open this page want to choose.
if (new URLSearchParams(location.search).has('next') && !document.querySelector('.problem')) {
  await Promise.race([updated().catch(() => {}), pause(PATIENCE)]);
  location.replace(document.querySelector('#go-on').href);
}
