// Access to IndexedDB by promises.

const OPEN_TIMEOUT = 8000; // milliseconds; then we give up, and wait as long before the next try

class StoreProblem extends Error {}

export class StoreDoesNotOpen extends StoreProblem {}

export const pause = time => new Promise(resolve => { setTimeout(resolve, time); });

// Wait before the next try, so that a browser that does not answer is not asked again at once.
export const pauseBeforeReopening = () => pause(OPEN_TIMEOUT);

export async function openDatabase(name, version, upgrade) {
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = ({ oldVersion }) => upgrade(request, oldVersion);
  const late = pause(OPEN_TIMEOUT).then(() => {
    request.onsuccess = () => request.result.close();
    throw new StoreDoesNotOpen('The store does not open.');
  });
  const database = await Promise.race([resultOf(request), late]);
  database.onversionchange = () => database.close(); // so that a newer worker need not wait for this one
  return database;
}

export function resultOf(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// Resolve when the changes of the transaction are on the disk.
export function endOf(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error ?? new StoreProblem('The phone did not store it.'));
  });
}

// Firefox raises NS_ERROR_FILE_NO_DEVICE_SPACE, Chromium an UnknownError whose message has FILE_ERROR_NO_SPACE.
const FULL = /quota|no_(device_)?space/i;

// Return `full` if the phone has no room left, `store` if the browser cannot store for any other reason, else undefined.
// Browsers have a dozen names for the other reasons, such as AbortError, UnknownError and NotReadableError.
export function storeProblem(error) {
  const text = `${error?.name} ${error?.message}`;
  if (FULL.test(text)) return 'full';
  const isOther = error instanceof StoreProblem || error instanceof DOMException || text.startsWith('NS_ERROR');
  return isOther ? 'store' : undefined;
}
