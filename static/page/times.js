// Times in the words of the reader.

const MOMENT = { dateStyle: 'medium', timeStyle: 'short' };
const DAY = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }; // a date is read as midnight there

function times() {
  for (const time of document.querySelectorAll('time[datetime]:not([data-said])')) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    time.dataset.said = '';
    const year = at.getUTCFullYear() === new Date().getFullYear() ? undefined : 'numeric';
    time.textContent = at.toLocaleString(document.documentElement.lang, 'day' in time.dataset ? { ...DAY, year } : MOMENT);
  }
}

for (const renewed of ['htmx:afterSettle', 'renewed']) document.addEventListener(renewed, times);
times();
