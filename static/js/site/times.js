const DAY_MS = 86_400_000;

/** Returns a moment as people say it: the time today, weekday and time this week, else the date. */
function formatMoment(moment, { now, locale }) {
  const midnight = (date) => new Date(date).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(now) - midnight(moment)) / DAY_MS);
  const time = { hour: "numeric", minute: "2-digit" };
  if (days === 0) return moment.toLocaleTimeString(locale, time);
  if (days > 0 && days < 7) return moment.toLocaleString(locale, { weekday: "short", ...time });
  return moment.toLocaleDateString(locale, { day: "numeric", month: "short", year: "numeric" });
}

/** Shows each `<time datetime>` under `root` in the viewer's own zone; the full moment becomes its tooltip. */
export function localiseTimes(root) {
  const locale = document.documentElement.lang || undefined;
  for (const element of root.querySelectorAll("time[datetime]:not([data-local])")) {
    const moment = new Date(element.dateTime);
    if (Number.isNaN(moment.valueOf())) continue;
    element.textContent = formatMoment(moment, { now: new Date(), locale });
    element.title = moment.toLocaleString(locale, { dateStyle: "full", timeStyle: "long" });
    element.dataset.local = "";
  }
}
