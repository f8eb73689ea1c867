/** The strip above the mat: scores of the sides, the goal, the contract, the menu. */

import { trumpName } from "../cards/names.js";
import { highestBid, multiplierOf } from "./calls.js";
import { icon, iconButton, mark, pip } from "./parts.js";
import {
  calledAt,
  isEachAlone,
  seatTint,
  sideName,
  sideSeats,
  sideShortName,
  sidesInOrder,
  sideTint,
  teamOf,
} from "./seats.js";
import { fill, fillCount } from "./text.js";
import { h } from "./vdom.js";

/** Return how far a side is, 0 to 1: to the goal, or beside the leader where the number of rounds is fixed. */
function progress(view, score) {
  const full = view.options.goal ?? Math.max(...view.scores, 1);
  return Math.min(Math.max(score / full, 0), 1);
}

/** Return what a side's team took so far in this round, such as "+54 · 2 tricks". */
function roundSoFar(view, side) {
  if (view.phase !== "playing" || !view.contract) return null;
  const team = view.teams[isEachAlone(view) ? teamOf(view, side) : side];
  const total = (bySeat) => team.reduce((sum, seat) => sum + (bySeat?.[seat] ?? 0), 0);
  const tricks = fillCount(
    ngettext("%(count)s trick", "%(count)s tricks", total(view.tricks_won)),
    total(view.tricks_won),
  );
  return view.points_won ? `+${total(view.points_won)} · ${tricks}` : tricks;
}

function scoreCell(view, side, mine) {
  const score = view.scores?.[side] ?? 0;
  const isOurs = mine !== null && sideSeats(view, side).includes(mine);
  return h(
    "div",
    {
      class: `score ${sideTint(view, side, mine)} ${isOurs ? "ours" : ""}`,
      key: `side-${side}`,
      title: sideName(view, side, mine),
    },
    mark(sideTint(view, side, mine)),
    h(
      "span",
      { class: "nm" },
      h("span", { class: "full" }, sideName(view, side, mine)),
      h("span", { class: "short" }, sideShortName(view, side, mine)),
    ),
    h("span", { class: "rd" }, roundSoFar(view, side)),
    h("span", { class: "num" }, String(score)),
    h("span", { class: "bar" }, h("i", { style: { width: `${100 * progress(view, score)}%` } })),
  );
}

function goalCell({ options, round }) {
  if (options.goal)
    return h("div", { class: "goal" }, h("span", {}, gettext("goal")), h("b", {}, String(options.goal)));
  const at = `${Math.min((round ?? 0) + 1, options.rounds)}/${options.rounds}`;
  return h("div", { class: "goal" }, h("span", {}, gettext("round")), h("b", {}, at));
}

/** The swords: one for a counter, two for an overcounter. */
export function swords(multiplier) {
  if (!(multiplier > 1)) return null;
  const label = multiplier > 2 ? gettext("Overcountered") : gettext("Countered");
  return h(
    "span",
    { class: "mult", title: label, role: "img", "aria-label": label },
    h(
      "span",
      { class: "blades" },
      icon("sword"),
      multiplier > 2 ? h("span", { class: "gl other" }, icon("sword")) : null,
    ),
    `×${multiplier}`,
  );
}

/** Return the contract, or the highest bid while the auction goes on. */
export function contractShown(view) {
  if (view.contract) return { ...view.contract, isCapot: view.contract.capot, seat: view.contract.declarer };
  const bid = highestBid(view.calls ?? []);
  return bid && view.phase !== "over" ? { ...bid, multiplier: multiplierOf(view.calls), isBid: true } : null;
}

function contractCell(view, mine) {
  const shown = contractShown(view);
  if (!shown) return null;
  const tint = seatTint(view, shown.seat, mine);
  const title = [trumpName(shown.trump), shown.amount, shown.isCapot ? gettext("capot") : ""].filter(Boolean).join(" ");
  return h(
    "div",
    { class: `contract ${tint} ${shown.isBid ? "bidding" : ""}`, "aria-label": gettext("Contract"), role: "group" },
    h("span", { class: "tr" }, pip(shown.trump)),
    h(
      "span",
      { class: "what" },
      h("b", {}, title),
      h("span", { class: "by" }, mark(tint), calledAt(view, shown.seat, mine)),
    ),
    swords(shown.multiplier),
  );
}

const hasScores = (view) => view.scores && view.teams?.length && view.phase !== "waiting";

function scoreCells(view, mine) {
  const sides = sidesInOrder(view, mine);
  return h(
    "div",
    { class: `scores n${sides.length}`, role: "group", "aria-label": gettext("Scores") },
    sides.map((side) => scoreCell(view, side, mine)),
  );
}

const title = ({ tableId }) =>
  h("div", { class: "tname" }, h("b", {}, fill(gettext("Table %(number)s"), { number: tableId })));

/** The whole strip. */
export function strip(state, actions) {
  const { view, seat } = state;
  const body =
    view && hasScores(view) ? [scoreCells(view, seat), goalCell(view), contractCell(view, seat)] : [title(state)];
  return h(
    "div",
    { class: "strip" },
    iconButton({
      name: "menu",
      label: gettext("Menu"),
      look: "ib menu-open",
      onclick: () => actions.openDialog("menu"),
      "data-focus": "menu",
    }),
    body,
  );
}
