// The pages that are on their way to the browser. They cannot hear news yet, so they get it with their first message.

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
