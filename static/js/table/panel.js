/** The panel beside the mat (a sheet from below on a phone): score sheet, log, chat, players. */

import { chat, lastLines } from "./chat.js";
import { icon, iconButton, mark, miniCard, portrait } from "./parts.js";
import { isAway } from "./plates.js";
import { scoresheet } from "./scoresheet.js";
import { SEATS, seatTint, teamName, teamOf } from "./seats.js";
import { fillCount } from "./text.js";
import { playerUrl } from "./urls.js";
import { h } from "./vdom.js";

const TABS = [
  { id: "sheet", icon: "sheet", label: () => gettext("Score sheet") },
  { id: "log", icon: "log", label: () => gettext("Log") },
  { id: "chat", icon: "chat", label: () => gettext("Chat") },
  { id: "people", icon: "people", label: () => gettext("Players") },
];

function moveTab(event, actions) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  event.stopPropagation();
  const at = TABS.findIndex(({ id }) => `tab-${id}` === event.target.id);
  const next = TABS[(at + step + TABS.length) % TABS.length];
  actions.showTab(next.id);
  document.getElementById(`tab-${next.id}`).focus();
}

const tabButton = (state, { id, icon: name, label }, actions) => {
  const isShown = state.tab === id;
  return h(
    "button",
    {
      type: "button",
      role: "tab",
      id: `tab-${id}`,
      key: id,
      "aria-controls": `pane-${id}`,
      "aria-selected": String(isShown),
      tabindex: isShown ? "0" : "-1",
      onclick: () => actions.pickTab(id),
      onkeydown: (event) => moveTab(event, actions),
    },
    icon(name),
    h("span", {}, label()),
    id === "chat" && state.unread ? h("span", { class: "bdg" }, String(state.unread)) : null,
  );
};

const tabs = (state, actions) =>
  h(
    "div",
    { class: "tabs" },
    h(
      "div",
      { class: "tablist", role: "tablist", "aria-label": gettext("Match details") },
      TABS.map((tab) => tabButton(state, tab, actions)),
    ),
    iconButton({
      name: "next",
      label: state.prefs.folded ? gettext("Open the panel") : gettext("Fold the panel"),
      look: "ib fold",
      "aria-expanded": String(!state.prefs.folded),
      onclick: actions.toggleFold,
    }),
  );

const logLine = ({ key, text, look, card }) =>
  h("li", { class: look, key }, card ? miniCard(card) : null, h("span", {}, text));

const log = ({ log: lines }) =>
  lines.length
    ? h("ol", { class: "log" }, lines.toReversed().map(logLine))
    : h("p", { class: "dim" }, gettext("Nothing has happened yet."));

function personNote(state, player) {
  if (player.seat === state.seat) return gettext("you");
  if (player.kind === "bot") return gettext("bot");
  if (player.bot_plays) return player.left ? gettext("left; a bot plays") : gettext("bot plays");
  return isAway(state, player) ? gettext("away") : gettext("here");
}

function person(state, player) {
  const { view, seat } = state;
  const team = teamOf(view, player.seat);
  return h(
    "li",
    { key: `person-${player.seat}` },
    portrait(player.avatar),
    h(
      "span",
      { class: "grow" },
      player.kind === "human"
        ? h("a", { class: "n", href: playerUrl(player.name), target: "_blank", rel: "noopener" }, player.name)
        : h("span", { class: "n" }, player.name),
      h("br"),
      h("span", { class: "small dim" }, personNote(state, player)),
    ),
    team >= 0
      ? h(
          "span",
          { class: `row ${seatTint(view, player.seat, seat)}` },
          mark(seatTint(view, player.seat, seat)),
          h(
            "span",
            { class: "small dim" },
            seat !== null && view.teams.length === 2 ? teamName(view, team, seat) : null,
          ),
        )
      : null,
  );
}

function people(state) {
  const order = SEATS.map((place) => (place + (state.seat ?? 0)) % 6);
  const players = order.map((seat) => state.view?.players?.[seat]).filter(Boolean);
  const count = state.presence?.watchers ?? 0;
  return [
    players.length
      ? h(
          "ul",
          { class: "list" },
          players.map((player) => person(state, player)),
        )
      : h("p", { class: "dim" }, gettext("Nobody sits here yet.")),
    count
      ? h(
          "p",
          { class: "small dim under" },
          fillCount(ngettext("%(count)s person is watching.", "%(count)s people are watching.", count), count),
        )
      : null,
  ];
}

const BODIES = { sheet: scoresheet, log, chat, people };

const pane = (state, { id }, actions) =>
  h(
    "div",
    {
      class: "pane",
      role: "tabpanel",
      id: `pane-${id}`,
      key: `pane-${id}`,
      "aria-labelledby": `tab-${id}`,
      hidden: state.tab !== id,
      tabindex: "0",
    },
    state.tab === id ? BODIES[id](state, actions) : null,
  );

/** The whole panel. */
export const panel = (state, actions) =>
  h(
    "aside",
    { class: `panel ${state.sheetOpen ? "open" : ""}`, "aria-label": gettext("Match details"), key: "panel" },
    tabs(state, actions),
    h(
      "button",
      { type: "button", class: "ib grab", "aria-label": gettext("Close the panel"), onclick: actions.closeSheet },
      icon("down"),
    ),
    TABS.map((tab) => pane(state, tab, actions)),
    state.tab === "chat" ? null : lastLines(state, actions),
  );
