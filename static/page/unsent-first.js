// Sends what waits on this phone before its person deletes the account or leaves a group: nobody could send it afterwards. The
// form waits for that. If something could not be sent, the page says how much.

import { askWorker } from './worker-client.js';

const ANSWER = 5000; // milliseconds in which a worker that runs says what waits
const PATIENCE = 10_000; // milliseconds until the page says what is left, although the server has not answered
const LONGEST = 90_000; // milliseconds in which a slow line may still send it

const form = document.querySelector('main form');
const notice = document.getElementById('unsent');
let isKnown = false; // whether nothing waits, or the page says what is left
let key = null; // the button that was pressed before that

form.addEventListener('submit', event => {
  if (isKnown) return;
  event.preventDefault();
  key = event.submitter;
});

const countOf = phone => phone ? phone.waiting + phone.elsewhere + phone.refused.length : 0;

function display(count, text) {
  say(text.replace('%(n)s', count.toLocaleString(document.documentElement.lang)));
  notice.hidden = !count;
}

function say(text) {
  notice.querySelector('p').textContent = text;
  notice.hidden = false;
}

async function sendFirst() {
  const { active } = await navigator.serviceWorker?.getRegistration() ?? {};
  const count = active ? countOf(await askWorker(active, { ask: 'about' }, ANSWER)) : 0;
  if (!count) return;
  const { sending, left, sent: nothing } = notice.dataset;
  display(count, sending);
  let isAnswered = false;
  const sent = askWorker(active, { ask: 'send' }, LONGEST).then(phone => {
    isAnswered = true;
    display(phone ? countOf(phone) : count, left);
    if (isKnown && notice.hidden) say(nothing); // the page has said something else meanwhile
  });
  await Promise.race([sent, new Promise(resolve => { setTimeout(resolve, PATIENCE); })]);
  if (!isAnswered) display(count, left);
}

await sendFirst().catch(console.error);
isKnown = true;
if (key && notice.hidden) form.requestSubmit(key);
