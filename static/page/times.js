// Displays times in the reader's language and time zone.

/** @type {Intl.DateTimeFormatOptions} */
const MOMENT = { dateStyle: 'medium', timeStyle: 'short' };
/** @type {Intl.DateTimeFormatOptions} */
const DATE = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }; // a date means midnight in UTC

function wordTimes() {
  for (const time of document.querySelectorAll('time[datetime]:not([data-said])')) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    time.dataset.said = '';
    const year = at.getUTCFullYear() === new Date().getFullYear() ? undefined : 'numeric';
    time.textContent = at.toLocaleString(document.documentElement.lang, 'day' in time.dataset ? { ...DATE, year } : MOMENT);
  }
}

for (const renewed of ['htmx:afterSettle', 'renewed']) document.addEventListener(renewed, wordTimes);
wordTimes();
