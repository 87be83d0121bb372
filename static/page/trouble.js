// Announces once what went wrong in the worker or on the server. A missing network alone is no trouble, because events wait.

import { spare } from './spare-drafts.js';

const DAY = 1440; // minutes
const ROOM = ['full', 'store']; // the phone cannot store anything
const ONCE = ['python', 'restored', 'outside', 'returned']; // news of one moment

let last = '';
let stays = false; // whether the text holds until the next page, as after a failed save

function words(place, { problem, waiting, chosen, closed, isOff, reasons, minutesOff }) {
  const { refused, clock, days } = place.dataset;
  if (reasons.length) return refused.replace('%(why)s', [...new Set(reasons.map(({ reason }) => reason))].join(' '));
  if (problem?.isSave && problem.code === 'game') return place.dataset.unsaved_game;
  if (problem && !problem.isSave && ROOM.includes(problem.code)) return place.dataset.room;
  if (isOff && waiting) return place.dataset.off;
  if (problem?.code === 'account_deleted' && !waiting) return place.dataset.deleted;
  if (problem && place.dataset[problem.code] && !(closed && problem.code === 'outside')) return place.dataset[problem.code];
  if (chosen && waiting) return place.dataset.chosen.replace('%(group)s', () => chosen);
  if (closed) return place.dataset.closed;
  const off = Math.abs(minutesOff);
  if (off < 2 * DAY) return off > 5 ? clock.replace('%(n)s', off) : '';
  return days.replace('%(n)s', Math.round(off / DAY).toLocaleString(document.documentElement.lang));
}

document.addEventListener('trouble', ({ detail }) => {
  const place = document.querySelector('#trouble');
  if (!place) return;
  const { problem } = detail;
  if (!place.hidden && stays && !problem?.isSave) return;
  const text = words(place, detail);
  if (!text) {
    if (detail.isWell) place.hidden = true; // it is over
    return;
  }
  stays = Boolean(problem) && (problem.isSave || ONCE.includes(problem.code)) && [place.dataset[problem.code], place.dataset.unsaved_game].includes(text);
  const isLost = problem?.isSave && ROOM.includes(problem.code) && spare.isLost;
  const more = isLost ? place.dataset.lost : problem?.isSave && problem.isBarred ? place.dataset.not_saved : '';
  const whole = `${text} ${more}`.trim();
  if (whole !== last || place.hidden) {
    last = whole;
    place.querySelector('p').textContent = whole;
    place.hidden = false;
  }
  if (!problem?.isSave) return;
  document.querySelector('.notice[data-saved]')?.remove(); // the save before, which would seem to be this one
  place.scrollIntoView({ block: 'center' }); // people wait for an answer
});

// AWAY: nobody could answer, or not now. BARRED: the server refused the person. In both cases the form stays on the page.
const AWAY = [0, 429, 500, 502, 503, 504, 507];
const BARRED = [403, 404];

// Our server sends this header with every answer; a proxy or a network with a sign-in page does not.
function unsavedCode(xhr) {
  if (BARRED.includes(xhr.status)) return 'barred';
  return xhr.getResponseHeader('Cross-Origin-Resource-Policy') ? 'busy' : 'unsaved';
}

document.addEventListener('htmx:beforeSwap', ({ detail }) => {
  if (detail.requestConfig.verb !== 'post' || ![429, ...BARRED].includes(detail.xhr.status) || !document.querySelector('#trouble')) return;
  detail.shouldSwap = false;
  detail.isError = true;
});

for (const name of ['htmx:sendError', 'htmx:responseError']) {
  document.addEventListener(name, ({ detail: { elt, requestConfig, xhr } }) => {
    if (requestConfig.verb !== 'post' || ![...AWAY, ...BARRED].includes(xhr.status)) return;
    const known = xhr.getResponseHeader('X-Problem');
    const isBarred = BARRED.includes(xhr.status);
    const isUndo = elt.closest('#notice') && !isBarred; // of a save, or its *Redo*: the round is as it was, and so is the key
    const code = isUndo ? 'again' : document.querySelector('#trouble')?.dataset[known] ? known : unsavedCode(xhr);
    const problem = { code, isSave: !isUndo && requestConfig.parameters.press === undefined, isBarred };
    document.dispatchEvent(new CustomEvent('trouble', { detail: { problem, reasons: [], minutesOff: 0 } }));
  });
}

// The answer to *Undo* or *Redo* was lost, and the match has changed since.
document.addEventListener('renewed', () => {
  const place = document.querySelector('#trouble');
  if (place && last === place.dataset.again) place.hidden = true;
});

// A game was missing, and now another is chosen, or the game is there.
document.addEventListener('htmx:afterSwap', () => {
  const place = document.querySelector('#trouble');
  if (place && last === place.dataset.game) place.hidden = true;
});

// If the request was for a page, display the answer, which says what went wrong.
document.addEventListener('htmx:beforeSwap', ({ detail }) => {
  if (detail.boosted && detail.requestConfig.verb === 'get' && AWAY.includes(detail.xhr.status)) detail.shouldSwap = true;
});
