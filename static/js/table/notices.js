/** Notices in a corner of the mat, which leave the cards in sight: questions, warnings, seats to take, other devices. */

import { button, icon, iconButton } from "./parts.js";
import { nameAt, SEATS } from "./seats.js";
import { fill } from "./text.js";
import { h } from "./vdom.js";
import { voteBox } from "./votes.js";

/** Asked in the panel after the match, where the reader looks then. */
const AFTER_MATCH = new Set(["rematch", "next_match"]);

const notice = ({ key, name, look = "", ...props }, ...body) =>
  h("div", { class: `notice ${look}`, key, role: "status", ...props }, icon(name), body);

function warning({ view, seat, clocks }) {
  const isWarned = seat !== null && clocks[seat]?.warned && !view.players[seat].bot_plays && !view.final;
  if (!isWarned) return null;
  return notice(
    { key: "warned", name: "warn", look: "warn", role: "alert" },
    h(
      "span",
      { class: "grow" },
      h("b", {}, gettext("Your time ran out, so a bot played for you.")),
      " ",
      gettext("If it runs out again, the bot takes your seat."),
    ),
  );
}

/** Return the seats that somebody who watches may take: their people left for good. */
export const offeredSeats = ({ view, seat }) =>
  seat === null && view.table?.status === "playing" && view.table.substitutes
    ? SEATS.filter((at) => view.players?.[at]?.left)
    : [];

const offer = (view, seat, actions) =>
  notice(
    { key: `offer-${seat}`, name: "chair" },
    h("span", { class: "grow" }, fill(gettext("%(name)s has left for good."), { name: nameAt(view, seat) })),
    button(
      { look: "btn pri sm", onclick: () => actions.substitute(seat), "data-focus": `offer-${seat}` },
      gettext("Take the seat"),
    ),
  );

const otherDevice = ({ otherDevice: isOpen }, actions) =>
  isOpen
    ? notice(
        { key: "device", name: "info" },
        h("span", { class: "grow" }, gettext("This table is open in another window or device too. Both stay in step.")),
        iconButton({ name: "close", label: gettext("Close"), onclick: actions.closeDeviceNote }),
      )
    : null;

function questions(state, actions) {
  const { votes = [], final } = state.view;
  return votes
    .filter(({ vote }) => !(final && AFTER_MATCH.has(vote)) && vote !== "resume")
    .map((vote) => voteBox(state, vote, { actions }));
}

/** All of them. */
export const notices = (state, actions) =>
  h(
    "div",
    { class: "notices", key: "notices" },
    warning(state),
    questions(state, actions),
    offeredSeats(state).map((seat) => offer(state.view, seat, actions)),
    otherDevice(state, actions),
  );
