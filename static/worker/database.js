// Access to IndexedDB by promises.

const OPEN_TIMEOUT = 8000; // milliseconds; then we give up, and wait as long before the next try

export class StoreDoesNotOpen extends Error {}

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

export const isFull = error => error?.name === 'QuotaExceededError'; // the phone has no room left
