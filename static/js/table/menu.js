/** The table's menu: settings, help, links, leaving. */

import { button, icon, iconButton } from "./parts.js";
import { lobbyUrl, reportUrl, rulesUrl } from "./urls.js";
import { h } from "./vdom.js";

/** A dialog with a heading and a close button. */
export const dialog = ({ name, title, actions }, ...body) =>
  h(
    "dialog",
    {
      class: "drawer",
      key: `dialog-${name}`,
      "aria-label": title,
      oncancel: actions.closeDialog,
      onclick: actions.clickDialog,
    },
    h(
      "div",
      { class: "hd" },
      h("h2", {}, title),
      iconButton({ name: "close", label: gettext("Close"), onclick: actions.closeDialog }),
    ),
    h("div", { class: "dbody" }, body),
  );

const item = ({ name, label, ...props }) => button({ look: "mitem", ...props }, icon(name), label);

const linkItem = ({ name, label, href, isNew }) =>
  h("a", { class: "mitem", href, ...(isNew ? { target: "_blank", rel: "noopener" } : {}) }, icon(name), label);

const isPlaying = ({ view }) => view?.table?.status === "playing";

function leaving(state, actions) {
  if (state.seat === null) return linkItem({ name: "home", label: gettext("To the lobby"), href: lobbyUrl() });
  if (state.dialogStep !== "leave" || !isPlaying(state))
    return item({ name: "logout", label: gettext("Leave the table"), onclick: actions.leave });
  return h(
    "div",
    { class: "note warn", key: "sure" },
    icon("warn"),
    h(
      "div",
      {},
      h("p", {}, gettext("A bot will play on in your place. Leave the match?")),
      h(
        "div",
        { class: "row wrap" },
        button({ look: "btn bad sm", onclick: actions.leaveNow, "data-focus": "sure" }, gettext("Leave")),
        button({ look: "btn sm", onclick: actions.closeDialog }, gettext("Stay")),
      ),
    ),
  );
}

/** The menu. */
export const menu = (state, actions) =>
  dialog(
    { name: "menu", title: gettext("Table"), actions },
    h(
      "div",
      { class: "mlist" },
      item({ name: "gear", label: gettext("Settings"), onclick: () => actions.openDialog("settings") }),
      item({ name: "help", label: gettext("Help and keys"), onclick: () => actions.openDialog("help") }),
      item({
        name: "share",
        label: gettext("Copy the link to this table"),
        onclick: () => actions.copy(new URL(state.view?.table?.invite_url ?? location.pathname, location.href).href),
      }),
      linkItem({ name: "book", label: gettext("The rules"), href: rulesUrl(), isNew: true }),
      linkItem({ name: "flag", label: gettext("Report a fault"), href: reportUrl(), isNew: true }),
      state.seat === null
        ? null
        : linkItem({ name: "home", label: gettext("To the lobby (your seat stays yours)"), href: lobbyUrl() }),
      leaving(state, actions),
    ),
  );
