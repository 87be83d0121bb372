// A half-typed round outlives a reload, a closed page, a browser that is killed. The save's answer clears it, never a host.
//
// It lies in IndexedDB because that is written down at once: Chromium takes up to a minute for localStorage.

const SAVED = 'saved'; // the save that was heard of last
const PATIENCE = 1000; // milliseconds: a browser that does not answer shall not keep the round from being written

let opened = null;

function database() {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open('drafts', 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore('drafts');
    asked.onsuccess = () => {
      asked.result.onclose = () => { opened = null; };
      asked.result.onversionchange = () => { asked.result.close(); opened = null; }; // somebody leaves this phone
      resolve(asked.result);
    };
    asked.onerror = () => reject(asked.error);
  });
  return opened;
}

// Where the browser keeps nothing, or has no room, the round is on the page all the same.
async function drafts(work) {
  const transaction = await database().then(found => found.transaction('drafts', 'readwrite')).catch(() => null);
  return transaction && new Promise(done => {
    const asked = work(transaction.objectStore('drafts'));
    transaction.commit(); // a page that goes away in this moment would take along what is not on its way
    transaction.oncomplete = () => done(asked.result);
    transaction.onabort = () => done();
  });
}

const written = form => [...new FormData(form)].filter(([name]) => name !== 'csrfmiddlewaretoken');
const fresh = () => document.querySelector('#round[data-draft][data-fresh]');

// A page that is still owed a draft holds less than that.
function keep() {
  const form = document.querySelector('#round[data-draft]:not([data-owed])');
  const typed = form && written(form);
  if (form) drafts(kept => kept.put(typed, form.dataset.draft));
}

// entry.js puts it back, and waits to hear so where there is none.
async function bringBack() {
  const { draft } = document.querySelector('#round[data-owed]')?.dataset ?? {};
  if (!draft) return;
  const typed = await Promise.race([drafts(kept => kept.get(draft)), pause(PATIENCE)]);
  document.dispatchEvent(new CustomEvent('draft', { detail: { draft, typed } }));
}

const pause = time => new Promise(done => { setTimeout(done, time); });

// Once for every save: its page may be opened again, with another round begun.
async function clear() {
  const { saved, event } = document.querySelector('[data-saved]')?.dataset ?? {};
  if (!saved || await drafts(kept => kept.get(SAVED)) === event) return;
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(30);
  await drafts(kept => {
    kept.put(event, SAVED);
    return kept.delete(IDBKeyRange.bound(`${saved}/`, `${saved}0`)); // 0 comes after /
  });
}

const begin = () => Promise.race([clear().catch(() => {}), pause(PATIENCE)]).then(bringBack);

document.addEventListener('input', event => event.target.form?.id === 'round' && keep());
document.addEventListener('htmx:afterSwap', event => event.detail.target.id === 'round' && !fresh() && keep());
document.addEventListener('htmx:afterSettle', event => event.target === document.body && begin());
begin();
