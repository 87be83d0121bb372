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

// Where no worker answers, and no server.
document.addEventListener('htmx:sendError', ({ detail }) => {
  if (detail.requestConfig.verb !== 'post') return;
  const problem = { code: 'unsaved', isSave: detail.requestConfig.parameters.press === undefined };
  document.dispatchEvent(new CustomEvent('trouble', { detail: { problem, reasons: [], minutesOff: 0 } }));
});
