/** What may follow a match at the same table: a rematch, another match, or elsewhere. */

import { button, icon } from "./parts.js";
import { fill } from "./text.js";
import { playNowUrl } from "./urls.js";
import { h } from "./vdom.js";
import { voteBox } from "./votes.js";

const OFFERS = {
  rematch: { name: "again", text: () => gettext("Rematch") },
  next_match: { name: "dice", text: () => gettext("New seats, same people") },
};

const BEGINS = {
  rematch: () => gettext("The rematch begins in %(time)s"),
  next_match: () => gettext("The next match begins in %(time)s"),
};

/** What has been agreed, with the time until then. */
function coming({ next_match: next, at }) {
  const [before, after] = fill(BEGINS[next]?.() ?? "%(time)s", { time: "\n" }).split("\n");
  return h(
    "p",
    { class: "coming", role: "status", key: "coming" },
    icon("again"),
    h("span", {}, before, at ? h("b", { class: "secs", "data-until": at, html: "" }) : "…", after),
  );
}

const offerButton = (vote, actions) =>
  button(
    {
      look: `btn ${vote === "rematch" ? "pri " : ""}tall fit`,
      key: vote,
      onclick: () => actions.propose(vote),
      "data-focus": `offer-${vote}`,
    },
    icon(OFFERS[vote].name),
    OFFERS[vote].text(),
  );

/** Return what the reader may still propose; nothing once something is agreed. */
export function openOffers({ view, seat }) {
  const own = seat === null ? null : view.players?.[seat];
  if (!own || own.left || own.bot_plays || view.agreed?.next_match) return [];
  const asked = (view.votes ?? []).map(({ vote }) => vote);
  return Object.keys(OFFERS).filter((vote) => !asked.includes(vote));
}

/** Going to another table at once; the main thing to do for who can't go on at this one. */
export function elsewhere(state, actions) {
  const isMain = !openOffers(state).length && !(state.view.votes ?? []).length && !state.view.agreed?.next_match;
  return h(
    "form",
    { method: "post", action: playNowUrl(), class: isMain ? "whole" : "grow", key: "elsewhere" },
    h("input", { type: "hidden", name: "csrfmiddlewaretoken", value: actions.csrf() }),
    h("button", { class: `btn ${isMain ? "pri tall" : "sm"} wide`, "data-focus": "again" }, gettext("New match")),
  );
}

/** The rows of the panel after the match that lead on at this table. */
export function encore(state, actions) {
  const { votes = [], agreed } = state.view;
  const open = votes.filter(({ vote }) => vote in OFFERS);
  const free = openOffers(state);
  return [
    open.map((vote) => voteBox(state, vote, { actions, look: "asked" })),
    agreed?.next_match ? coming(agreed) : null,
    free.length
      ? h(
          "div",
          { class: "foot-row wrap", key: "encore" },
          free.map((vote) => offerButton(vote, actions)),
        )
      : null,
  ];
}
