/** The panel between two rounds: what happened in words and figures, and Continue. */

import { button, mark, pip } from "./parts.js";
import { roundFigures, roundNotes, roundSentence, scoringReason } from "./round_account.js";
import { gains } from "./scoresheet.js";
import { sideShortName, sidesInOrder, sideTint, teamOf } from "./seats.js";
import { fill } from "./text.js";
import { h } from "./vdom.js";
import { OUTCOMES } from "./words.js";

/** Return the round that was just finished, with its number; null when none was. */
export function lastRound(view) {
  const rows = view.score_sheet ?? [];
  return rows.length ? { ...rows.at(-1), number: rows.length - 1 } : null;
}

/** Return how the round looks to the reader: "good" for his team, "poor" when his own contract failed, else "". */
function lookFor(view, row, mine) {
  if (mine === null || !row.contract || row.outcome === "litigation") return "";
  const then = { ...view, teams: row.teams ?? view.teams };
  const isOurs = teamOf(then, mine) === teamOf(then, row.contract.declarer);
  if (isOurs === (row.outcome === "made")) return "good";
  return isOurs ? "poor" : "";
}

function heading(view, row, mine) {
  return h(
    "div",
    { class: "verdict" },
    row.contract ? h("span", { class: "tr on-ivory" }, pip(row.contract.trump)) : null,
    h(
      "div",
      {},
      h("span", { class: "small dim" }, fill(gettext("Round %(number)s"), { number: row.number + 1 })),
      h("h2", { class: lookFor(view, row, mine), id: "break-title" }, OUTCOMES[row.outcome]()),
    ),
  );
}

function totalRow(view, side, { gain, mine }) {
  return h(
    "li",
    { key: `total-${side}` },
    mark(sideTint(view, side, mine)),
    h("span", { class: "grow" }, sideShortName(view, side, mine)),
    h("span", { class: "gain" }, gain ? `+${gain}` : "–"),
    h("b", { class: "num" }, String(view.scores[side])),
  );
}

/** The totals of all sides after a round, with what it brought. */
export function totals(view, mine) {
  const gained = gains(view.score_sheet, view.score_sheet.length - 1);
  const sides = sidesInOrder(view, mine);
  return h(
    "ul",
    { class: `totals n${sides.length}` },
    sides.map((side) => totalRow(view, side, { gain: gained[side], mine })),
  );
}

/** What happened in a round: the sentence, the figures, the bonuses, the rule. */
export const account = (view, row, mine) => [
  h("p", { key: "sentence" }, roundSentence(view, row)),
  row.outcome === "passed" ? null : roundFigures(view, row, mine),
  row.outcome === "passed" ? null : roundNotes(view, row, mine),
  h("p", { class: "small dim", key: "why" }, scoringReason(row)),
];

function footer(state, actions) {
  const { view, seat } = state;
  const hasContinued = view.break.continued.includes(seat);
  const secs = h("span", { class: "secs break-secs" });
  if (seat === null)
    return h(
      "div",
      { class: "foot-row" },
      h("span", { class: "dim" }, gettext("The next round begins soon."), " ", secs),
    );
  return h(
    "div",
    { class: "foot-row" },
    button(
      {
        look: "btn pri tall grow",
        onclick: actions.goOn,
        "aria-disabled": hasContinued ? "true" : null,
        "data-focus": "continue",
        autofocus: true,
      },
      hasContinued ? gettext("Waiting for the others") : gettext("Continue"),
      secs,
    ),
  );
}

/** The panel, or null outside a break. */
export function breakPanel(state, actions) {
  const { view, seat } = state;
  const row = view.break && !state.isBreakHidden ? lastRound(view) : null;
  if (!row) return null;
  return h(
    "section",
    {
      class: "sheetlike",
      key: `break-${row.number}`,
      role: "dialog",
      "aria-labelledby": "break-title",
      "data-settle": "break",
    },
    heading(view, row, seat),
    h("div", { class: "scroll" }, account(view, row, seat)),
    totals(view, seat),
    footer(state, actions),
  );
}
