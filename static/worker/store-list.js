// The list of stores on this phone. A store is a database. Each person has one for each circle, and one store is open.

import { endOf, openDatabase, resultOf } from './database.js';

export const FIRST = { open: 'scorekeeper', kept: ['scorekeeper'], gone: [] }; // on phones that had one store only

// Return the names of the open store, of all stores to keep and of stores to delete. If given, `change` changes them first.
export async function storeList(change = null) {
  const database = await openDatabase('scorekeeper.people', 1, ({ result }) => result.createObjectStore('state'));
  try {
    const transaction = database.transaction('state', change ? 'readwrite' : 'readonly', { durability: 'strict' });
    const state = transaction.objectStore('state');
    const list = await resultOf(state.get('stores')) ?? FIRST;
    if (!change) return list;
    const changed = change(list);
    state.put(changed, 'stores');
    await endOf(transaction);
    return changed;
  } finally {
    database.close();
  }
}

export async function currentStore() {
  const { open, gone } = await storeList();
  if (gone.length) deleteStores(gone).catch(() => {}); // after an error the next call tries again
  return open;
}

export async function deleteStores(names) {
  for (const name of names) await resultOf(indexedDB.deleteDatabase(name));
  await storeList(list => ({ ...list, gone: list.gone.filter(name => !names.includes(name)) }));
}

export const addStore = name => storeList(list => ({ ...list, kept: [...new Set([...list.kept, name])] }));

export const newStoreName = () => `scorekeeper.${crypto.randomUUID()}`;
