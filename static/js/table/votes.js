/** Questions that people at the table ask each other, and their answers. The server counts; this words and shows. */

import { button, icon } from "./parts.js";
import { nameAt } from "./seats.js";
import { fill, joinNames } from "./text.js";
import { h } from "./vdom.js";

const QUESTIONS = {
  pause: () => gettext("%(name)s would like to pause."),
  resume: () => gettext("%(name)s would like to play on."),
  abandon: () => gettext("%(name)s would like to end the match: nobody wins, nothing is rated."),
  replace: () => gettext("%(name)s would like a bot to play for %(other)s."),
  rematch: () => gettext("%(name)s would like a rematch, on the same seats."),
  next_match: () => gettext("%(name)s would like another match, with seats drawn anew."),
  swap: () => gettext("%(name)s would like to change places with %(other)s."),
};

const OWN_QUESTIONS = {
  pause: () => gettext("You asked for a pause."),
  resume: () => gettext("You asked to play on."),
  abandon: () => gettext("You asked to end the match."),
  replace: () => gettext("You asked for a bot in the place of %(other)s."),
  rematch: () => gettext("You asked for a rematch."),
  next_match: () => gettext("You asked for another match."),
  swap: () => gettext("You asked to change places with %(other)s."),
};

const ENDS = {
  declined: () => gettext("%(name)s says no."),
  lapsed: () => gettext("The question was not answered in time."),
};

const otherName = (view, seat, mine) => (seat === mine && mine !== null ? gettext("you") : nameAt(view, seat ?? 0));

/** Return what is asked, as a sentence. */
export function questionText(view, { vote, by, seat }, mine) {
  const text = (by === mine ? OWN_QUESTIONS : QUESTIONS)[vote]?.();
  return text ? fill(text, { name: nameAt(view, by), other: otherName(view, seat, mine) }) : "";
}

/** Return how a question ended, as a sentence; "" where what follows tells it. */
export function endText(view, { result, by }, mine) {
  if (result === "declined" && by === mine && mine !== null) return "";
  return ENDS[result] ? fill(ENDS[result](), { name: nameAt(view, by ?? 0) }) : "";
}

/** Return what the reader can do about a question: "answer", "withdraw" (his own), "agreed" or "watch". */
export function stanceOn({ by, needed, yes }, mine) {
  if (mine === null) return "watch";
  if (by === mine) return "withdraw";
  if (!needed.includes(mine)) return "watch";
  return yes.includes(mine) ? "agreed" : "answer";
}

/** Return the questions that stand at the server's time `now` (ms): the server forgets them in silence. */
export const openVotes = (votes, now) => votes.filter(({ until }) => Date.parse(until) > now);

/** Return the seats whose answer is still waited for. */
export const missingSeats = ({ needed, yes }) => needed.filter((seat) => !yes.includes(seat));

function waitingText(view, vote, mine) {
  const missing = missingSeats(vote);
  if (vote.quorum < vote.needed.length)
    return fill(gettext("%(count)s of %(quorum)s agree."), { count: vote.yes.length, quorum: vote.quorum });
  return missing.length
    ? fill(gettext("Waiting for %(names)s."), { names: joinNames(missing.map((seat) => otherName(view, seat, mine))) })
    : "";
}

const ANSWERS = {
  answer: ({ vote }, actions) => [
    button(
      { look: "btn pri sm", onclick: () => actions.vote(vote, true), "data-focus": `agree-${vote}` },
      gettext("Agree"),
    ),
    button({ look: "btn sm", onclick: () => actions.vote(vote, false), "data-focus": `refuse-${vote}` }, gettext("No")),
  ],
  withdraw: ({ vote }, actions) =>
    button(
      { look: "btn sm", onclick: () => actions.vote(vote, false), "data-focus": `withdraw-${vote}` },
      gettext("Take back"),
    ),
  agreed: () => h("span", { class: "okk" }, icon("check"), gettext("You agreed")),
  watch: () => null,
};

/** One open question with the reader's answers; `look` is its class. */
export function voteBox(state, vote, { actions, look = "notice" }) {
  const { view, seat } = state;
  return h(
    "div",
    { class: look, key: `vote-${vote.vote}`, role: "group", "aria-label": gettext("Question to the table") },
    h(
      "div",
      { class: "grow" },
      h("b", {}, questionText(view, vote, seat)),
      " ",
      h("span", { class: "small" }, waitingText(view, vote, seat)),
      " ",
      h("span", { class: "secs", "data-until": vote.until, html: "" }),
    ),
    h("div", { class: "row" }, ANSWERS[stanceOn(vote, seat)](vote, actions)),
  );
}
