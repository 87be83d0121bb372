// Holds the answer to a save that a page may send next, so that nobody waits for Python after the tap on Save. Nothing is
// stored before that tap.
//
// The page asks for it when a round is complete and nobody has tapped for a moment. It is used only if the form and the log
// are the same when the save comes.

import { textOf } from './ready-pages.js';

/** @typedef {{ text: string, now: string, answering: Promise<any> }} Prepared */

/** @type {Prepared | null} */
let prepared = null;

// Hold the answer, even while Python still works on it.
export function holdAnswer(question, answering) {
  const held = { text: textOf(question), now: question.now, answering: answering.catch(() => null) };
  prepared = held;
  return held.answering;
}

// Return the answer to the question, whose events get the time of this question. Return null if no answer is held.
export async function heldAnswer(question) {
  const held = prepared;
  prepared = null;
  const answer = held?.text === textOf(question) ? await held.answering : null;
  if (!answer) return null;
  return { ...answer, events: answer.events.map(event => event.at === held.now ? { ...event, at: question.now } : event) };
}
