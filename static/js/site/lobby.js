// Keeps the lobby's lists up to date: the server says when they changed; without its socket they are asked for again
// every few seconds.
import { startDialogs } from "./dialogs.js";
import { startEstimate } from "./estimate.js";
import { syncPart } from "./keyed_lists.js";
import { LobbySocket } from "./lobby_socket.js";
import { showNotice } from "./notices.js";

/** Between two requests, however often the lists change; more while the page is out of sight. */
const REST_MS = 1500;
const HIDDEN_REST_MS = 5000;
/** Spread, so that not all visitors ask in the same moment. */
const SPREAD_MS = 500;
/** Without a socket, and after failures up to POLL_MAX_MS; with one, so that friends see who is here. */
const POLL_MS = 4000;
const POLL_MAX_MS = 60_000;
const SLOW_POLL_MS = 45_000;

const lists = document.querySelector("[data-lobby]");
const askEstimate = startEstimate(document.querySelector(".table-form"));
let wait = POLL_MS;
let timer = 0;
let dueAt = Number.POSITIVE_INFINITY;
let askedAt = 0;

function takeHead(part) {
  const isWaiting = part.dataset.waiting === "1";
  if (isWaiting && lists.dataset.waiting !== "1") {
    showNotice({ title: gettext("It is your turn"), tag: "lobby-turn", path: part.dataset.turn });
  }
  lists.dataset.waiting = isWaiting ? "1" : "";
  document.title = part.dataset.title;
}

async function refresh() {
  const answer = await fetch(lists.dataset.lobby, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(`lobby: ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  takeHead(page.querySelector("[data-title]"));
  for (const fresh of page.querySelectorAll("[data-part]")) {
    syncPart(lists.querySelector(`[data-part="${fresh.dataset.part}"]`), fresh);
  }
}

async function ask() {
  dueAt = Number.POSITIVE_INFINITY;
  askedAt = Date.now();
  try {
    await refresh();
    wait = POLL_MS;
  } catch {
    // The server is away or the answer was cut off: the lists stay as they are.
    wait = Math.min(wait * 2, POLL_MAX_MS);
  }
  // The socket goes on telling a page out of sight; without it the page sleeps.
  if (!document.hidden) askWithin(socket.isOpen ? SLOW_POLL_MS : wait);
}

/** Asks after this time, unless that will be done earlier. */
function askWithin(ms) {
  const at = Date.now() + ms;
  if (at >= dueAt) return;
  clearTimeout(timer);
  dueAt = at;
  timer = setTimeout(ask, ms);
}

function askSoon() {
  const rest = askedAt + (document.hidden ? HIDDEN_REST_MS : REST_MS) - Date.now();
  askWithin(Math.max(0, rest) + Math.random() * SPREAD_MS);
}

const socket = new LobbySocket("/ws/lobby/", { onChange: askSoon });
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) askWithin(0);
});
askWithin(POLL_MS);
startDialogs(document);
document.addEventListener("click", (event) => {
  if (event.target.closest('[data-open="create"]')) askEstimate();
});
