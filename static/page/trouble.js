// Says once what went wrong in the worker or on the server, beside what it is about; what can wait for a network is no trouble.

let last = '';

function words(place, { problem, reasons, minutesOff }) {
  const { refused, clock } = place.dataset;
  if (reasons.length) return refused.replace('%(why)s', [...new Set(reasons.map(({ reason }) => reason))].join(' '));
  if (problem && place.dataset[problem.code]) return place.dataset[problem.code];
  return Math.abs(minutesOff) > 5 ? clock.replace('%(n)s', Math.abs(minutesOff)) : '';
}

document.addEventListener('trouble', ({ detail }) => {
  const place = document.querySelector('#trouble');
  const text = place && words(place, detail);
  if (!text) return;
  if (text !== last || place.hidden) {
    last = text;
    place.querySelector('p').textContent = text;
    place.hidden = false;
  }
  if (detail.problem?.isSave) place.scrollIntoView({ block: 'center' }); // people wait for an answer
});

// Where no worker answers, and no server, or one that cannot just now, or that refuses the person, as when the browser has
// forgotten who they are. What was typed stays on the page.
const AWAY = [0, 500, 502, 503, 504];
const BARRED = [403, 404];

document.addEventListener('htmx:beforeSwap', ({ detail }) => {
  if (detail.requestConfig.verb !== 'post' || !BARRED.includes(detail.xhr.status) || !document.querySelector('#trouble')) return;
  detail.shouldSwap = false;
  detail.isError = true;
});

for (const name of ['htmx:sendError', 'htmx:responseError']) {
  document.addEventListener(name, ({ detail: { requestConfig, xhr } }) => {
    if (requestConfig.verb !== 'post' || ![...AWAY, ...BARRED].includes(xhr.status)) return;
    const code = AWAY.includes(xhr.status) ? 'unsaved' : 'barred';
    const problem = { code, isSave: requestConfig.parameters.press === undefined };
    document.dispatchEvent(new CustomEvent('trouble', { detail: { problem, reasons: [], minutesOff: 0 } }));
  });
}

// The page itself says it when the request was for a page.
document.addEventListener('htmx:beforeSwap', ({ detail }) => {
  if (detail.boosted && detail.requestConfig.verb === 'get' && AWAY.includes(detail.xhr.status)) detail.shouldSwap = true;
});
