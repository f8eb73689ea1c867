/** Keys: arrows go through the hand, Enter plays, letters call. Nothing is taken from fields, lists and dialogs. */

import { choicesNow, readyCall } from "./bidding.js";

const TRUMP_KEYS = { s: "S", h: "H", d: "D", c: "C", a: "AT", n: "NT" };

const isTyping = (element) =>
  Boolean(element?.closest("input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]"));

const hasOwnKeys = (element) => Boolean(element?.closest("dialog, [role=tablist], summary, .top"));

const cards = () => [...document.querySelectorAll(".hand .hc")];

function moveInHand(step) {
  const all = cards();
  if (!all.length) return;
  const at = all.indexOf(document.activeElement);
  const first = Math.max(
    all.findIndex((card) => card.classList.contains("ok")),
    0,
  );
  const next = at < 0 ? first : (at + step + all.length) % all.length;
  all[next].focus();
}

function goToCard(number) {
  cards()[number - 1]?.focus();
}

function chooseTrump(trump, { store, actions }) {
  const choices = choicesNow(store.state);
  if (!choices) return;
  if ([...choices.trumps, ...choices.takes].includes(trump)) actions.setBid({ trump });
}

function callIf(test, text, { store, actions }) {
  const choices = choicesNow(store.state);
  if (choices && test(choices)) actions.call(text);
}

/** Make the call that stands ready in the bar, if it begins with one of these words. */
function callReady(words, { store, actions }) {
  const text = readyCall(store.state);
  if (text && words.some((word) => text.startsWith(word))) actions.call(text);
}

const counter = (page) => {
  const choices = choicesNow(page.store.state);
  if (choices?.canOvercounter) page.actions.call("overcounter");
  else if (choices?.canCounter) page.actions.call("counter");
};

const focusChat = ({ actions }) => {
  const field = document.querySelector(".desk-chat input") ?? null;
  if (field?.offsetParent) field.focus();
  else actions.pickTab("chat");
};

const COMMANDS = {
  arrowleft: () => moveInHand(-1),
  arrowright: () => moveInHand(1),
  p: (page) => callIf((choices) => choices.canPass, "pass", page),
  t: (page) => callReady(["take"], page),
  b: (page) => callReady(["bid"], page),
  x: counter,
  c: ({ actions }) => actions.goOn(),
  k: ({ store, actions }) => choicesNow(store.state)?.canCapot && actions.setBid({ capot: !store.state.bid.capot }),
  "+": ({ actions }) => actions.stepBid(1),
  "=": ({ actions }) => actions.stepBid(1),
  "-": ({ actions }) => actions.stepBid(-1),
  u: ({ actions }) => actions.undo(),
  r: ({ actions }) => actions.toggleClaim(),
  l: ({ actions }) => actions.togglePeek("trick"),
  v: ({ actions }) => actions.togglePeek("counts"),
  o: ({ actions }) => actions.toggleSort(),
  g: ({ actions }) => actions.openDialog("settings"),
  "?": ({ actions }) => actions.openDialog("help"),
  "/": focusChat,
  escape: ({ actions }) => actions.escape(),
};

/** Enter on nothing in particular makes the call that is ready, or goes on after a round. */
function enter(event, page) {
  if (event.target.closest("button, a, summary")) return false;
  if (page.store.state.view?.break) page.actions.goOn();
  else callReady(["take", "bid", "overcounter"], page);
  return true;
}

function handle(event, page) {
  const key = event.key.toLowerCase();
  if (key === "enter") return enter(event, page);
  if (/^[1-8]$/.test(key)) goToCard(Number(key));
  else if (key in TRUMP_KEYS && choicesNow(page.store.state)) chooseTrump(TRUMP_KEYS[key], page);
  else if (key in COMMANDS) COMMANDS[key](page);
  else return false;
  return true;
}

/** Listen to the keys of the whole page. */
export function listenToKeys(page) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) || hasOwnKeys(event.target) || !page.store.state.view) return;
    if (handle(event, page)) event.preventDefault();
  });
}
