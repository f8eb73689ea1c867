/** The score sheet: a line a round, opened by a click to show where the points come from. */

import { icon, mark, pip } from "./parts.js";
import { atRound, roundFigures, roundNotes, roundSentence, scoringReason } from "./round_account.js";
import { isEachAlone, sideShortName, sidesInOrder, sideTint, teamOf } from "./seats.js";
import { fill, fillCount } from "./text.js";
import { h } from "./vdom.js";
import { OUTCOMES } from "./words.js";

/** Return what each side gained in a round: totals after it less totals before. */
export function gains(rows, index) {
  const before = rows[index - 1]?.scores ?? rows[index].scores.map(() => 0);
  return rows[index].scores.map((score, side) => score - before[side]);
}

function details(state, row, columns) {
  const { view, seat } = state;
  const body =
    row.outcome === "passed"
      ? null
      : [
          roundFigures(view, row, seat),
          roundNotes(view, row, seat),
          h("p", { class: "small dim" }, scoringReason(row)),
        ];
  return h(
    "tr",
    { class: "more", key: `more-${row.number}` },
    h("td", { colspan: String(columns + 1) }, h("p", {}, roundSentence(view, row)), body),
  );
}

function cell(row, gain, isOurs) {
  if (row.outcome === "passed") return h("td", { class: "cum" }, "–");
  return h("td", { class: gain > 0 ? "w" : isOurs && row.outcome === "failed" ? "x" : "" }, String(gain));
}

const contractSide = (view, row, side) => {
  if (!row.contract) return false;
  const then = atRound(view, row);
  return isEachAlone(view)
    ? teamOf(then, side) === teamOf(then, row.contract.declarer)
    : side === teamOf(then, row.contract.declarer);
};

function rowHead(row, isOpen, actions) {
  const multiplied = row.contract?.multiplier > 1 ? `×${row.contract.multiplier}` : null;
  return h(
    "th",
    { scope: "row" },
    h(
      "button",
      {
        type: "button",
        class: "rowb",
        "aria-expanded": String(isOpen),
        onclick: () => actions.toggleRow(row.number),
        "data-focus": `row-${row.number}`,
        title: OUTCOMES[row.outcome](),
      },
      String(row.number + 1),
      row.contract ? pip(row.contract.trump) : null,
      multiplied ? h("small", {}, multiplied) : null,
      h("span", { class: "chev" }, icon("down")),
    ),
  );
}

function roundRows(state, { rows, index, sides, actions }) {
  const { view, openRow } = state;
  const row = { ...rows[index], number: index };
  const gained = gains(rows, index);
  const isOpen = openRow === index;
  return [
    h(
      "tr",
      { class: isOpen ? "open" : "", key: `row-${index}` },
      rowHead(row, isOpen, actions),
      sides.map((side) => cell(row, gained[side], contractSide(view, row, side))),
    ),
    isOpen ? details(state, row, sides.length) : null,
  ];
}

const sideHead = (view, side, mine) =>
  h("th", { scope: "col" }, mark(sideTint(view, side, mine)), h("span", {}, sideShortName(view, side, mine)));

function runningRow(view, sides) {
  if (!["taking", "auction", "overcounter", "playing"].includes(view.phase)) return null;
  return h(
    "tr",
    { key: "running" },
    h("th", { scope: "row" }, String(view.round + 1), " ", view.contract ? pip(view.contract.trump) : null),
    sides.map(() => h("td", { class: "cum" }, "…")),
  );
}

function leadText(view, sides, mine) {
  const goal = view.options.goal
    ? fill(gettext("First to %(goal)s."), { goal: view.options.goal })
    : fillCount(
        ngettext("%(count)s round is played.", "%(count)s rounds are played.", view.options.rounds),
        view.options.rounds,
      );
  const ranked = sides.toSorted((a, b) => view.scores[b] - view.scores[a]);
  const ahead = view.scores[ranked[0]] - view.scores[ranked[1]];
  if (!ahead) return goal;
  return `${goal} ${fill(gettext("%(name)s: %(points)s ahead."), { name: sideShortName(view, ranked[0], mine), points: ahead })}`;
}

/** The score sheet pane. */
export function scoresheet(state, actions) {
  const { view, seat } = state;
  if (!view?.teams?.length || !view.scores)
    return h("p", { class: "dim" }, gettext("The score sheet begins with the first deal."));
  const rows = view.score_sheet ?? [];
  const sides = sidesInOrder(view, seat);
  return [
    h(
      "table",
      { class: `sheet n${sides.length}` },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, gettext("Round")),
          sides.map((side) => sideHead(view, side, seat)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((_, index) => roundRows(state, { rows, index, sides, actions })),
        runningRow(view, sides),
      ),
      h(
        "tfoot",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "row" }, gettext("Total")),
          sides.map((side) => h("td", {}, String(view.scores[side]))),
        ),
      ),
    ),
    h("p", { class: "small dim under" }, leadText(view, sides, seat)),
    view.carried
      ? h(
          "p",
          { class: "small under" },
          fill(gettext("Litigation: %(points)s wait for the winner of this round."), { points: view.carried }),
        )
      : null,
  ];
}
