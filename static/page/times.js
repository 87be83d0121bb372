// Displays times in the reader's language and time zone, all in one style: the day, with the time where it is known.

/** @type {Intl.DateTimeFormatOptions} */
const DATE = { weekday: 'short', day: 'numeric', month: 'short' };

function wordTimes() {
  for (const time of document.querySelectorAll('time[datetime]:not([data-said])')) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    time.dataset.said = '';
    const year = at.getUTCFullYear() === new Date().getFullYear() ? undefined : 'numeric';
    /** @type {Intl.DateTimeFormatOptions} */
    const rest = 'day' in time.dataset ? { timeZone: 'UTC' } : { hour: 'numeric', minute: '2-digit' }; // a date means midnight in UTC
    time.textContent = at.toLocaleString(document.documentElement.lang, { ...DATE, year, ...rest });
  }
}

for (const renewed of ['htmx:afterSettle', 'renewed']) document.addEventListener(renewed, wordTimes);
wordTimes();
