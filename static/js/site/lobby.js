// The lobby's lists are asked for again every few seconds, while the page is seen.
import { startDialogs } from "./dialogs.js";
import { startEstimate } from "./estimate.js";
import { syncPart } from "./keyed_lists.js";

const POLL_MS = 4000;
/** After failures the wait grows up to this. */
const POLL_MAX_MS = 60_000;

const lists = document.querySelector("[data-lobby]");
let wait = POLL_MS;
let timer = 0;
const askEstimate = startEstimate(document.querySelector(".table-form"));

async function refresh() {
  const answer = await fetch(lists.dataset.lobby, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(`lobby: ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.title = page.querySelector("[data-title]").dataset.title;
  for (const fresh of page.querySelectorAll("[data-part]")) {
    syncPart(lists.querySelector(`[data-part="${fresh.dataset.part}"]`), fresh);
  }
}

async function poll() {
  try {
    await refresh();
    wait = POLL_MS;
  } catch {
    // The server is away or the answer was cut off: the lists stay as they are.
    wait = Math.min(wait * 2, POLL_MAX_MS);
  }
  if (!document.hidden) timer = setTimeout(poll, wait);
}

document.addEventListener("visibilitychange", () => {
  clearTimeout(timer);
  if (!document.hidden) poll();
});
timer = setTimeout(poll, POLL_MS);
startDialogs(document);
document.addEventListener("click", (event) => {
  if (event.target.closest('[data-open="create"]')) askEstimate();
});
