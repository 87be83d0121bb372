// What the worker has met with is said once, beside what it is about; what can wait for a network says nothing.

let said = '';

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
  if (text !== said || place.hidden) {
    said = text;
    place.querySelector('p').textContent = text;
    place.hidden = false;
  }
  if (detail.problem?.isSave) place.scrollIntoView({ block: 'center' }); // somebody waits for an answer
});

// Where no worker answers, and no server, or one that says it cannot just now, or that whoever asks may not, as when
// the browser has forgotten who it is. What was typed stays on the page.
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

// A page that was asked for says it itself.
document.addEventListener('htmx:beforeSwap', ({ detail }) => {
  if (detail.boosted && detail.requestConfig.verb === 'get' && AWAY.includes(detail.xhr.status)) detail.shouldSwap = true;
});
