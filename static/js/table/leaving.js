/** What leaving a running match brings, told before it is done. */

import { dialog } from "./menu.js";
import { button, icon } from "./parts.js";
import { SEATS } from "./seats.js";
import { helpUrl } from "./urls.js";
import { h } from "./vdom.js";

/** Return whether other people are at the table to agree to a pause. */
const hasCompany = ({ view, seat }) =>
  SEATS.some((at) => at !== seat && view.players?.[at] && view.players[at].kind !== "bot" && !view.players[at].left);

/** Return what follows from leaving now, a sentence each. */
export function consequences({ view }) {
  const { is_rated: isRated, substitutes } = view.table;
  return [
    gettext("A bot plays on in your seat."),
    substitutes
      ? gettext("Somebody who watches may take it; until then you can come back.")
      : gettext("You can come back as long as the match goes on."),
    isRated ? gettext("Where the match is rated, it counts as last place for you, whoever wins.") : null,
    gettext("It counts as left in your conduct score, which everybody can see."),
  ].filter(Boolean);
}

/** The dialog. */
export const leaving = (state, actions) =>
  dialog(
    { name: "leaving", title: gettext("Leave the match?"), actions },
    h(
      "ul",
      { class: "costs" },
      consequences(state).map((text) => h("li", {}, text)),
    ),
    h(
      "p",
      { class: "small" },
      h("a", { href: `${helpUrl()}#leaving`, target: "_blank", rel: "noopener" }, gettext("The rules of leaving")),
    ),
    h(
      "div",
      { class: "stack" },
      button(
        { look: "btn pri tall", onclick: actions.closeDialog, "data-focus": "stay", autofocus: true },
        gettext("Stay"),
      ),
      hasCompany(state) && !state.view.pause
        ? button(
            { look: "btn tall", onclick: () => actions.propose("pause"), "data-focus": "ask-pause" },
            icon("pause"),
            gettext("Ask the others for a pause"),
          )
        : null,
      button(
        { look: "btn bad tall", onclick: actions.leaveNow, "data-focus": "sure" },
        icon("logout"),
        gettext("Leave"),
      ),
    ),
  );
