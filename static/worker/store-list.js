// The list of stores on this phone. Each person has a store (a database) of their own for each circle, and one is open.

import { openDatabase, resultOf } from './database.js';

const FIRST = { open: 'scorekeeper', kept: ['scorekeeper'], gone: [] }; // before there could be several

// Return which store is open, which are kept and which are to be deleted; with `change`, after that change.
export async function storeList(change = null) {
  const database = await openDatabase('scorekeeper.people', 1, ({ result }) => result.createObjectStore('state'));
  try {
    const state = database.transaction('state', 'readwrite', { durability: 'strict' }).objectStore('state');
    const list = await resultOf(state.get('stores')) ?? FIRST;
    if (!change) return list;
    const changed = change(list);
    await resultOf(state.put(changed, 'stores'));
    return changed;
  } finally {
    database.close();
  }
}

export async function currentStore() {
  const { open, gone } = await storeList();
  if (gone.length) deleteStores(gone).catch(() => {}); // another time
  return open;
}

export async function deleteStores(names) {
  for (const name of names) await resultOf(indexedDB.deleteDatabase(name));
  await storeList(list => ({ ...list, gone: list.gone.filter(name => !names.includes(name)) }));
}

export const newStoreName = () => `scorekeeper.${crypto.randomUUID()}`;
