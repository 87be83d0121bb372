// Asks the worker questions, each with a channel for its answer.

const TIMEOUT = 3000; // milliseconds; then we ask the server
const SILENCE = 60_000; // milliseconds in which we do not ask a worker that did not answer

// Return the worker's answer, or `undefined` after this many milliseconds.
export async function askWorker(worker, question, patience) {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise(resolve => { port1.onmessage = ({ data }) => resolve(data); });
  worker.postMessage(question, [port2]);
  const late = new Promise(resolve => { setTimeout(resolve, patience); });
  const first = await Promise.race([answer, late]);
  port1.close();
  return first;
}

// ---- Questions about the form of a round

let silentWorker = null; // a worker that did not answer

// Return the worker that answers by a message, or null. A request would take twice as long. A worker that did not answer was
// stopped, or is too old for the message.
export function workerFor(form) {
  const { controller } = navigator.serviceWorker ?? {};
  return form.id === 'round' && controller !== silentWorker ? controller : null;
}

// Return the answer to a form, or null if no worker answers it.
export async function askAboutForm(handler, form, values) {
  const worker = workerFor(form);
  if (!worker) return null;
  const question = { ask: handler, path: form.getAttribute('action'), form: [...values] };
  const answer = await askWorker(worker, question, TIMEOUT).catch(() => null);
  if (answer === undefined) avoid(worker);
  return answer;
}

function avoid(worker) {
  silentWorker = worker;
  setTimeout(() => { silentWorker = null; }, SILENCE);
}
