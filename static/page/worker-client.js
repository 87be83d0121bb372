// Asks the worker questions, each with a channel for its answer.

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
