/** The bar with which the reader calls: take in both laps, auction, counter and overcounter. It shows what the server listed. */

import { trumpName } from "../cards/names.js";
import { bidText, callChoices, trumpInText } from "./calls.js";
import { button, icon, pip } from "./parts.js";
import { fill } from "./text.js";
import { h } from "./vdom.js";

/** Return what the reader may call now, or null when it is not his turn to. */
export function choicesNow({ view, seat, pending }) {
  if (seat === null || pending || view.pause || view.phase === "playing" || view.phase === "waiting") return null;
  const choices = callChoices(view.legal_actions ?? []);
  return choices.isAny ? choices : null;
}

/** Return the bid that stands in the bar: the reader's choice where it is still allowed, else the lowest. */
export function bidShown({ bid }, choices) {
  const amount = choices.amounts.includes(bid.amount) ? bid.amount : choices.amounts[0];
  const trumps = choices.trumps.length ? choices.trumps : choices.takes;
  const trump = trumps.includes(bid.trump) ? bid.trump : null;
  return { amount, trump, isCapot: bid.capot && choices.canCapot };
}

const shortTrump = { AT: () => pgettext("All-Trumps, short", "AT"), NT: () => pgettext("No-Trump, short", "NT") };

const trumpButton = (trump, { chosen, actions }) =>
  button(
    {
      look: "mbtn",
      "aria-pressed": String(trump === chosen),
      "aria-label": trumpName(trump),
      title: trumpName(trump),
      onclick: () => actions.setBid({ trump }),
      "data-focus": `trump-${trump}`,
    },
    pip(trump),
    shortTrump[trump]?.() ?? null,
  );

const trumpGroup = (trumps, options) =>
  h(
    "div",
    { class: "grp trumps", role: "group", "aria-label": gettext("Trump") },
    trumps.map((trump) => trumpButton(trump, options)),
  );

const passButton = (actions) =>
  button({ look: "mbtn pass", onclick: () => actions.call("pass"), "data-focus": "pass" }, gettext("Pass"));

const takeButton = (trump, actions) =>
  button(
    { look: "mbtn pri on-ivory go", onclick: () => actions.call(`take ${trump}`), "data-focus": "go" },
    gettext("Take"),
    pip(trump),
    h("span", {}, trumpInText(trump)),
  );

const noTrumpYet = () =>
  button({ look: "mbtn go", "aria-disabled": "true", "data-focus": "go" }, gettext("Choose a trump"));

function takeBar(choices, { trump }, actions) {
  if (choices.takes.length === 1) return [passButton(actions), takeButton(choices.takes[0], actions)];
  return [
    passButton(actions),
    trumpGroup(choices.takes, { chosen: trump, actions }),
    trump ? takeButton(trump, actions) : noTrumpYet(),
  ];
}

const stepButton = ({ name, label, steps, actions, isEnd }) =>
  button(
    {
      look: "mbtn",
      "aria-label": label,
      title: label,
      "aria-disabled": isEnd ? "true" : null,
      onclick: () => actions.stepBid(steps),
      "data-focus": `step${steps}`,
    },
    icon(name),
  );

function stepper(choices, { amount }, actions) {
  const isLowest = amount === choices.amounts[0];
  const isHighest = amount === choices.amounts.at(-1);
  return h(
    "div",
    { class: "grp step", role: "group", "aria-label": gettext("Amount") },
    stepButton({ name: "minus", label: gettext("10 less"), steps: -1, actions, isEnd: isLowest }),
    h("output", { "aria-live": "polite" }, String(amount)),
    stepButton({ name: "plus", label: gettext("10 more"), steps: 1, actions, isEnd: isHighest }),
  );
}

const capotButton = ({ isCapot }, actions) =>
  h(
    "div",
    { class: "grp cap" },
    button(
      {
        look: "mbtn",
        "aria-pressed": String(isCapot),
        onclick: () => actions.setBid({ capot: !isCapot }),
        title: gettext("All eight tricks: closes the auction"),
        "data-focus": "capot",
      },
      gettext("Capot"),
    ),
  );

function bidButton(shown, actions) {
  if (!shown.trump) return noTrumpYet();
  return button(
    { look: "mbtn pri on-ivory go", onclick: () => actions.call(bidText(shown)), "data-focus": "go" },
    fill(gettext("Bid %(amount)s"), { amount: shown.amount }),
    pip(shown.trump),
    shown.isCapot ? gettext("capot") : null,
  );
}

const counterButton = (actions) =>
  button(
    { look: "mbtn", onclick: () => actions.call("counter"), "data-focus": "counter" },
    icon("sword"),
    gettext("Counter"),
    h("span", { class: "times" }, "×2"),
  );

function auctionBar(choices, shown, actions) {
  const hasBids = choices.amounts.length > 0;
  return [
    hasBids ? stepper(choices, shown, actions) : null,
    hasBids ? trumpGroup(choices.trumps, { chosen: shown.trump, actions }) : null,
    hasBids && choices.canCapot ? capotButton(shown, actions) : null,
    h("span", { class: "brk", key: "brk" }),
    choices.canPass ? passButton(actions) : null,
    choices.canCounter ? counterButton(actions) : null,
    hasBids ? bidButton(shown, actions) : null,
  ];
}

const overcounterBar = (actions) => [
  passButton(actions),
  button(
    { look: "mbtn pri on-ivory go", onclick: () => actions.call("overcounter"), "data-focus": "go" },
    icon("sword"),
    gettext("Overcounter"),
    h("span", { class: "times" }, "×4"),
  ),
];

function bar(choices, shown, actions) {
  if (choices.canOvercounter) return overcounterBar(actions);
  return choices.takes.length ? takeBar(choices, shown, actions) : auctionBar(choices, shown, actions);
}

/** The bar, or null when there is nothing to call. */
export function bidding(state, actions) {
  const choices = choicesNow(state);
  if (!choices) return null;
  const isAuction = choices.amounts.length > 0;
  const look = isAuction ? "auc" : choices.takes.length > 1 ? "lap2" : "lap1";
  return h(
    "div",
    { class: `act ${look}`, key: "act", role: "group", "aria-label": gettext("Your call") },
    bar(choices, bidShown(state, choices), actions),
  );
}

/** Return the call that Enter would make now, or null. */
export function readyCall(state) {
  const choices = choicesNow(state);
  if (!choices) return null;
  if (choices.canOvercounter) return "overcounter";
  const shown = bidShown(state, choices);
  if (choices.takes.length === 1) return `take ${choices.takes[0]}`;
  if (!shown.trump) return null;
  return choices.takes.length ? `take ${shown.trump}` : bidText(shown);
}
