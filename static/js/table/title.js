/** The page title tells the state of the table, so that a hidden tab does too. */

import { nameAt, SEATS } from "./seats.js";
import { fill } from "./text.js";

function stateText({ view, seat, line }) {
  if (line === "lost") return gettext("Connection lost");
  if (!view) return "";
  if (view.table?.status === "closed") return gettext("Closed");
  if (view.final) return gettext("Match over");
  if (view.phase === "waiting")
    return fill(gettext("Waiting %(count)s/6"), { count: SEATS.filter((at) => view.players?.[at]).length });
  if (view.break) return gettext("Break");
  const actor = view.to_act?.[0];
  if (actor === undefined) return "";
  return actor === seat ? gettext("Your turn") : nameAt(view, actor);
}

/** Return the title of the page. */
export function pageTitle(state) {
  const table = fill(gettext("KQJ table %(number)s"), { number: state.tableId });
  const text = stateText(state);
  return text ? `${text} · ${table}` : table;
}
