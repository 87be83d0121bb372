// The pages of the browser. Those that are on their way cannot hear news yet, so they get it with their first message.

const MOST = 20; // then the oldest is forgotten; the browser has probably dropped it
const onTheirWay = new Map(); // the ids of pages, each with the matches that have changed since it was requested

export function noteOpening(id) {
  if (!id) return;
  onTheirWay.set(id, new Set());
  if (onTheirWay.size > MOST) onTheirWay.delete(onTheirWay.keys().next().value);
}

// Note changes for the pages that are not among those that hear them.
export function noteMissed(changed, pages) {
  for (const [id, missed] of onTheirWay) {
    if (!pages.some(page => page.id === id)) changed.forEach(match => missed.add(match));
  }
}

// Return the matches that changed while a page was on its way.
export function missedBy(id) {
  const missed = onTheirWay.get(id) ?? [];
  onTheirWay.delete(id);
  return [...missed];
}

// The paths that pages have named, by their ids. The browser knows only the address at which a page was loaded.
let paths = new Map();

export const notePath = (id, path) => { paths.set(id, path); };

// Return the paths of all open pages.
export async function openPaths() {
  const pages = await clients.matchAll({ includeUncontrolled: true, type: 'window' });
  paths = new Map(pages.map(({ id, url }) => [id, paths.get(id) ?? new URL(url).pathname]));
  return [...paths.values()];
}
