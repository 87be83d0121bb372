// The pages that are on their way to the browser. They cannot hear news yet, so they get it with their first message.

const MOST = 20; // then the oldest is forgotten; the browser has probably dropped it
const opening = new Map(); // the ids of pages, each with the matches that have changed since it was requested

export function noteOpening(id) {
  if (!id) return;
  opening.set(id, []);
  if (opening.size > MOST) opening.delete(opening.keys().next().value);
}

// Note changes for the pages that are not among those that hear them.
export function noteMissed(changed, pages) {
  for (const [id, missed] of opening) if (!pages.some(page => page.id === id)) missed.push(...changed);
}

// Return the matches that changed while a page was on its way.
export function missedBy(id) {
  const missed = opening.get(id) ?? [];
  opening.delete(id);
  return missed;
}
