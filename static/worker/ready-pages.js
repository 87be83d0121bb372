// The pages that people come back to are stored ready, as they were rendered last: nobody waits for them until Python is awake.
//
// A page depends on what is asked and on what is stored. Where any of that differs the stored page is of no use. The ids
// for what is written next are replaced: two pages never write under the same ones.

import { PHONE } from './configuration.js';
import { resultOf } from './database.js';
import { askPython, ready } from './python.js';
import { opened, readState, READY } from './store.js';

const slotOf = ({ path, events }) => events ? READY.match : path === '/' && READY.home;
const textOf = ({ ids, now, ...question }) => JSON.stringify([PHONE.cache, question]);

let unrendered = null; // the question that was answered without Python

export async function readyPage(question) {
  if (question.form || !slotOf(question)) return null;
  const { text, ids, html } = await readState(slotOf(question)) ?? {};
  if (text !== textOf(question)) return null;
  unrendered = question;
  return ids.reduce((page, id, place) => page.replaceAll(id, question.ids[place]), html);
}

// Return a function that stores the page in the store from which it was rendered. That store is closed when the phone
// switches to another person. Nothing depends on whether the page is stored.
export function storingReadyPage(question, status, html) {
  const [slot, store] = [slotOf(question), opened];
  return async () => {
    if (question.form || question.part || !slot || status !== 200) return;
    const ids = question.ids.filter(id => html.includes(id));
    const transaction = (await store).transaction('state', 'readwrite');
    await resultOf(transaction.objectStore('state').put({ text: textOf(question), ids, html }, slot));
  };
}

// What Python does for the first time takes long. Do it while people look at the page.
export async function wake() {
  await ready();
  const question = unrendered;
  unrendered = null;
  if (question) await askPython(question);
}
