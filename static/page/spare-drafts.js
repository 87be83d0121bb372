// Holds drafts in sessionStorage, which has room of its own, while IndexedDB cannot store them. They last as long as the tab.

const PREFIX = 'draft ';

// Return the result of the work, or nothing if the browser forbids sessionStorage or has no room there.
function attempt(work) {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}

export const spare = {
  isLost: false, // whether the last draft is in no store, so that it ends with the page

  get: name => attempt(store => JSON.parse(store.getItem(PREFIX + name))) ?? undefined,

  // Store the draft, and return whether there was room.
  put(name, typed) {
    const isStored = attempt(store => { store.setItem(PREFIX + name, JSON.stringify(typed)); return true; }) ?? false;
    if (!isStored) this.delete(name); // an older one would come back in its place
    return isStored;
  },

  delete: name => attempt(store => store.removeItem(PREFIX + name)),

  deleteAll: () => spare.names('').forEach(spare.delete),

  // Return the names of the drafts that begin like this.
  names: start => (attempt(Object.keys) ?? []).filter(key => key.startsWith(PREFIX + start)).map(key => key.slice(PREFIX.length)),
};
