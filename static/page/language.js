// After a tap on a language: the phone's worker speaks one only, so another one is waited for. Then on to where the tap was.

const PATIENCE = 20_000; // milliseconds; who comes sooner reads the old language once more

const pause = time => new Promise(resolve => { setTimeout(resolve, time); });

async function renewed() {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration?.active) return;
  await registration.update();
  const coming = registration.installing ?? registration.waiting;
  if (coming) await new Promise(resolve => coming.addEventListener('statechange', () => hasCome(coming) && resolve()));
}

const hasCome = ({ state }) => ['activated', 'redundant'].includes(state);

// Only straight after the tap: who opens this page wants to choose.
if (new URLSearchParams(location.search).has('next') && !document.querySelector('.problem')) {
  await Promise.race([renewed().catch(() => {}), pause(PATIENCE)]);
  location.replace(document.querySelector('#go-on').href);
}
