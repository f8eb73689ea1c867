/** "The rest is mine": offered where the server found it certain; told what it shows before it is done. */

import { button, icon } from "./parts.js";
import { fillCount } from "./text.js";
import { cardsNow } from "./turn.js";
import { h } from "./vdom.js";

/** Return whether the reader may claim now. */
export const canClaim = (state) => Boolean(state.view.can_claim) && cardsNow(state).length > 0;

function explanation(count) {
  const text = ngettext(
    "The trick that is left is yours whatever the others hold. All cards are laid open as they are played out.",
    "All %(count)s tricks that are left are yours whatever the others hold. All cards are laid open as they are played out.",
    count,
  );
  return fillCount(text, count);
}

const box = (state, actions) =>
  h(
    "div",
    {
      class: "peek claimbox",
      key: "claimbox",
      role: "dialog",
      "aria-label": gettext("The rest is mine"),
      "data-settle": "claim",
    },
    h("p", {}, explanation(state.view.hand.length)),
    h(
      "div",
      { class: "row" },
      button(
        { look: "mbtn pri on-ivory", onclick: actions.claim, "data-focus": "claim-yes" },
        gettext("Play them out"),
      ),
      button({ look: "mbtn", onclick: actions.toggleClaim, "data-focus": "claim-no" }, gettext("Not now")),
    ),
  );

/** The button, and once it is pressed what it means; null where nothing can be claimed. */
export function claimOffer(state, actions) {
  if (!canClaim(state)) return null;
  return [
    button(
      {
        look: "mbtn claim",
        key: "claim",
        "aria-expanded": String(Boolean(state.claiming)),
        onclick: actions.toggleClaim,
        "data-focus": "claim",
      },
      icon("trick"),
      gettext("The rest is mine"),
    ),
    state.claiming ? box(state, actions) : null,
  ];
}
