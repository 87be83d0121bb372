// Access to IndexedDB by promises.

const OPENS = 8000; // milliseconds: a browser that has not answered by then is given up, and for as long again

export class Silent extends Error {}

export const pause = time => new Promise(resolve => { setTimeout(resolve, time); });

// Wait as long as for an opening, so that a browser that does not answer is not asked again at once.
export const pauseAsLong = () => pause(OPENS);

export async function openDatabase(name, version, upgrade) {
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = ({ oldVersion }) => upgrade(request, oldVersion);
  const late = pause(OPENS).then(() => {
    request.onsuccess = () => request.result.close();
    throw new Silent('The store does not open.');
  });
  const database = await Promise.race([resultOf(request), late]);
  database.onversionchange = () => database.close(); // a newer worker must not wait for this one
  return database;
}

export function resultOf(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export const isFull = error => error?.name === 'QuotaExceededError'; // no room is left on the phone
