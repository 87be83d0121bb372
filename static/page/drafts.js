// A half-typed round outlives a reload, a closed page, a browser that is killed. The answer to the save clears it, never a host.
//
// It is in IndexedDB because that is on the disk at once: Chromium takes up to a minute for localStorage.

const SAVED = 'saved'; // the key of the latest save
const PATIENCE = 1000; // milliseconds: a browser that does not answer must not delay the round

let opened = null;

function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('drafts', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('drafts');
    request.onsuccess = () => {
      request.result.onclose = () => { opened = null; };
      request.result.onversionchange = () => { request.result.close(); opened = null; }; // a person leaves this phone
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  return opened;
}

// Where the browser stores nothing, or has no room, the round is on the page all the same.
async function drafts(work) {
  const transaction = await database().then(store => store.transaction('drafts', 'readwrite')).catch(() => null);
  return transaction && new Promise(resolve => {
    const request = work(transaction.objectStore('drafts'));
    transaction.commit(); // a page that goes away in this moment would lose what is not on its way
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => resolve();
  });
}

const fieldsOf = form => [...new FormData(form)].filter(([name]) => name !== 'csrfmiddlewaretoken');
const fresh = () => document.querySelector('#round[data-draft][data-fresh]');

// A page that is still owed a draft has less than that.
function storeDraft() {
  const form = document.querySelector('#round[data-draft]:not([data-owed])');
  const typed = form && fieldsOf(form);
  if (form) drafts(store => store.put(typed, form.dataset.draft));
}

// entry.js restores it, and waits for an answer where there is none.
async function bringBack() {
  const { draft } = document.querySelector('#round[data-owed]')?.dataset ?? {};
  if (!draft) return;
  const typed = await Promise.race([drafts(store => store.get(draft)), pause(PATIENCE)]);
  document.dispatchEvent(new CustomEvent('draft', { detail: { draft, typed } }));
}

const pause = time => new Promise(resolve => { setTimeout(resolve, time); });

// Once for every save: its page may be opened again, with another round begun.
async function clear() {
  const { saved, event } = document.querySelector('[data-saved]')?.dataset ?? {};
  if (!saved || await drafts(store => store.get(SAVED)) === event) return;
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(30);
  await drafts(store => {
    store.put(event, SAVED);
    return store.delete(IDBKeyRange.bound(`${saved}/`, `${saved}0`)); // 0 comes after /
  });
}

const begin = () => Promise.race([clear().catch(() => {}), pause(PATIENCE)]).then(bringBack);

document.addEventListener('input', event => event.target.form?.id === 'round' && storeDraft());
document.addEventListener('htmx:afterSwap', event => event.detail.target.id === 'round' && !fresh() && storeDraft());
document.addEventListener('htmx:afterSettle', event => event.target === document.body && begin());
begin();
