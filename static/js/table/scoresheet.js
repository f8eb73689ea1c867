/** The score sheet: a line a round, opened by a click to show where the points come from. */

import { icon, mark, pip } from "./parts.js";
import { isEachAlone, nameAt, sideShortName, sidesInOrder, sideTint, teamName, teamOf, seatTint } from "./seats.js";
import { fill, fillCount } from "./text.js";
import { h } from "./vdom.js";
import { bonusText, gratuityText, OUTCOMES } from "./words.js";
import { trumpInText } from "./calls.js";

/** Return what each side gained in a round: totals after it less totals before. */
export function gains(rows, index) {
  const before = rows[index - 1]?.scores ?? rows[index].scores.map(() => 0);
  return rows[index].scores.map((score, side) => score - before[side]);
}

/** Return a view with the teams of that round: with random partners they change. */
const atRound = (view, row) => ({ ...view, teams: row.teams ?? view.teams });

/** Say in a sentence how a round went. */
export function roundSentence(view, row, mine) {
  const { contract } = row;
  if (!contract) return gettext("Everybody passed. Nobody scores, the deal moves on.");
  const values = { name: nameAt(view, contract.declarer), trump: trumpInText(contract.trump), amount: contract.amount };
  const team = teamOf(atRound(view, row), contract.declarer);
  const text = contract.amount
    ? gettext("%(name)s promised %(amount)s in %(trump)s; the team made %(points)s.")
    : gettext("%(name)s took %(trump)s; the team made %(points)s.");
  return fill(text, { ...values, points: row.points[team] });
}

const WHY = {
  made: () => gettext("More points than each other team: the contracting team scores its points, rounded to ten; nobody else scores."),
  failed: () => gettext("Another team has more points: each defending team scores its own, rounded to ten."),
  litigation: () => gettext("A tie with the best defending team. Nobody scores; the points wait for who wins the next round."),
  passed: () => "",
};

const WHY_AUCTION = {
  made: () => gettext("The amount is reached: the contracting team scores it, times the swords, and no more."),
  failed: () => gettext("The contract is not fulfilled: every defending team scores the amount, times the swords."),
};

/** Say by which rule a round was scored. */
export const scoringReason = (row) => (row.contract?.amount ? WHY_AUCTION : WHY)[row.outcome]?.() ?? "";

const line = (name, values, look = "") => h("tr", { class: look }, h("th", { scope: "row" }, name), values.map((value) => h("td", {}, value === 0 ? "–" : String(value))));

const sum = (list, team) => list.filter((entry) => entry.team === team).reduce((total, { points }) => total + points, 0);

const teamHead = (view, team, mine) =>
  h("th", { scope: "col" }, mark(seatTint(view, view.teams[team][0], mine)), teamName(view, team, mine));

/** The figures of a round, a column a team. */
export function roundFigures(view, row, mine) {
  const then = atRound(view, row);
  const teams = then.teams.map((_, team) => team);
  const order = teams.toSorted((a, b) => (seatTint(then, then.teams[a][0], mine) < seatTint(then, then.teams[b][0], mine) ? -1 : 1));
  const by = (list) => order.map((team) => sum(list, team));
  const pick = (list) => order.map((team) => list[team]);
  return h("table", { class: "figures" },
    h("thead", {}, h("tr", {}, h("td", {}), order.map((team) => teamHead(then, team, mine)))),
    h("tbody", {},
      line(gettext("Tricks"), pick(row.tricks)),
      line(gettext("Card points"), pick(row.card_points)),
      row.bonuses.length ? line(gettext("Bonuses"), by(row.bonuses)) : null,
      line(gettext("Points"), pick(row.points), "sum"),
      line(gettext("Scored"), pick(row.scored), "big"),
      row.gratuities.length ? line(gettext("Gratuities"), by(row.gratuities), "big") : null));
}

/** The bonuses, gratuities and the litigation of a round, in words. */
export function roundNotes(view, row, mine) {
  const then = atRound(view, row);
  const notes = [...row.bonuses.map((bonus) => bonusText(then, bonus, mine)), ...row.gratuities.map((gratuity) => gratuityText(then, gratuity, mine))];
  if (row.carried) notes.push(fill(gettext("%(points)s wait for the winner of the next round."), { points: row.carried }));
  return notes.length ? h("ul", { class: "notes" }, notes.map((note) => h("li", {}, note))) : null;
}

