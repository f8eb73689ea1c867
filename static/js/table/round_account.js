/** How a round went: the sentence, the rule, the figures by team, bonuses and gratuities in words. */

import { trumpInText } from "./calls.js";
import { mark } from "./parts.js";
import { nameAt, seatTint, teamName, teamOf } from "./seats.js";
import { fill } from "./text.js";
import { h } from "./vdom.js";
import { bonusText, gratuityText } from "./words.js";

/** Return a view with the teams of that round: with random partners they change. */
export const atRound = (view, row) => ({ ...view, teams: row.teams ?? view.teams });

/** Say in a sentence how a round went. */
export function roundSentence(view, row) {
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
  made: () =>
    gettext(
      "More points than each other team: the contracting team scores its points, rounded to ten; nobody else scores.",
    ),
  failed: () => gettext("Another team has more points: each defending team scores its own, rounded to ten."),
  litigation: () =>
    gettext("A tie with the best defending team. Nobody scores; the points wait for who wins the next round."),
  passed: () => "",
};

const WHY_AUCTION = {
  made: () => gettext("The amount is reached: the contracting team scores it, times the swords, and no more."),
  failed: () => gettext("The contract is not fulfilled: every defending team scores the amount, times the swords."),
};

/** Say by which rule a round was scored. */
export const scoringReason = (row) => (row.contract?.amount ? WHY_AUCTION : WHY)[row.outcome]?.() ?? "";

const line = (name, values, look = "") =>
  h(
    "tr",
    { class: look },
    h("th", { scope: "row" }, name),
    values.map((value) => h("td", {}, value === 0 ? "–" : String(value))),
  );

const sum = (list, team) =>
  list.filter((entry) => entry.team === team).reduce((total, { points }) => total + points, 0);

const teamHead = (view, team, mine) =>
  h("th", { scope: "col" }, mark(seatTint(view, view.teams[team][0], mine)), teamName(view, team, mine));

/** The figures of a round, a column a team. */
export function roundFigures(view, row, mine) {
  const then = atRound(view, row);
  const teams = then.teams.map((_, team) => team);
  const order = teams.toSorted((a, b) =>
    seatTint(then, then.teams[a][0], mine) < seatTint(then, then.teams[b][0], mine) ? -1 : 1,
  );
  const by = (list) => order.map((team) => sum(list, team));
  const pick = (list) => order.map((team) => list[team]);
  return h(
    "table",
    { class: "figures" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", {}),
        order.map((team) => teamHead(then, team, mine)),
      ),
    ),
    h(
      "tbody",
      {},
      line(gettext("Tricks"), pick(row.tricks)),
      line(gettext("Card points"), pick(row.card_points)),
      row.bonuses.length ? line(gettext("Bonuses"), by(row.bonuses)) : null,
      line(gettext("Points"), pick(row.points), "sum"),
      line(gettext("Scored"), pick(row.scored), "big"),
      row.gratuities.length ? line(gettext("Gratuities"), by(row.gratuities), "big") : null,
    ),
  );
}

/** The bonuses, gratuities and the litigation of a round, in words. */
export function roundNotes(view, row, mine) {
  const then = atRound(view, row);
  const notes = [
    ...row.bonuses.map((bonus) => bonusText(then, bonus, mine)),
    ...row.gratuities.map((gratuity) => gratuityText(then, gratuity, mine)),
  ];
  if (row.carried)
    notes.push(fill(gettext("%(points)s wait for the winner of the next round."), { points: row.carried }));
  return notes.length
    ? h(
        "ul",
        { class: "notes" },
        notes.map((note) => h("li", {}, note)),
      )
    : null;
}
