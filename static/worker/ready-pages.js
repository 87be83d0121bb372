// Stores the home page and the last page of a match as they were rendered, so that nobody waits for Python to start.
//
// A stored page is used only if the question and the stored data are the same as before. The ids of the page's next events
// are replaced, so that no two pages store events with the same ids.

import { PHONE } from './configuration.js';
import { resultOf } from './database.js';
import { askPython, ready } from './python.js';
import { opened, readState, READY } from './store.js';

const slotOf = ({ path, events }) => events ? READY.match : path === '/' && READY.home;

// Return what decides about the answer. The ids and the moment of a question do not.
export const textOf = ({ ids, now, ...question }) => JSON.stringify([PHONE.cache, question]);

let answeredFromStore = null; // the last question that a stored page has answered

export async function readyPage(question) {
  if (question.form || !slotOf(question)) return null;
  const { text, ids, html } = await readState(slotOf(question)) ?? {};
  if (text !== textOf(question)) return null;
  answeredFromStore = question;
  return ids.reduce((page, id, place) => page.replaceAll(id, question.ids[place]), html);
}

// Return a function that stores the page in the store from which it was rendered. If the phone switches to another person,
// that store is closed and the page is not stored, which does no harm.
export function storingReadyPage(question, status, html) {
  const [slot, store] = [slotOf(question), opened];
  return async () => {
    if (question.form || question.part || !slot || status !== 200) return;
    const ids = question.ids.filter(id => html.includes(id));
    const transaction = (await store).transaction('state', 'readwrite');
    await resultOf(transaction.objectStore('state').put({ text: textOf(question), ids, html }, slot));
  };
}

// Start Python and render the page once, while people look at the stored page. Later answers then take less time.
export async function warmUp() {
  await ready();
  const question = answeredFromStore;
  answeredFromStore = null;
  if (question) await askPython(question);
}