function details(state, row, columns) {
  const { view, seat } = state;
  const body = row.outcome === "passed" ? null : [roundFigures(view, row, seat), roundNotes(view, row, seat), h("p", { class: "small dim" }, scoringReason(row))];
  return h("tr", { class: "more", key: `more-${row.number}` }, h("td", { colspan: String(columns + 1) }, h("p", {}, roundSentence(view, row, seat)), body));
}

function cell(row, gain, isOurs) {
  if (row.outcome === "passed") return h("td", { class: "cum" }, "–");
  return h("td", { class: gain > 0 ? "w" : isOurs && row.outcome === "failed" ? "x" : "" }, String(gain));
}

const contractSide = (view, row, side) => {
  if (!row.contract) return false;
  const then = atRound(view, row);
  return isEachAlone(view) ? teamOf(then, side) === teamOf(then, row.contract.declarer) : side === teamOf(then, row.contract.declarer);
};

function rowHead(row, isOpen, actions) {
  const multiplied = row.contract?.multiplier > 1 ? `×${row.contract.multiplier}` : null;
  return h("th", { scope: "row" },
    h("button", { type: "button", class: "rowb", "aria-expanded": String(isOpen), onclick: () => actions.toggleRow(row.number), "data-focus": `row-${row.number}`, title: OUTCOMES[row.outcome]() },
      String(row.number + 1), row.contract ? pip(row.contract.trump) : null, multiplied ? h("small", {}, multiplied) : null, h("span", { class: "chev" }, icon("down"))));
}

function roundRows(state, { rows, index, sides, actions }) {
  const { view, openRow } = state;
  const row = { ...rows[index], number: index };
  const gained = gains(rows, index);
  const isOpen = openRow === index;
  return [
    h("tr", { class: isOpen ? "open" : "", key: `row-${index}` }, rowHead(row, isOpen, actions), sides.map((side) => cell(row, gained[side], contractSide(view, row, side)))),
    isOpen ? details(state, row, sides.length) : null,
  ];
}

const sideHead = (view, side, mine) => h("th", { scope: "col" }, mark(sideTint(view, side, mine)), h("span", {}, sideShortName(view, side, mine)));

function runningRow(view, sides) {
  if (!["taking", "auction", "overcounter", "playing"].includes(view.phase)) return null;
  return h("tr", { key: "running" }, h("th", { scope: "row" }, String(view.round + 1), " ", view.contract ? pip(view.contract.trump) : null), sides.map(() => h("td", { class: "cum" }, "…")));
}

function leadText(view, sides, mine) {
  const goal = view.options.goal ? fill(gettext("First to %(goal)s."), { goal: view.options.goal }) : fillCount([gettext("%(count)s round is played."), gettext("%(count)s rounds are played.")], view.options.rounds);
  const ranked = sides.toSorted((a, b) => view.scores[b] - view.scores[a]);
  const ahead = view.scores[ranked[0]] - view.scores[ranked[1]];
  if (!ahead) return goal;
  return `${goal} ${fill(gettext("%(name)s: %(points)s ahead."), { name: sideShortName(view, ranked[0], mine), points: ahead })}`;
}

/** The score sheet pane. */
export function scoresheet(state, actions) {
  const { view, seat } = state;
  if (!view?.teams?.length || !view.scores) return h("p", { class: "dim" }, gettext("The score sheet begins with the first deal."));
  const rows = view.score_sheet ?? [];
  const sides = sidesInOrder(view, seat);
  return [
    h("table", { class: `sheet n${sides.length}` },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, gettext("Round")), sides.map((side) => sideHead(view, side, seat)))),
      h("tbody", {}, rows.map((_, index) => roundRows(state, { rows, index, sides, actions })), runningRow(view, sides)),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, gettext("Total")), sides.map((side) => h("td", {}, String(view.scores[side])))))),
    h("p", { class: "small dim under" }, leadText(view, sides, seat)),
    view.carried ? h("p", { class: "small under" }, fill(gettext("Litigation: %(points)s wait for the winner of this round."), { points: view.carried })) : null,
  ];
}
